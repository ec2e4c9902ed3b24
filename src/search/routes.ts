/** Routes within the search are one list of numbers, as the core has them: how many, then base, size and stops of each. */
import type { IndexedRoute } from '../problem/solution.ts';
import type { SearchData } from './data.ts';
import { vehicleAt } from './fleet.ts';

export type RouteList = Int32Array;

/** A route of the problem, on a typed array. */
export interface Route extends IndexedRoute {
  readonly vehicle: number;
  readonly stops: Int32Array;
}

/** Each customer is visited at most once. A vehicle that may not start at its depot becomes one that may. */
export function listOf(data: SearchData, routes: readonly IndexedRoute[]): RouteList {
  const filled = routes.filter(({ stops }) => stops.length > 0);
  const list = new Int32Array(1 + 2 * filled.length + data.n);
  list[0] = filled.length;
  let at = 1;
  for (const { depot, vehicle, stops } of filled) {
    list[at] = vehicleAt(data, depot, vehicle) * data.m + depot;
    list[at + 1] = stops.length;
    list.set(stops, at + 2);
    at += 2 + stops.length;
  }
  return list.subarray(0, at);
}

export function routesOf({ m }: SearchData, list: RouteList): Route[] {
  let at = 1;
  return Array.from({ length: list[0] }, () => {
    const [base, size] = [list[at], list[at + 1]];
    const stops = list.slice(at + 2, at + 2 + size);
    at += 2 + size;
    return { depot: base % m, vehicle: Math.floor(base / m), stops };
  });
}
