/**
 * The instance as the search sees it: flat typed arrays, customers first.
 * A place is a customer (0 … n−1) or a depot (n … n+m−1); `cost[from · places + to]` is the travel matrix in that order.
 */
import type { Instance } from '../problem/instance.ts';
import { type CompiledRules, compileRules } from '../problem/rules.ts';
import { travelCosts } from '../problem/travel.ts';

export interface SearchData {
  readonly n: number;
  readonly m: number;
  readonly places: number;
  readonly cost: Float64Array;
  readonly symmetric: boolean;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly demand: Float64Array;
  readonly totalDemand: number;
  readonly vehicleCapacity: number;
  readonly vehicleCost: number;
  readonly depotCapacity: Float64Array;
  readonly openingCost: Float64Array;
  readonly rules: CompiledRules;
  /** Depots that pay their opening cost whether used or not, on top of those in use. */
  readonly lockedOpen: Uint8Array;
  /** Row i, `stride` long: the customers most worth trying beside customer i, nearest first; local search looks at the first `degree`. */
  readonly neighbours: Int32Array;
  readonly stride: number;
  readonly degree: number;
  /** Row i, m long: depots by the round trip to customer i, nearest first. */
  readonly depotOrder: Int32Array;
  /** Gains below this are rounding noise. */
  readonly epsilon: number;
  /** Route slots: one customer a route, an empty route a depot, and those that ruin and recreate empties while it fills others. */
  readonly slots: number;
}

/** Finite stand-in for an arc that does not exist: dearer than any sensible detour, small enough to add up. */
const noWayFactor = 1e4;

/** Neighbours per customer that a descent tries. A choice within the usual 10 to 20 (Vidal 2022 takes 20), not tuned. */
export const defaultDegree = 16;

/** Neighbours kept for ruin and recreate, whose strings and wide looks reach further. */
const ruinReach = 80;

export function searchData(instance: Instance, degree = defaultDegree): SearchData {
  const { depots, customers } = instance;
  const n = customers.length;
  const m = depots.length;
  const places = n + m;
  const travel = travelCosts(instance);
  const placeOf = (place: number) => (place < n ? m + place : place - n);
  const cost = new Float64Array(places * places);
  let largest = 0;
  let sum = 0;
  for (let from = 0; from < places; from++)
    for (let to = 0; to < places; to++) {
      if (from === to) continue;
      const arc = travel.cost(placeOf(from), placeOf(to));
      cost[from * places + to] = arc;
      if (arc < Number.POSITIVE_INFINITY) {
        largest = Math.max(largest, arc);
        sum += arc;
      }
    }
  for (let k = 0; k < cost.length; k++) if (cost[k] === Number.POSITIVE_INFINITY) cost[k] = noWayFactor * (largest || 1);

  const demand = Float64Array.from(customers, (c) => c.demand);
  const rules = compileRules(instance);
  const stride = Math.min(Math.max(degree, ruinReach), n - 1);
  return {
    n,
    m,
    places,
    cost,
    symmetric: travel.symmetric,
    x: Float64Array.from([...customers, ...depots], (p) => p.x),
    y: Float64Array.from([...customers, ...depots], (p) => p.y),
    demand,
    totalDemand: demand.reduce((a, b) => a + b, 0),
    vehicleCapacity: instance.vehicleCapacity,
    vehicleCost: instance.vehicleCost,
    depotCapacity: Float64Array.from(depots, (d) => d.capacity ?? Number.POSITIVE_INFINITY),
    openingCost: Float64Array.from(depots, (d) => d.openingCost),
    rules,
    lockedOpen: rules.lockedOpen,
    neighbours: nearestNeighbours(cost, places, n, m, rules, stride),
    stride,
    depotOrder: depotsByRoundTrip(cost, places, n, m),
    degree: Math.min(degree, n - 1),
    slots: n + m + Math.min(n, 64) + 2,
    epsilon: 1e-7 * Math.max(1e-9, sum / (places * places)),
  };
}

/**
 * Nearest customers by the cheaper direction; those who can never share a route for the rules come last.
 * Insertion into the list so far: most customers are refused at its end, so that a row costs O(n) and not a sort.
 */
function nearestNeighbours(cost: Float64Array, places: number, n: number, m: number, rules: CompiledRules, degree: number): Int32Array {
  const neighbours = new Int32Array(n * degree);
  const near = new Float64Array(degree);
  for (let i = 0; i < n; i++) {
    const row = neighbours.subarray(i * degree, (i + 1) * degree);
    let count = 0;
    for (let j = 0; j < n; j++) {
      if (j === i) continue;
      let away = Math.min(cost[i * places + j], cost[j * places + i]);
      if (rules.restricts && !shareDepot(rules, i, j, m)) away += noWayFactor * (away + 1);
      if (count === degree && away >= near[degree - 1]) continue;
      let at = count < degree ? count++ : degree - 1;
      for (; at > 0 && near[at - 1] > away; at--) {
        near[at] = near[at - 1];
        row[at] = row[at - 1];
      }
      near[at] = away;
      row[at] = j;
    }
  }
  return neighbours;
}

function shareDepot({ allowed }: CompiledRules, i: number, j: number, m: number): boolean {
  for (let d = 0; d < m; d++) if (allowed[i * m + d] && allowed[j * m + d]) return true;
  return false;
}

function depotsByRoundTrip(cost: Float64Array, places: number, n: number, m: number): Int32Array {
  const order = new Int32Array(n * m);
  for (let i = 0; i < n; i++) {
    const trip = (d: number) => cost[(n + d) * places + i] + cost[i * places + n + d];
    const row = order.subarray(i * m, (i + 1) * m);
    for (let d = 0; d < m; d++) row[d] = d;
    row.sort((a, b) => trip(a) - trip(b) || a - b);
  }
  return order;
}
