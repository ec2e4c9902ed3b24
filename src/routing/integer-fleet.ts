/** Hours and fleets for solvers that calculate in integers. Times are rounded so that what keeps them in integers keeps them. */
import type { Instance } from '../problem/instance.ts';
import { modelOf } from '../problem/model.ts';
import { withNoise } from '../problem/tolerance.ts';
import { mayServe, quantityOf } from '../problem/vehicles.ts';
import { integerAmounts } from './integer-costs.ts';

export interface IntegerType {
  /** As many as there are, and no more than customers. */
  readonly count: number;
  /** Of each quantity. */
  readonly capacity: readonly number[];
  readonly fixedCost: number;
  /** Of a unit of time. */
  readonly timeCost: number;
  /** arcs[from][to]; place 0 is the depot, customer k is place k + 1. Emission included. */
  readonly arcs: readonly (readonly number[])[];
  readonly times: readonly (readonly number[])[];
  /** Earliest departure, after loading, and latest return. */
  readonly span: readonly [number, number];
  /** From departure to return. */
  readonly maxDuration: number;
  readonly maxLength: number;
  readonly maxStops: number;
}

export interface IntegerFleet {
  readonly types: readonly IntegerType[];
  /** demands[quantity][customer]. */
  readonly demands: readonly (readonly number[])[];
  readonly service: readonly number[];
  readonly windows: readonly (readonly (readonly [number, number])[])[];
  /** Positions of the types that may serve each customer. */
  readonly servedBy: readonly (readonly number[])[];
  readonly lengths: readonly (readonly number[])[];
  /** No time is later. */
  readonly horizon: number;
  readonly maxVehicles: number;
}

/** Whether an instance needs it: one vehicle type without times does not. */
export const needsFleet = (cvrp: Instance): boolean => modelOf(cvrp).namesVehicles || modelOf(cvrp).usesTime;

/** Of a unit of time or distance. */
const finest = 1000;

/** `largestSum` limits the cost of a whole solution, and any time or length. */
export function integerFleet(cvrp: Instance, largestSum: number): IntegerFleet {
  const { customers, depots, emissionPrice = 0 } = cvrp;
  const [depot] = depots;
  const n = customers.length;
  const { types, travel, quantities } = modelOf(cvrp);
  const rows = (of: (from: number, to: number) => number) =>
    Array.from({ length: n + 1 }, (_, from) => Array.from({ length: n + 1 }, (_, to) => (from === to ? 0 : of(from, to))));
  const distances = rows(travel.distance);
  const times = rows(travel.time);
  const longest = (matrix: readonly (readonly number[])[]) =>
    matrix.flat().reduce((most, value) => (value < Number.POSITIVE_INFINITY ? Math.max(most, value) : most), 0);

  const { openingHours: [opens, closes] = [0, Number.POSITIVE_INFINITY], loadingTime = 0 } = depot;
  const slowest = Math.min(...types.map(({ speedFactor }) => speedFactor));
  const ends = customers.flatMap(({ timeWindows = [] }) => timeWindows.flat());
  const work = customers.reduce((sum, { serviceTime = 0 }) => sum + serviceTime + (2 * longest(times)) / slowest, loadingTime);
  const horizon = Math.min(closes, Math.max(0, opens, ...types.map(({ shift }) => shift[0]), ...ends) + work);
  const grain = (most: number) => Math.min(finest, largestSum / 4 / Math.max(most, 1));
  const perTime = grain(horizon);
  const up = (time: number) => Math.ceil(Math.min(time, 2 * horizon) * perTime - 1e-6);
  const down = (time: number) => Math.floor(withNoise(Math.min(time, horizon)) * perTime);

  const perLength = grain(2 * n * longest(distances));
  const arcCost = (type: (typeof types)[number], length: number) =>
    (type.costPerDistance + emissionPrice * type.emissionPerDistance) * Math.min(length, 2 * n * longest(distances) + 1);
  const dearest = types.map((type) => 2 * arcCost(type, Number.POSITIVE_INFINITY) + type.fixedCost + type.costPerTime * horizon);
  const scale = Math.min(1e6, largestSum / Math.max(1, (n + 1) * Math.max(...dearest)));

  const amounts = quantities.map((name, q) =>
    integerAmounts(
      customers.map((customer) => quantityOf(customer, name)),
      types.map(({ capacity }) => capacity[q]),
    ),
  );
  return {
    types: types.map((type, t) => ({
      count: Math.min(type.available, type.availableAt[0], n),
      capacity: amounts.map(({ limits }) => limits[t]),
      fixedCost: Math.round(type.fixedCost * scale),
      timeCost: Math.round((type.costPerTime * scale) / perTime),
      arcs: distances.map((row) => row.map((length) => Math.round(arcCost(type, length) * scale))),
      times: times.map((row) => row.map((time) => up(time / type.speedFactor))),
      span: [up(Math.max(opens, type.shift[0]) + loadingTime), down(Math.min(closes, type.shift[1]))],
      maxDuration: down(type.maxDuration - loadingTime),
      maxLength: Math.floor(withNoise(Math.min(type.maxDistance, 2 * n * longest(distances))) * perLength),
      maxStops: Math.min(type.maxStops, n),
    })),
    demands: amounts.map(({ amounts: own }) => own),
    service: customers.map(({ serviceTime = 0 }) => up(serviceTime)),
    windows: customers.map(({ timeWindows = [[0, horizon] as const] }) =>
      timeWindows.map(([from, to]) => [up(from), down(to)] as const).filter(([from, to]) => from <= to),
    ),
    servedBy: customers.map((customer) => [...types.keys()].filter((t) => mayServe(customer, types[t]))),
    lengths: distances.map((row) => row.map((length) => Math.ceil(Math.min(length, 2 * n * longest(distances)) * perLength - 1e-6))),
    horizon: down(horizon),
    maxVehicles: Math.min(depot.maxVehicles ?? n, n),
  };
}

/** What both OR-Tools and VROOM express. What a depot supplies is settled before routing, so its prices and limits are no matter here. */
export const fleetFeatures: readonly string[] = [
  'vehicles',
  'customers.serviceTime',
  'customers.timeWindows',
  'customers.quantities',
  'depots.openingHours',
  'depots.loadingTime',
  'depots.handlingCost',
  'depots.minLoad',
];
