/** One depot and the customers it serves: what a router solves and a surrogate prices. */
import { isCount, requireArgument } from '../problem/arguments.ts';
import { createInstance, type Instance } from '../problem/instance.ts';
import type { Price } from '../surrogate/target.ts';
import type { InstanceClass } from './instance-class.ts';

/** For callers without types: a stream is named by its seed and begins somewhere. */
export function requireStream(seed: number, first: number): void {
  requireArgument(isCount(seed), 'seed', 'a seed, a whole number of at least 0');
  requireArgument(isCount(first), 'first', 'a whole number of at least 0');
}

export interface RoutingSet {
  readonly depot: { readonly x: number; readonly y: number };
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly demand: Float64Array;
  readonly capacity: number;
  /** P: the larger coordinate range of the depot and all customers, over the whole location instance if the set is part of one. */
  readonly spread: number;
  /** Sets with the same number come from the same location instance. */
  readonly group: number;
  /** Undefined if no generator drew it. */
  readonly class: InstanceClass | undefined;
  /** Context of each customer among all customers of the whole instance, `contextWidth` entries each. */
  readonly context: Float64Array;
  /** True if a network chose it, false or absent if it was drawn. */
  readonly chosen?: boolean;
  /** All other customers of the location instance, if the set is part of one and was just drawn; data sets do not store them. */
  readonly others?: Pick<RoutingSet, 'x' | 'y' | 'demand' | 'context'>;
}

/** What a router has to know of it. */
export type RoutingProblem = Pick<RoutingSet, 'depot' | 'x' | 'y' | 'demand' | 'capacity'>;

export function routingInstance(set: RoutingProblem, name: string, { vehicleCost, distanceScale }: Price): Instance {
  return createInstance({
    name,
    depots: [{ id: '1', ...set.depot, status: 'open' }],
    customers: Array.from(set.x, (x, i) => ({ id: String(i + 2), x, y: set.y[i], demand: set.demand[i] })),
    vehicleCapacity: set.capacity,
    vehicleCost,
    travel: { kind: 'euclidean', scale: distanceScale, rounding: 'none' },
  });
}
