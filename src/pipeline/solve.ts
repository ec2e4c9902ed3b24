/** The pipeline: sets of depots worth a look → decision on depots and customers → one CVRP per open depot → joint search → verification. */
import type { AllocationProgress } from '../allocation/allocation.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { requireFeasible } from '../problem/feasibility.ts';
import { instanceHash } from '../problem/hash.ts';
import { type Instance, requireInstance } from '../problem/instance.ts';
import { describeRoutes, type IndexedRoute, idleDepotNotes, type Solution } from '../problem/solution.ts';
import { unitsOf } from '../problem/units.ts';
import { verify } from '../problem/verify.ts';
import { hgsRouter } from '../routing/hgs.ts';
import { routeDepots } from '../routing/route-depots.ts';
import type { Router } from '../routing/router.ts';
import { Random } from '../run/random.ts';
import { type Stop, type StopReason, StopWatch } from '../run/stop.ts';
import { requireSize, searchData } from '../search/data.ts';
import { firstPlan, quickRoutes } from '../search/first-plan.ts';
import { searchParallel } from '../search/islands.ts';
import { proposeConfigurations } from '../search/ranking.ts';
import { requireStop, type SearchProgress } from '../search/search.ts';
import type { Decide, DecideOptions, Decision, Expectation, Proposal, StageOptions } from './decide.ts';

export type SolveProgress =
  | ({ readonly stage: 'construction' } & SearchProgress)
  | { readonly stage: 'allocation'; readonly seconds: number; readonly allocation?: AllocationProgress }
  | { readonly stage: 'routing'; readonly seconds: number; readonly routed: number; readonly of: number }
  | ({ readonly stage: 'improvement' } & SearchProgress);

/** For callers without types: what would end in a TypeError, or never, is told at once. */
export function requireOptions(options: Pick<SolveOptions, 'stop' | 'seed' | 'threads'>): void {
  if (typeof options !== 'object' || options === null)
    throw new NeoLrpError('E_USAGE', 'expected options, such as { stop: { seconds: 10 } }', { field: 'options' });
  requireStop(options.stop);
  const { seed = 1, threads = 1 } = options;
  for (const [field, value, least] of [
    ['seed', seed, 0],
    ['threads', threads, 1],
  ] as const)
    if (!Number.isSafeInteger(value) || value < least)
      throw new NeoLrpError('E_USAGE', `expected a whole number of at least ${least}, not ${String(value)}`, { field, value });
}

export interface SolveOptions {
  readonly stop: Stop;
  readonly seed?: number;
  readonly threads?: number;
  /** Decides on depots and assignment first; the joint search finds its own where there is none. */
  readonly decide?: Decide;
  /** Routes each open depot of an allocation. */
  readonly router?: Router;
  /** False ends after routing, as the paper does. */
  readonly improve?: boolean;
  /** Plans to start the joint search from, by position; each may be partial or infeasible. */
  readonly start?: readonly (readonly IndexedRoute[])[];
  readonly onProgress?: (progress: SolveProgress) => void;
  /** CPU seconds of all threads so far, where the platform can tell. */
  readonly cpuSeconds?: () => number;
  /** What the user should know of how the options came to be. */
  readonly notes?: readonly string[];
  readonly versions?: Readonly<Record<string, string>>;
}

