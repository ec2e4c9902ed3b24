import { describe, expect, it } from 'vitest';
import { drawGapDistributions, drawGrowth, drawTimeDistributions, drawTrades } from '../../src/report/method-charts.ts';

const ours = { name: 'ours', colour: 0, published: false };
const theirs = { name: 'theirs †', colour: 1, published: true };
const title = 'A & B';
const pathsOf = (svg: string) =>
  [...svg.matchAll(/<path d="([^"]*)" fill="none" stroke="[^"]*" stroke-width="(?:1\.6|2\.6)"/g)].map(([, d]) => d);
const yOf = (point: string) => Number(point.split(' ')[1]);

describe('charts of methods', () => {
  it('draw a distribution from none to all instances', () => {
    const [steps] = pathsOf(drawGapDistributions([{ ...ours, values: [2, 0, 1] }], { title }));
    const heights = steps.split(/[ML]/).filter(Boolean).map(yOf);
    expect(heights).toEqual([...heights].sort((a, b) => b - a));
    const [bottom, top] = [heights[0], heights.at(-1) ?? 0];
    // Three equal steps up.
    expect(new Set(heights.map((y) => Math.round((3 * (bottom - y)) / (bottom - top))))).toEqual(new Set([0, 1, 2, 3]));
  });

  it('tell published figures by their dashes, and say what they are', () => {
    const svg = drawTimeDistributions(
      [
        { ...ours, values: [1] },
        { ...theirs, values: [100, 200] },
      ],
      { title },
    );
    expect(svg.match(/stroke-dasharray/g)).toHaveLength(2);
    expect(svg).toContain('† published figures');
    expect(drawTimeDistributions([{ ...ours, values: [1] }], { title })).not.toContain('published');
  });

  it('join the methods that none beats in gap and time', () => {
    const svg = drawTrades(
      [
        { ...ours, gap: 1, seconds: 1 },
        { ...theirs, gap: 0.5, seconds: 10 },
        { ...theirs, name: 'beaten', gap: 2, seconds: 20 },
      ],
      { title },
    );
    const front = /<path d="([^"]*)" fill="none" stroke="[^"]*" stroke-dasharray="2 4"/.exec(svg)?.[1] ?? '';
    expect(front.match(/[ML]/g)).toHaveLength(2);
  });

  it('survive nothing, zeros and gaps below zero', () => {
    const growth = { ...ours, points: [{ x: 100, lowerQuartile: -1, median: 0, upperQuartile: 0 }] };
    for (const svg of [
      drawGapDistributions([], { title }),
      drawGapDistributions([{ ...ours, values: [-3, 0] }], { title }),
      drawTimeDistributions([{ ...ours, values: [0] }], { title }),
      drawTrades([{ ...ours, gap: -1, seconds: 0 }], { title }),
      drawGrowth([], { title, sizeLabel: 'customers', measure: 'gap' }),
      drawGrowth([growth], { title, sizeLabel: 'customers', measure: 'gap' }),
      drawGrowth([growth], { title, sizeLabel: 'customers', measure: 'seconds' }),
    ]) {
      expect(svg).toMatch(/^<svg.*<\/svg>$/);
      expect(svg).not.toMatch(/NaN|Infinity/);
    }
  });
});
