/** The open depots that each unit may use, what it costs there, and assignments of units to them within the capacities. */
import type { LocationProblem } from './location-problem.ts';

type Loads = Pick<LocationProblem, 'units' | 'depots' | 'demand' | 'capacity'>;

/** Choices of unit u stand at from[u] … from[u + 1] − 1, the cheapest first and at least one. */
export interface Choices {
  readonly from: Int32Array;
  readonly depot: Int32Array;
  readonly cost: Float64Array;
}

/** Rounds in which prices even out the loads of depots. */
const priceRounds = 100;

/**
 * The choices with prices of depots per unit of demand in their costs, no longer in order. At these prices units choose depots about
 * within their capacities: subgradients of the transport problem.
 */
export function evenlyPriced({ units, depots, demand, capacity }: Loads, { from, depot, cost }: Choices): Choices {
  const price = new Float64Array(depots);
  const load = new Float64Array(depots);
  const priced = cost.slice();
  let regret = 0;
  for (let u = 0; u < units; u++) if (from[u + 1] > from[u] + 1) regret += (cost[from[u] + 1] - cost[from[u]]) / (demand[u] || 1) / units;
  for (let round = 0; round < priceRounds; round++) {
    load.fill(0);
    for (let u = 0; u < units; u++) load[depot[cheapest(from, priced, u)]] += demand[u];
    const step = (4 * Math.abs(regret)) / (1 + round / 10);
    for (let d = 0; d < depots; d++)
      if (capacity[d] < Number.POSITIVE_INFINITY) price[d] = Math.max(0, price[d] + step * (load[d] / capacity[d] - 1));
    for (let u = 0; u < units; u++) for (let k = from[u]; k < from[u + 1]; k++) priced[k] = cost[k] + price[depot[k]] * demand[u];
  }
  return { from, depot, cost: priced };
}

/**
 * Each unit at its cheapest depot with room left, those first that lose most by their second choice (Martello & Toth 1990, section 7.4).
 * Where no room is left, at the cheapest.
 */
export function withinRoom({ units, demand, capacity }: Loads, { from, depot, cost }: Choices): Int32Array {
  const regret = new Float64Array(units);
  for (let u = 0; u < units; u++) {
    const first = cheapest(from, cost, u);
    let second = Number.POSITIVE_INFINITY;
    for (let k = from[u]; k < from[u + 1]; k++) if (k !== first && cost[k] < second) second = cost[k];
    regret[u] = (second - cost[first]) / (demand[u] || 1);
  }
  const room = capacity.slice();
  const depotOf = new Int32Array(units);
  const order = Int32Array.from(regret.keys()).sort((a, b) => (regret[a] === regret[b] ? a - b : regret[b] - regret[a]));
  for (const u of order) {
    let best = -1;
    for (let k = from[u]; k < from[u + 1]; k++) if (room[depot[k]] >= demand[u] && (best < 0 || cost[k] < cost[best])) best = k;
    if (best < 0) best = cheapest(from, cost, u);
    depotOf[u] = depot[best];
    room[depot[best]] -= demand[u];
  }
  return depotOf;
}

/** Position of the cheapest choice of unit u. */
function cheapest(from: Int32Array, cost: Float64Array, u: number): number {
  let best = from[u];
  for (let k = best + 1; k < from[u + 1]; k++) if (cost[k] < cost[best]) best = k;
  return best;
}
