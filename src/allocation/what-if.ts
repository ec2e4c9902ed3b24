/**
 * What if a site cost more, were closed, or one more depot were open? The predicted routing cost of a set of depots does not depend on
 * opening costs and locks. So sets are priced once, and all such questions are answered from the list in milliseconds; new questions only
 * decide which sets are priced next.
 */
import { brokenLock, type DepotRules, type DepotSet, depotsOf, keepsDepotRules, keepsLimits } from '../problem/depot-set.ts';
import type { Instance } from '../problem/instance.ts';
import { instanceHash, modelOf } from '../problem/model.ts';

export interface PricedSet {
  readonly open: DepotSet;
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

/** What a set costs under these opening costs; undefined where it breaks a lock, a count or the budget. */
export const costUnder = (set: PricedSet, rules: DepotRules): number | undefined =>
  keepsDepotRules(set.open, rules) ? totalCost(set, rules) : undefined;

const totalCost = ({ open, routing }: PricedSet, { openingCost }: DepotRules): number =>
  routing + open.reduce((sum, isOpen, d) => sum + isOpen * openingCost[d], 0);

export interface WeighedSet<Set extends PricedSet = PricedSet> {
  readonly set: Set;
  readonly total: number;
}

export interface CurvePoint<Set extends PricedSet = PricedSet> extends WeighedSet<Set> {
  readonly count: number;
}

/** The cheapest set of every size, smallest first. Ignores the counts in the rules, which are what the question varies. */
export function costByCount<Set extends PricedSet>(sets: readonly Set[], instance: Instance): readonly CurvePoint<Set>[] {
  const free: DepotRules = { ...modelOf(instance).depotRules, minOpen: 0, maxOpen: instance.depots.length };
  const best = new Map<number, CurvePoint<Set>>();
  for (const set of sets) {
    const total = costUnder(set, free);
    const count = depotsOf(set.open).length;
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
  const { depotRules: rules } = modelOf(instance);
  for (const set of sets) {
    const broken = brokenLock(set.open, rules);
    if ((broken >= 0 && brokenLock(set.open, rules, broken + 1) >= 0) || !keepsLimits(set.open, rules)) continue;
    const total = totalCost(set, rules);
    for (const d of broken < 0 ? worth.keys() : [broken]) {
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
