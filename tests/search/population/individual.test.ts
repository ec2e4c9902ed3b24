import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keepsDepotRules } from '../../../src/problem/depot-set.ts';
import { explainInfeasibility } from '../../../src/problem/feasibility.ts';
import { createInstance } from '../../../src/problem/instance.ts';
import { describeRoutes } from '../../../src/problem/solution.ts';
import { agrees } from '../../../src/problem/tolerance.ts';
import { verify } from '../../../src/problem/verify.ts';
import { Random } from '../../../src/run/random.ts';
import { leaving } from '../../../src/search/curve-order.ts';
import { searchData } from '../../../src/search/data.ts';
import { brokenPairs } from '../../../src/search/population/individual.ts';
import { listOf, routesOf } from '../../../src/search/routes.ts';
import { scaled } from '../../scaled.ts';
import { evaluated } from '../evaluated.ts';
import { featuredInstance } from '../featured-instance.ts';
import { randomInstance, randomRoutes } from '../random-instance.ts';
import { drawFleetInstance } from '../tiny-fleets.ts';

const seeds = fc.integer({ min: 0, max: 1e9 });

describe('an individual', () => {
  it('costs what the verifier says, and is feasible where the verifier finds nothing, whatever the features', () =>
    fc.assert(
      fc.asyncProperty(seeds, fc.constantFrom('plain', 'featured', 'fleet'), async (seed, kind) => {
        const random = new Random(seed);
        const size = { customers: 3 + random.int(8), depots: 1 + random.int(4) };
        const draw = {
          plain: () => randomInstance(random, { ...size, asymmetric: random.float() < 0.5, ruled: random.float() < 0.5 }),
          featured: () => featuredInstance(seed, size.customers, size.depots, { separate: seed % 3 === 0 }),
          fleet: () => drawFleetInstance(seed),
        };
        const instance = draw[kind]();
        // No search begins where rules contradict each other.
        if (explainInfeasibility(instance)?.code === 'E_INFEASIBLE_RULES') return;
        const data = searchData(instance);
        const list = randomRoutes(random, data);
        const individual = await evaluated(data, list);
        // Rules on the set of open depots hold at all times.
        if (!keepsDepotRules(individual.open, data.depotRules)) return;
        const routes = leaving(data.order, routesOf(data, list));
        // Where a depot is locked open, or a least number must be, the plan says so.
        const openDepots = instance.depots.filter((_, d) => individual.open[d]).map(({ id }) => id);
        const { feasible, cost } = verify(instance, { routes: describeRoutes(instance, routes).routes, openDepots });
        expect(individual.feasible).toBe(feasible);
        if (feasible) expect(agrees(individual.cost, cost.total), `${individual.cost} for ${cost.total}`).toBe(true);
      }),
      { numRuns: scaled(300) },
    ));

  it('gives its routes back', () => {
    const data = searchData(randomInstance(new Random(1), { customers: 5, depots: 2 }));
    const routes = [
      { depot: 1, vehicle: 0, stops: Int32Array.of(4, 0) },
      { depot: 0, vehicle: 0, stops: Int32Array.of() },
      { depot: 0, vehicle: 0, stops: Int32Array.of(2, 1, 3) },
    ];
    expect(routesOf(data, listOf(data, routes))).toEqual([routes[0], routes[2]]);
  });

  it('pays for depots in use, for locked ones, and for its whole set where a least number must open', async () => {
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
    const routes = [[0]];
    const both = Uint8Array.of(1, 1, 0);
    expect(await evaluated(one({}), routes, both)).toMatchObject({ cost: 1, open: Uint8Array.of(1, 0, 0) });
    expect(await evaluated(one({ rules: { minOpen: 2 } }), routes, both)).toMatchObject({ cost: 11, open: both });
    const locked = depots.map((depot) => (depot.id === 'c' ? { ...depot, status: 'open' as const } : depot));
    expect(await evaluated(one({ depots: locked }), routes, both)).toMatchObject({ cost: 101, open: Uint8Array.of(1, 0, 1) });
  });

  it('is infeasible where it leaves somebody out', async () => {
    const data = searchData(randomInstance(new Random(2), { customers: 4, depots: 1 }));
    expect((await evaluated(data, [[0, 1, 2]], Uint8Array.of(1))).feasible).toBe(false);
  });
});

describe('the broken-pairs distance', () => {
  const data = searchData(randomInstance(new Random(3), { customers: 3, depots: 2 }));
  const plan = (...routes: number[][]) => evaluated(data, routes);

  it('counts what two plans do not share', async () => {
    expect(brokenPairs(await plan([0, 1, 2]), await plan([0], [1], [2]))).toBeCloseTo(2 / 3);
    expect(brokenPairs(await plan([0], [1], [2]), await plan([0, 1, 2]))).toBeCloseTo(2 / 3);
    expect(brokenPairs(await plan([0, 1, 2]), await plan([1, 0, 2]))).toBeCloseTo(2 / 3);
  });

  it('is nothing between a plan and the same driven backwards', async () => {
    expect(brokenPairs(await plan([0, 1, 2]), await plan([2, 1, 0]))).toBe(0);
    expect(brokenPairs(await plan([0, 1], [2]), await plan([2], [1, 0]))).toBe(0);
  });
});
