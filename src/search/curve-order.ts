/**
 * The order in which the search numbers customers: along a space-filling curve. Customers near each other on the map are then near each other
 * in memory, which makes the core up to twice as fast (docs/lab/search-core.md). Routes are renumbered where they enter and leave.
 */
import { type Instance, instanceOfParts, type Travel } from '../problem/instance.ts';
import type { IndexedRoute } from '../problem/solution.ts';
import { curvePositions } from './space-curve.ts';

export interface CurveOrder {
  /** The instance with its customers in that order. */
  readonly instance: Instance;
  /** order[k]: position in the instance given of the k-th customer along the curve. */
  readonly order: Int32Array;
}

export function inCurveOrder(given: Instance): CurveOrder {
  const { customers, depots, travel } = given;
  const along = curvePositions(customers);
  const order = Int32Array.from(customers.keys()).sort((a, b) => along[a] - along[b] || a - b);
  const places = [...depots.keys(), ...Array.from(order, (i) => depots.length + i)];
  const instance = instanceOfParts({
    ...given,
    customers: Array.from(order, (i) => customers[i]),
    travel: travel.kind === 'matrix' ? reordered(travel, places) : travel,
  });
  return { instance, order };
}

function reordered(travel: Extract<Travel, { readonly kind: 'matrix' }>, places: readonly number[]): Travel {
  const inOrder = <T>(rows: readonly (readonly T[])[]) => places.map((from) => places.map((to) => rows[from][to]));
  return { ...travel, values: inOrder(travel.values), ...(travel.durations && { durations: inOrder(travel.durations) }) };
}

/** Routes of the search, with customers by their position in the instance. */
export const leaving = (order: Int32Array, routes: readonly IndexedRoute[]): IndexedRoute[] =>
  routes.map((route) => ({ ...route, stops: Int32Array.from(route.stops, (k) => order[k]) }));

/** Routes by position in the instance, as the search numbers customers. */
export function entering(order: Int32Array, routes: readonly IndexedRoute[]): IndexedRoute[] {
  const along = new Int32Array(order.length);
  order.forEach((i, k) => {
    along[i] = k;
  });
  return routes.map((route) => ({ ...route, stops: Int32Array.from(route.stops, (i) => along[i]) }));
}
