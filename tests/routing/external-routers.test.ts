/** The external routers, with the real programs that `npm run peers` has installed. */
import { describe, expect, it } from 'vitest';
import type { Instance } from '../../src/problem/instance.ts';
import type { Route } from '../../src/problem/solution.ts';
import { verify } from '../../src/problem/verify.ts';
import { availableRouters, findRouter } from '../../src/routing/registry.ts';
import type { Router } from '../../src/routing/router.ts';
import { clusters, clustersBest, randomCvrp, ring } from './cvrps.ts';

const external = new Set(['ortools', 'vroom', 'vrpsolvereasy']);
const availability = (await availableRouters()).filter((r) => external.has(r.name));
const costOf = (cvrp: Instance, routes: readonly Route[]) => verify(cvrp, { routes }).cost.total - cvrp.depots[0].openingCost;
const exact = availability.some((r) => r.name === 'vrpsolvereasy' && r.available);

for (const { name, available, detail } of availability)
  describe.skipIf(!available)(available ? `${name}: ${detail}` : `${name}, absent: ${detail}`, () => {
    const solve = async (cvrp: Instance, seconds: number) => {
      const router: Router = await findRouter(name);
      expect(router.name).toBe(name);
      const routing = await router.solve(cvrp, { stop: { seconds }, seed: 1 });
      expect(verify(cvrp, { routes: routing.routes }).violations).toEqual([]);
      return routing;
    };

    it('finds the best routes of two clusters, with fractional demands', async () => {
      const { routes } = await solve(clusters, 0.3);
      expect(costOf(clusters, routes)).toBeCloseTo(clustersBest, 9);
    });

    it('drives a one-way ring in its direction and no missing way', async () => {
      const { routes } = await solve(ring, 0.3);
      expect(routes.map((r) => r.stops)).toEqual([['a', 'b', 'c']]);
      expect(costOf(ring, routes)).toBe(4);
    });

    it('serves a single customer', async () => {
      const one = randomCvrp(5, 1);
      const { routes } = await solve(one, 0.3);
      expect(routes).toHaveLength(1);
    });

    it('weighs vehicles against distance', async () => {
      const distances = {
        values: [
          [0, 10, 10],
          [10, 0, 30],
          [10, 30, 0],
        ],
      };
      const cvrp = (vehicleCost: number) =>
        randomCvrp(6, 2, { vehicleCost, vehicleCapacity: 1000, travel: { kind: 'matrix', ...distances } });
      expect((await solve(cvrp(0), 0.3)).routes).toHaveLength(2);
      expect((await solve(cvrp(100), 0.3)).routes).toHaveLength(1);
    });

    it('refuses more than one depot', async () => {
      const router = await findRouter(name);
      const two = { ...clusters, depots: [clusters.depots[0], { ...clusters.depots[0], id: 'other' }] };
      await expect(router.solve(two, { stop: { seconds: 1 }, seed: 1 })).rejects.toMatchObject({ code: 'E_USAGE' });
    });

    it('stops when told to', async () => {
      const router = await findRouter(name);
      const stop = { seconds: 30, signal: AbortSignal.timeout(300) };
      await expect(router.solve(randomCvrp(9, 150), { stop, seed: 1 })).rejects.toMatchObject({ code: 'E_BUDGET' });
    });

    if (name !== 'vrpsolvereasy') {
      it('returns a first solution with no time at all', async () => {
        const { routes } = await solve(randomCvrp(7, 60), 0);
        expect(routes.length).toBeGreaterThan(1);
      });

      it.skipIf(!exact)(exact ? 'is at most 5 % above the proven optimum' : 'against the optimum: vrpsolvereasy is absent', async () => {
        const cvrp = randomCvrp(8, 25);
        const proof = await (await findRouter('vrpsolvereasy')).solve(cvrp, { stop: { seconds: 20 }, seed: 1 });
        const { routes } = await solve(cvrp, 1);
        expect(proof.stop).toBe('complete');
        const optimum = proof.bound ?? Number.NaN;
        expect(costOf(cvrp, proof.routes)).toBeCloseTo(optimum, 4);
        expect(costOf(cvrp, routes)).toBeGreaterThanOrEqual(optimum - 1e-4);
        expect(costOf(cvrp, routes)).toBeLessThanOrEqual(1.05 * optimum);
      });
    }

    if (name === 'vrpsolvereasy')
      it('proves costs above a million, its own default bound', async () => {
        const cvrp = randomCvrp(10, 12, { travel: { kind: 'euclidean', scale: 1e5 }, vehicleCost: 1e6 });
        const { stop, bound, routes } = await solve(cvrp, 20);
        expect(stop).toBe('complete');
        expect(bound).toBeGreaterThan(1e6);
        expect((bound ?? 0) / costOf(cvrp, routes)).toBeCloseTo(1, 6);
      });

    if (name === 'ortools')
      it('asks for a time limit, since guided local search has no end', async () => {
        const router = await findRouter(name);
        await expect(router.solve(clusters, { stop: { iterations: 5 }, seed: 1 })).rejects.toMatchObject({ code: 'E_USAGE' });
      });
  });
