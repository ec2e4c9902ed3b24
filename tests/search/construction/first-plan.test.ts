import { describe, expect, it } from 'vitest';
import { lrptwCase } from '../../../bench/lrptw-cases.ts';
import { createInstance } from '../../../src/problem/instance.ts';
import { modelOf } from '../../../src/problem/model.ts';
import { describeRoutes } from '../../../src/problem/solution.ts';
import { verify } from '../../../src/problem/verify.ts';
import { Random } from '../../../src/run/random.ts';
import { firstPlan } from '../../../src/search/construction/first-plan.ts';
import { quickRoutes } from '../../../src/search/construction/quick-routes.ts';
import { drawInstance, leastCost } from '../brute-force.ts';
import { leastPlan } from '../exhaustion.ts';
import { drawFleetInstance } from '../tiny-fleets.ts';

describe('the first plan', () => {
  it('holds wherever there is one, and is found for most instances that have any', () => {
    let solvable = 0;
    let found = 0;
    for (let seed = 1; seed <= 300; seed++) {
      const instance = drawInstance(seed);
      const routes = firstPlan(instance);
      if (routes) expect(verify(instance, describeRoutes(instance, routes)).violations, `seed ${seed}`).toEqual([]);
      if (leastCost(instance) === undefined) continue;
      solvable++;
      if (routes) found++;
    }
    expect(found / solvable).toBeGreaterThan(0.6);
  });

  it('keeps hours and fleets', () => {
    let solvable = 0;
    let found = 0;
    for (let seed = 1; seed <= 200; seed++) {
      const instance = drawFleetInstance(seed);
      const routes = firstPlan(instance);
      if (routes) expect(verify(instance, describeRoutes(instance, routes)).violations, `seed ${seed}`).toEqual([]);
      if (leastPlan(instance) === undefined) continue;
      solvable++;
      if (routes) found++;
    }
    expect(found / solvable).toBeGreaterThan(0.6);
  });

  it.each([0, 9, 21, 34])('is found for instance %i of the set LRPTW, in far fewer routes than customers', (index) => {
    const { instance } = lrptwCase(index);
    const routes = firstPlan(instance) ?? [];
    expect(verify(instance, describeRoutes(instance, routes)).violations).toEqual([]);
    expect(routes.length).toBeLessThan(0.5 * instance.customers.length);
  });

  it('follows the curve: routes of near customers are far shorter than routes in any order', () => {
    const random = new Random(3);
    const place = (id: string) => ({ id, x: random.int(1000), y: random.int(1000) });
    const customers = Array.from({ length: 400 }, (_, i) => ({ ...place(`c${i}`), demand: 1 }));
    const instance = createInstance({ name: 'curve', depots: [place('d')], customers, vehicleCapacity: 40 });
    const length = (routes: Parameters<typeof describeRoutes>[1]) => describeRoutes(instance, routes).cost.travel;
    const inOrder = Array.from({ length: 10 }, (_, r) => ({ depot: 0, stops: Array.from({ length: 40 }, (_, k) => 40 * r + k) }));
    expect(length(quickRoutes(modelOf(instance), new Int32Array(400)))).toBeLessThan(0.25 * length(inOrder));
  });
});
