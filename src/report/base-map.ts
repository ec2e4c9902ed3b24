/** Land, water, borders and towns under a map in longitude and latitude. */
import type { Theme } from './palette.ts';
import type { Point, Size, View } from './projection.ts';
import type { Scene } from './scene.ts';
import { type Attributes, element, text } from './svg.ts';
import type { Tile } from './tiles.ts';

export type Layer = 'land' | 'lakes' | 'rivers' | 'borders' | 'streets' | 'roads' | 'motorways';

export interface BaseMap {
  /** Who must be named for it. */
  readonly attribution: string;
  /** What a view shows. `marks`: pixels that names of towns keep clear of. Undefined where the view is too close. */
  compose(view: View, size: Size, marks?: readonly Point[]): BaseDrawing | undefined;
}

/** What a view shows of a base map, in pixels. */
export interface BaseDrawing {
  readonly tiles?: readonly Tile[];
  readonly paths: readonly { readonly layer: Layer; readonly d: string }[];
  readonly towns: readonly TownLabel[];
}

export interface TownLabel {
  readonly name: string;
  readonly dot: Point;
  readonly at: Point;
  readonly anchor: 'start' | 'middle' | 'end';
  readonly size: number;
}

export interface Town extends Point {
  readonly name: string;
  /** Ten times the logarithm of its people. */
  readonly size: number;
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Pixels from name to name, from a mark to a name, and at the foot of the sheet, which has its scale and its sources. */
const [apart, radius, foot] = [{ x: 34, y: 16 }, 9, 34];

/** Larger towns first, each where no other name and no mark is near: beside the town or below it. */
export function labelTowns(towns: readonly Town[], { width, height }: Size, marks: readonly Point[] = []): TownLabel[] {
  const taken: Box[] = [];
  return towns.flatMap(({ name, x, y, size: people }) => {
    const size = people >= 60 ? 12 : 10.5;
    const length = 0.56 * size * name.length;
    const off = marks.some((mark) => Math.hypot(mark.x - x, mark.y - y) < radius) ? radius + 5 : 5;
    const places = [
      { anchor: 'start', at: { x: x + off, y: y + size * 0.36 }, left: x + off },
      { anchor: 'end', at: { x: x - off, y: y + size * 0.36 }, left: x - off - length },
      { anchor: 'middle', at: { x, y: y + off + size }, left: x - length / 2 },
    ] as const;
    for (const { anchor, at, left } of places) {
      const [right, top, bottom] = [left + length, at.y - size, at.y];
      const isInside = left > 2 && right < width - 2 && top > 2 && bottom < height - foot;
      const isClear = isInside && marks.every((mark) => distanceTo(mark, { left, top, right, bottom }) > radius);
      const own = { left: left - apart.x, right: right + apart.x, top: top - apart.y, bottom: bottom + apart.y };
      if (!isClear || taken.some((box) => own.left < box.right && own.right > box.left && own.top < box.bottom && own.bottom > box.top))
        continue;
      taken.push(own);
      return [{ name, dot: { x, y }, at, anchor, size }];
    }
    return [];
  });
}

const distanceTo = ({ x, y }: Point, { left, top, right, bottom }: Box) =>
  Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));

/** Where names of towns would be in the way; among many customers they must be. */
export const namedMarks = ({ depots, customers }: Scene): readonly Point[] =>
  [...depots, ...(customers.length <= 200 ? customers : [])].map(({ at }) => at);

/** How each layer is painted. */
export const basePaints = ({ field, water, shore, border, road }: Theme): Readonly<Record<Layer, Paint>> => ({
  land: { fill: field, stroke: shore, width: 0.8 },
  lakes: { fill: water, stroke: shore, width: 0.6 },
  rivers: { stroke: shore, width: 1 },
  borders: { stroke: border, width: 1, dash: [6, 3] },
  streets: { stroke: road, width: 0.9 },
  roads: { stroke: road, width: 1.4 },
  motorways: { stroke: road, width: 2.2 },
});

export interface Paint {
  readonly fill?: string;
  readonly stroke: string;
  readonly width: number;
  readonly dash?: readonly number[];
}

/** Names of towns, fainter than all that is planned. */
export const townOpacity = 0.8;

/** As SVG, on a ground of water. */
export function drawBaseMap({ tiles = [], paths, towns }: BaseDrawing, { width, height }: Size, theme: Theme): string {
  const paints = basePaints(theme);
  const names = towns.map(
    ({ name, dot, at, anchor, size }) =>
      element('circle', { cx: dot.x, cy: dot.y, r: 1.4 }) + text(name, { ...at, 'text-anchor': anchor, 'font-size': size }),
  );
  const penOf = ({ fill = 'none', stroke, width: thick, dash }: Paint): Attributes => ({
    ...{ fill, stroke, 'stroke-width': thick },
    'stroke-dasharray': dash?.join(' '),
  });
  return element(
    'g',
    { class: 'base', 'stroke-linejoin': 'round', 'fill-rule': 'evenodd' },
    element('rect', { width, height, fill: theme.water }),
    ...tiles.map(({ href, at, edge }) => element('image', { href, ...at, width: edge, height: edge })),
    ...paths.map(({ layer, d }) => element('path', { ...penOf(paints[layer]), d })),
    element('g', { class: 'towns', fill: theme.faint, opacity: townOpacity }, ...names),
  );
}
