import { describe, expect, it } from 'vitest';
import { spreadColours, themes } from '../../src/report/palette.ts';

type Triple = readonly number[];

const linear = (hex: string): Triple =>
  [1, 3, 5]
    .map((k) => Number.parseInt(hex.slice(k, k + 2), 16) / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));

const times = (matrix: readonly Triple[], v: Triple): Triple => matrix.map((row) => row.reduce((sum, a, k) => sum + a * v[k], 0));

/** Severity 1.0 of Machado, Oliveira & Fernandes (2009), on linear RGB. */
const sights = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
};

function oklab(rgb: Triple): Triple {
  const lms = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    rgb.map((c) => Math.min(1, Math.max(0, c))),
  ).map(Math.cbrt);
  return times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    lms,
  );
}

const luminance = (hex: string) => times([[0.2126, 0.7152, 0.0722]], linear(hex))[0];

describe.each(Object.entries(themes))('the %s theme', (_, theme) => {
  it.each(Object.entries(sights))('keeps thirty depots apart for %s sight', (_sight, matrix) => {
    const seen = theme.depots.map((hex) => oklab(times(matrix, linear(hex))));
    expect(seen).toHaveLength(30);
    for (let a = 0; a < seen.length; a++)
      for (let b = 0; b < a; b++)
        expect(Math.hypot(...seen[a].map((c, k) => c - seen[b][k])), `${theme.depots[a]} and ${theme.depots[b]}`).toBeGreaterThan(0.04);
  });

  it('keeps twelve depots apart by hue, not by lightness alone', () => {
    const seen = theme.depots.slice(0, 12).map((hex) => oklab(linear(hex)));
    for (let a = 0; a < seen.length; a++)
      for (let b = 0; b < a; b++) {
        const [lightness, ...hue] = seen[a].map((c, k) => c - seen[b][k]);
        expect(Math.hypot(0.6 * lightness, ...hue.map((c) => 1.25 * c)), `${theme.depots[a]} and ${theme.depots[b]}`).toBeGreaterThan(
          // The first six on dark ground are Okabe & Ito's, brightened.
          theme === themes.light ? 0.12 : 0.1,
        );
      }
  });

  it('keeps text readable: contrast of at least 4.5 on page and field (WCAG 2.2)', () => {
    for (const ground of [theme.page, theme.field])
      for (const text of [theme.ink, theme.faint, theme.alert]) {
        const [dark, bright] = [luminance(ground), luminance(text)].sort((a, b) => a - b);
        expect((bright + 0.05) / (dark + 0.05), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
      }
  });
});

describe('spreadColours', () => {
  it('repeats a colour only when all are taken, and then farthest away', () => {
    const colours = spreadColours(
      [0, 10, 11, 1].map((x) => ({ x, y: 0 })),
      ['red', 'blue'],
    );
    expect(colours).toEqual(['red', 'blue', 'red', 'blue']);
  });
});
