import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createInstance, type Instance } from '../../src/problem/instance.ts';
import { modelOf } from '../../src/problem/model.ts';
import { withNoise } from '../../src/problem/tolerance.ts';
import type { TravelCosts } from '../../src/problem/travel.ts';
import { fleetSize, integerProblem, requireSingleDepot } from '../../src/routing/integer-problem.ts';
import { scaled } from '../scaled.ts';
import { clusters, randomCvrp, ring } from './cvrps.ts';

const limit = 2 ** 31;

const travelMatrix = ({ size, cost }: TravelCosts) =>
  Array.from({ length: size ** 2 }, (_, k) => (k % (size + 1) === 0 ? 0 : cost(Math.floor(k / size), k % size)));

/** The one vehicle type beside the rest. */
function integerCvrp(instance: Instance, largestSum: number) {
  const {
    types: [type],
    ...problem
  } = integerProblem(instance, largestSum);
  return { ...type, ...problem };
}

describe('integerProblem', () => {
  it('keeps integers as they are', () => {
    const cvrp = integerCvrp(randomCvrp(1, 10, { travel: { kind: 'euclidean', scale: 100, rounding: 'ceil' } }), limit);
    expect(cvrp.scale).toBe(1);
    expect(cvrp.fixedCost).toBe(20);
    expect(cvrp.arcs.flat()).toEqual([
      ...travelMatrix(modelOf(randomCvrp(1, 10, { travel: { kind: 'euclidean', scale: 100, rounding: 'ceil' } })).travel),
    ]);
  });

  it('stays below the limit and close to the truth, at any magnitude', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 30 }), fc.double({ min: -3, max: 9, noNaN: true }), (seed, n, magnitude) => {
        const instance = randomCvrp(seed, n, { travel: { kind: 'euclidean', scale: 10 ** magnitude }, vehicleCost: 10 ** magnitude });
        const { arcs, scale, fixedCost } = integerCvrp(instance, limit);
        const longest = Math.max(...arcs.flat());
        expect(n * (2 * longest + fixedCost)).toBeLessThan(limit);
        const truth = travelMatrix(modelOf(instance).travel);
        expect(arcs.flat().every(Number.isInteger)).toBe(true);
        expect(arcs.flat().every((cost, k) => Math.abs(cost - scale * truth[k]) <= 0.5 + 1e-6)).toBe(true);
        // Few digits are wasted: one more would overflow, or is beyond the sixth.
        expect(scale === 1e6 || 10 * scale * (n + 1) * (2 * Math.max(...truth) + instance.vehicleCost) >= limit * 0.99).toBe(true);
      }),
      { numRuns: scaled(60) },
    );
  });

  it('prices a missing way above any solution without it', () => {
    const { arcs } = integerCvrp(ring, limit);
    expect(arcs[0].slice(1)).toEqual([1, 50, 50]);
    expect(arcs[2][0]).toBeGreaterThan(6 * 50);
    expect(arcs[2][0]).toBe(arcs[2][1]);
  });

  it.each([
    [[1, 2, 3], 6, [1, 2, 3], 6],
    [[0.1, 0.2, 0.7], 0.3, [1, 2, 7], 3],
    [[0.25, 1], 1.999, [25, 100], 125],
    [[0.25, 1], 1.119, [25, 100], 111],
    [[1 / 3, 1], 4 / 3, [333334, 1000000], 1333333],
    [[0, 0], 5, [0, 0], 1],
    [[3], 1e12, [3], 3],
  ])('turns demands %j in a vehicle of %d into %j in one of %d', (demands, vehicleCapacity, expected, capacity) => {
    const customers = demands.map((demand, id) => ({ id, x: 1, y: 1, demand }));
    const instance = createInstance({ name: 'd', depots: [{ id: 'D', x: 0, y: 0 }], customers, vehicleCapacity });
    const cvrp = integerCvrp(instance, limit);
    expect([cvrp.demands, cvrp.capacity]).toEqual([[expected], [capacity]]);
  });
});

describe('a limit on lengths', () => {
  it('is kept exactly where lengths are whole numbers', () => {
    const whole = { travel: { kind: 'euclidean' as const, scale: 100, rounding: 'ceil' as const }, maxRouteDistance: 50_000 };
    const { lengths, maxLength } = integerCvrp(randomCvrp(1, 10, whole), limit);
    expect(maxLength).toBe(50_000);
    expect(lengths?.flat()).toEqual([...travelMatrix(modelOf(randomCvrp(1, 10, whole)).travel)]);
    expect(fleetSize(randomCvrp(1, 10, whole))).toBe(10);
    expect(integerCvrp(randomCvrp(1, 10), limit).lengths).toBeUndefined();
  });

  it('is never broken by what keeps it in integers, and hardly ever the other way round', () => {
    fc.assert(
      fc.property(fc.integer(), fc.double({ min: -3, max: 6, noNaN: true }), (seed, magnitude) => {
        const change = { travel: { kind: 'euclidean' as const, scale: 10 ** magnitude }, costPerDistance: 7 };
        const maxRouteDistance = 170 * 10 ** magnitude;
        const instance = randomCvrp(seed, 6, { ...change, maxRouteDistance });
        const { lengths = [], maxLength } = integerCvrp(instance, limit);
        const { distance } = modelOf(instance).travel;
        for (let i = 1; i <= 6; i++) {
          const integer = lengths[0][i] + lengths[i][0];
          const trip = distance(0, i) + distance(i, 0);
          if (integer <= (maxLength ?? 0)) expect(trip).toBeLessThanOrEqual(withNoise(maxRouteDistance));
          else expect(trip).toBeGreaterThan(maxRouteDistance * (1 - 1e-8));
        }
      }),
      { numRuns: scaled(60) },
    );
  });
});

describe('fleetSize', () => {
  it('is what an optimal solution can need where routes may be merged, one a customer otherwise', () => {
    // Demand 2.5 in vehicles of 1.25: fewer than four routes, if every two exceed a vehicle.
    expect(fleetSize(createInstance({ ...clusters, customers: [...clusters.customers, { id: 'z', x: 0, y: 0, demand: 0 }] }))).toBe(5);
    expect(fleetSize(createInstance({ ...clusters, vehicleCapacity: 5 }))).toBe(2);
    expect(fleetSize(createInstance({ ...clusters, vehicleCapacity: 5, travel: { kind: 'euclidean', rounding: 'floor' } }))).toBe(4);
    expect(fleetSize(ring)).toBe(3);
  });
});

describe('requireSingleDepot', () => {
  it('refuses a location problem', () => {
    const two = createInstance({ ...clusters, depots: [...clusters.depots, { id: 'other', x: 1, y: 1 }] });
    expect(() => requireSingleDepot('vroom', two)).toThrow(/takes one depot, but 'clusters' has 2/);
    expect(() => requireSingleDepot('vroom', clusters)).not.toThrow();
  });
});
