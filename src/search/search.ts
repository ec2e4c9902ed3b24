/** The joint search as one call: depots, assignment and routes together, until the stop criterion says so. */
import type { DepotSet } from '../problem/depot-set.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { requireFeasible } from '../problem/feasibility.ts';
import type { Instance } from '../problem/instance.ts';
import { describeRoutes, type IndexedRoute } from '../problem/solution.ts';
import { verify } from '../problem/verify.ts';
import { Slice } from '../run/event-loop.ts';
import { Random } from '../run/random.ts';
import { type Stop, type StopReason, StopWatch } from '../run/stop.ts';
import { firstPlan } from './construction/first-plan.ts';
import { requireSize, searchData } from './data.ts';
import { depotSetsToRace } from './depots/ranking.ts';
import { Engine } from './engine.ts';
import { type SearchParametersInput, searchParameters } from './parameters.ts';
import type { Individual } from './population/individual.ts';
import { Schedule } from './schedule.ts';

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
  /** Sets of depots to race, the most promising first; the search finds its own where none of them keeps the rules. */
  readonly depotSets?: readonly DepotSet[];
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

export async function search(instance: Instance, options: SearchOptions): Promise<SearchResult> {
  requireEnd(options.stop);
  requireSize(instance);
  requireFeasible(instance);
  const parameters = searchParameters(options.parameters);
  const watch = new StopWatch(options.stop);
  const data = searchData(instance);
  const random = new Random(options.seed ?? 1);
  const depotSets = await depotSetsToRace(data, random, watch, options.depotSets);
  const engine = await Engine.create(data, () => (schedule.best ? watch.interrupted() !== undefined : watch.overdue()));
  const schedule = new Schedule(data, random, depotSets, engine, {
    spent: (descents) => watch.spent(descents),
    parameters,
  });
  for (const routes of options.start ?? []) schedule.welcome(routes);
  let told: Individual | undefined;
  const stop = await descendUntil(schedule, watch, {
    grace: true,
    onIncumbent: (incumbent) => {
      const fresh = incumbent.feasible && incumbent !== told;
      if (fresh) told = incumbent;
      options.onProgress?.({
        ...describeIncumbent(incumbent),
        seconds: watch.elapsed(),
        iterations: schedule.iterations,
        ...(fresh && { routes: schedule.routesOf(incumbent) }),
      });
    },
  });
  const { best, iterations } = schedule;
  return best
    ? { routes: schedule.routesOf(best), cost: best.cost, iterations, stop }
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
    `no feasible solution after ${iterations} descents in ${watch.elapsed().toFixed(1)} s; allow more time (--time) or loosen capacities or rules`,
  );
}

interface Descending {
  /** Goes on a little when time is up and nothing feasible is found: better late than an error. */
  readonly grace: boolean;
  /** Called at every improvement, and at least once a second. */
  readonly onIncumbent: (incumbent: Individual) => void;
}

/** Descents until the stop criterion says so. */
export async function descendUntil(schedule: Schedule, watch: StopWatch, { grace, onIncumbent }: Descending): Promise<StopReason> {
  let reported: Individual | undefined;
  let reportedAt = 0;
  const report = () => {
    const { incumbent } = schedule;
    if (!incumbent || (incumbent === reported && watch.elapsed() - reportedAt < 1)) return;
    reported = incumbent;
    reportedAt = watch.elapsed();
    onIncumbent(incumbent);
  };
  if (schedule.iterations === 0) {
    schedule.prepare();
    report();
  }
  const slice = new Slice();
  for (;;) {
    const reason = watch.reason(schedule.iterations, schedule.fruitless, schedule.best?.cost ?? Number.POSITIVE_INFINITY);
    const spared = grace && !schedule.best && schedule.iterations < graceDescents && !watch.overdue();
    if (reason && !spared) return reason;
    schedule.step();
    report();
    if (slice.over) await slice.next();
  }
}

/** Descents that a search without a feasible solution gets beyond its budget, as far as time allows. */
const graceDescents = 30;

export const describeIncumbent = ({ cost, feasible, open, depot }: Individual) => ({
  cost,
  feasible,
  openDepots: open.reduce((a, b) => a + b, 0),
  vehicles: depot.length,
});

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
