/**
 * A training set of routing problems: single depots with their customers, and the cost of the best known routes. Flat typed arrays, because
 * a hundred thousand problems have five million customers, read in a new order every epoch.
 */
import { contextWidth, localLength, Neighbourhood } from '../surrogate/context.ts';
import { spreadOf } from '../surrogate/features.ts';
import { type Column, concatenate } from './columns.ts';

/** Where a sample comes from: its own instance, as in the paper, or a depot's share of a larger location instance. */
export const origins = ['paper', 'cell'] as const;

export interface SampleSet {
  readonly count: number;
  /** Sample k has customers start[k] … start[k+1]−1; count + 1 entries. */
  readonly start: Int32Array;
  /** Optional: how many of a sample's customers are in its set; they come first, the rest of its instance is only seen. By default all. */
  readonly members?: Int32Array;
  /** Customer coordinates seen from the depot (which is at 0, 0), in the units of the instance. */
  readonly x: Float32Array;
  readonly y: Float32Array;
  /** Demand over vehicle capacity. */
  readonly load: Float32Array;
  /** Optional: each customer among all customers of the whole instance, `contextWidth` entries per customer. */
  readonly context?: Float32Array;
  /** Optional, one entry per customer: 1 in samples whose spread and context are their own (see `onTheirOwn`). */
  readonly own?: Float32Array;
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

/** All customers of a sample, in its set or only seen. */
export const customersOf = ({ start }: SampleSet, k: number): number => start[k + 1] - start[k];
/** Those in its set. */
export const membersOf = (set: SampleSet, k: number): number => (set.members ? set.members[k] : customersOf(set, k));

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
  const perSample = <T extends Column>(from: T): T => {
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
    ...(set.own && { own: perCustomer(set.own) }),
    ...(set.members && { members: perSample(set.members) }),
    spread: perSample(set.spread),
    travel: perSample(set.travel),
    routes: perSample(set.routes),
    group: perSample(set.group),
    ...(set.allocation && { allocation: perSample(set.allocation) }),
    origin: perSample(set.origin),
    ...(set.generatorClass && { generatorClass: perSample(set.generatorClass), classes: set.classes }),
  };
}

/** The same sets without the rest of their instances. */
function membersOnly(set: SampleSet): SampleSet {
  const { members, ...rest } = set;
  if (!members) return set;
  const start = new Int32Array(set.count + 1);
  for (let k = 0; k < set.count; k++) start[k + 1] = start[k] + members[k];
  const of = (column: Float32Array, width = 1) => {
    const to = new Float32Array(start[set.count] * width);
    for (let k = 0; k < set.count; k++)
      to.set(column.subarray(set.start[k] * width, (set.start[k] + members[k]) * width), start[k] * width);
    return to;
  };
  return { ...rest, start, x: of(set.x), y: of(set.y), load: of(set.load), ...(set.context && { context: of(set.context, contextWidth) }) };
}

/** The same sets, each as if its customers were the whole instance, as for a decided set. */
export function onTheirOwn(given: SampleSet): SampleSet {
  const set = membersOnly(given);
  const context = new Float32Array(set.x.length * contextWidth);
  const spread = new Float64Array(set.count);
  for (let k = 0; k < set.count; k++) {
    const [from, to] = [set.start[k], set.start[k + 1]];
    const [x, y, load] = [set.x, set.y, set.load].map((column) => Float64Array.from(column.subarray(from, to)));
    context.set(new Neighbourhood(x, y, load).seenFrom(0, 0), from * contextWidth);
    spread[k] = spreadOf(x, y);
  }
  return { ...set, context, spread, own: new Float32Array(set.x.length).fill(1) };
}

/** The same sets measured in the local length of their depots, for networks without a spread. */
export function inLocalLengths(set: SampleSet): SampleSet {
  const { context } = set;
  if (!context) return set;
  return { ...set, spread: Float64Array.from({ length: set.count }, (_, k) => localLength(context, set.start[k])) };
}

/** All sets as they are, then all on their own, in separate groups, because a set must not be compared with itself. */
export function bothWays(set: SampleSet): SampleSet {
  const own = onTheirOwn(set);
  const { count } = set;
  const rows = set.x.length;
  const groups = set.group.reduce((most, group) => Math.max(most, group), 0) + 1;
  const twice = <T extends Column>(first: T, second: T): T => concatenate([first, second]);
  return {
    count: 2 * count,
    start: twice(
      set.start,
      own.start.subarray(1).map((at) => rows + at),
    ),
    ...(set.members && { members: twice(set.members, set.members) }),
    x: twice(set.x, own.x),
    y: twice(set.y, own.y),
    load: twice(set.load, own.load),
    ...(set.context && own.context && { context: twice(set.context, own.context) }),
    own: twice(new Float32Array(rows), own.own as Float32Array),
    spread: twice(set.spread, own.spread),
    travel: twice(set.travel, set.travel),
    routes: twice(set.routes, set.routes),
    group: twice(
      set.group,
      set.group.map((group) => groups + group),
    ),
    ...(set.allocation && { allocation: twice(set.allocation, set.allocation) }),
    origin: twice(set.origin, set.origin),
    ...(set.generatorClass && { generatorClass: twice(set.generatorClass, set.generatorClass), classes: set.classes }),
  };
}
