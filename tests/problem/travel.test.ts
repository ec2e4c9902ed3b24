import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createInstance, type InstanceInput } from '../../src/problem/instance.ts';
import { travelCosts } from '../../src/problem/model.ts';
import { roundCost } from '../../src/problem/travel.ts';

/** One depot, one customer. */
const pair = (from: [number, number], to: [number, number], travel: InstanceInput['travel']) =>
  travelCosts(
    createInstance({
      name: 'pair',
      depots: [{ id: 'D', x: from[0], y: from[1] }],
      customers: [{ id: 'C', x: to[0], y: to[1], demand: 1 }],
      vehicleCapacity: 1,
      travel,
    }),
  );

describe('Euclidean travel', () => {
  it.each([
    ['none', Math.SQRT2 * 100],
    ['ceil', 142],
    ['floor', 141],
    ['nearest', 141],
  ] as const)('rounding %s of 100·√2', (rounding, expected) => {
    expect(pair([0, 0], [1, 1], { kind: 'euclidean', scale: 100, rounding }).cost(0, 1)).toBe(expected);
  });

  it('does not round a whole number away because of its floating-point tail', () => {
    expect(0.07 * 100).toBeGreaterThan(7);
    expect(pair([0, 0], [0.07, 0], { kind: 'euclidean', scale: 100, rounding: 'ceil' }).cost(0, 1)).toBe(7);
    expect(0.29 * 100).toBeLessThan(29);
    expect(pair([0, 0], [0.29, 0], { kind: 'euclidean', scale: 100, rounding: 'floor' }).cost(0, 1)).toBe(29);
    expect(roundCost(1.005 * 100, 'nearest')).toBe(101);
  });

  it('rounds each arc of integer coordinates as exact arithmetic does', () => {
    const coordinate = fc.integer({ min: 0, max: 2000 });
    fc.assert(
      fc.property(coordinate, coordinate, coordinate, coordinate, (x1, y1, x2, y2) => {
        const square = 10_000n * BigInt((x1 - x2) ** 2 + (y1 - y2) ** 2);
        const cost = BigInt(pair([x1, y1], [x2, y2], { kind: 'euclidean', scale: 100, rounding: 'ceil' }).cost(0, 1));
        expect(cost * cost >= square && (cost === 0n || (cost - 1n) * (cost - 1n) < square)).toBe(true);
      }),
    );
  });
});

describe('great-circle travel', () => {
  const paris: [number, number] = [2.3522, 48.8566];
  const london: [number, number] = [-0.1278, 51.5074];
  const newYork: [number, number] = [-74.006, 40.7128];
  const tokyo: [number, number] = [139.6917, 35.6895];
  const sydney: [number, number] = [151.2093, -33.8688];

  it.each([
    ['Paris–London', paris, london, 343.6],
    ['New York–London', newYork, london, 5570],
    ['Tokyo–Sydney, over the equator', tokyo, sydney, 7823],
  ])('%s to 0.5 %%', (_, from, to, km) => {
    const { cost } = pair(from, to, { kind: 'great-circle' });
    expect(Math.abs(cost(0, 1) / km - 1)).toBeLessThan(0.005);
    expect(cost(1, 0)).toBe(cost(0, 1));
  });

  it('crosses the date line the short way', () => {
    expect(pair([179.5, 0], [-179.5, 0], { kind: 'great-circle' }).cost(0, 1)).toBeCloseTo(111.195, 2);
  });

  it('knows units, detours and rounding', () => {
    const km = pair(paris, london, { kind: 'great-circle' }).cost(0, 1);
    expect(pair(paris, london, { kind: 'great-circle', unit: 'm' }).cost(0, 1)).toBeCloseTo(km * 1000, 6);
    expect(pair(paris, london, { kind: 'great-circle', unit: 'mi' }).cost(0, 1)).toBeCloseTo(km / 1.609344, 3);
    expect(pair(paris, london, { kind: 'great-circle', detour: 1.3 }).cost(0, 1)).toBeCloseTo(km * 1.3, 9);
    expect(pair(paris, london, { kind: 'great-circle', rounding: 'ceil' }).cost(0, 1)).toBe(Math.ceil(km));
  });
});

describe('matrix travel', () => {
  const matrix = (values: (number | null)[][]) => pair([0, 0], [0, 0], { kind: 'matrix', values });

  it('keeps directions apart and says so', () => {
    const asymmetric = matrix([
      [0, 3],
      [4, 0],
    ]);
    expect([asymmetric.cost(0, 1), asymmetric.cost(1, 0), asymmetric.symmetric]).toEqual([3, 4, false]);
    expect(
      matrix([
        [0, 3],
        [3, 0],
      ]).symmetric,
    ).toBe(true);
  });

  it('reads null as no way', () => {
    expect(
      matrix([
        [0, null],
        [1, 0],
      ]).cost(0, 1),
    ).toBe(Number.POSITIVE_INFINITY);
  });
});
