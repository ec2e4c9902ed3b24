/**
 * A training set of routing problems in memory: single depots with their customers, and what the best known routes cost.
 * Flat typed arrays, because a hundred thousand problems are five million customers, read in another order every epoch.
 */
import { contextWidth } from '../surrogate/context.ts';

/** Where a sample comes from: an instance generated on its own, as in the paper, or a depot's share of a larger location instance. */
export const origins = ['paper', 'cell'] as const;
export type Origin = (typeof origins)[number];

export interface SampleSet {
  readonly count: number;
  /** Sample k has customers start[k] … start[k+1]−1; count + 1 entries. */
  readonly start: Int32Array;
  /** Customer coordinates seen from the depot (which is at 0, 0), in the units of the instance. */
  readonly x: Float32Array;
  readonly y: Float32Array;
  /** Demand over vehicle capacity. */
  readonly load: Float32Array;
  /** Optional: each customer among all customers of the whole instance, `contextWidth` entries a customer. */
  readonly context?: Float32Array;
  /** P: the larger coordinate range over customers and depot; of the sample itself ('paper') or of the whole instance ('cell'). */
  readonly spread: Float64Array;
  /** Label: travel distance of the best known routes, in the units of the coordinates. */
  readonly travel: Float64Array;
  /** Label: number of those routes. */
  readonly routes: Float64Array;
  /** Samples with the same number are cells of one location instance; otherwise a number of its own. */
  readonly group: Int32Array;
  /** Optional: samples of a group with the same number are the cells of one allocation; otherwise each is compared on its own. */
  readonly allocation?: Int32Array;
  /** Index into `origins`. */
  readonly origin: Uint8Array;
  /** Optional index into `classes`: the generator's class of each sample. */
  readonly generatorClass?: Uint16Array;
  readonly classes?: readonly string[];
}

/** Number of customers of sample k. */
export const customersOf = ({ start }: SampleSet, k: number): number => start[k + 1] - start[k];

/** The samples numbered in `picks`, in that order, as a set of their own. */
export function selectSamples(set: SampleSet, picks: ArrayLike<number>): SampleSet {
  const count = picks.length;
  const start = new Int32Array(count + 1);
  for (let k = 0; k < count; k++) start[k + 1] = start[k] + set.start[picks[k] + 1] - set.start[picks[k]];
  const perCustomer = (from: Float32Array, width = 1) => {
    const to = new Float32Array(start[count] * width);
    for (let k = 0; k < count; k++) to.set(from.subarray(set.start[picks[k]] * width, set.start[picks[k] + 1] * width), start[k] * width);
    return to;
  };
  const perSample = <T extends Float64Array | Int32Array | Uint8Array | Uint16Array>(from: T): T => {
    const to = from.slice(0, count) as T;
    for (let k = 0; k < count; k++) to[k] = from[picks[k]];
    return to;
  };
  return {
    count,
    start,
    x: perCustomer(set.x),
    y: perCustomer(set.y),
    load: perCustomer(set.load),
    ...(set.context && { context: perCustomer(set.context, contextWidth) }),
    spread: perSample(set.spread),
    travel: perSample(set.travel),
    routes: perSample(set.routes),
    group: perSample(set.group),
    ...(set.allocation && { allocation: perSample(set.allocation) }),
    origin: perSample(set.origin),
    ...(set.generatorClass && { generatorClass: perSample(set.generatorClass), classes: set.classes }),
  };
}
