/** The address of map tiles, where whoever serves the page has set one. Without it the page asks no other host for anything. */
import { signal } from '@preact/signals';
import { type SiteSettings, siteSettings } from '../state/site.ts';

export const tiles = signal<SiteSettings['tiles']>(undefined);

export async function loadTileSettings(): Promise<void> {
  tiles.value = (await siteSettings()).tiles;
}
