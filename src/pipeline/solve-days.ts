/**
 * Depots for many days. Sets are proposed by what days have in common, raced by short searches on the days to choose by, and the winner plans
 * every day; what it costs is read off the days held back, as the least of many noisy means is always too low.
 */
import { isCount, type Names, requireArgument, requireKnown } from '../problem/arguments.ts';
import { expectedCost, withOpening } from '../problem/check-days.ts';
import { daysOf, expectation, instanceOfDay, instanceWith, weightOf } from '../problem/days.ts';
import { type DepotSet, depotsOf, keyOf } from '../problem/depot-set.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { requireFeasible } from '../problem/feasibility.ts';
import type { Instance } from '../problem/instance.ts';
import { modelOf } from '../problem/model.ts';
import {
  type AcrossDays,
  type ComparedDepots,
  type DayPlan,
  describeRoutes,
  type IndexedRoute,
  type Solution,
  solutionOf,
} from '../problem/solution.ts';
import { openIds } from '../problem/unbound.ts';
import { Random } from '../run/random.ts';
import type { StopReason } from '../run/stop.ts';
import { searchParallel } from '../search/islands/islands.ts';
import { search } from '../search/search.ts';
import { DaySets } from './day-sets.ts';
import { DayTrials, descentsAt, type TrialJournal } from './day-trials.ts';
import { openingOf } from './known-sets.ts';
import { compare, firstDays, raceOverDays, type Standing } from './race-days.ts';
import type { Run } from './run.ts';

export const assignments = ['free', 'fixed'] as const;

/** What `solve` may be told about days. */
export interface DayOptions {
  /** Depots are chosen by the mean of so large a share of the dearest days; by the mean of all unless given. */
  readonly worst?: number;
  /** Days to confirm the cost on, which the choice does not see; a quarter of them unless given, none of fewer than 12. */
  readonly heldBack?: number;
  /** Whether customers may be served from another depot each day, which is the default, or are fixed to one. */
  readonly assignment?: (typeof assignments)[number];
  /** Ids of depots that are in use, which race as well. */
  readonly present?: readonly string[];
  /** Keeps finished searches, so that a run that was ended goes on. */
  readonly journal?: TrialJournal;
}

/** Sets that race at most, and those that challenge a winner. */
const mostSets = 24;
const leastSets = 4;
const mostChallengers = 8;
/** Shares of the time: for the mean day's own choice, for the race, and for what the mean day's choice costs. */
const meanShare = 0.05;
const raceShare = 0.55;
const meanCostShare = 0.6;
/** Descents for the choice of the mean day where no time is limited. */
const meanDescents = 64;
/** Fewer days are all needed to choose by. */
const leastToHoldBack = 12;
const heldBackPart = 4;
/** Vehicles suffice on this share of the days. */
const fleetShare = 0.95;

/** For callers without types. */
function requireDayOptions(options: DayOptions): void {
  requireKnown(options, { worst: 0, heldBack: 0, assignment: 0, present: 0, journal: 0 } satisfies Names<DayOptions>);
  const { worst = 1, heldBack = 0, assignment = 'free' } = options;
  requireArgument(worst > 0 && worst <= 1, 'days.worst', 'a share above 0, at most 1');
  requireArgument(isCount(heldBack), 'days.heldBack', 'a whole number of at least 0');
  requireArgument(assignments.includes(assignment), 'days.assignment', assignments.join(' or '));
}

export async function solveDays(run: Run, options: DayOptions = {}): Promise<Solution> {
  requireDayOptions(options);
  const trials = new DayTrials(run.instance, {
    watch: run.watch,
    seed: run.seed,
    threads: run.threads,
    parameters: run.parameters,
    journal: options.journal,
    hasFixedDepots: options.assignment === 'fixed',
    onTrial: () => run.onProgress({ stage: 'days', seconds: run.watch.elapsed(), searches: trials.count }),
  });
  try {
    return await new ChoiceForDays(run, options, trials).solve();
  } finally {
    trials.close();
  }
}

