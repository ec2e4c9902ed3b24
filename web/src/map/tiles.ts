/** The address of map tiles, where the host of the page has set one. Without it, the page contacts no other host. */
import { signal } from '@preact/signals';
import { type SiteSettings, siteSettings } from '../solver/site.ts';

export const tiles = signal<SiteSettings['tiles']>(undefined);

export async function loadTileSettings(): Promise<void> {
  tiles.value = (await siteSettings()).tiles;
}
