import { describe, expect, it } from 'vitest';
import { roundStep, ticks } from '../../src/report/chart-frame.ts';
import { drawCalibration, drawLossCurves, drawQuartiles } from '../../src/report/charts.ts';
import { drawCostCurve, drawCostsByCount } from '../../src/report/plan-charts.ts';

describe('ticks', () => {
  it('are round numbers inside the axis', () => {
    expect(ticks({ label: '', from: 0, to: 0.31 })).toEqual([0, 0.1, 0.2, 0.3]);
    expect(ticks({ label: '', from: 3, to: 98 })).toEqual([20, 40, 60, 80]);
    expect(ticks({ label: '', from: 0.03, to: 2, log: true })).toEqual([0.05, 0.1, 0.2, 0.5, 1, 2]);
    expect([9, 30, 0.045].map(roundStep)).toEqual([10, 50, 0.05]);
  });
});

describe('charts', () => {
  const rows = [
    { label: '1–5', lowerQuartile: 0.01, median: 0.02, upperQuartile: 0.04 },
    { label: '6–10', lowerQuartile: 0.02, median: 0.03, upperQuartile: 0.05 },
  ];

  it('draw loss curves, calibration and quartiles', () => {
    const series = ['training', 'validation'].map((name, k) => ({
      name,
      points: Array.from({ length: 12 }, (_, epoch) => [epoch, (1 + k) / (1 + epoch)] as const),
    }));
    expect(drawLossCurves(series, { title: 'Losses' })).toMatchSnapshot();
    expect(
      drawCalibration(
        [
          [100, 104],
          [250, 240],
          [900, 905],
        ],
        { title: 'Calibration' },
      ),
    ).toMatchSnapshot();
    const models = [{ name: 'ds & co', rows }];
    expect(drawQuartiles(models, { title: 'Errors', groupLabel: 'customers', valueLabel: 'error' })).toMatchSnapshot();
  });

  it('survive nothing to draw, and values a logarithm refuses', () => {
    for (const svg of [
      drawLossCurves([], { title: 'none' }),
      drawLossCurves([{ name: 'zero', points: [[0, 0]] }], { title: 'zero' }),
      drawCalibration([[1, -1]], { title: 'negative' }),
      drawQuartiles([], { title: 'none', groupLabel: '', valueLabel: '' }),
    ]) {
      expect(svg).toMatch(/^<svg.*<\/svg>$/);
      expect(svg).not.toMatch(/NaN|Infinity/);
    }
  });
});

describe('charts of the page', () => {
  it('draw costs over time and by number of depots, whatever they are', () => {
    const curve = drawCostCurve(
      [
        { seconds: 0.1, cost: 900 },
        { seconds: 2, cost: 700 },
      ],
      10,
      { height: 120 },
    );
    expect(curve).toContain('aria-label="Best cost from 900 to 700 in 2 s"');
    const points = [
      { count: 2, total: 190, isPredicted: false, said: 'solved: 190' },
      { count: 3, total: 300, isPredicted: true, band: 30, said: 'predicted' },
    ];
    const { svg, left, right } = drawCostsByCount({ points, before: [{ count: 9, total: 1 }] }, true, {});
    expect(svg).toContain('lowest with 2: 190');
    expect(svg.match(/<circle/g)).toHaveLength(1);
    expect(svg.match(/class="found"/g)).toHaveLength(1);
    expect(svg).toContain('solved: 190');
    expect([left, right].every((share) => share > 0 && share < 0.3)).toBe(true);
    for (const text of [curve, svg, drawCostCurve([{ seconds: 0, cost: 0 }], undefined, {})]) expect(text).not.toMatch(/NaN|Infinity/);
  });
});
