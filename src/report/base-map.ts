/** Land, water, borders and towns under a map in longitude and latitude. */
import type { Theme } from './palette.ts';
import type { Point, Size, View } from './projection.ts';
import type { Scene } from './scene.ts';
import { type Attributes, element, text } from './svg.ts';
import type { Tile } from './tiles.ts';

export const layers = ['land', 'lakes', 'rivers', 'borders'] as const;
export type Layer = (typeof layers)[number];

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

/** Where names of towns would be in the way; among many customers they must be. */
export const namedMarks = ({ depots, customers }: Scene): readonly Point[] =>
  [...depots, ...(customers.length <= 200 ? customers : [])].map(({ at }) => at);

/** How each layer is painted. */
export const basePaints = ({ field, water, shore, border }: Theme): Readonly<Record<Layer, Paint>> => ({
  land: { fill: field, stroke: shore, width: 0.8 },
  lakes: { fill: water, stroke: shore, width: 0.6 },
  rivers: { stroke: shore, width: 1 },
  borders: { stroke: border, width: 1, dash: [6, 3] },
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
