/**
 * The instance as the search sees it: flat typed arrays, customers first, numbered along a space-filling curve.
 * Loads are scaled to a unit of the search's own; costs are the instance's.
 * A place is a customer (0 … n−1) or a depot (n … n+m−1).
 */
import { derived } from '../problem/derived.ts';
import { NeoLrpError } from '../problem/errors.ts';
import type { Customer, Depot, Instance } from '../problem/instance.ts';
import { type Model, modelOf } from '../problem/model.ts';
import type { CompiledRules } from '../problem/rules.ts';
import { withHalfNoise, withNoise } from '../problem/tolerance.ts';
import { curveOrder, rulesAlong } from './curve-order.ts';
import { type Fleet, fleetOf } from './fleet.ts';
import { nearestNeighbours } from './neighbours.ts';
import { mostNeighbours } from './parameters.ts';
import { type SearchTravel, searchTravel } from './travel.ts';

export type SearchData = Readonly<ReturnType<typeof searchDataWith>>;

/** Relative error of sums in which costs of any size come and go. */
const roundingNoise = 1e-13;

/** A matrix of arcs must fit into one block of the core's memory: 8 bytes an arc, a gigabyte in all. */
const mostPlaces = 11_500;
/** Without one, what grows fastest are the tables of customers by depots. */
const mostPairs = 50e6;

/** Before any work, not after a minute of it. */
export function requireSize({ depots, customers, travel }: Instance): void {
  const places = depots.length + customers.length;
  const pairs = depots.length * customers.length;
  if (travel.kind === 'matrix' ? places <= mostPlaces : pairs <= mostPairs) return;
  const [size, limit] = travel.kind === 'matrix' ? [`${places} places`, mostPlaces] : [`${pairs} pairs of customer and depot`, mostPairs];
  throw new NeoLrpError('E_TOO_LARGE', `${size} are more than the ${limit} that the search can hold; cut the instance into regions`, {
    field: 'customers',
    value: customers.length,
  });
}

export const searchData = derived((instance: Instance): SearchData => searchDataWith(instance));

/** `matrixPlaces`: up to which arcs stand in a matrix. */
export function searchDataWith(instance: Instance, matrixPlaces?: number) {
  const model = modelOf(instance);
  const { depots } = instance;
  const order = curveOrder(instance.customers);
  const customers = Array.from(order, (i) => instance.customers[i]);
  const n = customers.length;
  const m = depots.length;
  const travel = searchTravel(model, order, matrixPlaces);
  const { largest, mean, noWay } = travel;
  const vehicleCost = Math.min(...model.types.map(({ fixedCost }) => fixedCost));
  // Where vehicles are listed, the fleet knows the limit of each.
  const maxDistance = model.namesVehicles ? Number.POSITIVE_INFINITY : model.types[0].maxDistance;
  const dearest = depots.reduce((most, { openingCost }) => Math.max(most, openingCost), Math.max(largest, vehicleCost));
  const scale = loadScale(model);
  const capacities = depots.map(({ capacity }) => scale * (capacity ?? Number.POSITIVE_INFINITY));
  const demand = Float64Array.from(customers, (c) => scale * c.demand);
  const totalDemand = demand.reduce((a, b) => a + b, 0);
  const depotCapacity = Float64Array.from(capacities, withHalfNoise);
  const rules = withFreeDepots(depots, rulesAlong(order, model.rules));
  const fleet = fleetOf(model, order, scale);
  const vehicleCapacity = loadLimit(model);
  const stride = Math.min(mostNeighbours, n - 1);
  return {
    model,
    /** In the order of the search. */
    customers: customers as readonly Customer[],
    n,
    m,
    /** order[i]: position in the instance of customer i. */
    order,
    places: n + m,
    travel,
    x: Float64Array.from([...customers, ...depots], (p) => p.x),
    y: Float64Array.from([...customers, ...depots], (p) => p.y),
    demand,
    totalDemand,
    vehicleCapacity: withHalfNoise(scale * vehicleCapacity),
    vehicleCost,
    depotCapacity,
    openingCost: Float64Array.from(depots, (d) => d.openingCost),
    /** Infinity where there is no limit. Like capacities, with half of the noise that the verifier lets pass. */
    maxDistance: withHalfNoise(maxDistance),
    /** Vehicle types, hours and what depots charge, where there is more than one kind of vehicle and its capacity. */
    fleet,
    rules,
    // Loads in the search's unit, and a noise less of demand: capacities have half of it only, and nobody may be stricter than the verifier.
    depotRules: {
      ...model.depotRules,
      lockedOpen: rules.lockedOpen,
      supply: depotCapacity.map((capacity, d) => Math.min(capacity, fleetSupply(fleet, d), totalDemand)),
      demand: 2 * totalDemand - withNoise(totalDemand),
    },
    /** Row i, `stride` long: the customers most worth trying beside customer i, nearest first. */
    neighbours: nearestNeighbours(customers, travel, rules, stride, fleet?.hours),
    stride,
    /** Row i, m long: depots by the round trip to customer i, nearest first. */
    depotOrder: depotsByRoundTrip(n, m, travel),
    /** Route slots: one customer a route, an empty route a depot, and those that ruin and recreate empties while it fills others. */
    slots: n + m * (fleet?.types ?? 1) + Math.min(n, 64) + 2,
    /** Gains below this are rounding noise. */
    epsilon: Math.max(1e-7 * Math.max(1e-9, mean), roundingNoise * Math.max(dearest, noWay < Number.POSITIVE_INFINITY ? noWay : 0)),
  };
}

