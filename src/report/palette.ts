import type { Point } from './projection.ts';

export interface Theme {
  readonly page: string;
  readonly field: string;
  readonly rule: string;
  readonly ink: string;
  readonly faint: string;
  /** Outline of open depots, which sets them off from routes of the same colour. */
  readonly outline: string;
  readonly alert: string;
  readonly customer: string;
  readonly depots: readonly string[];
}

/**
 * The first six are Okabe & Ito's (2008), brightened on a dark background. Each of the others is the colour farthest in OKLab from those
 * before it and from the greys, over normal, protanopic and deuteranopic vision (Machado et al. 2009); for normal vision, distances count
 * 0.55 times and lightness half as much as hue.
 */
export const themes = {
  light: {
    page: '#ffffff',
    field: '#f7f8fa',
    rule: '#dde1e7',
    ink: '#1c2430',
    faint: '#656e7a',
    outline: '#1c2430',
    alert: '#c21807',
    customer: '#5b6b7f',
    depots:
      '#0072b2 #d55e00 #009e73 #cc79a7 #e69f00 #56b4e9 #4400ff #660088 #661122 #9977ff #ccbbaa #445500 #bb0044 #dd00cc #003355 #0033bb #00cc66 #664488 #006655 #cc3399 #ff4455 #ff77dd #aa44ee #778844 #ff9966 #553344 #995500 #6600dd #ddaacc #bb77dd'.split(
        ' ',
      ),
  },
  dark: {
    page: '#14181f',
    field: '#1b212a',
    rule: '#333c49',
    ink: '#eef1f5',
    faint: '#9aa5b3',
    outline: '#ffffff',
    alert: '#ff6b5e',
    customer: '#a9b6c6',
    depots:
      '#56b4e9 #e69f00 #2cc295 #f08fc0 #e8603c #7f9cff #aa00ee #ccff00 #dd00aa #ffffbb #885555 #88ffff #007788 #00ee66 #aa66dd #776600 #119911 #ffccbb #ddbbff #779966 #ddcc00 #0066cc #cc3377 #ee9977 #aa88bb #6666aa #aaff88 #aacc99 #8877ff #ff5577'.split(
        ' ',
      ),
  },
} as const satisfies Record<string, Theme>;

export type ThemeName = keyof typeof themes;

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
