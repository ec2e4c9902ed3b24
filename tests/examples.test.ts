import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadInstance, loadPlan } from '../src/node/files.ts';
import { explainInfeasibility } from '../src/problem/feasibility.ts';
import { allFeatures, usedFeatures } from '../src/problem/features.ts';
import type { Instance } from '../src/problem/instance.ts';
import { modelOf } from '../src/problem/model.ts';
import { verify } from '../src/problem/verify.ts';

const example = (name: string) => fileURLToPath(new URL(`../examples/${name}`, import.meta.url));

/** All ways to split the items into groups. */
function partitions(items: readonly number[]): number[][][] {
  if (items.length === 0) return [[]];
  const [first, ...rest] = items;
  return partitions(rest).flatMap((groups) => [
    [[first], ...groups],
    ...groups.map((group, k) => groups.map((other, j) => (j === k ? [first, ...group] : other))),
  ]);
}

function permutations(items: readonly number[]): number[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, k) => permutations(items.toSpliced(k, 1)).map((rest) => [item, ...rest]));
}

/** The optimum by trying every set of routes and every depot for each route. */
function optimum(instance: Instance): number {
  const { depots, customers, vehicleCapacity, vehicleCost } = instance;
  const { cost } = modelOf(instance).travel;
  const load = (route: readonly number[]) => route.reduce((sum, i) => sum + customers[i].demand, 0);
  const shortest = (depot: number, route: readonly number[]) =>
    Math.min(
      ...permutations(route).map((order) => {
        const tour = [depot, ...order.map((i) => depots.length + i), depot];
        return tour.slice(1).reduce((sum, place, k) => sum + cost(tour[k], place), 0);
      }),
    );
  const bestFrom = (routes: readonly number[][], left: readonly number[], open: ReadonlySet<number>): number => {
    if (routes.length === 0) return [...open].reduce((sum, d) => sum + depots[d].openingCost, 0);
    const [route, ...rest] = routes;
    const needed = load(route);
    return Math.min(
      ...depots.map((_, d) =>
        left[d] < needed
          ? Number.POSITIVE_INFINITY
          : shortest(d, route) + vehicleCost + bestFrom(rest, left.with(d, left[d] - needed), new Set([...open, d])),
      ),
    );
  };
  const capacities = depots.map(({ capacity }) => capacity ?? Number.POSITIVE_INFINITY);
  const sets = partitions(customers.map((_, i) => i)).filter((routes) => routes.every((route) => load(route) <= vehicleCapacity));
  return Math.min(...sets.map((routes) => bestFrom(routes, capacities, new Set())));
}

describe('the examples', () => {
  it('tiny: the solution worked by hand verifies and is optimal', async () => {
    const tiny = await loadInstance(example('tiny.json'));
    const plan = await loadPlan(example('tiny.solution.json'), tiny);
    // West: 4 + 3 + 5 and 10 + 10; east: 3 + 4 + 5 and 13 + 13; two depots at 20, four vehicles at 5.
    expect(verify(tiny, plan)).toMatchObject({
      feasible: true,
      violations: [],
      cost: { total: 130, opening: 40, vehicles: 20, travel: 70 },
    });
    expect(optimum(tiny)).toBe(130);
  });

  it('plain: 60 customers and 8 depots in a plane, with no reason against a solution', async () => {
    const plain = await loadInstance(example('plain.json'));
    expect([plain.customers.length, plain.depots.length, plain.travel.kind]).toEqual([60, 8, 'euclidean']);
    expect(explainInfeasibility(plain)).toBeUndefined();
  });

  it('town: every kind of rule, each of which a plan can break', async () => {
    const town = await loadInstance(example('town.json'));
    const { rules, depots } = town;
    expect([town.customers.length, depots.map(({ status }) => status).filter((status) => status !== 'candidate')]).toEqual([
      45,
      ['open', 'closed'],
    ]);
    expect(rules).toMatchObject({ maxOpen: 3, openingBudget: 480 });
    for (const kind of ['apart', 'together', 'allowed', 'forbidden'] as const) expect(Object.keys(rules[kind]).length).toBeGreaterThan(0);
    expect(explainInfeasibility(town)).toBeUndefined();
  });

  it('city: a folder of tables with longitude and latitude', async () => {
    const city = await loadInstance(example('city'));
    expect([city.name, city.customers.length, city.depots.length]).toEqual(['city', 50, 7]);
    expect(city.travel).toEqual({ kind: 'great-circle', unit: 'km', detour: 1.3, rounding: 'none' });
    expect(explainInfeasibility(city)).toBeUndefined();
    const { cost } = modelOf(city).travel;
    // Within one city: no two places are further apart than 30 km by road.
    for (let a = 0; a < 57; a++) for (let b = 0; b < 57; b++) expect(cost(a, b)).toBeLessThan(30);
  });

  it('liechtenstein: measured on roads, with a plan whose routes lie on them', async () => {
    const roads = await loadInstance(example('liechtenstein/roads.json'));
    expect([roads.customers.length, roads.depots.length, modelOf(roads).travel.symmetric]).toEqual([46, 7, false]);
    const plan = await loadPlan(example('liechtenstein/plan.json'), roads);
    expect(verify(roads, plan)).toMatchObject({ feasible: true, violations: [] });
    expect(plan.routes.every(({ line = [] }) => line.length > 20)).toBe(true);
    const asked = await loadInstance(example('liechtenstein'));
    expect(asked.travel).toMatchObject({ roads: { profile: 'truck', height: 3.8, weight: 12 } });
    expect(asked.customers.map(({ id }) => id)).toEqual(roads.customers.map(({ id }) => id));
  });

  it('rounds: hours, windows, two vehicle types and every kind of cost', async () => {
    const rounds = await loadInstance(example('rounds'));
    expect([rounds.name, rounds.customers.length, rounds.depots.length]).toEqual(['rounds', 50, 7]);
    expect(usedFeatures(rounds)).toEqual(
      allFeatures.filter((name) => !['customers.quantities', 'depots.minLoad', 'rules.incompatible', 'rules.oneOf'].includes(name)),
    );
    expect(rounds.emissionPrice).toBe(0.1);
    expect(explainInfeasibility(rounds)).toBeUndefined();
  });
});
