/** `solve`: checks the arguments, runs one of the two pipelines and verifies the result. */
import { NeoLrpError } from '../problem/errors.ts';
import { requireFeasible } from '../problem/feasibility.ts';
import { instanceHash } from '../problem/hash.ts';
import { type Instance, requireInstance } from '../problem/instance.ts';
import { describeRoutes, type IndexedRoute, idleDepotNotes, type Solution } from '../problem/solution.ts';
import { unitsOf } from '../problem/units.ts';
import { verify } from '../problem/verify.ts';
import { hgsRouter } from '../routing/hgs.ts';
import { observe } from '../run/observer.ts';
import { StopWatch } from '../run/stop.ts';
import { requireSize } from '../search/data.ts';
import { requireEnd } from '../search/search.ts';
import type { Expectation } from './decide.ts';
import { fullPipeline } from './full.ts';
import { requireOptions, type SolveOptions, startRoutes } from './options.ts';
import { paperPipeline } from './paper.ts';
import type { Outcome, Run } from './run.ts';

export async function solve(given: Instance, options: SolveOptions): Promise<Solution> {
  requireOptions(options);
  const instance = requireInstance(given);
  const { decide, router = hgsRouter, improve = true, seed = 1, threads = 1, parameters, cpuSeconds } = options;
  if (!improve && !decide)
    throw new NeoLrpError(
      'E_USAGE',
      'a method without an allocation has nothing to do without improvement: choose another method, or allow improvement',
    );
  if (improve) {
    requireEnd(options.stop);
    requireSize(instance);
  }
  requireFeasible(instance);
  const start = startRoutes(instance, options.start);
  const cpuBefore = cpuSeconds?.() ?? 0;
  const notes = [...(options.notes ?? [])];
  const { tell: onProgress, signal, rethrow } = observe(options.onProgress, options.stop.signal);
  const watch = new StopWatch({ ...options.stop, signal });
  const run: Run = { instance, watch, seed, threads, decide, router, start, parameters, onProgress, notes };
  const outcome = await (improve || !decide ? fullPipeline(run) : paperPipeline(run, decide));
  rethrow();
  return requireVerified(instance, {
    ...describe(run, outcome),
    ...(cpuSeconds && { cpu: cpuSeconds() - cpuBefore }),
    versions: { ...options.versions, ...outcome.decision?.versions },
  });
}

/** The object that `solve --json` prints. */
function describe({ instance, watch, seed, threads, notes }: Run, outcome: Outcome): Solution {
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

/** Every solution is verified before it is returned. */
function requireVerified(instance: Instance, solution: Solution): Solution {
  const { feasible, violations } = verify(instance, solution);
  if (feasible) return solution;
  throw new NeoLrpError(
    'E_UNVERIFIED',
    `method '${solution.method}' returned an invalid solution: ${violations[0].message}. Please report it, with the instance and the seed ${solution.seed}.`,
  );
}
