/** Records and published figures in the same form: results of a method on an instance, averaged over its runs. */
import { informativeGap } from '../mip/check.ts';
import type { ClockName } from '../node/solve.ts';
import { methodNames } from './methods.ts';
import type { SolvedRun } from './record.ts';
import { type BestKnown, bestKnownOf, gapTo, type PublishedResult } from './reference.ts';
import { compareNames } from './sets.ts';
import { mean, meanOf } from './statistics.ts';

export interface Score {
  readonly set: string;
  readonly instance: string;
  readonly customers: number;
  readonly depots: number;
  readonly method: string;
  /** A published figure, from another machine. */
  readonly published: boolean;
  readonly runs: number;
  readonly bestKnown: number | null;
  /** Percent. */
  readonly gap: number | null;
  /** Seconds until depots and assignment were decided; null if there is no such stage. */
  readonly allocation: number | null;
  readonly total: number;
  /** Mean error of the surrogate's price of an open depot's routes in percent; null without a surrogate. */
  readonly predictionError: number | null;
  /** Percent between the surrogate's objective and its bound; null if a run proved no informative bound. */
  readonly modelGap: number | null;
  /** The clock of our times; null for published ones. */
  readonly clock: ClockName | null;
  /** The cheapest of our runs. */
  readonly best?: SolvedRun;
}

/** Only of instances that were run, as other published figures have no counterpart. */
export function scoresOf(records: readonly SolvedRun[], bestKnown: BestKnown, published: readonly PublishedResult[]): Score[] {
  const label = labeller(records);
  const own = [...groupBy(records, (record) => keyOf(record.set, record.instance, label(record))).values()].map((runs) =>
    averageRuns(runs, label(runs[0]), bestKnown),
  );
  const places = new Map(own.map((score) => [keyOf(score.set, score.instance), score]));
  const others = published.flatMap(({ set, instance, method, gap, allocation, total }): Score[] => {
    const place = places.get(keyOf(set, instance));
    return place ? [{ ...place, method: `${method} †`, published: true, ...unpublished, runs: publishedRuns, gap, allocation, total }] : [];
  });
  return [...others, ...own].sort(byPlace);
}

/** Published methods first, in the paper's order; then ours, known ones first. */
export function methodsOf(scores: readonly Score[], published: readonly PublishedResult[]): string[] {
  const paperOrder = [...new Set(published.map(({ method }) => `${method} †`))];
  const rank = (method: string) => {
    const known = methodNames.findIndex((name) => method === name || method.startsWith(`${name} `));
    return known < 0 ? methodNames.length : known;
  };
  const own = [...new Set(scores.filter((score) => !score.published).map(({ method }) => method))];
  const present = new Set(scores.map(({ method }) => method));
  return [...paperOrder.filter((method) => present.has(method)), ...own.sort((a, b) => rank(a) - rank(b) || compareNames(a, b))];
}

export const setsOf = (scores: readonly { readonly set: string }[]): string[] =>
  [...new Set(scores.map(({ set }) => set))].sort(compareSets);

/** What only our records have. */
const unpublished = { predictionError: null, modelGap: null, clock: null, best: undefined } as const;

/** The paper averages over five runs. */
const publishedRuns = 5;

/** A method that ran with several budgets on a set is labelled with name and budget. */
function labeller(records: readonly SolvedRun[]): (record: SolvedRun) => string {
  const variants = new Map<string, Set<string>>();
  const clocks = new Set(records.map(({ clock }) => clock));
  const variantOf = ({ seconds, clock }: SolvedRun) => `${seconds} s${clocks.size > 1 ? ` ${clock}` : ''}`;
  for (const record of records) {
    const key = keyOf(record.set, record.method);
    variants.set(key, (variants.get(key) ?? new Set()).add(variantOf(record)));
  }
  return (record) =>
    (variants.get(keyOf(record.set, record.method))?.size ?? 1) > 1 ? `${record.method} ${variantOf(record)}` : record.method;
}

function averageRuns(runs: readonly SolvedRun[], method: string, bestKnown: BestKnown): Score {
  const [{ set, instance, customers, depots, bestKnown: recorded }] = runs;
  const best = bestKnownOf(bestKnown, set, instance) ?? recorded;
  const gaps = runs.flatMap((run) => gapTo(run.cost.total, best) ?? []);
  const decides = runs.some(({ mip, predicted }) => mip !== null || predicted !== null);
  return {
    set,
    instance,
    customers,
    depots,
    method,
    published: false,
    runs: runs.length,
    bestKnown: best,
    gap: meanOf(gaps),
    allocation: decides ? mean(runs.map((run) => run.time.allocation)) : null,
    total: mean(runs.map((run) => run.time.total)),
    predictionError: meanOf(runs.flatMap((run) => depotErrors(run))),
    modelGap: modelGapOf(runs),
    clock: runs[0].clock,
    best: runs.reduce((best, run) => (run.cost.total < best.cost.total ? run : best)),
  };
}

/** Null unless all runs proved a bound: a mean over those that did would be too favourable. */
function modelGapOf(runs: readonly SolvedRun[]): number | null {
  const gaps = runs.flatMap(({ mip }) => {
    const gap = mip && informativeGap(mip.objective, mip.bound);
    return typeof gap === 'number' ? 100 * gap : [];
  });
  return gaps.length === runs.length ? meanOf(gaps) : null;
}

/** |predicted − routed| / routed of each open depot in percent: the terms of the paper's E_pred. */
export const depotErrors = ({ predicted }: SolvedRun): number[] =>
  predicted?.perDepot.flatMap(({ routing, actual }) => (actual > 0 ? (100 * Math.abs(routing - actual)) / actual : [])) ?? [];

const byPlace = (a: Score, b: Score) =>
  compareSets(a.set, b.set) ||
  a.customers - b.customers ||
  a.depots - b.depots ||
  compareNames(a.instance, b.instance) ||
  Number(b.published) - Number(a.published) ||
  compareNames(a.method, b.method);

const paperSets = ['P', 'T', 'B', 'S'];
function compareSets(a: string, b: string): number {
  const rank = (set: string) => (paperSets.includes(set) ? paperSets.indexOf(set) : paperSets.length);
  return rank(a) - rank(b) || compareNames(a, b);
}

const keyOf = (...parts: readonly string[]) => JSON.stringify(parts);

export function groupBy<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group) group.push(item);
    else groups.set(key(item), [item]);
  }
  return groups;
}
