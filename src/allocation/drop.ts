/**
 * A first set of open depots: all of them, less the one whose closing saves most while any saves (Feldman, Lehrer & Ray 1966). Sets are
 * priced by the network with every unit at its cheapest open depot by guide cost, capacities aside: O(depots² · units · bent) in all.
 */
import { Assignment } from './assignment.ts';
import { isUsable, type LocationProblem } from './location-problem.ts';

/** `guideCost`: what a unit costs at a depot, more or less; d · units + u. The set may break rules where every smaller one does. */
export function dropDepots(problem: LocationProblem, guideCost: Float64Array): Uint8Array {
  const { depots, units, cover } = problem;
  const open = cover.lockedClosed.map((closed) => 1 - closed);
  const at = new Assignment(problem);
  const cheapest = new Int32Array(units);
  const price = () => {
    assignCheapest(problem, guideCost, open, cheapest);
    at.set(open, cheapest);
    return at.objective();
  };
  // While too many are open for the rules, one has to close whether that saves or not.
  const unlimited = { ...problem, cover: { ...cover, maxOpen: depots, budget: Number.POSITIVE_INFINITY } };
  for (;;) {
    let least = isUsable(problem, open) ? price() : Number.POSITIVE_INFINITY;
    let needless = -1;
    for (let d = 0; d < depots; d++) {
      if (!open[d]) continue;
      open[d] = 0;
      if (isUsable(unlimited, open)) {
        const cost = price();
        if (cost < least) [least, needless] = [cost, d];
      }
      open[d] = 1;
    }
    if (needless < 0) return open;
    open[needless] = 0;
  }
}

function assignCheapest({ depots, units, allowed }: LocationProblem, cost: Float64Array, open: Uint8Array, depotOf: Int32Array): void {
  const least = new Float64Array(units).fill(Number.POSITIVE_INFINITY);
  for (let d = 0; d < depots; d++) {
    if (!open[d]) continue;
    for (let u = 0, at = d * units; u < units; u++, at++) {
      if (!allowed[at] || cost[at] >= least[u]) continue;
      least[u] = cost[at];
      depotOf[u] = d;
    }
  }
}
