import { describe, expect, it } from 'vitest';
import { evaluate, quantile, summariseErrors, trueCost } from '../../src/training/evaluate.ts';
import { classCode } from '../../src/training/instance-class.ts';
import type { SampleSet } from '../../src/training/sample.ts';

const price = { distanceScale: 2, vehicleCost: 10 };

/** Four samples of 1, 5, 6 and 150 customers that cost 100 each at the price. */
const samples: SampleSet = {
  count: 4,
  start: Int32Array.of(0, 1, 6, 12, 162),
  x: new Float32Array(162),
  y: new Float32Array(162),
  load: new Float32Array(162),
  spread: Float64Array.of(1, 1, 1, 1),
  travel: Float64Array.of(45, 45, 40, 40),
  routes: Float64Array.of(1, 1, 2, 2),
  group: Int32Array.of(0, 1, 2, 2),
  origin: Uint8Array.of(0, 0, 1, 1),
  classCode: Uint16Array.of(
    ...(['unitary', 'unitary', 'by quadrant', 'uniform 10–20'] as const).map((demand) =>
      classCode({ depot: 'random', customers: 'clustered', demand, routeSize: 'short' }),
    ),
  ),
};
const predicted = [101, 97, 105, 80];

describe('evaluation', () => {
  const result = evaluate('toy', (_, k) => predicted[k], samples, price);

  it('knows the true cost at any price', () => {
    expect([0, 1, 2, 3].map((k) => trueCost(samples, k, price))).toEqual([100, 100, 100, 100]);
    expect(trueCost(samples, 2, { distanceScale: 1, vehicleCost: 0 })).toBe(40);
  });

  it('summarises relative errors', () => {
    expect(result.overall.count).toBe(4);
    expect(result.overall.mean).toBeCloseTo((0.01 + 0.03 + 0.05 + 0.2) / 4, 12);
    expect(result.overall.median).toBeCloseTo(0.04, 12);
    expect(result.overall.bias).toBeCloseTo((0.01 - 0.03 + 0.05 - 0.2) / 4, 12);
  });

  it('tells decision-like sets apart', () => {
    expect(result.byOrigin.map(({ label, errors }) => [label, errors.count, Number(errors.median.toFixed(6))])).toEqual([
      ['paper', 2, 0.02],
      ['cell', 2, 0.125],
    ]);
  });

  it('breaks errors down by size, routes and class, leaving out what does not occur', () => {
    expect(result.bySize.map(({ label, errors }) => [label, errors.count])).toEqual([
      ['1–5', 2],
      ['6–10', 1],
      ['141–180', 1],
    ]);
    expect(result.byRoutes.map(({ label, errors }) => [label, errors.count])).toEqual([
      ['1', 2],
      ['2', 2],
    ]);
    expect(result.byClass.demand.map(({ label }) => label)).toEqual(['unitary', 'by quadrant', 'uniform 10–20']);
    expect(result.byClass.customers.map(({ label, errors }) => [label, errors.count])).toEqual([['clustered', 4]]);
  });

  it('keeps pairs for the calibration plot', () => {
    expect(result.calibration).toEqual(predicted.map((value) => [100, value]));
  });
});

describe('quantiles', () => {
  it('interpolate between order statistics', () => {
    expect(quantile([1, 2, 3, 4], 0.5)).toBe(2.5);
    expect(quantile([1, 2, 3, 4], 0.25)).toBe(1.75);
    expect(quantile([7], 0.9)).toBe(7);
  });

  it('judge magnitudes, while the bias keeps the sign', () => {
    const { median, bias } = summariseErrors([-0.1, 0.1, 0.3]);
    expect(median).toBeCloseTo(0.1, 12);
    expect(bias).toBeCloseTo(0.1, 12);
  });
});
