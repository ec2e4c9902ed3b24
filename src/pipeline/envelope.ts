/** The solution as users get it: the plan with its costs, and how it came about. */
import { usedFeatures } from '../problem/features.ts';
import type { Instance } from '../problem/instance.ts';
import { createSolution, describeRoutes, type IndexedRoute, routeCost, type Solution } from '../problem/solution.ts';
import { unseenByNetworks } from '../surrogate/unseen.ts';
import type { Expectation } from './decide.ts';
import type { Outcome, Run } from './run.ts';

/** The object that `solve --json` prints. */
export function describeOutcome({ instance, watch, seed, threads, notes }: Run, outcome: Outcome): Solution {
  const { decision, routing, routes, stop, iterations, bound, decided, routed } = outcome;
  const total = watch.elapsed();
  const unseen = usedFeatures(instance);
  return createSolution(instance, routes, {
    method: decision?.method ?? 'search',
    model: decision?.model,
    ...(decision?.model !== undefined && unseen.length > 0 && { unseenFeatures: unseen }),
    ...(bound !== undefined && { bound }),
    ...(routing?.proposal.expect && prediction(instance, routing.proposal.expect, routing.plan)),
    ...(decision?.mip && { mip: decision.mip }),
    time: { allocation: decided, routing: routed - decided, improvement: total - routed, total },
    seed,
    threads,
    stop,
    ...(iterations !== undefined && { iterations }),
    notes,
    versions: {},
  });
}

/** Nothing is predicted where the network does not see all that costs. */
function prediction(instance: Instance, expect: () => Expectation, plan: readonly IndexedRoute[]) {
  const unpredicted = unseenByNetworks(instance);
  return unpredicted.length > 0 ? { predicted: null, unpredicted } : { predicted: compareWithRoutes(instance, expect(), plan) };
}

function compareWithRoutes(instance: Instance, predicted: Expectation, plan: readonly IndexedRoute[]) {
  const { routes, cost } = describeRoutes(instance, plan);
  const actualOf = (depot: string) =>
    routes.filter((route) => route.depot === depot).reduce((sum, route) => sum + routeCost(instance, route), 0);
  return {
    total: predicted.total,
    actual: cost.total,
    perDepot: predicted.perDepot.map(({ depot, routing }) => {
      const { id } = instance.depots[depot];
      return { depot: id, routing, actual: actualOf(id) };
    }),
  };
}
