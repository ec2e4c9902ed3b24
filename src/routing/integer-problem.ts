/**
 * One depot and its customers for solvers that calculate in integers: costs are scaled so that no sum overflows; loads, lengths and times
 * are rounded so that what keeps a limit in integers keeps it.
 */
import { NeoLrpError } from '../problem/errors.ts';
import { requireSupported } from '../problem/features.ts';
import type { Instance } from '../problem/instance.ts';
import { type Model, modelOf } from '../problem/model.ts';
import { withNoise } from '../problem/tolerance.ts';
import { isMetric } from '../problem/travel.ts';
import { mayServe, quantityOf, type VehicleType } from '../problem/vehicles.ts';

type Matrix = readonly (readonly number[])[];

export interface IntegerType {
  /** As many as there are, and no more than customers. */
  readonly count: number;
  /** Of each quantity. */
  readonly capacity: readonly number[];
  readonly fixedCost: number;
  /** arcs[from][to]; place 0 is the depot, customer k is place k + 1. Emission included. */
  readonly arcs: Matrix;
  readonly maxStops: number;
  /** Null where it has no limit. */
  readonly maxLength: number | null;
  readonly schedule?: {
    readonly times: Matrix;
    /** Of a unit of time. */
    readonly cost: number;
    /** Earliest departure, after loading, and latest return. */
    readonly span: readonly [number, number];
    /** From departure to return. */
    readonly maxDuration: number;
  };
}

export interface IntegerProblem {
  readonly types: readonly IntegerType[];
  /** Integer cost = round(scale · true cost). 1 if all true costs are integers. */
  readonly scale: number;
  /** demands[quantity][customer]. */
  readonly demands: Matrix;
  /** Positions of the types that may serve each customer. */
  readonly servedBy: readonly (readonly number[])[];
  readonly maxVehicles: number;
  /** Where some type is limited in length. */
  readonly lengths?: Matrix;
  /** Where times matter. */
  readonly calendar?: {
    readonly service: readonly number[];
    readonly windows: readonly (readonly (readonly [number, number])[])[];
    /** No time is later. */
    readonly horizon: number;
  };
}

/** `largestSum` limits the cost of a whole solution, and any time or length. */
export function integerProblem(cvrp: Instance, largestSum: number): IntegerProblem {
  const model = modelOf(cvrp);
  const { types, quantities } = model;
  const { customers, depots } = cvrp;
  const distances = matrixOf(customers.length + 1, model.travel.distance);
  const { arcs, fixedCosts, scale } = integerCosts(model, distances, largestSum);
  const { lengths, limits } = integerLengths(types, distances, largestSum);
  const times = model.usesTime ? integerTimes(model, largestSum) : undefined;
  const amounts = quantities.map((name, q) =>
    integerAmounts(
      customers.map((customer) => quantityOf(customer, name)),
      types.map(({ capacity }) => capacity[q]),
    ),
  );
  return {
    types: types.map((type, t) => ({
      count: Math.min(type.available, type.availableAt[0], customers.length),
      capacity: amounts.map(({ limits: own }) => own[t]),
      fixedCost: fixedCosts[t],
      arcs: arcs[t],
      maxStops: Math.min(type.maxStops, customers.length),
      maxLength: limits[t],
      ...(times && { schedule: { ...times.schedules[t], cost: Math.round((type.costPerTime * scale) / times.perTime) } }),
    })),
    scale,
    demands: amounts.map(({ amounts: own }) => own),
    servedBy: customers.map((customer) => [...types.keys()].filter((t) => mayServe(customer, types[t]))),
    maxVehicles: Math.min(depots[0].maxVehicles ?? customers.length, customers.length),
    ...(lengths && { lengths }),
    ...(times && { calendar: times.calendar }),
  };
}

const matrixOf = (size: number, of: (from: number, to: number) => number): Matrix =>
  Array.from({ length: size }, (_, from) => Array.from({ length: size }, (_, to) => (from === to ? 0 : of(from, to))));

const longestOf = (matrix: Matrix): number =>
  matrix.reduce((most, row) => row.reduce((a, b) => (b < Number.POSITIVE_INFINITY ? Math.max(a, b) : a), most), 0);

function integerCosts(model: Model, distances: Matrix, largestSum: number) {
  const { types, instance, usesTime } = model;
  const size = distances.length;
  const longest = longestOf(distances);
  // A missing way costs more than any solution that does without: then only an instance that needs it uses it.
  const noWay = 2 * size * longest + 1;
  const isWholeWay = distances.every((row) => row.every((length) => length < Number.POSITIVE_INFINITY));
  const priceOf = ({ costPerDistance, emissionPerDistance }: VehicleType) =>
    costPerDistance + (instance.emissionPrice ?? 0) * emissionPerDistance;
  const arcs = types.map((type) => distances.map((row) => row.map((length) => priceOf(type) * Math.min(length, noWay))));
  // A solution has at most two arcs and one vehicle per customer.
  const dearest = Math.max(...types.map((type) => 2 * priceOf(type) * (isWholeWay ? longest : noWay) + type.fixedCost));
  const duration = usesTime ? Math.max(...types.map(({ costPerTime }) => costPerTime)) * horizonOf(model) : 0;
  const largest = size * (dearest + duration);
  const isWhole = [...arcs.flat(2), ...types.map(({ fixedCost }) => fixedCost)].every(Number.isInteger) && duration === 0;
  const scale = isWhole && largest < largestSum ? 1 : powerOfTenBelow(largestSum / Math.max(largest, Number.MIN_VALUE));
  return {
    scale,
    arcs: arcs.map((rows) => rows.map((row) => row.map((cost) => Math.round(cost * scale)))),
    fixedCosts: types.map(({ fixedCost }) => Math.round(fixedCost * scale)),
  };
}