class ChoiceForDays {
  private readonly instance: Instance;
  private readonly worst: number;
  /** Positions among the kinds of day. */
  private readonly choosing: readonly number[];
  private readonly heldBack: ReadonlySet<number>;

  constructor(
    private readonly run: Run,
    private readonly options: DayOptions,
    private readonly trials: DayTrials,
  ) {
    this.instance = run.instance;
    this.worst = options.worst ?? 1;
    const order = inRandomOrder(trials, run.seed);
    const many = trials.kinds.length;
    const held = options.heldBack ?? (many < leastToHoldBack ? 0 : Math.floor(many / heldBackPart));
    if (held >= many)
      throw new NeoLrpError('E_USAGE', `of ${many} different days at most ${many - 1} can be held back`, {
        field: 'heldBack',
        value: held,
      });
    this.heldBack = new Set(order.slice(many - held));
    this.choosing = order.slice(0, many - held);
  }

  async solve(): Promise<Solution> {
    const { trials, run } = this;
    if (trials.kinds.length === 1) return this.solveOnlyDay();
    const sets = new DaySets(trials, { watch: run.watch, seed: run.seed, worst: this.worst, days: this.choosing, present: this.present() });
    const meanSet = await this.chosenByMeanDay(sets.mean);
    const all = await sets.propose(mostSets);
    const proposed = all.slice(0, await this.affordable(all));
    const entrants = withFirst(proposed, meanSet && sets.holds(meanSet) ? [meanSet] : []);
    const standings = await this.race(sets, entrants);
    const [leader] = standings;
    if (!leader) throw this.unserved(entrants);
    const meanDay = meanSet && (await this.compareMeanDay(meanSet, leader.open));
    const stop = await this.planAllDays(leader.open);
    return this.describe(leader.open, stop, { standings, sets: entrants.length, meanDay });
  }

  /** Days that are all alike are one day, on which the search chooses as it would without days. */
  private async solveOnlyDay(): Promise<Solution> {
    const { run, trials } = this;
    const ofDay = trials.ofDay(0);
    if (ofDay.customers.length === 0) throw new NeoLrpError('E_VALUE', 'nobody ordered on any day', { field: 'days' });
    const { watch, seed, threads, parameters, onProgress, start } = run;
    const found = await searchParallel(ofDay, {
      stop: watch.rest(),
      seed,
      threads,
      start,
      parameters,
      // Routes of a day are none of the instance.
      onProgress: ({ routes: _, ...progress }) => onProgress({ stage: 'improvement', ...progress }),
    });
    const { openDepots } = describeRoutes(ofDay, found.routes);
    const open = Uint8Array.from(ofDay.depots, ({ id }) => Number(openDepots.includes(id)));
    return this.describe(open, found.stop, { standings: [], sets: 1, plan: found.routes, iterations: found.iterations });
  }

  private present(): readonly DepotSet[] {
    const { present } = this.options;
    return present ? [Uint8Array.from(this.instance.depots, ({ id }) => Number(present.includes(id)))] : [];
  }

  private async chosenByMeanDay(mean: Instance): Promise<DepotSet | undefined> {
    const { watch, seed, parameters } = this.run;
    const { seconds, iterations, ...rest } = watch.rest();
    const most = Math.min(iterations ?? Number.POSITIVE_INFINITY, meanDescents);
    const time =
      seconds === undefined
        ? { iterations: most }
        : { seconds: meanShare * seconds, ...(iterations !== undefined && { iterations: most }) };
    try {
      const { routes } = await search(mean, {
        stop: { ...rest, ...time, target: undefined, auto: undefined, stall: undefined },
        seed,
        parameters,
      });
      const { openDepots } = describeRoutes(mean, routes);
      return Uint8Array.from(mean.depots, ({ id }) => Number(openDepots.includes(id)));
    } catch (error) {
      if (error instanceof NeoLrpError && (error.code === 'E_BUDGET' || error.code.startsWith('E_INFEASIBLE'))) return undefined;
      throw error;
    }
  }

