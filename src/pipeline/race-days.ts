/**
 * The race over days: all sets on a few common days, then on twice as many with the better half, until the rest is further from the leader than
 * its error; sets that remain go on with longer searches. What is compared is the difference to the leader, day by day: most of what days
 * cost is common to all sets and drops out.
 */
import { expectation } from '../problem/days.ts';
import { type DepotSet, keyOf } from '../problem/depot-set.ts';
import type { DayTrials } from './day-trials.ts';

/** Common days of the first round. */
export const firstDays = 4;
/** Sets that go on at least, as long as differences are within their error. */
const leastField = 3;
/** Longer searches of the sets that no number of days tells apart. */
const mostLevels = 3;
/** A smaller share of the cost is no difference to anybody. */
const negligible = 2e-4;

export interface Standing {
  readonly open: DepotSet;
  /** What it costs more than the leader, and the standard error of that; null on a single day. */
  readonly difference: number;
  readonly error: number | null;
  readonly isTied: boolean;
}

export interface RaceOptions {
  readonly trials: DayTrials;
  /** Positions among the kinds of day, in the order in which they are raced on. */
  readonly days: readonly number[];
  readonly worst: number;
  readonly openingOf: (open: DepotSet) => number;
  readonly isOver: () => boolean;
}

/** The sets that are left, the leader first; at least one, unless none has a plan on every day that was tried. */
export async function raceOverDays(sets: readonly DepotSet[], options: RaceOptions): Promise<readonly Standing[]> {
  const { trials, days, isOver } = options;
  let standings: readonly Standing[] = sets.map((open) => ({ open, difference: 0, error: null, isTied: true }));
  for (let level = 0; level < mostLevels && trials.isAllowed(level); level++) {
    for (let count = Math.min(firstDays, days.length); ; count = Math.min(2 * count, days.length)) {
      const field = standings.map(({ open }) => open);
      const inTime = await trials.run(field, days.slice(0, count), level, isOver);
      // Longer searches of a few days say less than shorter ones of all.
      if (!inTime && level > 0) return standings;
      const found = compare(field, level, days.slice(0, count), options);
      // Where there was no time for a single day, the first is all that is known.
      if (!found) return standings.slice(0, 1);
      standings = found.filter(({ isTied }, k) => isTied && (count === days.length || k < places(field.length)));
      if (!inTime || standings.length <= 1) return standings;
      if (count === days.length) break;
    }
    if (standings.slice(1).every(({ difference, error }) => difference === 0 && error === 0)) break;
  }
  return standings;
}

const places = (field: number) => Math.max(leastField, Math.ceil(field / 2));

/** By what all sets cost on the days that all were searched on; undefined where there is no such day. */
export function compare(
  sets: readonly DepotSet[],
  level: number,
  days: readonly number[],
  { trials, worst, openingOf }: Omit<RaceOptions, 'isOver' | 'days'>,
): readonly Standing[] | undefined {
  const shared = days.filter((k) => sets.every((open) => trials.costOf(open, k, level) !== undefined));
  if (shared.length === 0) return undefined;
  const weights = shared.map((k) => trials.kinds[k].weight);
  const rows = sets.map((open) => {
    const costs = shared.map((k) => trials.costOf(open, k, level) as number);
    return { open, costs, total: openingOf(open) + expectation(costs, weights, worst) };
  });
  const able = rows
    .filter(({ total }) => Number.isFinite(total))
    .toSorted((a, b) => a.total - b.total || (keyOf(a.open) < keyOf(b.open) ? 1 : -1));
  const [leader] = able;
  return able.map(({ open, costs, total }) => {
    const difference = total - leader.total;
    const error = errorOfDifference(costs, leader.costs, weights, worst);
    const margin = error === null ? 0 : quantile(shared.length) * error;
    return { open, difference, error, isTied: difference <= Math.max(negligible * leader.total, margin) };
  });
}

/** By the jackknife: each day is left out in turn. */
export function errorOfDifference(a: readonly number[], b: readonly number[], weights: readonly number[], worst: number): number | null {
  const n = a.length;
  if (n < 2) return null;
  const without = <T>(list: readonly T[], k: number) => list.toSpliced(k, 1);
  const left = a.map((_, k) => {
    const rest = without(weights, k);
    return expectation(without(a, k), rest, worst) - expectation(without(b, k), rest, worst);
  });
  const mean = left.reduce((sum, value) => sum + value, 0) / n;
  return Math.sqrt(((n - 1) / n) * left.reduce((sum, value) => sum + (value - mean) ** 2, 0));
}

/** Two-sided 99 % of Student's t: few days say little. */
const students = [63.7, 9.92, 5.84, 4.6, 4.03, 3.71, 3.5, 3.36, 3.25];
const quantile = (days: number) => students[days - 2] ?? (days <= 20 ? 2.9 : 2.6);
