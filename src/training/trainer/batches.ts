/** An epoch's samples as batches, and each replica's share of one. */
import type { Random } from '../../run/random.ts';
import type { SampleSet } from '../sample.ts';
import { customersOf } from '../set-table.ts';
import type { Groups } from './ranking.ts';

/** The samples in a new order, cut into batches; samples of a group stay together. */
export function* batchesOf(set: SampleSet, size: number, groups: Groups | undefined, random: Random): Generator<Int32Array> {
  if (!groups) {
    const order = random.shuffle(Int32Array.from({ length: set.count }, (_, k) => k));
    for (let from = 0; from < order.length; from += size) yield order.subarray(from, from + size);
    return;
  }
  const order = random.shuffle(Int32Array.from({ length: groups.count }, (_, g) => g));
  let batch: number[] = [];
  for (const group of order) {
    batch.push(...groups.of(group));
    if (batch.length >= size) {
      yield Int32Array.from(batch);
      batch = [];
    }
  }
  if (batch.length > 0) yield Int32Array.from(batch);
}

/** Slots `from` … `to`−1 of a batch. */
export interface Slots {
  readonly from: number;
  readonly to: number;
}

/** The part of a batch for replica `rank` of `size`, balanced by customers. */
export function shareOf(batch: Int32Array, set: SampleSet, rank: number, size: number): Slots {
  if (size === 1) return { from: 0, to: batch.length };
  let total = 0;
  for (let slot = 0; slot < batch.length; slot++) total += customersOf(set, batch[slot]);
  let [from, to] = [0, 0];
  let before = 0;
  for (let slot = 0; slot < batch.length; slot++) {
    const count = customersOf(set, batch[slot]);
    const owner = Math.floor(((before + count / 2) / total) * size);
    if (owner < rank) from = slot + 1;
    if (owner <= rank) to = slot + 1;
    before += count;
  }
  return { from, to };
}