  /** How many sets can race in the time that there is: the first round takes a third of it. */
  private async affordable([first]: readonly DepotSet[]): Promise<number> {
    const { trials, run } = this;
    const { seconds } = run.watch.stop;
    if (seconds === undefined || !first) return mostSets;
    const days = this.choosing.slice(0, firstDays);
    const began = run.watch.elapsed();
    await trials.run([first], days, 0, () => run.watch.spent(0) > raceShare);
    const each = Math.max(1e-3, run.watch.elapsed() - began);
    return Math.max(leastSets, Math.floor((raceShare * seconds - run.watch.elapsed()) / (3 * each)));
  }

  /** The winner is challenged by its neighbours until none of them is better. */
  private async race(sets: DaySets, entrants: readonly DepotSet[]): Promise<readonly Standing[]> {
    const { watch } = this.run;
    const isOver = () => watch.spent(0) > raceShare || watch.interrupted() !== undefined;
    const options = { trials: this.trials, days: this.choosing, worst: this.worst, openingOf: this.opening, isOver };
    const seen = new Set(entrants.map(keyOf));
    let standings = await raceOverDays(entrants, options);
    for (;;) {
      const [leader] = standings;
      if (!leader || isOver()) return standings;
      const near = (await sets.around(leader.open, 2 * mostChallengers)).filter((open) => !seen.has(keyOf(open))).slice(0, mostChallengers);
      if (near.length === 0) return standings;
      for (const open of near) seen.add(keyOf(open));
      const next = await raceOverDays([...standings.map(({ open }) => open), ...near], options);
      if (next.length === 0) return standings;
      const isSame = keyOf(next[0].open) === keyOf(leader.open);
      standings = next;
      if (isSame) return standings;
    }
  }

  private async compareMeanDay(meanSet: DepotSet, chosen: DepotSet): Promise<NonNullable<AcrossDays['meanDay']>> {
    const { trials, run, worst } = this;
    const isOver = () => run.watch.spent(0) > meanCostShare || run.watch.interrupted() !== undefined;
    const days = this.heldBack.size > 0 ? [...this.heldBack] : this.choosing;
    const openDepots = openIds(this.instance, meanSet);
    const short = new Set([...trials.kinds.keys()].filter((k) => !trials.canSupply(k, meanSet)));
    const served = days.filter((k) => !short.has(k));
    await trials.run([chosen, meanSet], served, 0, isOver);
    for (const k of served) if (trials.costOf(meanSet, k, 0) === Number.POSITIVE_INFINITY) short.add(k);
    const both = served.filter((k) => !short.has(k));
    const found = compare([chosen, meanSet], 0, both, { trials, worst, openingOf: this.opening }) ?? [];
    const [ours, theirs] = [chosen, meanSet].map((open) => found.find((standing) => keyOf(standing.open) === keyOf(open)));
    const shortDays = [...short].flatMap((k) => trials.kinds[k].members.map((day) => daysOf(this.instance)[day].name));
    const error = ours?.error || theirs?.error || 0;
    return {
      openDepots,
      difference: ours && theirs ? theirs.difference - ours.difference : null,
      error: both.length > 1 ? error : null,
      shortDays,
    };
  }

  /** Longer and longer searches of every day until time or descents are spent. */
  private async planAllDays(open: DepotSet): Promise<StopReason> {
    const { trials, run } = this;
    const all = [...trials.kinds.keys()];
    // The first plan of every day is a must, as long as nobody ends the run.
    await trials.run([open], all, 0, () => run.watch.stop.signal?.aborted ?? false);
    for (let level = 1; trials.isAllowed(level); level++) {
      const isOver = () => run.watch.interrupted() !== undefined;
      if (!(await trials.run([open], all, level, isOver))) break;
      if (descentsAt(level) >= mostDescents) return 'complete';
    }
    return run.watch.interrupted() ?? 'iterations';
  }

  private readonly opening = (open: DepotSet): number => openingOf(open, modelOf(this.instance).depotRules);

