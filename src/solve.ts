/** The pipeline: allocation → one CVRP per open depot → joint search → verification. Without an allocation, the joint search alone. */
import { NeoLrpError } from './problem/errors.ts';
import { requireFeasible } from './problem/feasibility.ts';
import { instanceHash } from './problem/hash.ts';
import type { Instance } from './problem/instance.ts';
import { describeRoutes, type IndexedRoute, type Solution } from './problem/solution.ts';
import { verify } from './problem/verify.ts';
import { hgsRouter } from './routing/hgs.ts';
import { routeDepots } from './routing/route-depots.ts';
import type { Router } from './routing/router.ts';
import { type Stop, type StopReason, StopWatch } from './run/stop.ts';
import { searchParallel } from './search/islands.ts';
import type { SearchProgress } from './search/search.ts';

/** Which depot serves whom, decided before any route exists. */
export interface Allocation {
  /** The method's name, for the record. */
  readonly method: string;
  /** Depot of each customer, by position. The first is routed and, if that is all, returned; the others are further starts of the search. */
  readonly assignments: readonly [readonly number[], ...(readonly number[])[]];
  /** What the surrogate expects of the first. */
  readonly predicted?: { readonly total: number; readonly perDepot: readonly { readonly depot: number; readonly routing: number }[] };
  readonly mip?: Solution['mip'];
  readonly versions?: Readonly<Record<string, string>>;
}

export interface StageOptions {
  readonly stop: Stop;
  readonly seed: number;
  readonly threads: number;
}

export type Allocate = (instance: Instance, options: StageOptions) => Promise<Allocation>;

export type SolveProgress =
  | { readonly stage: 'allocation' | 'routing'; readonly seconds: number }
  | ({ readonly stage: 'improvement' } & SearchProgress);

export interface SolveOptions {
  readonly stop: Stop;
  readonly seed?: number;
  readonly threads?: number;
  /** Decides on depots and assignment first; the joint search finds its own where there is none. */
  readonly allocate?: Allocate;
  /** Routes each open depot of an allocation. */
  readonly router?: Router;
  /** False ends after routing, as the paper does. */
  readonly improve?: boolean;
  /** Plans to start the joint search from, by position; each may be partial or infeasible. */
  readonly start?: readonly (readonly IndexedRoute[])[];
  readonly onProgress?: (progress: SolveProgress) => void;
  /** CPU seconds of all threads so far, where the platform can tell. */
  readonly cpuSeconds?: () => number;
  readonly versions?: Readonly<Record<string, string>>;
}

/** Share of the remaining time that routing gets where the joint search goes on from its routes. */
const routingShare = 0.1;

export async function solve(instance: Instance, options: SolveOptions): Promise<Solution> {
  const { allocate, router = hgsRouter, improve = true, seed = 1, threads = 1, onProgress, cpuSeconds } = options;
  if (!improve && !allocate)
    throw new NeoLrpError('E_USAGE', 'without improvement there is nothing to do: name a method that allocates, or let it improve');
  requireFeasible(instance);
  const watch = new StopWatch(options.stop);
  const cpuBefore = cpuSeconds?.() ?? 0;

  if (allocate) onProgress?.({ stage: 'allocation', seconds: 0 });
  const allocation = await allocate?.(instance, { stop: watch.rest(), seed, threads });
  const allocated = watch.elapsed();

  if (allocation) onProgress?.({ stage: 'routing', seconds: allocated });
  const routing = allocation && (await routeAllocation(instance, allocation, router, improve, { stop: watch.rest(), seed, threads }));
  const routed = watch.elapsed();

  const found: Found = improve
    ? await searchParallel(instance, {
        stop: watch.rest(),
        seed,
        threads,
        start: [...(routing?.plans ?? []), ...(options.start ?? [])],
        onProgress: (progress) => onProgress?.({ stage: 'improvement', ...progress, seconds: routed + progress.seconds }),
      })
    : { routes: routing?.plans[0] ?? [], stop: routing?.stop ?? 'complete', bound: routing?.bound };
  const total = watch.elapsed();

  return requireVerified(instance, {
    format: 'neo-lrp/solution',
    version: 1,
    instance: instance.name,
    instanceHash: instanceHash(instance),
    method: allocation?.method ?? 'search',
    ...describeRoutes(instance, found.routes),
    ...(found.bound !== undefined && { bound: found.bound }),
    ...(allocation?.predicted && routing && { predicted: compareWithRoutes(instance, allocation.predicted, routing.plans[0]) }),
    ...(allocation?.mip && { mip: allocation.mip }),
    time: { allocation: allocated, routing: routed - allocated, improvement: total - routed, total },
    ...(cpuSeconds && { cpu: cpuSeconds() - cpuBefore }),
    seed,
    threads,
    stop: found.stop,
    ...(found.iterations !== undefined && { iterations: found.iterations }),
    ...(found.lost !== undefined && found.lost.length > 0 && { notes: found.lost }),
    versions: { ...options.versions, ...allocation?.versions },
  });
}

interface Found {
  readonly routes: readonly IndexedRoute[];
  readonly stop: StopReason;
  readonly iterations?: number;
  readonly bound?: number;
  readonly lost?: readonly string[];
}

/** One plan an assignment; the first alone where nobody improves on it. A bound on the whole exists only if there is one depot to choose. */
async function routeAllocation(instance: Instance, allocation: Allocation, router: Router, improve: boolean, options: StageOptions) {
  const wanted = improve ? allocation.assignments : [allocation.assignments[0]];
  const { seconds } = options.stop;
  const stop: Stop =
    seconds === undefined ? options.stop : { ...options.stop, seconds: (seconds * (improve ? routingShare : 1)) / wanted.length };
  const plans: (readonly IndexedRoute[])[] = [];
  const reasons: StopReason[] = [];
  let bound: number | undefined;
  for (const assignment of wanted) {
    const routed = await routeDepots(instance, assignment, router, { ...options, stop });
    plans.push(routed.routes);
    reasons.push(routed.stop);
    if (instance.depots.length === 1 && routed.bound !== undefined) bound = routed.bound + instance.depots[0].openingCost;
  }
  return { plans, stop: reasons[0], bound };
}

function compareWithRoutes(instance: Instance, predicted: NonNullable<Allocation['predicted']>, plan: readonly IndexedRoute[]) {
  const { routes } = describeRoutes(instance, plan);
  const actualOf = (depot: string) =>
    routes.filter((route) => route.depot === depot).reduce((sum, route) => sum + route.cost + instance.vehicleCost, 0);
  return {
    total: predicted.total,
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