export async function solve(given: Instance, options: SolveOptions): Promise<Solution> {
  requireOptions(options);
  const instance = requireInstance(given);
  const { decide, router = hgsRouter, improve = true, seed = 1, threads = 1, onProgress, cpuSeconds } = options;
  if (!improve && !decide)
    throw new NeoLrpError('E_USAGE', 'without improvement there is nothing to do: name a method that allocates, or let it improve');
  if (improve) requireSize(instance);
  requireFeasible(instance);
  const watch = new StopWatch(options.stop);
  const cpuBefore = cpuSeconds?.() ?? 0;
  const notes = [...(options.notes ?? [])];
  if (improve && onProgress) tellFirstPlan(instance, onProgress);

  if (decide) onProgress?.({ stage: 'allocation', seconds: 0 });
  const sets = decide && (improve || decide.takesSets) ? await screen(instance, seed, watch) : undefined;
  const screened = watch.elapsed();
  const tell = (allocation: AllocationProgress) =>
    onProgress?.({ stage: 'allocation', seconds: screened + allocation.seconds, allocation });
  const decision =
    decide && (await decideInTime(instance, decide, improve, notes, { stop: watch.rest(), seed, threads, sets, onProgress: tell }));
  const decided = watch.elapsed();

  const onRouted = (routed: number, of: number) => onProgress?.({ stage: 'routing', seconds: watch.elapsed(), routed, of });
  const routing =
    decision && (!improve || watch.spent(0) < latestRouting)
      ? await routeInTime(instance, decision, router, improve, notes, { stop: watch.rest(), seed, threads }, onRouted)
      : undefined;
  const routed = watch.elapsed();

  const aborted = options.stop.signal?.aborted === true;
  const planned = routing?.plan ?? (decision && quickRoutes(instance, decision.proposals[0].assignment));
  const found: Found =
    routing && (aborted || !improve)
      ? { routes: routing.plan, stop: aborted ? 'aborted' : routing.stop, bound: routing.bound }
      : await searchParallel(instance, {
          stop: watch.rest(),
          seed,
          threads,
          start: [...(planned ? [planned] : []), ...(options.start ?? [])],
          configurations: sets,
          onProgress: (progress) => onProgress?.({ stage: 'improvement', ...progress, seconds: routed + progress.seconds }),
        });
  const total = watch.elapsed();
  const described = describeRoutes(instance, found.routes);
  const units = unitsOf(instance);
  notes.push(...(decision?.notes ?? []), ...(found.lost ?? []), ...idleDepotNotes(instance, described));

  return requireVerified(instance, {
    format: 'neo-lrp/solution',
    version: 1,
    instance: instance.name,
    instanceHash: instanceHash(instance),
    method: decision?.method ?? 'search',
    ...(decision?.model !== undefined && { model: decision.model }),
    ...(Object.keys(units).length > 0 && { units }),
    ...described,
    ...(found.bound !== undefined && { bound: found.bound }),
    ...(routing?.proposal.expect && { predicted: compareWithRoutes(instance, routing.proposal.expect(), routing.plan) }),
    ...(decision?.mip && { mip: decision.mip }),
    time: { allocation: decided, routing: routed - decided, improvement: total - routed, total },
    ...(cpuSeconds && { cpu: cpuSeconds() - cpuBefore }),
    seed,
    threads,
    stop: found.stop,
    ...(found.iterations !== undefined && { iterations: found.iterations }),
    ...(notes.length > 0 && { notes }),
    versions: { ...options.versions, ...decision?.versions },
  });
}

/** Something to look at, before anything is optimised. */
function tellFirstPlan(instance: Instance, onProgress: (progress: SolveProgress) => void): void {
  const routes = firstPlan(instance);
  if (!routes) return;
  const { cost, openDepots } = describeRoutes(instance, routes);
  const progress = { seconds: 0, iterations: 0, cost: cost.total, feasible: true, openDepots: openDepots.length, vehicles: routes.length };
  onProgress({ stage: 'construction', ...progress, routes });
}

interface Found {
  readonly routes: readonly IndexedRoute[];
  readonly stop: StopReason;
  readonly iterations?: number;
  readonly bound?: number;
  readonly lost?: readonly string[];
}

/**
 * Size up to which the sets of depots that the search would race are found before the decision, which then begins with them: after 0.3 s of
 * a cold process the network's objective on S 300-15-2b is 566,332 so, and 718,899 by a drop heuristic, which has 605,609 after 0.6 s. Where
 * only routing follows it is worth the wait, too: nine files of S, 6 CPU seconds, end at 0.8 instead of 3.7 %.
 * Beyond, finding them takes seconds; whether they are worth the wait there has not been measured.
 */