  private unserved(entrants: readonly DepotSet[]): NeoLrpError {
    const { trials, run } = this;
    if (run.watch.interrupted() === 'aborted') return new NeoLrpError('E_BUDGET', 'ended before the first days were planned');
    for (const { day } of trials.kinds) requireFeasible(instanceOfDay(this.instance, day));
    const [open] = entrants;
    const culprit = open && trials.kinds.find((_, k) => trials.costOf(open, k, 0) === Number.POSITIVE_INFINITY);
    const where = culprit ? `, for example on '${culprit.day.name}'` : '';
    return new NeoLrpError(
      'E_BUDGET',
      `no set of depots that was looked at can serve every day${where}; allow more time, more depots or more capacity, or leave out such days`,
      { field: 'days' },
    );
  }

  private describe(
    open: DepotSet,
    stop: StopReason,
    found: {
      readonly standings: readonly Standing[];
      readonly sets: number;
      readonly meanDay?: AcrossDays['meanDay'];
      readonly plan?: readonly IndexedRoute[];
      readonly iterations?: number;
    },
  ): Solution {
    const { instance, trials, run } = this;
    const opening = this.opening(open);
    const kindOf = new Map(trials.kinds.flatMap(({ members }, k) => members.map((day) => [day, k] as const)));
    const days = daysOf(instance).map((day, position): DayPlan => {
      const k = kindOf.get(position) as number;
      const routes = found.plan ?? trials.planOf(open, k);
      if (!routes) throw new NeoLrpError('E_BUDGET', `no plan was found for '${day.name}'; allow more time`, { field: 'days' });
      const described = describeRoutes(instanceWith(instanceOfDay(instance, day), open), routes);
      return {
        day: day.name,
        ...(weightOf(day) !== 1 && { weight: weightOf(day) }),
        ...(this.heldBack.has(k) && { heldBack: true }),
        cost: withOpening(described.cost, opening),
        routes: described.routes,
      };
    });
    const weighed = days.map(({ cost, weight = 1, heldBack = false }) => ({ cost, weight, heldBack }));
    const cost = expectedCost(weighed, opening);
    const total = run.watch.elapsed();
    const record = {
      method: 'search',
      time: { allocation: 0, routing: 0, improvement: total, total },
      seed: run.seed,
      threads: run.threads,
      options: {
        ...optionsOf(run),
        ...(this.worst < 1 && { worst: this.worst }),
        heldBack: this.heldBack.size,
        assignment: this.options.assignment ?? 'free',
      },
      stop,
      iterations: found.iterations ?? trials.count,
      notes: run.notes,
      versions: {},
    };
    const acrossDays = {
      ...statistics(days, this.worst),
      sets: found.sets,
      ties: found.standings.slice(1).map((standing) => comparedOf(instance, standing)),
      ...(found.meanDay && { meanDay: found.meanDay }),
      vehicles: fleetOf(instance, days),
      depots: siteFigures(instance, open, days),
    };
    const openDepots = openIds(instance, open);
    return solutionOf(
      instance,
      { cost, openDepots, assignment: usualDepots(instance, openDepots, days), routes: [], days, acrossDays },
      record,
    );
  }
}

/** Beyond this a day gains nothing that would matter for the depots. */
const mostDescents = 2 ** 15;

const comparedOf = (instance: Instance, { open, difference, error }: Standing): ComparedDepots => ({
  openDepots: openIds(instance, open),
  difference,
  error,
});

const optionsOf = ({ router, watch, parameters }: Run): NonNullable<Solution['options']> => {
  const { seconds, iterations } = watch.stop;
  return {
    router: router.name,
    improve: true,
    stop: { ...(seconds !== undefined && { seconds }), ...(iterations !== undefined && { iterations }) },
    ...(parameters && { parameters }),
  };
};

/** So that the first few days are as good as any others, and those held back, too. */
const inRandomOrder = ({ kinds }: DayTrials, seed: number): number[] => Array.from(new Random(seed).shuffle(Int32Array.from(kinds.keys())));

const withFirst = (sets: readonly DepotSet[], first: readonly DepotSet[]): readonly DepotSet[] => {
  const keys = new Set(first.map(keyOf));
  return [...first, ...sets.filter((open) => !keys.has(keyOf(open)))];
};

