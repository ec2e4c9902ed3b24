/**
 * Travel as the search sees it. Places are customers first (0 … n−1), then depots (n … n+m−1).
 * Up to some size all arcs stand in a matrix; beyond it they are computed from coordinates, here and in the core.
 */
import type { Customer, Depot, Rounding, Travel } from '../problem/instance.ts';
import type { Model } from '../problem/model.ts';
import { earthRadius } from '../problem/travel.ts';
import { cosine, sine } from '../problem/trigonometry.ts';
import { timePerHour } from '../problem/vehicles.ts';
import { leastRate } from './fleet.ts';

export type Matrix = Float64Array | Float32Array;

/** Where the core finds arcs: a matrix of 8 or 4 bytes an arc, or coordinates. */
export type ArcSource =
  | { readonly kind: 'wide' | 'narrow'; matrix: Matrix }
  | { readonly kind: 'plane'; readonly scale: number; readonly rounding: Rounding }
  /** Unit vectors from the centre of the Earth, and its diameter in the instance's unit. */
  | { readonly kind: 'globe'; readonly vectors: Float64Array; readonly scale: number; readonly rounding: Rounding };

export interface SearchTravel {
  readonly source: ArcSource;
  readonly symmetric: boolean;
  readonly costPerDistance: number;
  /** What stands for an arc that does not exist; Infinity where all do. */
  readonly noWay: number;
  /** The dearest arc and the mean of all, those that do not exist left out. */
  readonly largest: number;
  readonly mean: number;
  /** Cost of the arc between two places. */
  arc(from: number, to: number): number;
  /** Its length; more than any route may be where there is no way. */
  length(from: number, to: number): number;
  /** out[i·m + d]: cost of the arc from depot d to customer i; back: from customer i to depot d. */
  readonly out: Float64Array;
  readonly back: Float64Array;
}

/** Places up to which a matrix pays: beyond, reading it misses the cache and takes longer than computing an arc. */
const defaultMatrixPlaces = 2500;

/** `order`: of the customers in the search. */
export function searchTravel(model: Model, order: Int32Array, matrixPlaces = defaultMatrixPlaces): SearchTravel {
  const { depots, customers, travel } = model.instance;
  const costPerDistance = leastRate(model);
  const n = customers.length;
  const m = depots.length;
  const places = n + m;
  const { symmetric, distance } = model.travel;
  const placeOf = (place: number) => (place < n ? m + order[place] : place - n);
  const computed = (from: number, to: number) => {
    const length = distance(placeOf(from), placeOf(to));
    // Infinity times a price of 0 would be NaN.
    return length === Number.POSITIVE_INFINITY ? length : costPerDistance * length;
  };
  const lengthOf = (from: number, to: number) => (from === to ? 0 : distance(placeOf(from), placeOf(to)));
  if (travel.kind !== 'matrix' && places > matrixPlaces) {
    const source = coordinateSource([...Array.from(order, (i) => customers[i]), ...depots], travel);
    const noWay = Number.POSITIVE_INFINITY;
    return {
      source,
      symmetric,
      costPerDistance,
      noWay,
      ...sampled(places, computed),
      arc: computed,
      length: lengthOf,
      ...depotArcs(n, m, computed, symmetric),
    };
  }
  const { matrix, largest, mean } = allArcs(places, computed);
  const noWay = replaceGaps(matrix, () => dearestPlan(model, longest(places, lengthOf)));
  const source = matrixSource(matrix, costPerDistance > 0);
  const arc = (from: number, to: number) => source.matrix[from * places + to];
  const endless = costPerDistance > 0 ? noWay / costPerDistance : 4 * n * longest(places, lengthOf);
  const length = (from: number, to: number) => Math.min(lengthOf(from, to), endless);
  return { source, symmetric, costPerDistance, noWay, largest, mean, arc, length, ...depotArcs(n, m, arc, symmetric) };
}

/** The longest arc that exists. */
function longest(places: number, lengthOf: Arc): number {
  let most = 0;
  for (let from = 0; from < places; from++)
    for (let to = 0; to < places; to++) {
      const length = lengthOf(from, to);
      if (length < Number.POSITIVE_INFINITY) most = Math.max(most, length);
    }
  return most;
}

type Arc = (from: number, to: number) => number;

