import { describe, expect, it } from 'vitest';
import { createInstance } from '../../src/problem/instance.ts';
import { verify } from '../../src/problem/verify.ts';
import { hgsRouter } from '../../src/routing/hgs.ts';
import { findRouter } from '../../src/routing/registry.ts';
import { clusters, clustersBest, randomCvrp, ring } from './cvrps.ts';

const brief = { iterations: 30 };

const costOf = (cvrp: Parameters<typeof verify>[0], routes: Parameters<typeof verify>[1]['routes']) => {
  const { feasible, violations, cost } = verify(cvrp, { routes });
  expect(violations).toEqual([]);
  expect(feasible).toBe(true);
  return cost.total;
};

describe('the built-in router', () => {
  it('is what the registry has under hgs', async () => {
    expect(await findRouter('hgs')).toBe(hgsRouter);
  });

  it('finds the best routes of cases worked out by hand', async () => {
    expect(costOf(clusters, (await hgsRouter.solve(clusters, { stop: brief, seed: 1 })).routes)).toBeCloseTo(clustersBest, 9);
    const { routes, stop } = await hgsRouter.solve(ring, { stop: brief, seed: 1 });
    expect(routes).toEqual([{ depot: 'hub', stops: ['a', 'b', 'c'], load: 3, distance: 4, cost: 4 }]);
    expect(stop).toBe('iterations');
  });

  it.each([1, 2, 3, 4])('routes %i customers', async (n) => {
    const cvrp = randomCvrp(n, n);
    const { routes } = await hgsRouter.solve(cvrp, { stop: brief, seed: 1 });
    costOf(cvrp, routes);
    expect(routes.flatMap((route) => route.stops).length).toBe(n);
  });

  it('takes demands and arcs of zero', async () => {
    const cvrp = createInstance({
      name: 'zero',
      depots: [{ id: 'D', x: 0, y: 0 }],
      customers: ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, x: 0, y: 0, demand: 0 })),
      vehicleCapacity: 1,
      vehicleCost: 7,
    });
    expect(costOf(cvrp, (await hgsRouter.solve(cvrp, { stop: brief, seed: 1 })).routes)).toBe(7);
  });

  it('repeats itself under the same seed and iteration budget', async () => {
    const cvrp = randomCvrp(7, 40);
    const first = await hgsRouter.solve(cvrp, { stop: brief, seed: 5 });
    expect(await hgsRouter.solve(cvrp, { stop: brief, seed: 5 })).toEqual(first);
  });

  it('ends at its time, at a target and at an abort', async () => {
    const cvrp = randomCvrp(8, 30);
    const solve = async (stop: Parameters<typeof hgsRouter.solve>[1]['stop']) => (await hgsRouter.solve(cvrp, { stop, seed: 1 })).stop;
    expect(await solve({ seconds: 0.05 })).toBe('time');
    expect(await solve({ seconds: 30, target: 1e9 })).toBe('target');
    const abort = new AbortController();
    setTimeout(() => abort.abort(), 30);
    expect(await solve({ seconds: 30, signal: abort.signal })).toBe('aborted');
  });

  it('refuses many depots, a run without end, and what cannot be served', async () => {
    const two = createInstance({ ...clusters, depots: [...clusters.depots, { id: 'second', x: 1, y: 1 }] });
    await expect(hgsRouter.solve(two, { stop: brief, seed: 1 })).rejects.toMatchObject({ code: 'E_USAGE' });
    await expect(hgsRouter.solve(clusters, { stop: {}, seed: 1 })).rejects.toMatchObject({ code: 'E_USAGE', place: { field: 'stop' } });
    const tiny = createInstance({ ...clusters, vehicleCapacity: 0.1 });
    await expect(hgsRouter.solve(tiny, { stop: brief, seed: 1 })).rejects.toMatchObject({ code: 'E_INFEASIBLE_DEMAND' });
  });
});