function statistics(
  days: readonly DayPlan[],
  worst: number,
): Pick<AcrossDays, 'chosenBy' | 'heldBack' | 'error' | 'spread' | 'worst' | 'worstShare'> {
  const held = days.filter(({ heldBack }) => heldBack);
  const counted = held.length > 0 ? held : days;
  const weights = counted.map(({ weight = 1 }) => weight);
  const totals = counted.map(({ cost }) => cost.total);
  const all = weights.reduce((a, b) => a + b, 0);
  const mean = expectation(totals, weights);
  const variance = totals.reduce((sum, total, k) => sum + (weights[k] / all) * (total - mean) ** 2, 0);
  const n = totals.length;
  const spread = n > 1 ? Math.sqrt((variance * n) / (n - 1)) : 0;
  const dearest = days.reduce((a, b) => (b.cost.total > a.cost.total ? b : a));
  return {
    chosenBy: days.length - held.length,
    heldBack: held.length,
    error: n > 1 ? spread * Math.sqrt(weights.reduce((sum, w) => sum + (w / all) ** 2, 0)) : null,
    spread,
    worst: { day: dearest.day, cost: dearest.cost.total },
    ...(worst < 1 && { worstShare: { share: worst, cost: expectation(totals, weights, worst) } }),
  };
}

/** The least number that suffices on 95 % of the days. */
function sufficient(counts: readonly number[], weights: readonly number[]): number {
  const all = weights.reduce((a, b) => a + b, 0);
  let covered = 0;
  for (const { count, weight } of counts.map((count, k) => ({ count, weight: weights[k] })).toSorted((a, b) => a.count - b.count)) {
    covered += weight;
    if (covered >= fleetShare * all - 1e-9) return count;
  }
  return 0;
}

function fleetOf(instance: Instance, days: readonly DayPlan[]): AcrossDays['vehicles'] {
  const weights = days.map(({ weight = 1 }) => weight);
  const counts = (suits: (vehicle: string | undefined) => boolean) =>
    days.map(({ routes }) => routes.filter(({ vehicle }) => suits(vehicle)).length);
  const all = counts(() => true);
  return {
    needed: sufficient(all, weights),
    most: Math.max(...all),
    ...(instance.vehicles && {
      byType: Object.fromEntries(
        instance.vehicles.map(({ id }) => [
          id,
          sufficient(
            counts((vehicle) => vehicle === id),
            weights,
          ),
        ]),
      ),
    }),
  };
}

function siteFigures({ depots }: Instance, open: DepotSet, days: readonly DayPlan[]): AcrossDays['depots'] {
  const all = days.reduce((sum, { weight = 1 }) => sum + weight, 0);
  return depotsOf(open).map((d) => {
    const { id, capacity } = depots[d];
    const loads = days.map(({ routes }) => routes.reduce((sum, { depot, load }) => sum + (depot === id ? load : 0), 0));
    const mostLoad = Math.max(...loads);
    return {
      depot: id,
      meanLoad: loads.reduce((sum, load, k) => sum + ((days[k].weight ?? 1) / all) * load, 0),
      mostLoad,
      peakUse: capacity ? mostLoad / capacity : null,
      idleDays: days.filter(({ routes }) => routes.every(({ depot }) => depot !== id)).length,
    };
  });
}

/** From where each customer is served most often; the first open depot for those who never order. */
function usualDepots({ customers }: Instance, [first]: readonly string[], days: readonly DayPlan[]): readonly string[] {
  const visits = new Map<string, Map<string, number>>(customers.map(({ id }) => [id, new Map()]));
  for (const { routes, weight = 1 } of days)
    for (const { depot, stops } of routes)
      for (const stop of stops) {
        const own = visits.get(stop);
        own?.set(depot, (own.get(depot) ?? 0) + weight);
      }
  return customers.map(
    ({ id }) => [...(visits.get(id) ?? [])].reduce((best, next) => (next[1] > best[1] ? next : best), [first, 0] as [string, number])[0],
  );
}
