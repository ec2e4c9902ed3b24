/**
 * The instance as the search sees it: flat typed arrays, customers first.
 * Loads are scaled to a unit of the search's own; costs are the instance's.
 * A place is a customer (0 … n−1) or a depot (n … n+m−1); `cost[from · places + to]` is the travel matrix in that order.
 */
import { type DepotRules, depotRules } from '../problem/depot-set.ts';
import { NeoLrpError } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import { type CompiledRules, compileRules } from '../problem/rules.ts';
import { withHalfNoise, withNoise } from '../problem/tolerance.ts';
import { travelCosts } from '../problem/travel.ts';

export interface SearchData {
  readonly n: number;
  readonly m: number;
  readonly places: number;
  readonly cost: Float64Array;
  /** What stands for an arc that does not exist; Infinity where all do. */
  readonly noWay: number;
  readonly symmetric: boolean;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly demand: Float64Array;
  readonly totalDemand: number;
  readonly vehicleCapacity: number;
  readonly vehicleCost: number;
  readonly depotCapacity: Float64Array;
  /** What the verifier lets pass: capacities with all of the noise; the search's own have half of it. */
  readonly vehicleLimit: number;
  readonly depotLimit: Float64Array;
  readonly openingCost: Float64Array;
  readonly rules: CompiledRules;
  /** The rules on sets of depots, with loads in the search's unit. */
  readonly depotRules: DepotRules;
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

/** Relative error of sums in which costs of any size come and go. */
const roundingNoise = 1e-13;

/** How much farther a customer counts as a neighbour who can never share a route. */
const apartFactor = 1e4;

/** Neighbours per customer that a descent tries. A choice within the usual 10 to 20 (Vidal 2022 takes 20), not tuned. */
export const defaultDegree = 16;

/** Neighbours kept for ruin and recreate, whose strings and wide looks reach further. */
const ruinReach = 80;

/** The cost matrix must fit into one block of the kernel's memory: 8 bytes an arc, a gigabyte in all. */
const mostPlaces = 11_500;

/** Called before any work begins. */
export function requireSize({ depots, customers }: Instance): void {
  const places = depots.length + customers.length;
  if (places > mostPlaces)
    throw new NeoLrpError(
      'E_TOO_LARGE',
      `${places} places are more than the ${mostPlaces} that the search can hold; cut the instance into regions`,
      {
        field: 'customers',
        value: customers.length,
      },
    );
}

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
  const dearest = depots.reduce((most, { openingCost }) => Math.max(most, openingCost), Math.max(largest, instance.vehicleCost));
  const noWay = replaceGaps(cost, dearestPlan(instance, largest));
  const scale = loadScale(instance);
  const capacities = depots.map(({ capacity }) => scale * (capacity ?? Number.POSITIVE_INFINITY));
  const demand = Float64Array.from(customers, (c) => scale * c.demand);
  const totalDemand = demand.reduce((a, b) => a + b, 0);
  const depotCapacity = Float64Array.from(capacities, withHalfNoise);
  const rules = compileRules(instance);
  const stride = Math.min(Math.max(degree, ruinReach), n - 1);
  return {
    n,
    m,
    places,
    cost,
    noWay,
    symmetric: travel.symmetric,
    x: Float64Array.from([...customers, ...depots], (p) => p.x),
    y: Float64Array.from([...customers, ...depots], (p) => p.y),
    demand,
    totalDemand,
    vehicleCapacity: withHalfNoise(scale * instance.vehicleCapacity),
    vehicleCost: instance.vehicleCost,
    depotCapacity,
    vehicleLimit: withNoise(scale * instance.vehicleCapacity),
    depotLimit: Float64Array.from(capacities, withNoise),
    openingCost: Float64Array.from(depots, (d) => d.openingCost),
    rules,
    // A noise less of demand: capacities have half of it only, and nobody may be stricter than the verifier.
    depotRules: {
      ...depotRules(instance),
      supply: depotCapacity.map((capacity) => Math.min(capacity, totalDemand)),
      demand: 2 * totalDemand - withNoise(totalDemand),
    },
    lockedOpen: rules.lockedOpen,
    neighbours: nearestNeighbours(cost, places, n, m, rules, stride),
    stride,
    depotOrder: depotsByRoundTrip(cost, places, n, m),
    degree: Math.min(degree, n - 1),
    slots: n + m + Math.min(n, 64) + 2,
    epsilon: Math.max(
      1e-7 * Math.max(1e-9, sum / (places * places)),
      roundingNoise * Math.max(dearest, noWay < Number.POSITIVE_INFINITY ? noWay : 0),
    ),
  };
}

/** Above the cost of any plan that drives only where there is a way. */
const dearestPlan = ({ depots, customers, vehicleCost }: Instance, largestArc: number): number =>
  customers.length * (2 * largestArc + vehicleCost) + depots.reduce((sum, { openingCost }) => sum + openingCost, 0);

/** Arcs that do not exist get a price that no plan with one can make up for; Infinity would spoil the sums. */
function replaceGaps(cost: Float64Array, dearest: number): number {
  if (!cost.includes(Number.POSITIVE_INFINITY)) return Number.POSITIVE_INFINITY;
  const noWay = 2 * dearest || 1;
  for (let k = 0; k < cost.length; k++) if (cost[k] === Number.POSITIVE_INFINITY) cost[k] = noWay;
  return noWay;
}

/** A power of two, which changes no comparison, that brings the smallest capacity to 64 … 128: one absolute noise then fits all units. */
function loadScale({ depots, vehicleCapacity }: Instance): number {
  const smallest = depots.reduce((least, { capacity }) => Math.min(least, capacity || least), vehicleCapacity);
  return 2 ** (6 - Math.floor(Math.log2(Math.max(smallest, 1e-12))));
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
      if (rules.restricts && !shareDepot(rules, i, j, m)) away += apartFactor * (away + 1);
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