const screenedPairs = 20_000;
const screenedCustomers = 1000;

/** Undefined where the instance is too large, or nothing is found. */
async function screen(instance: Instance, seed: number, watch: StopWatch): Promise<readonly Uint8Array[] | undefined> {
  const { length: depots } = instance.depots;
  const { length: customers } = instance.customers;
  if (depots === 1 || customers > screenedCustomers || depots * customers > screenedPairs) return undefined;
  const sets = await proposeConfigurations(searchData(instance), new Random(seed), watch);
  return sets.length > 0 ? sets : undefined;
}

/** Share of the budget after which a decision that took longer than foreseen is no longer routed where the search goes on. */
const latestRouting = 0.5;
/** Pairs of customer and depot up to which a decision can be interrupted in good time; where the search goes on it does without beyond. */
const mostPairs = 60_000;

/** Seconds that a fresh process takes to compile and run the code of a decision for the first time. */
const compiling = 0.1;
/**
 * The decision's part of the time: half where only routing follows. Where the search goes on, what the embedding takes and a little more, for
 * the search sees to the borders between depots itself; a twentieth where no sets were found beforehand, or a MIP is to be solved.
 */
function decisionSeconds(embedding: number, seconds: number, { improve, thorough }: { improve: boolean; thorough: boolean }): number {
  if (!improve) return 0.5 * seconds;
  const least = thorough ? Math.min(0.05 * seconds, 10) : compiling;
  return Math.min(least + embedding + 0.01 * seconds, 0.5 * seconds);
}

/** A decision that takes too long or finds nothing in time is no reason to fail while the search can go on without it. */
async function decideInTime(
  instance: Instance,
  decide: Decide,
  improve: boolean,
  notes: string[],
  { stop, ...options }: DecideOptions,
): Promise<Decision | undefined> {
  const { seconds = Number.POSITIVE_INFINITY } = stop;
  const embedding = (instance.depots.length * instance.customers.length) / (decide.pairsPerSecond ?? Number.POSITIVE_INFINITY);
  // An embedding cannot be interrupted.
  if (improve && !decide.insists && instance.depots.length * instance.customers.length > mostPairs) {
    notes.push('an instance of this size is left to the search; name a MIP solver (--mip-solver highs) to have a network decide first');
    return undefined;
  }
  if (improve && 3 * embedding >= seconds) {
    notes.push(`${seconds.toFixed(1)} s leave no time for an allocation of this size before the search, which went without`);
    return undefined;
  }
  const thorough = options.sets === undefined || decide.insists === true;
  try {
    return await decide(instance, {
      ...options,
      stop: stop.seconds === undefined ? stop : { ...stop, seconds: decisionSeconds(embedding, stop.seconds, { improve, thorough }) },
    });
  } catch (error) {
    if (!(improve && error instanceof NeoLrpError && error.code === 'E_BUDGET')) throw error;
    notes.push(`the search went without an allocation: ${error.reason}`);
    return undefined;
  }
}

/**
 * Share of the time for routing where the joint search goes on, and descents where no clock counts. The search sees to the routes itself:
 * with four plans and 21 % of the time for both stages, the twelve 200-customer files of T end at 0.53 % in 5 s; without any, at 0.29 %.
 */
const routingShare = 0.01;
const routingDescents = 10;
/** Without improvement the run ends with its routes: a depot's are done after so many descents without better ones. */
const routedWhenStalled = 300;
/**
 * Then a surrogate's proposals are auditioned, each for as many descents a depot as above and all for a share of the time: the cheapest
 * once routed is taken. At 6 CPU seconds the median gap on T goes from 3.6 to 2.6 %, on P from 1.52 to 1.37 %.
 */
const auditioned = 5;
const auditionShare = 0.3;

