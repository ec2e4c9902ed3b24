import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createInstance } from '../../../src/problem/instance.ts';
import { describeRoutes } from '../../../src/problem/solution.ts';
import { verify } from '../../../src/problem/verify.ts';
import { Random } from '../../../src/run/random.ts';
import { leaving } from '../../../src/search/curve-order.ts';
import { searchData } from '../../../src/search/data.ts';
import { brokenPairs, createIndividual, individualRoutes } from '../../../src/search/population/individual.ts';
import { scaled } from '../../scaled.ts';
import { randomInstance, randomRoutes } from '../random-instance.ts';

const seeds = fc.integer({ min: 0, max: 1e9 });

describe('an individual', () => {
  it('costs what the verifier says, and is feasible where the verifier finds nothing', () => {
    fc.assert(
      fc.property(seeds, fc.boolean(), fc.boolean(), (seed, asymmetric, ruled) => {
        const random = new Random(seed);
        const instance = randomInstance(random, { customers: 3 + random.int(8), depots: 1 + random.int(4), asymmetric, ruled });
        const data = searchData(instance);
        const routes = randomRoutes(random, data);
        const individual = createIndividual(data, routes, new Uint8Array(data.m));
        const { feasible, cost } = verify(instance, describeRoutes(instance, leaving(data.order, routes)));
        expect(individual.cost).toBeCloseTo(cost.total, 6);
        expect(individual.feasible).toBe(feasible);
      }),
      { numRuns: scaled(300) },
    );
  });

  it('gives its routes back', () => {
    const data = searchData(randomInstance(new Random(1), { customers: 5, depots: 2 }));
    const routes = [
      { depot: 1, vehicle: 0, stops: Int32Array.of(4, 0) },
      { depot: 0, stops: Int32Array.of() },
      { depot: 0, vehicle: 0, stops: Int32Array.of(2, 1, 3) },
    ];
    expect(individualRoutes(createIndividual(data, routes, new Uint8Array(2)))).toEqual([routes[0], routes[2]]);
  });

  it('pays for depots in use, for locked ones, and for its whole set where a least number must open', () => {
    const depots = ['a', 'b', 'c'].map((id, d) => ({ id, x: d, y: 0, openingCost: 10 ** d }));
    const one = (more: object) =>
      searchData(
        createInstance({
          name: 'one',
          depots,
          customers: [{ id: 'x', x: 0, y: 0, demand: 1 }],
          vehicleCapacity: 1,
          vehicleCost: 0,
          ...more,
        }),
      );
    const routes = [{ depot: 0, stops: [0] }];
    const both = Uint8Array.of(1, 1, 0);
    expect(createIndividual(one({}), routes, both)).toMatchObject({ cost: 1, open: Uint8Array.of(1, 0, 0) });
    expect(createIndividual(one({ rules: { minOpen: 2 } }), routes, both)).toMatchObject({ cost: 11, open: both });
    const locked = depots.map((depot) => (depot.id === 'c' ? { ...depot, status: 'open' as const } : depot));
    expect(createIndividual(one({ depots: locked }), routes, both)).toMatchObject({ cost: 101, open: Uint8Array.of(1, 0, 1) });
  });

  it('is infeasible where it leaves somebody out', () => {
    const data = searchData(randomInstance(new Random(2), { customers: 4, depots: 1 }));
    expect(createIndividual(data, [{ depot: 0, stops: [0, 1, 2] }], Uint8Array.of(1)).feasible).toBe(false);
  });
});

describe('the broken-pairs distance', () => {
  const data = searchData(randomInstance(new Random(3), { customers: 3, depots: 2 }));
  const plan = (...routes: number[][]) =>
    createIndividual(
      data,
      routes.map((stops) => ({ depot: 0, stops })),
      new Uint8Array(2),
    );

  it('counts what two plans do not share', () => {
    expect(brokenPairs(plan([0, 1, 2]), plan([0], [1], [2]))).toBeCloseTo(2 / 3);
    expect(brokenPairs(plan([0], [1], [2]), plan([0, 1, 2]))).toBeCloseTo(2 / 3);
    expect(brokenPairs(plan([0, 1, 2]), plan([1, 0, 2]))).toBeCloseTo(2 / 3);
  });

  it('is nothing between a plan and the same driven backwards', () => {
    expect(brokenPairs(plan([0, 1, 2]), plan([2, 1, 0]))).toBe(0);
    expect(brokenPairs(plan([0, 1], [2]), plan([2], [1, 0]))).toBe(0);
  });
});
