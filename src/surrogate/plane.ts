/** An instance as points in a plane, as networks see it, and the cost of one unit of length there. */
import type { Instance } from '../problem/instance.ts';
import { earthRadius, travelCosts } from '../problem/travel.ts';
import { typicalVehicle } from '../problem/vehicles.ts';
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
}

/**
 * Euclidean: coordinates as they are.
 * Great circle: an equirectangular projection about the mean latitude, in the unit of travel, detour included; exact enough for a region.
 * Matrix: coordinates as they are, with the factor that fits matrix ≈ factor · Euclid best (least squares through the origin).
 */
export function planeOf(instance: Instance): Plane {
  const { depots, customers, travel, vehicleCapacity } = instance;
  const { costPerDistance, fixedCost: vehicleCost } = typicalVehicle(instance);
  const places = [...depots, ...customers];
  const load = Float64Array.from(customers, (customer) => customer.demand / vehicleCapacity);
  if (travel.kind === 'great-circle') {
    const radius = (travel.detour * earthRadius[travel.unit] * Math.PI) / 180;
    const meanLatitude = places.reduce((sum, place) => sum + place.y, 0) / places.length;
    const narrow = Math.cos((meanLatitude * Math.PI) / 180);
    return {
      x: Float64Array.from(places, (place) => radius * narrow * place.x),
      y: Float64Array.from(places, (place) => radius * place.y),
      distanceScale: costPerDistance,
      vehicleCost,
      load,
    };
  }
  const x = Float64Array.from(places, (place) => place.x);
  const y = Float64Array.from(places, (place) => place.y);
  const distanceScale = travel.kind === 'euclidean' ? costPerDistance * travel.scale : matrixFactor(instance, x, y);
  return { x, y, distanceScale, vehicleCost, load };
}

function matrixFactor(instance: Instance, x: Float64Array, y: Float64Array): number {
  const { size, cost: plain, distance } = travelCosts(instance);
  const { costPerDistance } = typicalVehicle(instance);
  const cost = instance.vehicles ? (from: number, to: number) => costPerDistance * distance(from, to) : plain;
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
  positions: Int32Array = Int32Array.from(plane.load.keys()),
): DepotView {
  const x = plane.x.slice(depots).map((value) => value - plane.x[depot]);
  const y = plane.y.slice(depots).map((value) => value - plane.y[depot]);
  return {
    x: Float64Array.from(positions, (i) => x[i]),
    y: Float64Array.from(positions, (i) => y[i]),
    load: Float64Array.from(positions, (i) => plane.load[i]),
    spread: spreadOf(x, y),
    ...(neighbourhood && { context: neighbourhood.seenFrom(plane.x[depot], plane.y[depot], positions) }),
  };
}

/** A depot's own customers, seen from it. */
export function viewOfSet(plane: Plane, depots: number, depot: number, customers: ArrayLike<number>): DepotView {
  const of = (values: Float64Array, from: number, origin: number) => Float64Array.from(customers, (i) => values[from + i] - origin);
  const [x, y, load] = [of(plane.x, depots, plane.x[depot]), of(plane.y, depots, plane.y[depot]), of(plane.load, 0, 0)];
  const context = new Neighbourhood(x, y, load).seenFrom(0, 0);
  return { x, y, load, spread: spreadOf(x, y), context, own: new Uint8Array(x.length).fill(1) };
}

export const neighbourhoodOf = (plane: Plane, depots: number): Neighbourhood =>
  new Neighbourhood(plane.x.slice(depots), plane.y.slice(depots), plane.load);
