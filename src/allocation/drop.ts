/**
 * A first set of open depots: starts with all and closes the one that saves most until none saves (Feldman, Lehrer & Ray 1966). The network
 * prices sets with every unit at its cheapest open depot by guide cost, ignoring capacities: O(depots · units · (depots + bent)).
 */
import type { DepotSet } from '../problem/depot-set.ts';
import { Assignment } from './assignment.ts';
import { isUsable, type LocationProblem } from './location-problem.ts';

/** `guideCost`: what a unit costs at a depot, more or less; d · units + u. The set may break rules where every smaller one does. */
export function dropDepots(problem: LocationProblem, guideCost: Float64Array): DepotSet {
  const { depots, units, cover } = problem;
  const open = cover.lockedClosed.map((closed) => 1 - closed);
  const at = new Assignment(problem);
  const first = new Int32Array(units);
  const second = new Int32Array(units);
  // While too many are open for the rules, one must close even if that saves nothing.
  const unlimited = { ...problem, cover: { ...cover, maxOpen: depots, budget: Number.POSITIVE_INFINITY } };
  if (!isUsable(unlimited, open)) return open;
  for (;;) {
    findCheapest(problem, guideCost, open, first, second);
    at.set(open, first);
    let least = isUsable(problem, open) ? at.objective() : Number.POSITIVE_INFINITY;
    let needless = -1;
    for (let d = 0; d < depots; d++) {
      if (!open[d]) continue;
      open[d] = 0;
      const cost = isUsable(unlimited, open) ? costWithout(at, d, first, second) : Number.POSITIVE_INFINITY;
      open[d] = 1;
      if (cost < least) [least, needless] = [cost, d];
    }
    if (needless < 0) return open;
    open[needless] = 0;
  }
}

/** The cheapest two open depots of each unit; −1 if there is none. */
function findCheapest(
  { depots, units, allowed }: LocationProblem,
  cost: Float64Array,
  open: DepotSet,
  first: Int32Array,
  second: Int32Array,
): void {
  first.fill(-1);
  second.fill(-1);
  for (let d = 0; d < depots; d++) {
    if (!open[d]) continue;
    for (let u = 0, at = d * units; u < units; u++, at++) {
      if (!allowed[at]) continue;
      if (first[u] < 0 || cost[at] < cost[first[u] * units + u]) {
        second[u] = first[u];
        first[u] = d;
      } else if (second[u] < 0 || cost[at] < cost[second[u] * units + u]) second[u] = d;
    }
  }
}

/** Cost of the other depots if each unit of depot d moves to its second choice. */
function costWithout(at: Assignment, d: number, first: Int32Array, second: Int32Array): number {
  for (let u = 0; u < first.length; u++) if (first[u] === d) at.shift(u, second[u]);
  const cost = at.objective() - at.cost[d];
  for (let u = 0; u < first.length; u++) if (first[u] === d) at.shift(u, d);
  return cost;
}