interface Routing {
  /** What the plan was made of. */
  readonly proposal: Proposal;
  readonly plan: readonly IndexedRoute[];
  readonly stop: StopReason;
  /** On the whole; exists only if there is one depot to choose. */
  readonly bound?: number;
}

/** What cannot be routed from one depot, or not in time, says nothing of the whole: the search goes on without it. */
async function routeInTime(
  instance: Instance,
  decision: Decision,
  router: Router,
  improve: boolean,
  notes: string[],
  ...rest: [StageOptions, (routed: number, of: number) => void]
): Promise<Routing | undefined> {
  try {
    return await routeDecision(instance, decision, router, improve, ...rest);
  } catch (error) {
    const ofPart = error instanceof NeoLrpError && (error.code === 'E_BUDGET' || error.code.startsWith('E_INFEASIBLE'));
    if (!ofPart) throw error;
    if (!improve)
      throw new NeoLrpError(
        'E_BUDGET',
        `the depots and assignment that '${decision.method}' chose cannot be routed: ${error.reason}. Let the search improve on them`,
      );
    notes.push(`the search went without the chosen allocation, which cannot be routed: ${error.reason}`);
    return undefined;
  }
}

/** The decision itself or, where nobody improves on it, the best of its proposals. */
async function routeDecision(
  instance: Instance,
  { proposals }: Decision,
  router: Router,
  improve: boolean,
  options: StageOptions,
  onProgress: (routed: number, of: number) => void,
): Promise<Routing> {
  const watch = new StopWatch(options.stop);
  const proposal = improve ? proposals[0] : await audition(instance, proposals, options, onProgress);
  onProgress(0, 1);
  const { routes, stop, bound } = await routeDepots(instance, proposal.assignment, router, {
    ...options,
    stop: routingStop(watch.rest(), improve),
  });
  const whole = instance.depots.length === 1 && bound !== undefined ? bound + instance.depots[0].openingCost : undefined;
  return { proposal, plan: routes, stop, bound: whole };
}

/** The proposal that is cheapest once routed, briefly and by the built-in router. What no surrogate has priced is taken at its word. */
async function audition(
  instance: Instance,
  proposals: Decision['proposals'],
  { stop, ...options }: StageOptions,
  onProgress: (routed: number, of: number) => void,
): Promise<Proposal> {
  const priced = proposals.filter(({ expect }) => expect !== undefined).slice(0, auditioned);
  if (priced.length < 2 || stop.signal?.aborted) return proposals[0];
  const { target: _, stall: __, seconds, ...rest } = stop;
  const brief = {
    ...rest,
    iterations: Math.min(stop.iterations ?? routingDescents, routingDescents),
    ...(seconds !== undefined && { seconds: (auditionShare * seconds) / priced.length }),
  };
  let best = proposals[0];
  let least = Number.POSITIVE_INFINITY;
  for (const [k, proposal] of priced.entries()) {
    onProgress(k, priced.length);
    const { routes } = await routeDepots(instance, proposal.assignment, hgsRouter, { ...options, stop: brief });
    const { total } = describeRoutes(instance, routes).cost;
    if (total < least) [best, least] = [proposal, total];
  }
  return best;
}

/** A target is one of the total cost, which no single depot should be held to. */
function routingStop({ target: _, ...stop }: Stop, improve: boolean): Stop {
  const { seconds, iterations } = stop;
  if (!improve) return { ...stop, stall: stop.stall ?? routedWhenStalled };
  return {
    ...stop,
    ...(seconds !== undefined && { seconds: routingShare * seconds }),
    ...(iterations !== undefined && { iterations: Math.min(iterations, routingDescents) }),
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

/** Nothing leaves unverified. */
function requireVerified(instance: Instance, solution: Solution): Solution {
  const { feasible, violations } = verify(instance, solution);
  if (feasible) return solution;
  throw new NeoLrpError(
    'E_UNVERIFIED',
    `method '${solution.method}' returned a solution that does not hold: ${violations[0].message}. Please report it, with the instance and the seed ${solution.seed}.`,
  );
}
