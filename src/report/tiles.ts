/** Which map tiles a view needs: squares of 256 pixels, 2^z of them around the globe. */
import { NeoLrpError } from '../problem/errors.ts';
import { type Point, type Size, screenOf, type View } from './projection.ts';

export interface Tile {
  /** Zoom, column and row, counted on around the globe. */
  readonly name: string;
  readonly href: string;
  /** Pixels: the upper left corner, and the length of a side. */
  readonly at: Point;
  readonly edge: number;
}

const tileSize = 256;

/** The address has {z}, {x} and {y}. */
export function requireTiles(address: string, field: string): URL {
  const named = ['{z}', '{x}', '{y}'].every((part) => address.includes(part));
  const plain = address.replaceAll(/[{}]/g, '');
  if (named && /^https?:/.test(address) && URL.canParse(plain)) return new URL(plain);
  throw new NeoLrpError('E_USAGE', 'map tiles need an address such as https://tiles.example/{z}/{x}/{y}.png', { field, value: address });
}

export function tilesIn(address: string, view: View, size: Size): Tile[] {
  const zoom = Math.max(0, Math.min(19, Math.round(Math.log2((view.scale * 360) / tileSize))));
  const around = 2 ** zoom;
  const { toScreen, toWorld } = screenOf(view, size);
  const corners = [toWorld({ x: 0, y: 0 }), toWorld({ x: size.width, y: size.height })];
  const [from, to] = corners.map(({ x, y }) => [x, y].map((degrees) => Math.floor(((degrees + 180) / 360) * around)));
  const tiles: Tile[] = [];
  for (let y = Math.max(0, from[1]); y <= Math.min(around - 1, to[1]); y++)
    for (let x = from[0]; x <= to[0]; x++) {
      const column = ((x % around) + around) % around;
      const href = address.replace('{z}', String(zoom)).replace('{x}', String(column)).replace('{y}', String(y));
      tiles.push({
        name: `${zoom}/${x}/${y}`,
        href,
        at: toScreen({ x: (x / around) * 360 - 180, y: (y / around) * 360 - 180 }),
        edge: (360 / around) * view.scale,
      });
    }
  return tiles;
}
