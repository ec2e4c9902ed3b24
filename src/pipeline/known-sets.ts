/**
 * What if a site cost more, were closed, or one more depot were open? What it costs to serve from a set of depots does not depend on opening
 * costs and locks. So each set is predicted and solved once, and all such questions are answered from the list in milliseconds. An answer is
 * the cost of a verified plan; only while there is none, it is a prediction.
 */
import { brokenLock, type DepotRules, type DepotSet, depotsOf, keepsLimits } from '../problem/depot-set.ts';
import type { Instance } from '../problem/instance.ts';
import { modelOf } from '../problem/model.ts';
import type { IndexedRoute } from '../problem/solution.ts';

export interface KnownSet {
  readonly open: DepotSet;
  /** Travel and vehicles of each depot as the network predicts them, 0 for closed ones; absent where it may not speak. */
  readonly predicted?: Float64Array;
  /** The cheapest verified plan that opens these depots and no other. */
  readonly solved?: SolvedSet;
}

export interface SolvedSet {
  /** All costs but those of opening. */
  readonly routing: number;
  readonly routes?: readonly IndexedRoute[];
}

export interface WeighedSet {
  readonly set: KnownSet;
  readonly total: number;
  readonly isPredicted: boolean;
}

export interface CountAnswer extends WeighedSet {
  readonly count: number;
}

/** The cheapest sets with a site open and with it closed, by plans or, while one is missing, both by predictions. Ignores its own lock. */
export interface SiteAnswer {
  readonly open?: WeighedSet;
  readonly closed?: WeighedSet;
}

export interface SetAnswers {
  /** The cheapest set that keeps all rules. */
  readonly best?: WeighedSet;
  /** The cheapest of every size, smallest first. Ignores the counts in the rules, which are what the question varies. */
  readonly byCount: readonly CountAnswer[];
  readonly sites: readonly SiteAnswer[];
  readonly errors: SeenErrors;
}

/** The questions that a set may answer. */
export function questionsOf(open: DepotSet, rules: DepotRules): readonly string[] {
  const broken = brokenLock(open, rules);
  const counts = broken < 0 && keepsLimits(open, { ...rules, minOpen: 0, maxOpen: open.length }) ? [`count ${depotsOf(open).length}`] : [];
  if ((broken >= 0 && brokenLock(open, rules, broken + 1) >= 0) || !keepsLimits(open, rules)) return counts;
  const sites = broken < 0 ? [...open.keys()] : [broken];
  return [...(broken < 0 ? ['best'] : []), ...counts, ...sites.map((d) => `${open[d] ? 'open' : 'closed'} ${d}`)];
}

export function answersFrom(sets: Iterable<KnownSet>, instance: Instance): SetAnswers {
  const { depotRules: rules } = modelOf(instance);
  const all = [...sets];
  const errors = seenErrors(all);
  const [solved, predicted] = [new Map<string, WeighedSet>(), new Map<string, WeighedSet>()];
  for (const set of all) {
    const opening = openingOf(set.open, rules);
    const solvedTotal = set.solved && opening + set.solved.routing;
    const predictedTotal = set.predicted && opening + errors.bias * sum(set.predicted);
    for (const question of questionsOf(set.open, rules)) {
      offer(solved, question, set, solvedTotal, false);
      offer(predicted, question, set, predictedTotal, true);
    }
  }
  const answer = (question: string) => solved.get(question) ?? predicted.get(question);
  const byCount = instance.depots.flatMap((_, k): CountAnswer[] => {
    const found = answer(`count ${k + 1}`);
    return found ? [{ ...found, count: k + 1 }] : [];
  });
  const sites = instance.depots.map((_, d): SiteAnswer => {
    const sides = [`open ${d}`, `closed ${d}`];
    const [open, closed] = sides.every((side) => solved.has(side)) ? sides.map((side) => solved.get(side)) : sides.map(answer);
    if (open?.isPredicted === closed?.isPredicted || !sides.every((side) => predicted.has(side))) return { open, closed };
    return { open: predicted.get(sides[0]), closed: predicted.get(sides[1]) };
  });
  return { best: answer('best'), byCount, sites, errors };
}

function offer(best: Map<string, WeighedSet>, question: string, set: KnownSet, total: number | undefined, isPredicted: boolean): void {
  if (total !== undefined && total < (best.get(question)?.total ?? Number.POSITIVE_INFINITY))
    best.set(question, { set, total, isPredicted });
}

export const openingOf = (open: DepotSet, { openingCost }: DepotRules): number =>
  open.reduce((all, isOpen, d) => all + isOpen * openingCost[d], 0);

/** How predictions differ from the plans of this very document; a share, or absent while there are too few plans to say. */
export interface SeenErrors {
  /** By what a prediction is multiplied. */
  readonly bias: number;
  /** Nine of ten predictions are within this share of themselves. */
  readonly level?: number;
  /** The same for differences of two sets, as a share of what differs: see `spread`. */
  readonly difference?: number;
}

const covered = 0.9;

/**
 * Split conformal, each plan held against the others (Vovk's jackknife): errors of one document are mostly one common bias, which drops out
 * of differences, so that both have a quantile of their own.
 */
export function seenErrors(sets: readonly KnownSet[]): SeenErrors {
  const both = sets.flatMap(({ predicted, solved }) => (predicted && solved ? [{ predicted, routing: solved.routing }] : []));
  const ratios = both.map(({ predicted, routing }) => routing / sum(predicted));
  const bias = both.length > 0 ? median(ratios) : 1;
  const [first, ...others] = both.toSorted((a, b) => a.routing - b.routing);
  return {
    bias,
    level: conformal(ratios.map((ratio, k) => Math.abs(ratio / median(ratios.toSpliced(k, 1)) - 1))),
    difference: conformal(
      others.flatMap(({ predicted, routing }) => {
        const expected = bias * (sum(predicted) - sum(first.predicted));
        const differs = spread(predicted, first.predicted);
        return differs > 0 ? [Math.abs(routing - first.routing - expected) / (bias * differs)] : [];
      }),
    ),
  };
}

/** Errors of depots are shares of their costs and partly cancel out; a depot with the same customers in both sets drops out. */
const spread = (a: Float64Array, b: Float64Array): number =>
  Math.sqrt(a.reduce((squares, cost, d) => (cost === b[d] ? squares : squares + cost ** 2 + b[d] ** 2), 0));

/** How far a total may be off; undefined where nothing says. */
export function bandOf({ set: { predicted }, isPredicted }: WeighedSet, { bias, level }: SeenErrors): number | undefined {
  if (!isPredicted) return 0;
  return level === undefined || !predicted ? undefined : level * bias * sum(predicted);
}

/** The same for the difference of two totals. */
export function differenceBand(a: WeighedSet, b: WeighedSet, { bias, difference }: SeenErrors): number | undefined {
  if (!a.isPredicted && !b.isPredicted) return 0;
  const [one, other] = [a.set.predicted, b.set.predicted];
  return difference === undefined || !one || !other ? undefined : difference * bias * spread(one, other);
}

/** The ninth decile of scores as they are of one more; undefined where they are too few. */
function conformal(scores: readonly number[]): number | undefined {
  const rank = Math.ceil(covered * (scores.length + 1));
  return scores.toSorted((a, b) => a - b)[rank - 1];
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2;
}

const sum = (values: Float64Array): number => values.reduce((a, b) => a + b, 0);
