/** CVRPs for solvers that calculate in integers: costs scaled so that no sum overflows, demands so that no vehicle is overloaded. */
import { NeoLrpError } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import { travelMatrix } from '../problem/travel.ts';

export interface IntegerCvrp {
  /** arcs[from][to]; place 0 is the depot, customer k is place k + 1. */
  readonly arcs: readonly (readonly number[])[];
  /** Integer cost = round(scale · true cost). 1 if all true costs are integers. */
  readonly scale: number;
  readonly vehicleCost: number;
  /** Per customer, in units that make them integers. */
  readonly demands: readonly number[];
  readonly capacity: number;
  /** As many vehicles as an optimal solution can need. */
  readonly fleet: number;
}

/** `largestSum` is the limit for the sum of a whole solution. */
export function integerCvrp(cvrp: Instance, largestSum: number): IntegerCvrp {
  const size = cvrp.customers.length + 1;
  const arcs = travelMatrix(cvrp);
  const noWay = priceOfNoWay(arcs, size);
  const priced = arcs.map((cost) => Math.min(cost, noWay));

  // A solution has at most two arcs and one vehicle per customer.
  const largest = size * (2 * priced.reduce((a, b) => Math.max(a, b), 0) + cvrp.vehicleCost);
  const whole = Number.isInteger(cvrp.vehicleCost) && priced.every(Number.isInteger);
  const scale = whole && largest < largestSum ? 1 : powerOfTenBelow(largestSum / Math.max(largest, Number.MIN_VALUE));
  return {
    arcs: Array.from({ length: size }, (_, from) =>
      Array.from(priced.subarray(from * size, (from + 1) * size), (c) => Math.round(c * scale)),
    ),
    scale,
    vehicleCost: Math.round(cvrp.vehicleCost * scale),
    ...integerDemands(cvrp),
    fleet: fleetSize(cvrp),
  };
}

/** A missing arc costs more than any solution without it, so it is only used if there is no other way. */
function priceOfNoWay(arcs: Float64Array, size: number): number {
  if (!arcs.includes(Number.POSITIVE_INFINITY)) return Number.POSITIVE_INFINITY;
  const longest = arcs.reduce((most, cost) => (cost < Number.POSITIVE_INFINITY ? Math.max(most, cost) : most), 0);
  return 2 * size * longest + 1;
}

/** More than six decimals of the user's unit would be finer than the input. */
const powerOfTenBelow = (bound: number): number => 10 ** Math.min(6, Math.floor(Math.log10(bound)));

/** Demands of up to six decimals become exact; beyond that they are rounded up, which may reject a load but never overloads a vehicle. */
export function integerDemands({ customers, vehicleCapacity }: Instance): { demands: number[]; capacity: number } {
  const isNearInteger = (value: number) => Math.abs(value - Math.round(value)) <= 1e-9 * Math.max(1, value);
  const decimals = [0, 1, 2, 3, 4, 5, 6].find((k) => customers.every((c) => isNearInteger(c.demand * 10 ** k))) ?? 6;
  const unit = 10 ** decimals;
  const up = (value: number) => (isNearInteger(value) ? Math.round(value) : Math.ceil(value));
  const down = (value: number) => (isNearInteger(value) ? Math.round(value) : Math.floor(value));
  const demands = customers.map((c) => up(c.demand * unit));
  const total = demands.reduce((a, b) => a + b, 0);
  // No load exceeds the total, so a huge capacity can be cut to it.
  return { demands, capacity: Math.min(down(vehicleCapacity * unit), Math.max(total, 1)) };
}

/**
 * If the triangle inequality holds, merging two routes that fit one vehicle never costs more. So in some optimal solution any two loads
 * together exceed the capacity, and k routes carry more than k/2 capacities. Otherwise: one vehicle per customer.
 */
export function fleetSize({ customers, vehicleCapacity, travel }: Instance): number {
  const metric = travel.kind !== 'matrix' && (travel.rounding === 'none' || travel.rounding === 'ceil');
  if (!metric) return customers.length;
  const demand = customers.reduce((sum, c) => sum + c.demand, 0);
  return Math.min(customers.length, Math.floor((2 * demand) / vehicleCapacity) + 1);
}

export function requireSingleDepot(router: string, { depots, name }: Instance): void {
  if (depots.length !== 1)
    throw new NeoLrpError('E_USAGE', `router '${router}' takes one depot, but '${name}' has ${depots.length}; route each depot separately`);
}
