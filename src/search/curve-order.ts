/**
 * The order in which the search numbers customers: along a space-filling curve. Customers near each other on the map are then near each other
 * in memory, which makes the core up to twice as fast (docs/lab/search-core.md). Routes are renumbered where they enter and leave.
 */
import type { Customer } from '../problem/instance.ts';
import type { CompiledRules } from '../problem/rules.ts';
import type { IndexedRoute } from '../problem/solution.ts';
import { curvePositions } from './space-curve.ts';

/** order[k]: position in the instance of the k-th customer along the curve. */
export function curveOrder(customers: readonly Customer[]): Int32Array {
  const along = curvePositions(customers);
  return Int32Array.from(customers.keys()).sort((a, b) => along[a] - along[b] || a - b);
}

/** Routes of the search, with customers by their position in the instance. */
export const leaving = (order: Int32Array, routes: readonly IndexedRoute[]): IndexedRoute[] =>
  routes.map((route) => ({ ...route, stops: Int32Array.from(route.stops, (k) => order[k]) }));

/** Routes by position in the instance, as the search numbers customers. */
export function entering(order: Int32Array, routes: readonly IndexedRoute[]): IndexedRoute[] {
  const along = inverse(order);
  return routes.map((route) => ({ ...route, stops: Int32Array.from(route.stops, (i) => along[i]) }));
}

/** Rules with customers as the search numbers them. */
export function rulesAlong(order: Int32Array, rules: CompiledRules): CompiledRules {
  const n = order.length;
  const m = rules.lockedOpen.length;
  const along = inverse(order);
  const allowed = new Uint8Array(n * m);
  order.forEach((i, k) => {
    allowed.set(rules.allowed.subarray(i * m, (i + 1) * m), k * m);
  });
  /** The smallest number in a group, by its number in the instance. */
  const first = new Int32Array(n).fill(n);
  order.forEach((i, k) => {
    first[rules.group[i]] = Math.min(first[rules.group[i]], k);
  });
  const { apart: _, ...others } = rules;
  let pairs: CompiledRules['apart'] | undefined;
  return {
    ...others,
    allowed,
    group: Int32Array.from(along.keys(), (k) => first[rules.group[order[k]]]),
    get apart() {
      pairs ??= rules.apart.map(([a, b]) => [Math.min(first[a], first[b]), Math.max(first[a], first[b])] as const);
      return pairs;
    },
  };
}

function inverse(order: Int32Array): Int32Array {
  const along = new Int32Array(order.length);
  order.forEach((i, k) => {
    along[i] = k;
  });
  return along;
}
