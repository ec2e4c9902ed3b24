/** Map tiles from the address that the user names, and from no other, within the map that they lie under. */

import { NeoLrpError } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import type { BaseMap } from '../report/base-map.ts';
import { mapSight } from '../report/map.ts';
import { requireTiles, type Tile, tilesIn } from '../report/tiles.ts';

/** A sheet has some twenty; requests at once. */
const atOnce = 4;

export async function loadTiles(instance: Instance, address: string, attribution = new URL(address).host): Promise<BaseMap> {
  requireTiles(address, '--tiles');
  const { view, field } = mapSight(instance);
  const wanted = tilesIn(address, view, field);
  const tiles: Tile[] = [];
  const load = async () => {
    for (let tile = wanted.pop(); tile; tile = wanted.pop()) tiles.push({ ...tile, href: await loadTile(tile.href) });
  };
  await Promise.all(Array.from({ length: atOnce }, load));
  const drawing = { tiles: tiles.sort((a, b) => a.at.y - b.at.y || a.at.x - b.at.x), paths: [], towns: [] };
  return { attribution, compose: () => drawing };
}

/** As an address that holds the picture itself. */
async function loadTile(url: string): Promise<string> {
  const failed = (how: string, cause?: unknown) => new NeoLrpError('E_SOLVER_FAILED', `map tile ${url} ${how}`, {}, { cause });
  const headers = { 'user-agent': 'neo-lrp' };
  const answer = await fetch(url, { redirect: 'error', headers, signal: AbortSignal.timeout(30_000) }).catch((cause: Error) => {
    throw failed(`does not come (${cause.cause instanceof Error ? cause.cause.message : cause.message})`, cause);
  });
  const kind = answer.headers.get('content-type')?.split(';')[0] ?? '';
  if (!answer.ok || !/^image\/(png|jpeg|webp)$/.test(kind)) throw failed(`is no picture (status ${answer.status}, ${kind || 'no type'})`);
  return `data:${kind};base64,${Buffer.from(await answer.arrayBuffer()).toString('base64')}`;
}