function allArcs(places: number, arc: Arc) {
  const matrix = new Float64Array(places * places);
  let largest = 0;
  let sum = 0;
  for (let from = 0; from < places; from++)
    for (let to = 0; to < places; to++) {
      if (from === to) continue;
      const cost = arc(from, to);
      matrix[from * places + to] = cost;
      if (cost < Number.POSITIVE_INFINITY) {
        largest = Math.max(largest, cost);
        sum += cost;
      }
    }
  return { matrix, largest, mean: sum / (places * places) };
}

/** Above the cost of any plan that drives only where there is a way. */
function dearestPlan(model: Model, longestArc: number): number {
  const { depots, customers } = model.instance;
  const opening = depots.reduce((sum, { openingCost }) => sum + openingCost, 0);
  return customers.length * dearestTrip(model, longestArc) + opening;
}

/** Of any vehicle type, with as much time as it may take, and with what a depot charges for the load. */
function dearestTrip({ instance, types }: Model, longestArc: number): number {
  const { depots, customers, emissionPrice = 0 } = instance;
  const load = customers.reduce((most, { demand }) => Math.max(most, demand), 0);
  const handling = depots.reduce((most, { handlingCost = 0 }) => Math.max(most, handlingCost), 0);
  const lastOpen = customers.reduce((last, { timeWindows }) => Math.max(last, timeWindows?.at(-1)?.[1] ?? 0), 0);
  const trips = types.map(({ fixedCost, costPerDistance, emissionPerDistance, costPerTime, maxDuration, shift }) => {
    const time = Math.min(maxDuration, shift[1] - shift[0], 2 * Math.max(lastOpen, timePerHour(instance) * hoursOut));
    return fixedCost + 2 * longestArc * (costPerDistance + emissionPrice * emissionPerDistance) + costPerTime * time;
  });
  return Math.max(...trips) + load * handling;
}

/** Longer than a route without any limit on its time will take. */
const hoursOut = 24;

/** Arcs that do not exist get a price that no plan with one can make up for; Infinity would spoil the sums. */
function replaceGaps(matrix: Float64Array, dearest: () => number): number {
  if (!matrix.includes(Number.POSITIVE_INFINITY)) return Number.POSITIVE_INFINITY;
  const noWay = 2 * dearest() || 1;
  for (let k = 0; k < matrix.length; k++) if (matrix[k] === Number.POSITIVE_INFINITY) matrix[k] = noWay;
  return noWay;
}

/** In half of the memory where that loses nothing; where distance is free, lengths would be kept beside costs of nothing. */
function matrixSource(matrix: Float64Array, hasCost: boolean): ArcSource & { matrix: Matrix } {
  const narrow = hasCost && matrix.every((cost) => Math.fround(cost) === cost);
  return narrow ? { kind: 'narrow', matrix: Float32Array.from(matrix) } : { kind: 'wide', matrix };
}

function coordinateSource(places: readonly (Customer | Depot)[], travel: Exclude<Travel, { readonly kind: 'matrix' }>): ArcSource {
  const { rounding } = travel;
  if (travel.kind === 'euclidean') return { kind: 'plane', scale: travel.scale, rounding };
  const vectors = new Float64Array(3 * places.length);
  places.forEach(({ x, y }, k) => {
    const [longitude, latitude] = [x * radian, y * radian];
    vectors.set([cosine(latitude) * cosine(longitude), cosine(latitude) * sine(longitude), sine(latitude)], 3 * k);
  });
  return { kind: 'globe', vectors, scale: 2 * travel.detour * earthRadius[travel.unit], rounding };
}

const radian = Math.PI / 180;

/** Pairs that stand for all, where all would be too many. */
const samples = 100_000;

function sampled(places: number, arc: Arc) {
  let largest = 0;
  let sum = 0;
  for (let k = 0; k < samples; k++) {
    const cost = arc((k * 7919) % places, (k * 104_729 + 1) % places);
    largest = Math.max(largest, cost);
    sum += cost;
  }
  return { largest, mean: sum / samples };
}

function depotArcs(n: number, m: number, arc: Arc, symmetric: boolean) {
  const out = new Float64Array(n * m);
  const back = symmetric ? out : new Float64Array(n * m);
  for (let i = 0; i < n; i++)
    for (let d = 0; d < m; d++) {
      out[i * m + d] = arc(n + d, i);
      if (!symmetric) back[i * m + d] = arc(i, n + d);
    }
  return { out, back };
}
