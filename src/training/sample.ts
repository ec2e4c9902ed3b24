/** A training set of routing problems: single depots with their customers, and the cost of the best known routes. */
import { crc32 } from 'node:zlib';
import { contextWidth, localLength, Neighbourhood } from '../surrogate/context.ts';
import { spreadOf } from '../surrogate/features.ts';
import { customersOf, joinSets, type SetTable, selectSets } from './set-table.ts';

/** Where a sample comes from: its own instance, as in the paper, or a depot's share of a larger location instance, drawn or chosen by a network. */
export const origins = ['paper', 'cell', 'chosen'] as const;

export interface SampleSet extends SetTable {
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
  /** Index into `origins`. */
  readonly origin: Uint8Array;
  /** Optional: the generator's class of each sample (see instance-class.ts). */
  readonly classCode?: Uint16Array;
}

export interface TrainingSets {
  readonly training: SampleSet;
  readonly validation: SampleSet;
}

/** A short hash, so that a run is only resumed on the data it began with. Not cryptographic. */
export function fingerprint({ training, validation }: TrainingSets): string {
  const columns = [training, validation].flatMap((set) => [set.start, set.x, set.y, set.load, set.spread, set.travel, set.routes]);
  return columns
    .reduce((sum, { buffer, byteOffset, byteLength }) => crc32(new Uint8Array(buffer, byteOffset, byteLength), sum), 0)
    .toString(16);
}

/** The customers in a sample's set. */
export const membersOf = (set: SampleSet, k: number): number => (set.members ? set.members[k] : customersOf(set, k));

/** The same sets, each as if its customers were the whole instance, as for a decided set. */
export function onTheirOwn(given: SampleSet): SampleSet {
  const set = given.members ? selectSets(given, [...given.members.keys()], (k) => membersOf(given, k)) : given;
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
  const groups = set.group.reduce((most, group) => Math.max(most, group), 0) + 1;
  const alone = { ...onTheirOwn(set), group: set.group.map((group) => groups + group) };
  return joinSets([{ ...set, own: new Float32Array(set.x.length) }, alone]);
}