/** More than six decimals of the user's unit would be finer than the input. */
const powerOfTenBelow = (bound: number): number => 10 ** Math.min(6, Math.floor(Math.log10(bound)));

/** Arcs are rounded up and limits down. */
function integerLengths(types: readonly VehicleType[], distances: Matrix, largestSum: number) {
  const limits = types.map(({ maxDistance }) => withNoise(maxDistance));
  const longest = limits.reduce((most, limit) => (limit < Number.POSITIVE_INFINITY ? Math.max(most, limit) : most), 0);
  if (longest === 0) return { lengths: undefined, limits: types.map(() => null) };
  // An arc longer than all limits is as good as none.
  const capped = distances.map((row) => row.map((length) => Math.min(length, 2 * longest)));
  const stated = types.map(({ maxDistance }) => maxDistance).filter((limit) => limit < Number.POSITIVE_INFINITY);
  const isWhole = [...stated, ...capped.flat()].every(Number.isInteger) && 4 * longest < largestSum;
  const scale = isWhole ? 1 : Math.min(1e12, largestSum / 4) / longest;
  return {
    lengths: capped.map((row) => row.map((length) => Math.ceil(length * scale))),
    limits: limits.map((limit) => (limit < Number.POSITIVE_INFINITY ? Math.floor(limit * scale) : null)),
  };
}

/** Of a unit of time. */
const finest = 1000;

function horizonOf({ instance, types, travel: { time } }: Model): number {
  const { customers, depots } = instance;
  const { openingHours: [opens, closes] = [0, Number.POSITIVE_INFINITY], loadingTime = 0 } = depots[0];
  const slowest = Math.min(...types.map(({ speedFactor }) => speedFactor));
  const longest = longestOf(matrixOf(customers.length + 1, time));
  const work = customers.reduce((sum, { serviceTime = 0 }) => sum + serviceTime + (2 * longest) / slowest, loadingTime);
  const ends = customers.flatMap(({ timeWindows = [] }) => timeWindows.flat());
  return Math.min(closes, Math.max(0, opens, ...types.map(({ shift }) => shift[0]), ...ends) + work);
}

function integerTimes(model: Model, largestSum: number) {
  const { customers, depots } = model.instance;
  const { openingHours: [opens, closes] = [0, Number.POSITIVE_INFINITY], loadingTime = 0 } = depots[0];
  const horizon = horizonOf(model);
  const perTime = Math.min(finest, largestSum / 4 / Math.max(horizon, 1));
  const up = (time: number) => Math.ceil(Math.min(time, 2 * horizon) * perTime - 1e-6);
  const down = (time: number) => Math.floor(withNoise(Math.min(time, horizon)) * perTime);
  const times = matrixOf(customers.length + 1, model.travel.time);
  return {
    perTime,
    schedules: model.types.map(({ speedFactor, shift, maxDuration }) => ({
      times: times.map((row) => row.map((time) => up(time / speedFactor))),
      span: [up(Math.max(opens, shift[0]) + loadingTime), down(Math.min(closes, shift[1]))] as const,
      maxDuration: Math.max(0, down(maxDuration - loadingTime)),
    })),
    calendar: {
      service: customers.map(({ serviceTime = 0 }) => up(serviceTime)),
      windows: customers.map(({ timeWindows = [[0, horizon] as const] }) =>
        timeWindows.map(([from, to]) => [up(from), down(to)] as const).filter(([from, to]) => from <= to),
      ),
      horizon: down(horizon),
    },
  };
}

/** Demands of up to six decimals become exact; beyond that they are rounded up, which may reject a load but never overloads a vehicle. */
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
 * loads exceed the capacity together, and k routes carry more than k/2 capacities. Otherwise, or where more than its load limits a route:
 * one vehicle a customer.
 */
export function fleetSize(cvrp: Instance): number {
  const { types, quantities, usesTime } = modelOf(cvrp);
  const { customers, travel } = cvrp;
  const [{ capacity, maxDistance, maxStops }, ...others] = types;
  const isLimited = Math.min(maxDistance, maxStops) < Number.POSITIVE_INFINITY;
  if (!isMetric(travel) || usesTime || isLimited || others.length > 0 || quantities.length > 1) return customers.length;
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
