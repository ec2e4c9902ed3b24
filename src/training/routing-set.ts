/** One depot and the customers it serves: what a router solves and a surrogate prices. */
import { createInstance, type Instance } from '../problem/instance.ts';
import type { InstanceClass } from './instance-class.ts';

export interface RoutingSet {
  readonly depot: { readonly x: number; readonly y: number };
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly demand: Float64Array;
  readonly capacity: number;
  /** P: the larger coordinate range of the depot and all customers, of the whole location instance where the set is a part of one. */
  readonly spread: number;
  /** Sets with the same number come from the same location instance. */
  readonly group: number;
  readonly class: InstanceClass;
  /** Mean distance of each customer to its 2 and its 8 nearest customers of the whole instance. */
  readonly near2: Float64Array;
  readonly near8: Float64Array;
}

/** What one vehicle and one unit of distance cost. */
export interface CostScale {
  readonly vehicleCost: number;
  readonly distanceScale: number;
}

export function routingInstance(set: RoutingSet, name: string, { vehicleCost, distanceScale }: CostScale): Instance {
  return createInstance({
    name,
    depots: [{ id: '1', ...set.depot, status: 'open' }],
    customers: Array.from(set.x, (x, i) => ({ id: String(i + 2), x, y: set.y[i], demand: set.demand[i] })),
    vehicleCapacity: set.capacity,
    vehicleCost,
    travel: { kind: 'euclidean', scale: distanceScale, rounding: 'none' },
  });
}

export function spreadOf(depot: { readonly x: number; readonly y: number }, x: Float64Array, y: Float64Array): number {
  let [left, right, bottom, top] = [depot.x, depot.x, depot.y, depot.y];
  for (let i = 0; i < x.length; i++) {
    left = Math.min(left, x[i]);
    right = Math.max(right, x[i]);
    bottom = Math.min(bottom, y[i]);
    top = Math.max(top, y[i]);
  }
  return Math.max(right - left, top - bottom);
}

/** Mean distance of each point to its `count` nearest others, 0 for a point alone; O(n²). */
export function meanNearest(x: Float64Array, y: Float64Array, counts: readonly number[]): Float64Array[] {
  const n = x.length;
  const most = Math.min(n - 1, Math.max(...counts));
  const means = counts.map(() => new Float64Array(n));
  const nearest = new Float64Array(most);
  for (let i = 0; i < n; i++) {
    nearest.fill(Number.POSITIVE_INFINITY);
    for (let j = 0; j < n; j++) {
      if (j === i) continue;
      const dx = x[i] - x[j];
      const dy = y[i] - y[j];
      const squared = dx * dx + dy * dy;
      if (most === 0 || squared >= nearest[most - 1]) continue;
      let at = most - 1;
      for (; at > 0 && nearest[at - 1] > squared; at--) nearest[at] = nearest[at - 1];
      nearest[at] = squared;
    }
    counts.forEach((count, c) => {
      const used = Math.min(count, most);
      let sum = 0;
      for (let k = 0; k < used; k++) sum += Math.sqrt(nearest[k]);
      means[c][i] = used === 0 ? 0 : sum / used;
    });
  }
  return means;
}
