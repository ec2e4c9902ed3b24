/**
 * What if a site cost more, were closed, or one more depot were open? The predicted routing cost of a set of depots does not depend on
 * opening costs and locks. So sets are priced once, and all such questions are answered from the list in milliseconds; new questions only
 * decide which sets are priced next.
 */
import { instanceHash } from '../problem/hash.ts';
import type { Instance } from '../problem/instance.ts';
import { exceeds } from '../problem/tolerance.ts';

export interface PricedSet {
  /** 1 if the depot is open. */
  readonly open: Uint8Array;
  /** Predicted travel and vehicles of all its depots. */
  readonly routing: number;
  /** The same by depot; 0 for closed ones. */
  readonly predicted: Float64Array;
}

/** How far the prediction of a set may be off. Errors of its depots are shares of their costs and partly cancel out. */
export const predictionBand = ({ predicted }: PricedSet, share: number): number =>
  share * Math.sqrt(predicted.reduce((sum, cost) => sum + cost ** 2, 0));

/** How far the difference of two sets may be off. A depot with the same customers in both has the same error and cancels out. */
export function differenceBand(a: PricedSet, b: PricedSet, share: number): number {
  const squares = a.predicted.reduce((sum, cost, d) => (cost === b.predicted[d] ? sum : sum + cost ** 2 + b.predicted[d] ** 2), 0);
  return share * Math.sqrt(squares);
}

/** The cost of a set under the instance's opening costs; undefined if it breaks a lock, a count or the budget. */
export function costOfSet(set: PricedSet, instance: Instance): number | undefined {
  const weighed = weigh(set, instance);
  return weighed && weighed.brokenLock < 0 ? weighed.total : undefined;
}

/** Undefined if a set breaks a count, the budget or several locks. `brokenLock` is the depot if it breaks one, else −1. */
function weigh({ open, routing }: PricedSet, { depots, rules }: Instance): { total: number; brokenLock: number } | undefined {
  let [count, opening, brokenLock] = [0, 0, -1];
  for (let d = 0; d < depots.length; d++) {
    if (depots[d].status === (open[d] ? 'closed' : 'open')) {
      if (brokenLock >= 0) return undefined;
      brokenLock = d;
    }
    if (!open[d]) continue;
    count++;
    opening += depots[d].openingCost;
  }
  if (count < (rules.minOpen ?? 0) || count > (rules.maxOpen ?? depots.length)) return undefined;
  return exceeds(opening, rules.openingBudget ?? Number.POSITIVE_INFINITY) ? undefined : { total: opening + routing, brokenLock };
}

export interface WeighedSet<Set extends PricedSet = PricedSet> {
  readonly set: Set;
  readonly total: number;
}

export interface CurvePoint<Set extends PricedSet = PricedSet> extends WeighedSet<Set> {
  readonly count: number;
}

/** The cheapest set of every size, smallest first. Ignores the counts in the rules, which are what the question varies. */
export function costByCount<Set extends PricedSet>(sets: readonly Set[], instance: Instance): readonly CurvePoint<Set>[] {
  const free = { ...instance, rules: { ...instance.rules, minOpen: undefined, maxOpen: undefined } };
  const best = new Map<number, CurvePoint<Set>>();
  for (const set of sets) {
    const total = costOfSet(set, free);
    const count = sizeOf(set.open);
    const known = best.get(count);
    if (total !== undefined && (known === undefined || total < known.total)) best.set(count, { count, set, total });
  }
  return [...best.values()].sort((a, b) => a.count - b.count);
}

/** The cheapest sets with a site open and with it closed; absent if there is no such set. Ignores locks of the site itself. */
export interface SiteWorth {
  readonly open?: WeighedSet;
  readonly closed?: WeighedSet;
}

export function worthOfSites(sets: readonly PricedSet[], instance: Instance): readonly SiteWorth[] {
  const worth: { open?: WeighedSet; closed?: WeighedSet }[] = instance.depots.map(() => ({}));
  for (const set of sets) {
    const weighed = weigh(set, instance);
    if (!weighed) continue;
    const { total, brokenLock } = weighed;
    for (const d of brokenLock < 0 ? worth.keys() : [brokenLock]) {
      const side = set.open[d] ? 'open' : 'closed';
      if (total < (worth[d][side]?.total ?? Number.POSITIVE_INFINITY)) worth[d][side] = { set, total };
    }
  }
  return worth;
}

/** Equal for instances that differ only in opening costs, locks, counts and budget, and so share the prices of sets. */
export const routingHash = (instance: Instance): string =>
  instanceHash({ ...unbound(instance), depots: instance.depots.map((depot) => ({ ...depot, status: 'candidate', openingCost: 0 })) });

/** The instance without locks, counts and budget. */
export const unbound = ({ rules: { apart, together, allowed, forbidden }, ...instance }: Instance): Instance => ({
  ...instance,
  depots: instance.depots.map((depot) => ({ ...depot, status: 'candidate' })),
  rules: { apart, together, allowed, forbidden },
});

const sizeOf = (open: Uint8Array) => open.reduce((sum, bit) => sum + bit, 0);
