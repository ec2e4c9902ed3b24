/** CVRPs for solvers that calculate in integers: costs scaled so that no sum overflows, demands so that no vehicle is overloaded. */
import { NeoLrpError } from '../problem/errors.ts';
import { requireSupported } from '../problem/features.ts';
import type { Instance } from '../problem/instance.ts';
import { modelOf } from '../problem/model.ts';
import { withNoise } from '../problem/tolerance.ts';
import { isMetric, travelMatrix } from '../problem/travel.ts';

/** Lengths of the arcs and the longest that a route may be. */
export interface IntegerLengths {
  readonly arcs: readonly (readonly number[])[];
  readonly limit: number;
}

export interface IntegerCvrp {
  /** arcs[from][to]; place 0 is the depot, customer k is place k + 1. */
  readonly arcs: readonly (readonly number[])[];
  /** Integer cost = round(scale · true cost). 1 if all true costs are integers. */
  readonly scale: number;
  readonly fixedCost: number;
  /** Per customer, in units that make them integers. */
  readonly demands: readonly number[];
  readonly capacity: number;
  /** As many vehicles as an optimal solution can need. */
  readonly fleet: number;
  /** Where routes are limited in length. */
  readonly lengths?: IntegerLengths;
}

/** `largestSum` is the limit for the sum of a whole solution. */
export function integerCvrp(cvrp: Instance, largestSum: number): IntegerCvrp {
  const size = cvrp.customers.length + 1;
  const { travel, largestVehicle } = modelOf(cvrp);
  const { fixedCost } = largestVehicle;
  const arcs = travelMatrix(travel);
  const noWay = priceOfNoWay(arcs, size);
  const priced = arcs.map((cost) => Math.min(cost, noWay));

  // A solution has at most two arcs and one vehicle per customer.
  const largest = size * (2 * priced.reduce((a, b) => Math.max(a, b), 0) + fixedCost);
  const whole = Number.isInteger(fixedCost) && priced.every(Number.isInteger);
  const scale = whole && largest < largestSum ? 1 : powerOfTenBelow(largestSum / Math.max(largest, Number.MIN_VALUE));
  return {
    arcs: Array.from({ length: size }, (_, from) =>
      Array.from(priced.subarray(from * size, (from + 1) * size), (c) => Math.round(c * scale)),
    ),
    scale,
    fixedCost: Math.round(fixedCost * scale),
    ...integerDemands(cvrp),
    fleet: fleetSize(cvrp),
    lengths: integerLengths(cvrp, largestSum),
  };
}

/** Arcs are rounded up and the limit down, so that what keeps the limit in integers keeps it. Undefined where there is none. */
export function integerLengths(cvrp: Instance, largestSum: number): IntegerLengths | undefined {
  const { travel, largestVehicle } = modelOf(cvrp);
  const { maxDistance } = largestVehicle;
  if (maxDistance === Number.POSITIVE_INFINITY) return undefined;
  const { size, distance } = travel;
  const rows = Array.from({ length: size }, (_, from) => Array.from({ length: size }, (_, to) => (from === to ? 0 : distance(from, to))));
  const limit = withNoise(maxDistance);
  // An arc longer than the limit is as good as none.
  const capped = rows.map((row) => row.map((length) => Math.min(length, 2 * limit)));
  const whole = Number.isInteger(maxDistance) && rows.flat().every((length) => Number.isInteger(length)) && 4 * limit < largestSum;
  const scale = whole ? 1 : Math.min(1e12, largestSum / 4) / limit;
  return { arcs: capped.map((row) => row.map((length) => Math.ceil(length * scale))), limit: Math.floor(limit * scale) };
}

/** A missing way costs more than any solution that does without: then only an instance that needs it uses it. */
function priceOfNoWay(arcs: Float64Array, size: number): number {
  if (!arcs.includes(Number.POSITIVE_INFINITY)) return Number.POSITIVE_INFINITY;
  const longest = arcs.reduce((most, cost) => (cost < Number.POSITIVE_INFINITY ? Math.max(most, cost) : most), 0);
  return 2 * size * longest + 1;
}

/** More than six decimals of the user's unit would be finer than the input. */
const powerOfTenBelow = (bound: number): number => 10 ** Math.min(6, Math.floor(Math.log10(bound)));

/** Demands of up to six decimals become exact; beyond that they are rounded up, which may reject a load but never overloads a vehicle. */
export function integerDemands(cvrp: Instance): { demands: number[]; capacity: number } {
  const { amounts, limits } = integerAmounts(
    cvrp.customers.map(({ demand }) => demand),
    [modelOf(cvrp).largestVehicle.capacity[0]],
  );
  return { demands: amounts, capacity: limits[0] };
}

/** The same for any quantity, with the capacities of several vehicles. */
export function integerAmounts(values: readonly number[], capacities: readonly number[]): { amounts: number[]; limits: number[] } {
  const isNearInteger = (value: number) => Math.abs(value - Math.round(value)) <= 1e-9 * Math.max(1, value);
  const decimals = [0, 1, 2, 3, 4, 5, 6].find((k) => values.every((value) => isNearInteger(value * 10 ** k))) ?? 6;
  const unit = 10 ** decimals;
  const up = (value: number) => (isNearInteger(value) ? Math.round(value) : Math.ceil(value));
  const down = (value: number) => (isNearInteger(value) ? Math.round(value) : Math.floor(value));
  const amounts = values.map((value) => up(value * unit));
  const total = amounts.reduce((a, b) => a + b, 0);
  // No load exceeds the total, so a huge capacity can be cut to it.
  return { amounts, limits: capacities.map((capacity) => Math.min(down(capacity * unit), Math.max(total, 1))) };
}

/**
 * Where the triangle inequality holds, merging two routes that fit one vehicle never costs more; so in some optimal solution any two
 * loads exceed the capacity together, and k routes carry more than k/2 capacities. Otherwise, or where length limits routes, too:
 * one vehicle a customer.
 */
export function fleetSize(cvrp: Instance): number {
  const { customers, travel } = cvrp;
  const { capacity, maxDistance } = modelOf(cvrp).largestVehicle;
  if (!isMetric(travel) || maxDistance < Number.POSITIVE_INFINITY) return customers.length;
  const demand = customers.reduce((sum, c) => sum + c.demand, 0);
  return Math.min(customers.length, Math.floor((2 * demand) / capacity[0]) + 1);
}

/** `honoured`: features beyond one vehicle type without times that the router can express. */
export function requireSingleDepot(router: string, cvrp: Instance, honoured: readonly string[] = []): void {
  const { depots, name } = cvrp;
  requireSupported(cvrp, `router '${router}'`, honoured);
  if (depots.length !== 1)
    throw new NeoLrpError('E_USAGE', `router '${router}' takes one depot, but '${name}' has ${depots.length}; route each depot separately`);
}
