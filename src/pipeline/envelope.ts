/** The solution as users get it: the plan with its costs, and how it came about. */
import { instanceHash } from '../problem/hash.ts';
import type { Instance } from '../problem/instance.ts';
import { describeRoutes, type IndexedRoute, idleDepotNotes, type Solution } from '../problem/solution.ts';
import { unitsOf } from '../problem/units.ts';
import type { Expectation } from './decide.ts';
import type { Outcome, Run } from './run.ts';

/** The object that `solve --json` prints. */
export function describeOutcome({ instance, watch, seed, threads, notes }: Run, outcome: Outcome): Solution {
  const { decision, routing, routes, stop, iterations, bound, decided, routed } = outcome;
  const total = watch.elapsed();
  const described = describeRoutes(instance, routes);
  const units = unitsOf(instance);
  notes.push(...idleDepotNotes(instance, described));
  return {
    format: 'neo-lrp/solution',
    version: 1,
    instance: instance.name,
    instanceHash: instanceHash(instance),
    method: decision?.method ?? 'search',
    ...(decision?.model !== undefined && { model: decision.model }),
    ...(Object.keys(units).length > 0 && { units }),
    ...described,
    ...(bound !== undefined && { bound }),
    ...(routing?.proposal.expect && { predicted: compareWithRoutes(instance, routing.proposal.expect(), routing.plan) }),
    ...(decision?.mip && { mip: decision.mip }),
    time: { allocation: decided, routing: routed - decided, improvement: total - routed, total },
    seed,
    threads,
    stop,
    ...(iterations !== undefined && { iterations }),
    ...(notes.length > 0 && { notes }),
    versions: {},
  };
}

function compareWithRoutes(instance: Instance, predicted: Expectation, plan: readonly IndexedRoute[]) {
  const { routes, cost } = describeRoutes(instance, plan);
  const actualOf = (depot: string) =>
    routes.filter((route) => route.depot === depot).reduce((sum, route) => sum + route.cost + instance.vehicleCost, 0);
  return {
    total: predicted.total,
    actual: cost.total,
    perDepot: predicted.perDepot.map(({ depot, routing }) => {
      const { id } = instance.depots[depot];
      return { depot: id, routing, actual: actualOf(id) };
    }),
  };
}
