import { describe, expect, it } from 'vitest';
import { NeoLrpError } from '../../src/problem/errors.ts';
import { explainInfeasibility } from '../../src/problem/feasibility.ts';
import { createInstance, type InstanceInput } from '../../src/problem/instance.ts';
import { describeRoutes } from '../../src/problem/solution.ts';
import { verify } from '../../src/problem/verify.ts';
import { search } from '../../src/search/search.ts';
import { drawInstance, leastCost } from './brute-force.ts';

describe('tiny instances of every kind, against brute force', () => {
  it('are solved to the optimum or refuted, and never anything else', async () => {
    const missed: string[] = [];
    for (let seed = 7_000_000; seed < 7_000_300; seed++) {
      const instance = drawInstance(seed);
      const best = leastCost(instance);
      expect(explainInfeasibility(instance)?.code.startsWith('E_INFEASIBLE') ?? false, `seed ${seed}`).toBe(best === undefined);
      if (best === undefined) continue;
      const { routes, cost } = await search(instance, { stop: { iterations: 200 }, seed: 1 });
      expect(verify(instance, describeRoutes(instance, routes)).violations, `seed ${seed}`).toEqual([]);
      expect(cost, `seed ${seed}`).toBeGreaterThanOrEqual(best * (1 - 1e-9));
      if (cost > best * (1 + 1e-9)) missed.push(`${seed}: ${cost} instead of ${best}`);
    }
    expect(missed).toEqual([]);
  });
});

const at = (id: string, x: number) => ({ id, x, y: 0 });
const iterations = { stop: { iterations: 50 } };

describe('instances that once went wrong', () => {
  const packed = (capacities: readonly number[], demands: readonly number[]): InstanceInput => ({
    name: 'packing',
    depots: capacities.map((capacity, d) => ({ ...at(`d${d}`, d), capacity })),
    customers: demands.map((demand, i) => ({ ...at(`c${i}`, i), demand })),
    vehicleCapacity: 100,
  });

  it.each([
    [
      [7, 14, 9],
      [5, 5, 5, 5, 5],
    ],
    [
      [3, 3],
      [2, 2, 2],
    ],
  ])('depots of %j cannot be packed with %j', async (capacities, demands) => {
    const run = search(createInstance(packed(capacities, demands)), { stop: { seconds: 2 } });
    await expect(run).rejects.toMatchObject({ code: 'E_INFEASIBLE_CAPACITY' });
  });

  it('a packing too large to refute ends with the budget', async () => {
    // 44 customers of 5 into four depots of 54: ten each.
    const instance = createInstance(packed([54, 54, 54, 59], new Array<number>(44).fill(5)));
    await expect(search(instance, { stop: { iterations: 3 } })).rejects.toMatchObject({ code: 'E_BUDGET' });
    await expect(search(instance, { stop: { seconds: 0.2 } })).rejects.toMatchObject({ code: 'E_BUDGET' });
    await expect(search(instance, { stop: { signal: AbortSignal.abort() } })).rejects.toMatchObject({ code: 'E_BUDGET' });
  });

  it('a missing arc is not cheaper than a dear vehicle', async () => {
    const instance = createInstance({
      name: 'gap',
      depots: [at('d', 0)],
      customers: [
        { ...at('a', 1), demand: 1 },
        { ...at('b', 2), demand: 1 },
      ],
      vehicleCapacity: 10,
      vehicleCost: 1e5,
      travel: {
        kind: 'matrix',
        values: [
          [0, 1, 1],
          [1, 0, null],
          [1, null, 0],
        ],
      },
    });
    expect((await search(instance, iterations)).cost).toBe(200_004);
  });

  it('a load a hair above the vehicle is above it', async () => {
    const customers = Array.from({ length: 20 }, (_, i) => ({ ...at(`c${i}`, i), demand: i === 7 ? 50.000_000_5 : 50 }));
    const instance = createInstance({ name: 'hair', depots: [at('d', 0)], customers, vehicleCapacity: 100 });
    const { routes } = await search(instance, iterations);
    expect(verify(instance, describeRoutes(instance, routes)).violations).toEqual([]);
    expect(routes.length).toBe(11);
  });

  it('an instance that no table can hold is refused at once', async () => {
    const customers = Array.from({ length: 15_000 }, (_, i) => ({ ...at(`c${i}`, i), demand: 1 }));
    const instance = createInstance({ name: 'huge', depots: [at('d', 0)], customers, vehicleCapacity: 100 });
    await expect(search(instance, iterations)).rejects.toBeInstanceOf(NeoLrpError);
    await expect(search(instance, iterations)).rejects.toMatchObject({ code: 'E_TOO_LARGE' });
  });
});
