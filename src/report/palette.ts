/** Colours of maps and charts, light and dark. */
import type { Point } from './projection.ts';
import table from './themes.json' with { type: 'json' };

export interface Theme {
  readonly page: string;
  readonly field: string;
  /** Of the base map, whose land is the field. */
  readonly water: string;
  readonly shore: string;
  readonly border: string;
  readonly road: string;
  readonly rule: string;
  readonly ink: string;
  readonly faint: string;
  /** Outline of open depots, which sets them off from routes of the same colour. */
  readonly outline: string;
  readonly alert: string;
  readonly customer: string;
  readonly depots: readonly string[];
}

export type ThemeName = 'light' | 'dark';

/**
 * The first six colours of depots are Okabe & Ito's (2008), brightened on a dark background. Each of the others is the colour farthest in
 * OKLab from those before it and from the greys, over normal, protanopic and deuteranopic vision (Machado et al. 2009); for normal vision,
 * distances count 0.55 times and lightness half as much as hue.
 */
export const themes: Readonly<Record<ThemeName, Theme>> = table;

/** A colour for each depot of an instance, open or not: the same depot has the same colour in every plan and on every map. */
export const depotColours = (depots: readonly Point[], { depots: palette }: Theme): string[] => spreadColours(depots, palette);

/** One colour per point. When the palette runs out, the colour whose uses are farthest away is used again. */
export function spreadColours(points: readonly Point[], palette: readonly string[]): string[] {
  const holders: Point[][] = palette.map(() => []);
  return points.map((point, k) => {
    const distance = (c: number) => Math.min(...holders[c].map(({ x, y }) => Math.hypot(x - point.x, y - point.y)));
    const colour = k < palette.length ? k : palette.reduce((best, _, c) => (distance(c) > distance(best) ? c : best), 0);
    holders[colour].push(point);
    return palette[colour];
  });
}

/** How far towards white or black each further route of a depot is; then they begin anew. */
const shades = [0, 0.38, -0.3, 0.19, -0.15] as const;

/** The hue tells the depot, the shade one of its routes from the next. */
export function shadeOf(colour: string, k: number): string {
  const share = shades[k % shades.length];
  const channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const mixed = channels.map((value) => Math.round(value + Math.abs(share) * ((share > 0 ? 255 : 0) - value)));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
