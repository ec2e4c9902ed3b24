/** `solve`: the arguments checked, one of the two pipelines run, and what comes of it verified. */
import { NeoLrpError } from '../problem/errors.ts';
import { requireFeasible } from '../problem/feasibility.ts';
import { type Instance, requireInstance } from '../problem/instance.ts';
import { createSolution, describeRoutes, type IndexedRoute, type Solution } from '../problem/solution.ts';
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
    throw new NeoLrpError('E_USAGE', 'without improvement there is nothing to do: name a method that allocates, or let it improve');
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
  return createSolution(instance, routes, {
    method: decision?.method ?? 'search',
    model: decision?.model,
    ...(bound !== undefined && { bound }),
    ...(routing?.proposal.expect && { predicted: compareWithRoutes(instance, routing.proposal.expect(), routing.plan) }),
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

/** Nothing leaves unverified. */
function requireVerified(instance: Instance, solution: Solution): Solution {
  const { feasible, violations } = verify(instance, solution);
  if (feasible) return solution;
  throw new NeoLrpError(
    'E_UNVERIFIED',
    `method '${solution.method}' returned a solution that does not hold: ${violations[0].message}. Please report it, with the instance and the seed ${solution.seed}.`,
  );
}
