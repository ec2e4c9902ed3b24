/** The joint search as one call: depots, assignment and routes together, until the stop criterion says so. */
import { requireKnown } from '../problem/arguments.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { requireFeasible } from '../problem/feasibility.ts';
import { type Instance, isOfParts, requireInstance } from '../problem/instance.ts';
import { describeRoutes, type IndexedRoute } from '../problem/solution.ts';
import { verify } from '../problem/verify.ts';
import { Slice } from '../run/event-loop.ts';
import { Random } from '../run/random.ts';
import { type Stop, type StopReason, StopWatch } from '../run/stop.ts';
import { firstPlan } from './construction/first-plan.ts';
import { requireSize, searchData } from './data.ts';
import { depotSetsToRace } from './depots/ranking.ts';
import { Engine } from './engine.ts';
import { HybridSearch } from './hybrid-search.ts';
import { type SearchParameters, type SearchParametersInput, searchParameters } from './parameters.ts';
import type { Individual } from './population/individual.ts';

export interface SearchProgress {
  readonly seconds: number;
  readonly iterations: number;
  /** Best cost so far; of an infeasible solution while `feasible` is false. */
  readonly cost: number;
  readonly feasible: boolean;
  readonly openDepots: number;
  readonly vehicles: number;
  /** The solution itself, by position, if it is feasible and was not reported before. */
  readonly routes?: readonly IndexedRoute[];
}

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
}

/** The joint search alone, on one thread: depots, assignment and routes by position. */
export async function search(given: Instance, options: SearchOptions): Promise<SearchResult> {
  const instance = requireInstance(given);
  requireKnown(options, { stop: 0, seed: 0, start: 0, fallback: 0, parameters: 0, onProgress: 0 });
  requireEnd(options?.stop);
  requireSize(instance);
  // Parts of an instance are routed by the thousand; that one of them cannot be is found soon enough.
  if (!isOfParts(instance)) requireFeasible(instance);
  const { seed = 1, start = [], onProgress } = options;
  const watch = new StopWatch(options.stop);
  const running = await RunningSearch.begin(instance, { seed, start, parameters: searchParameters(options.parameters), watch });
  const stop = await running.run(watch, { grace: true, onProgress });
  const { best, iterations } = running;
  return best ? { ...best, iterations, stop } : lastResort(instance, iterations, stop, watch, options);
}

interface SearchStart {
  readonly seed: number;
  readonly start: readonly (readonly IndexedRoute[])[];
  readonly parameters: SearchParameters;
  /** The budget that the search plans with. */
  readonly watch: StopWatch;
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

interface RunOptions {
  /** Continues for a few descents after the budget while nothing feasible is known. */
  readonly grace: boolean;
  /** Called at every improvement, and at least once a second. */
  readonly onProgress?: (progress: SearchProgress) => void;
}

/** How many, as far as time allows. */
const graceDescents = 30;

/** A search that can be run for a while, given solutions from elsewhere, and run again. */
export class RunningSearch {
  /** The latest solution whose routes were reported. */
  private reported: Individual | undefined;

  private constructor(private readonly search: HybridSearch) {}

  static async begin(instance: Instance, { seed, start, parameters, watch }: SearchStart): Promise<RunningSearch> {
    const data = searchData(instance);
    const random = new Random(seed);
    const depotSets = await depotSetsToRace(data, random, watch);
    const interrupted = () => (search.best ? watch.interrupted() !== undefined : watch.overdue());
    const engine = await Engine.create(data, interrupted, parameters);
    const search = new HybridSearch(data, random, engine, depotSets, parameters, (descents) => watch.spent(descents));
    for (const routes of start) search.addSolution(routes);
    return new RunningSearch(search);
  }

  get iterations(): number {
    return this.search.iterations;
  }

  get fruitless(): number {
    return this.search.fruitless;
  }

  get best(): { readonly cost: number; readonly routes: readonly IndexedRoute[] } | undefined {
    const { best } = this.search;
    return best && { cost: best.cost, routes: this.search.routesOf(best) };
  }

  addSolution(routes: readonly IndexedRoute[]): void {
    this.search.addSolution(routes);
  }

  /** Descends until the stop criterion says so. */
  async run(watch: StopWatch, { grace, onProgress }: RunOptions): Promise<StopReason> {
    const { search } = this;
    let shown: Individual | undefined;
    let shownAt = 0;
    const report = () => {
      const { incumbent } = search;
      if (!incumbent || (incumbent === shown && watch.elapsed() - shownAt < 1)) return;
      shown = incumbent;
      shownAt = watch.elapsed();
      onProgress?.(this.describe(incumbent, shownAt));
    };
    if (search.iterations === 0) {
      search.prepare();
      report();
    }
    const slice = new Slice();
    for (;;) {
      const reason = watch.reason(search.iterations, search.fruitless, search.best?.cost ?? Number.POSITIVE_INFINITY);
      const isSpared = grace && !search.best && search.iterations < graceDescents && !watch.overdue();
      if (reason && !isSpared) {
        if (search.best && search.best !== this.reported) onProgress?.(this.describe(search.best, watch.elapsed()));
        return reason;
      }
      search.step();
      report();
      if (slice.over) await slice.next();
    }
  }

  private describe(incumbent: Individual, seconds: number): SearchProgress {
    const { cost, feasible, open } = incumbent;
    const { search } = this;
    const isNew = feasible && incumbent !== this.reported;
    if (isNew) this.reported = incumbent;
    return {
      seconds,
      iterations: search.iterations,
      cost,
      feasible,
      openDepots: open.reduce((a, b) => a + b, 0),
      vehicles: incumbent.routes[0],
      ...(isNew && { routes: search.routesOf(incumbent) }),
    };
  }
}

/** The search proves nothing optimal, so something else must end it. */
export function requireEnd(stop: Stop): void {
  requireStop(stop);
  if ([stop.seconds, stop.iterations, stop.stall, stop.target, stop.signal].every((criterion) => criterion === undefined))
    throw new NeoLrpError('E_USAGE', 'nothing ends the search: give it seconds, iterations, stall, target or signal', { field: 'stop' });
}

/** For callers without types: a criterion that is not a number would never be met. */
export function requireStop(stop: Stop): void {
  const refuse = (field: string, expected: string, value: unknown) =>
    new NeoLrpError('E_USAGE', `expected ${expected}, not ${typeof value === 'object' ? 'an object' : String(value)}`, { field, value });
  if (typeof stop !== 'object' || stop === null) throw refuse('stop', 'when to stop, such as { seconds: 10 } or { iterations: 100 }', stop);
  requireKnown(stop, { seconds: 0, iterations: 0, stall: 0, target: 0, signal: 0, clock: 0 });
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
  if (stop.signal !== undefined && !(stop.signal instanceof AbortSignal)) throw refuse('stop.signal', 'an AbortSignal', typeof stop.signal);
  if (stop.clock !== undefined && typeof stop.clock !== 'function') throw refuse('stop.clock', 'a function', typeof stop.clock);
}
