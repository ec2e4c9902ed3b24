/** Sets of open depots, and the one check of the rules on them. */
import type { Instance } from './instance.ts';
import { exceeds, withNoise } from './tolerance.ts';

/** 1 where a depot is open, by position in the instance. */
export type DepotSet = Uint8Array;

/** Depots that close and depots that open: the step from one set to another. */
export interface SetMove {
  readonly close: readonly number[];
  readonly open: readonly number[];
}

/**
 * The neighbourhood of every search over sets: each open depot closed, each closed one opened, and exchanges. `partners` names the open
 * depots that may close for a closed one to open; all of them unless given.
 */
export function* setMoves(
  set: DepotSet,
  partners: (opened: number, inside: readonly number[]) => readonly number[] = (_, inside) => inside,
): Generator<SetMove> {
  const inside = depotsOf(set);
  const outside = [...set.keys()].filter((d) => !set[d]);
  for (const d of inside) yield { close: [d], open: [] };
  for (const e of outside) yield { close: [], open: [e] };
  for (const e of outside) for (const d of partners(e, inside)) yield { close: [d], open: [e] };
}

export function afterMove(set: DepotSet, { close, open }: SetMove): DepotSet {
  const after = set.slice();
  for (const d of close) after[d] = 0;
  for (const d of open) after[d] = 1;
  return after;
}

/** Which depots may be open together, by position. */
export interface OpenRules {
  /** Depots that must be open, depots that cannot be. */
  readonly lockedOpen: DepotSet;
  readonly lockedClosed: DepotSet;
  readonly minOpen: number;
  readonly maxOpen: number;
  /** Groups of depots of which at most one opens. */
  readonly oneOf: readonly (readonly number[])[];
}

/** What a set of open depots must keep; at least one is open, as somebody must serve. Limits include the noise that the verifier lets pass. */
export interface DepotRules extends OpenRules {
  /** What each depot can supply, cut to the demand. */
  readonly supply: Float64Array;
  /** What all open depots must supply together. */
  readonly demand: number;
  readonly openingCost: Float64Array;
  readonly budget: number;
}

export function depotRulesOf(
  { depots, customers }: Instance,
  { lockedOpen, lockedClosed, minOpen, maxOpen, oneOf, openingBudget }: OpenRules & { readonly openingBudget: number },
): DepotRules {
  const total = customers.reduce((sum, { demand }) => sum + demand, 0);
  return {
    supply: Float64Array.from(depots, ({ capacity }) => Math.min(withNoise(capacity ?? Number.POSITIVE_INFINITY), total)),
    demand: total,
    openingCost: Float64Array.from(depots, ({ openingCost }) => openingCost),
    budget: withNoise(openingBudget),
    minOpen: Math.max(1, minOpen),
    maxOpen,
    lockedOpen,
    lockedClosed,
    oneOf,
  };
}

/** 1 where a depot cannot open: it is locked closed, excluded by one that is locked open, or must supply more than it can. */
export function closedDepots({ depots, customers, rules }: Pick<Instance, 'depots' | 'customers' | 'rules'>): DepotSet {
  const total = customers.reduce((sum, { demand }) => sum + demand, 0);
  const locked = new Set(depots.filter(({ status }) => status === 'open').map(({ id }) => id));
  const excluded = new Set((rules.oneOf ?? []).filter((group) => group.some((id) => locked.has(id))).flat());
  return Uint8Array.from(depots, ({ id, status, capacity, minLoad = 0 }) =>
    Number(status === 'closed' || (status === 'candidate' && (excluded.has(id) || exceeds(minLoad, Math.min(capacity ?? total, total))))),
  );
}

/** Whether a set keeps locks, counts and budget, and can supply the demand in total. */
export const keepsDepotRules = (open: DepotSet, rules: DepotRules): boolean => brokenLock(open, rules) < 0 && keepsLimits(open, rules);

/** The first depot from `from` on that is open though locked closed, or the other way round; −1 if there is none. */
export function brokenLock(open: DepotSet, { lockedOpen, lockedClosed }: DepotRules, from = 0): number {
  for (let d = from; d < open.length; d++) if (open[d] ? lockedClosed[d] : lockedOpen[d]) return d;
  return -1;
}

/** All rules but the locks. */
export function keepsLimits(open: DepotSet, rules: DepotRules): boolean {
  const { supply, demand, openingCost, budget, minOpen, maxOpen, oneOf } = rules;
  let [count, supplied, spent] = [0, 0, 0];
  for (let d = 0; d < open.length; d++) {
    if (!open[d]) continue;
    count++;
    supplied += supply[d];
    spent += openingCost[d];
  }
  if (oneOf.some((group) => group.reduce((sum, d) => sum + open[d], 0) > 1)) return false;
  return count >= minOpen && count <= maxOpen && supplied >= demand && spent <= budget;
}

/** Equal for equal sets. */
export const keyOf = (open: DepotSet): string => open.join('');

/** Positions of the open depots. */
export const depotsOf = (open: DepotSet): number[] => {
  const depots: number[] = [];
  for (let d = 0; d < open.length; d++) if (open[d]) depots.push(d);
  return depots;
};
