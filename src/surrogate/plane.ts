/** An instance as points in a plane, as networks see it, and the cost of one unit of length there. */
import type { Instance, Travel } from '../problem/instance.ts';
import { modelOf } from '../problem/model.ts';
import { earthRadius, isGeographic } from '../problem/travel.ts';
import { Neighbourhood } from './context.ts';
import { type Surroundings, spreadOf } from './features.ts';

export interface Plane {
  /** Places: depots first, then customers, as in travel costs. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** Cost of one unit of length; ignores the rounding of arcs. */
  readonly distanceScale: number;
  /** Of one route. */
  readonly vehicleCost: number;
  /** Demand over vehicle capacity, by customer. */
  readonly load: Float64Array;
  /** Length of the way between two places, the mean of both directions, where that is not the straight line. */
  readonly between?: (a: number, b: number) => number;
}

/**
 * Euclidean: coordinates as they are.
 * Great circle: an equirectangular projection about the mean latitude, in the unit of travel, detour included; exact enough for a region.
 * Matrix: coordinates as they are, or projected the same way where it was measured on roads, with the factor that fits matrix ≈ factor · Euclid best (least squares through the origin); over that
 * factor, the matrix says how far places are from each other, and the coordinates in which direction.
 */
export function planeOf(instance: Instance): Plane {
  const { depots, customers, travel } = instance;
  const { capacity, costPerDistance, fixedCost: vehicleCost } = modelOf(instance).largestVehicle;
  const places = [...depots, ...customers];
  const load = Float64Array.from(customers, (customer) => customer.demand / capacity[0]);
  const [wide, high] = isGeographic(travel) ? degreeLengths(travel, places) : [1, 1];
  const x = Float64Array.from(places, (place) => wide * place.x);
  const y = Float64Array.from(places, (place) => high * place.y);
  if (travel.kind !== 'matrix')
    return { x, y, distanceScale: costPerDistance * (travel.kind === 'euclidean' ? travel.scale : 1), vehicleCost, load };
  const cost = matrixCost(instance);
  const distanceScale = matrixFactor(cost, x, y);
  const between = (a: number, b: number) => {
    const both = cost(a, b) + cost(b, a);
    return Number.isFinite(both) && distanceScale > 0 ? both / (2 * distanceScale) : Math.hypot(x[a] - x[b], y[a] - y[b]);
  };
  return { x, y, distanceScale, vehicleCost, load, between };
}

/** Of a degree of longitude and of latitude. */
function degreeLengths(travel: Travel, places: readonly { readonly y: number }[]): readonly [number, number] {
  const { detour, unit } = travel.kind === 'great-circle' ? travel : ({ detour: 1, unit: 'km' } as const);
  const length = (detour * earthRadius[unit] * Math.PI) / 180;
  const meanLatitude = places.reduce((sum, place) => sum + place.y, 0) / places.length;
  return [length * Math.cos((meanLatitude * Math.PI) / 180), length];
}

type Arc = (from: number, to: number) => number;

function matrixCost(instance: Instance): Arc {
  const { travel, largestVehicle, namesVehicles } = modelOf(instance);
  return namesVehicles ? (from, to) => largestVehicle.costPerDistance * travel.distance(from, to) : travel.cost;
}

function matrixFactor(cost: Arc, x: Float64Array, y: Float64Array): number {
  const { length: size } = x;
  let product = 0;
  let square = 0;
  for (let from = 0; from < size; from++)
    for (let to = 0; to < size; to++) {
      const value = cost(from, to);
      if (from === to || !Number.isFinite(value)) continue;
      const length = Math.hypot(x[from] - x[to], y[from] - y[to]);
      product += value * length;
      square += length * length;
    }
  return square > 0 ? product / square : 1;
}

export interface DepotView extends Surroundings {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly load: Float64Array;
  /** P_d: over all customers in view and the depot itself. */
  readonly spread: number;
}

/** Customers seen from a depot, one row each; only those at `positions`, if given. */
export function viewFrom(
  plane: Plane,
  depots: number,
  depot: number,
  neighbourhood?: Neighbourhood,
  positions: ArrayLike<number> = Int32Array.from(plane.load.keys()),
): DepotView {
  const { x, y } = offsets(plane, depots, depot, Int32Array.from(plane.load.keys()));
  const { between } = plane;
  const reach = between && Float64Array.from(plane.load, (_, i) => between(depot, depots + i));
  return {
    x: Float64Array.from(positions, (i) => x[i]),
    y: Float64Array.from(positions, (i) => y[i]),
    load: Float64Array.from(positions, (i) => plane.load[i]),
    spread: spreadOf(x, y),
    ...(neighbourhood && { context: neighbourhood.seenFrom(plane.x[depot], plane.y[depot], positions, reach) }),
  };
}

/** Coordinates from a depot: in the direction of a place, as far away as the way to it is long. */
function offsets({ x, y, between }: Plane, depots: number, depot: number, customers: ArrayLike<number>) {
  const along = (values: Float64Array) =>
    Float64Array.from(customers, (i) => {
      const place = depots + i;
      const straight = between ? Math.hypot(x[place] - x[depot], y[place] - y[depot]) : 0;
      return (values[place] - values[depot]) * (between && straight > 0 ? between(depot, place) / straight : 1);
    });
  return { x: along(x), y: along(y) };
}

/** A depot's own customers, seen from it. */
export function viewOfSet(plane: Plane, depots: number, depot: number, customers: ArrayLike<number>): DepotView {
  const { x, y } = offsets(plane, depots, depot, customers);
  const load = Float64Array.from(customers, (i) => plane.load[i]);
  const context = new Neighbourhood(x, y, load).seenFrom(0, 0);
  return { x, y, load, spread: spreadOf(x, y), context, own: new Uint8Array(x.length).fill(1) };
}

export function neighbourhoodOf({ x, y, load, between }: Plane, depots: number): Neighbourhood {
  return new Neighbourhood(x.slice(depots), y.slice(depots), load, between && ((i, j) => between(depots + i, depots + j)));
}
