/** Colours of the maps. */

export interface Theme {
  readonly page: string;
  readonly field: string;
  readonly rule: string;
  readonly ink: string;
  readonly faint: string;
  /** Outline of open depots, against routes of their own colour. */
  readonly outline: string;
  readonly alert: string;
  /** Customers nobody serves yet. */
  readonly customer: string;
  readonly depots: readonly string[];
}

/**
 * The first six are Okabe & Ito's (2008), brightened on dark ground; the others follow by farthest point: each is the colour whose
 * least OKLab distance to those before it is largest, over normal, protanopic and deuteranopic sight (Machado et al. 2009).
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
      '#0072b2 #d55e00 #009e73 #cc79a7 #e69f00 #56b4e9 #721405 #343470 #804c56 #4c81fa #9dc49b #123eb2 #ba2205 #6b1344 #1f598a #4998dd #367a84 #5dcbd1 #54b272 #3364db #e87835 #935f55 #852534 #5e4065 #4881cc #9fc769 #4b0892 #256777 #4d6824 #cb6855'.split(
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
      '#56b4e9 #e69f00 #2cc295 #f08fc0 #e8603c #7f9cff #7e50d1 #60fa97 #a9e0fe #bd4141 #7e62a1 #7978fb #dce31d #38dc7a #7788c9 #e64d76 #a1ddc5 #b73f6e #d6c831 #6cc9ea #61c162 #539827 #6c6fc5 #61a49a #4cbbc0 #7fcfa4 #8dd2d6 #b8348c #748cf7 #1d9a68'.split(
        ' ',
      ),
  },
} as const satisfies Record<string, Theme>;

export type ThemeName = keyof typeof themes;

/** A colour for each depot of an instance, open or not: the same depot has the same colour in every plan and on every map. */
export const depotColours = (depots: readonly { readonly x: number; readonly y: number }[], palette: readonly string[]): string[] =>
  spreadColours(
    depots.map(({ x, y }) => [x, y]),
    palette,
  );

/** One colour a point; when the palette runs out, a colour returns where it last stood farthest away. */
export function spreadColours(points: readonly (readonly [number, number])[], palette: readonly string[]): string[] {
  const holders: (readonly [number, number])[][] = palette.map(() => []);
  return points.map((point, k) => {
    const distance = (c: number) => Math.min(...holders[c].map(([x, y]) => Math.hypot(x - point[0], y - point[1])));
    const colour = k < palette.length ? k : palette.reduce((best, _, c) => (distance(c) > distance(best) ? c : best), 0);
    holders[colour].push(point);
    return palette[colour];
  });
}
