/** The address of map tiles, where the host of the page has set one (settings.json). Without it, the page contacts no other host. */
import { signal } from '@preact/signals';

export interface TileSettings {
  /** With {z}, {x} and {y}. */
  readonly url: string;
  readonly attribution?: string;
}

export const tiles = signal<TileSettings | undefined>(undefined);

export async function loadTileSettings(): Promise<void> {
  const response = await fetch('./settings.json').catch(() => undefined);
  if (!response?.ok) return;
  const settings = (await response.json()) as { readonly tiles?: TileSettings };
  tiles.value = settings.tiles;
}