/** A depot that costs nothing to open and has no terms of its own may as well be open, so no set without it needs to race. */
function withFreeDepots(depots: readonly Depot[], rules: CompiledRules): CompiledRules {
  if (rules.minOpen > 0 || rules.maxOpen < depots.length) return rules;
  const isFree = (d: number) => depots[d].openingCost === 0 && !depots[d].minLoad && !rules.oneOf.some((group) => group.includes(d));
  return { ...rules, lockedOpen: rules.lockedOpen.map((open, d) => Number(open || (!rules.lockedClosed[d] && isFree(d)))) };
}

/** Capacity of the largest vehicle, or all demand where that has no limit. */
function loadLimit({ largestVehicle: { capacity }, depotRules: { demand } }: Model): number {
  return capacity[0] < Number.POSITIVE_INFINITY ? capacity[0] : demand || 1;
}

/** A power of two, which changes no comparison, that brings the smallest capacity to 64 … 128: one absolute noise then fits all units. */
function loadScale(model: Model): number {
  const smallest = model.instance.depots.reduce((least, { capacity }) => Math.min(least, capacity || least), loadLimit(model));
  return 2 ** (6 - Math.floor(Math.log2(Math.max(smallest, 1e-12))));
}

/** What all vehicles that may start at a depot carry together. */
function fleetSupply(fleet: Fleet | undefined, depot: number): number {
  if (!fleet) return Number.POSITIVE_INFINITY;
  const m = fleet.maxVehicles.length;
  let [supply, largest] = [0, 0];
  for (let type = 0; type < fleet.types; type++) {
    const count = Math.min(fleet.availableAt[type * m + depot], fleet.available[type]);
    if (count === 0) continue;
    supply += count * fleet.capacity[type];
    largest = Math.max(largest, fleet.capacity[type]);
  }
  return Math.min(supply, fleet.maxVehicles[depot] * largest);
}

function depotsByRoundTrip(n: number, m: number, { out, back, length, costPerDistance }: SearchTravel): Int32Array {
  const order = new Int32Array(n * m);
  const trip = new Float64Array(m);
  for (let i = 0; i < n; i++) {
    for (let d = 0; d < m; d++) trip[d] = costPerDistance > 0 ? out[i * m + d] + back[i * m + d] : length(n + d, i) + length(i, n + d);
    const row = order.subarray(i * m, (i + 1) * m);
    for (let d = 0; d < m; d++) row[d] = d;
    row.sort((a, b) => trip[a] - trip[b] || a - b);
  }
  return order;
}
