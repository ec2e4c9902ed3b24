/** The joint search as one call: depots, assignment and routes together, until the stop criterion says so. */
import { requireKnown } from '../problem/arguments.ts';
import { requireOneDay } from '../problem/days.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { requireFeasible } from '../problem/feasibility.ts';
import { type Instance, isOfParts, requireInstance } from '../problem/instance.ts';
import { describeRoutes, type IndexedRoute } from '../problem/solution.ts';
import { verify } from '../problem/verify.ts';
import { type Stop, type StopReason, StopWatch } from '../run/stop.ts';
import { firstPlan } from './construction/first-plan.ts';
import { requireSize } from './data.ts';
import type { SearchEvidence } from './evidence.ts';
import { HybridSearch, type SearchProgress } from './hybrid-search.ts';
import { type SearchParametersInput, searchParameters } from './parameters.ts';

export interface SearchOptions {
  readonly stop: Stop;
  readonly seed?: number;
  /** Solutions to start from; each may be partial or infeasible. */
  readonly start?: readonly (readonly IndexedRoute[])[];
  /** Returned where nothing better is found in time; the first plan unless given. */
  readonly fallback?: readonly IndexedRoute[];
  /** Any of `searchParameters`; the others keep their defaults. */
  readonly parameters?: SearchParametersInput;
  /** Called at every improvement, and at least once a second. */
  readonly onProgress?: (progress: SearchProgress) => void;
}

export interface SearchResult {
  readonly routes: readonly IndexedRoute[];
  readonly cost: number;
  readonly iterations: number;
  readonly stop: StopReason;
  /** How sure it is, where the search itself found the plan. */
  readonly evidence?: SearchEvidence;
}

/** The joint search alone, on one thread: depots, assignment and routes by position. */
export async function search(given: Instance, options: SearchOptions): Promise<SearchResult> {
  const instance = requireInstance(given);
  requireOneDay(instance);
  requireKnown(options, { stop: 0, seed: 0, start: 0, fallback: 0, parameters: 0, onProgress: 0 });
  requireEnd(options?.stop);
  requireSize(instance);
  // Parts of an instance are routed by the thousand; that one of them cannot be is found soon enough.
  if (!isOfParts(instance)) requireFeasible(instance);
  const { seed = 1, start = [], onProgress } = options;
  const watch = new StopWatch(options.stop);
  const running = await HybridSearch.begin(instance, { seed, start, parameters: searchParameters(options.parameters), watch });
  const stop = await running.run(watch, { grace: true, onProgress });
  const { best, iterations, evidence } = running;
  return best
    ? { routes: running.routesOf(best), cost: best.cost, iterations, stop, evidence }
    : lastResort(instance, iterations, stop, watch, options);
}

/** What a search that found nothing returns: a plan that it was given, or the first plan; throws E_BUDGET where none is feasible. */
export function lastResort(
  instance: Instance,
  iterations: number,
  stop: StopReason,
  watch: StopWatch,
  { start = [], fallback = firstPlan(instance) ?? [] }: Pick<SearchOptions, 'start' | 'fallback'>,
): SearchResult {
  let best: SearchResult | undefined;
  for (const routes of [...start, fallback]) {
    const { feasible, cost } = verify(instance, describeRoutes(instance, routes));
    if (feasible && cost.total < (best?.cost ?? Number.POSITIVE_INFINITY)) best = { routes, cost: cost.total, iterations, stop };
  }
  if (best) return best;
  throw new NeoLrpError(
    'E_BUDGET',
    `no feasible solution after ${iterations} descents in ${watch.elapsed().toFixed(1)} s; allow more time, or loosen capacities or rules`,
  );
}

/** The search proves nothing optimal, so something else must end it. */
export function requireEnd(stop: Stop): void {
  requireStop(stop);
  if (!stop.auto && [stop.seconds, stop.iterations, stop.stall, stop.target, stop.signal].every((criterion) => criterion === undefined))
    throw new NeoLrpError('E_USAGE', 'nothing ends the search: give it auto, seconds, iterations, stall, target or signal', {
      field: 'stop',
    });
}

/** For callers without types: a criterion that is not a number would never be met. */
export function requireStop(stop: Stop): void {
  const refuse = (field: string, expected: string, value: unknown) =>
    new NeoLrpError('E_USAGE', `expected ${expected}, not ${typeof value === 'object' ? 'an object' : String(value)}`, { field, value });
  if (typeof stop !== 'object' || stop === null) throw refuse('stop', 'when to stop, such as { seconds: 10 } or { iterations: 100 }', stop);
  requireKnown(stop, { seconds: 0, iterations: 0, stall: 0, auto: 0, target: 0, signal: 0, clock: 0 });
  for (const [key, least] of [
    ['seconds', 0],
    ['iterations', 0],
    ['stall', 0],
    ['target', Number.NEGATIVE_INFINITY],
  ] as const) {
    const { [key]: value } = stop;
    if (value !== undefined && !(typeof value === 'number' && value >= least))
      throw refuse(`stop.${key}`, least === Number.NEGATIVE_INFINITY ? 'a number' : `a number of at least ${least}`, value);
  }
  if (stop.auto !== undefined && typeof stop.auto !== 'boolean') throw refuse('stop.auto', 'true or false', stop.auto);
  if (stop.signal !== undefined && !(stop.signal instanceof AbortSignal)) throw refuse('stop.signal', 'an AbortSignal', typeof stop.signal);
  if (stop.clock !== undefined && typeof stop.clock !== 'function') throw refuse('stop.clock', 'a function', typeof stop.clock);
}
