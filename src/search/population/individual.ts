/** A complete set of routes, feasible or not, as the population keeps it. */
import type { DepotSet } from '../../problem/depot-set.ts';
import type { RouteList } from '../routes.ts';
import type { Penalties } from './penalties.ts';

export interface Individual {
  readonly routes: RouteList;
  /** Depots that pay for being open: those in use, and those that rules demand. */
  readonly open: DepotSet;
  /** Opening, vehicles, travel and all else that is paid. */
  readonly cost: number;
  /** How far each kind of limit is broken, as the core sums it up. */
  readonly excess: Penalties;
  readonly feasible: boolean;
  /** Neighbours on the route; a depot d is the place n+d. For the distance between individuals. */
  readonly successor: Int32Array;
  readonly predecessor: Int32Array;
}

/** Successors and predecessors of n customers on the routes of m depots. */
export function neighboursOnRoutes(routes: RouteList, n: number, m: number): Pick<Individual, 'successor' | 'predecessor'> {
  const successor = new Int32Array(n);
  const predecessor = new Int32Array(n);
  for (let count = routes[0], at = 1; count > 0; count--) {
    const depot = n + (routes[at] % m);
    const end = at + 2 + routes[at + 1];
    for (let k = at + 2; k < end; k++) {
      predecessor[routes[k]] = k > at + 2 ? routes[k - 1] : depot;
      successor[routes[k]] = k + 1 < end ? routes[k + 1] : depot;
    }
    at = end;
  }
  return { successor, predecessor };
}

/**
 * Broken-pairs distance (Prins 2009): the share of customers whose successor in `a` is not beside them in `b`,
 * and of route starts in `a` that `b` lacks.
 */
export function brokenPairs(a: Individual, b: Individual): number {
  const n = a.successor.length;
  let broken = 0;
  for (let i = 0; i < n; i++) {
    const next = a.successor[i];
    if (next !== b.successor[i] && next !== b.predecessor[i]) broken++;
    const before = a.predecessor[i];
    if (before >= n && before !== b.predecessor[i] && before !== b.successor[i]) broken++;
  }
  return broken / n;
}
