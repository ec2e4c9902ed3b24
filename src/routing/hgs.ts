/** The built-in router: the joint search, on an instance with one depot, or with customers bound to their depots. */
import { allFeatures } from '../problem/features.ts';
import type { Instance } from '../problem/instance.ts';
import { describeRoutes } from '../problem/solution.ts';
import { search } from '../search/search.ts';
import { requireSingleDepot } from './integer-problem.ts';
import type { Router, RouterOptions, Routing } from './router.ts';

/** The built-in router: the joint search on one depot. */
export const hgsRouter: Router = {
  name: 'hgs',
  async solve(cvrp: Instance, { stop, seed }: RouterOptions): Promise<Routing> {
    requireSingleDepot('hgs', cvrp, allFeatures);
    return route(cvrp, { stop, seed });
  },
  solveTogether: route,
};

async function route(instance: Instance, { stop, seed }: RouterOptions): Promise<Routing> {
  const found = await search(instance, { stop, seed });
  return { routes: describeRoutes(instance, found.routes).routes, stop: found.stop };
}
