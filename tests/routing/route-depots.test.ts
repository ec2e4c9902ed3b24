import { describe, expect, it } from 'vitest';
import { createInstance } from '../../src/problem/instance.ts';
import { describeRoutes } from '../../src/problem/solution.ts';
import { verify } from '../../src/problem/verify.ts';
import { hgsRouter } from '../../src/routing/hgs.ts';
import { routeDepots } from '../../src/routing/route-depots.ts';
import type { Router } from '../../src/routing/router.ts';

/** Two towns, each with a depot and six customers. A truck takes three and is cheap, but there are three of them for both. */
const towns = createInstance({
  name: 'shared trucks',
  depots: [0, 1000].map((x) => ({ id: `d${x}`, x, y: 0 })),
  customers: [0, 1000].flatMap((at) => [1, 2, 3, 4, 5, 6].map((k) => ({ id: `c${at + k}`, x: at + k, y: k % 2, demand: 1 }))),
  vehicles: [
    { id: 'truck', capacity: 3, fixedCost: 10, available: 3 },
    { id: 'van', capacity: 2, fixedCost: 9 },
  ],
});
const assignment = towns.customers.map((_, i) => (i < 6 ? 0 : 1));
const options = { stop: { iterations: 60 }, seed: 1, threads: 2 };

describe('depots that share vehicles', () => {
  it('are routed together by the built-in router, each with its own customers', async () => {
    const { routes } = await routeDepots(towns, assignment, hgsRouter, options);
    expect(verify(towns, describeRoutes(towns, routes)).violations).toEqual([]);
    for (const { depot, stops } of routes) for (const stop of Array.from(stops)) expect(assignment[stop]).toBe(depot);
    // Three trucks and two vans: nine customers in trucks, three in vans.
    expect(routes.filter(({ vehicle }) => vehicle === 0)).toHaveLength(3);
    expect(routes).toHaveLength(5);
  });

  it('are refused by name where a router that knows one depot only takes too many', async () => {
    const single: Router = { name: 'single', solve: (cvrp, its) => hgsRouter.solve(cvrp, its) };
    await expect(routeDepots(towns, assignment, single, options)).rejects.toMatchObject({
      code: 'E_UNSUPPORTED',
      message: expect.stringMatching(/router 'single' .* more than the 3 vehicles of type 'truck'/),
    });
  });

  it('are routed one by one where there are vehicles enough', async () => {
    const enough = createInstance({
      ...towns,
      vehicleCapacity: undefined,
      vehicles: towns.vehicles?.map((type) => ({ ...type, available: 4 })),
    });
    const single: Router = { name: 'single', solve: (cvrp, its) => hgsRouter.solve(cvrp, its) };
    const { routes } = await routeDepots(enough, assignment, single, options);
    expect(verify(enough, describeRoutes(enough, routes)).violations).toEqual([]);
    expect(routes).toHaveLength(4);
  });
});
