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
  /** Part of the total. */
  readonly opening: number;
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
  const errors = seenErrors(all, ({ open }) => openingOf(open, rules));
  const [solved, predicted] = [new Map<string, WeighedSet>(), new Map<string, WeighedSet>()];
  for (const set of all) {
    const opening = openingOf(set.open, rules);
    const plan = set.solved && { set, opening, total: opening + set.solved.routing, isPredicted: false };
    const guess = set.predicted && { set, opening, total: opening + expectedOf(sum(set.predicted), opening, errors), isPredicted: true };
    for (const question of questionsOf(set.open, rules)) {
      offer(solved, question, plan);
      offer(predicted, question, guess);
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

function offer(best: Map<string, WeighedSet>, question: string, weighed: WeighedSet | undefined): void {
  if (weighed && weighed.total < (best.get(question)?.total ?? Number.POSITIVE_INFINITY)) best.set(question, weighed);
}

export const openingOf = (open: DepotSet, { openingCost }: DepotRules): number =>
  open.reduce((all, isOpen, d) => all + isOpen * openingCost[d], 0);

/** How predictions differ from the plans of this very document; a share, or absent while there are too few plans to say. */
export interface SeenErrors {
  /** By what a prediction is multiplied. */
  readonly bias: number;
  /** How that changes with the predicted total. */
  readonly trend?: Trend;
  /** Nine of ten predictions are within this share of themselves, times their `reach`. */
  readonly level?: number;
  /** The same for differences of two sets, as a share of what differs: see `spread`. */
  readonly difference?: number;
}

/** The bias is multiplied by (total / e^middle)^slope. */
interface Trend {
  readonly slope: number;
  /** Mean logarithm of the predicted totals of the plans, their number, and the sum of squares around it. */
  readonly middle: number;
  readonly count: number;
  readonly squares: number;
}

const covered = 0.9;
/** Plans from which the ninth decile of as many scores is known. */
const enough = 9;

interface Known {
  readonly predicted: Float64Array;
  readonly routing: number;
  readonly opening: number;
}

/**
 * Conformal, each plan held against what the others say (Barber et al.'s jackknife+). Errors of one document are mostly one common bias,
 * which drops out of differences, so that both have a quantile of their own. The bias has a trend: sets are solved in the order of their
 * predictions, so that the first are those that the network prices too low (docs/lab/surrogates.md).
 */
export function seenErrors(sets: readonly KnownSet[], openingCost: (set: KnownSet) => number = () => 0): SeenErrors {
  const plans = sets.flatMap((set): Known[] =>
    set.predicted && set.solved ? [{ predicted: set.predicted, routing: set.solved.routing, opening: openingCost(set) }] : [],
  );
  if (plans.length < enough) return { bias: plans.length > 0 ? median(plans.map(ratioOf)) : 1 };
  const [first] = plans.toSorted((a, b) => a.routing - b.routing);
  const level: number[] = [];
  const difference: number[] = [];
  plans.forEach((plan, k) => {
    const others = fitted(plans.toSpliced(k, 1));
    const far = reach(sum(plan.predicted) + plan.opening, others);
    const expected = ({ predicted, opening }: Known) => expectedOf(sum(predicted), opening, others);
    level.push(Math.abs(plan.routing / expected(plan) - 1) / far);
    const differs = others.bias * spread(plan.predicted, first.predicted);
    if (differs > 0) difference.push(Math.abs(plan.routing - first.routing - expected(plan) + expected(first)) / (differs * far));
  });
  return { ...fitted(plans), level: conformal(level), difference: conformal(difference) };
}

const ratioOf = ({ predicted, routing }: Known): number => routing / sum(predicted);

/** Least squares on logarithms. Beyond a slope of ±1 a prediction that is higher would mean a plan that is cheaper. */
function fitted(plans: readonly Known[]): Required<Pick<SeenErrors, 'bias' | 'trend'>> {
  const totals = plans.map(({ predicted, opening }) => Math.log(sum(predicted) + opening));
  const ratios = plans.map((plan) => Math.log(ratioOf(plan)));
  const [middle, mean] = [totals, ratios].map((values) => values.reduce((a, b) => a + b, 0) / plans.length);
  const squares = totals.reduce((all, x) => all + (x - middle) ** 2, 0);
  const slope = squares > 0 ? totals.reduce((all, x, k) => all + (x - middle) * (ratios[k] - mean), 0) / squares : 0;
  return { bias: Math.exp(mean), trend: { slope: Math.max(-1, Math.min(1, slope)), middle, count: plans.length, squares } };
}

/** What a plan costs besides opening, by what is predicted of that. */
export function expectedOf(predicted: number, opening: number, { bias, trend }: SeenErrors): number {
  return bias * predicted * (trend ? Math.exp(trend.slope * (Math.log(predicted + opening) - trend.middle)) : 1);
}

/** How much wider bands are away from the plans, as of any line through points. */
function reach(total: number, { trend }: SeenErrors): number {
  if (!trend) return 1;
  const { middle, count, squares } = trend;
  return Math.sqrt(1 + 1 / count + (squares > 0 ? (Math.log(total) - middle) ** 2 / squares : 0));
}

/** Errors of depots are shares of their costs and partly cancel out; a depot with the same customers in both sets drops out. */
const spread = (a: Float64Array, b: Float64Array): number =>
  Math.sqrt(a.reduce((squares, cost, d) => (cost === b[d] ? squares : squares + cost ** 2 + b[d] ** 2), 0));

/** How far a total may be off; undefined where nothing says. */
export function bandOf({ set: { predicted }, opening, isPredicted }: WeighedSet, errors: SeenErrors): number | undefined {
  if (!isPredicted) return 0;
  if (errors.level === undefined || !predicted) return undefined;
  const routing = sum(predicted);
  return errors.level * expectedOf(routing, opening, errors) * reach(routing + opening, errors);
}

/** The same for the difference of two totals. */
export function differenceBand(a: WeighedSet, b: WeighedSet, errors: SeenErrors): number | undefined {
  if (!a.isPredicted && !b.isPredicted) return 0;
  const [one, other] = [a.set.predicted, b.set.predicted];
  if (errors.difference === undefined || !one || !other) return undefined;
  const far = Math.max(reach(sum(one) + a.opening, errors), reach(sum(other) + b.opening, errors));
  return errors.difference * errors.bias * spread(one, other) * far;
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
