/** Training and held-back samples. Cells of one location instance stay on the same side, so that the test is independent of training. */
import { NeoLrpError } from '../problem/errors.ts';
import { Random } from '../run/random.ts';
import { type SampleSet, selectSamples } from './sample.ts';

export interface Split {
  readonly training: SampleSet;
  readonly held: SampleSet;
}

/** Holds back about `share` of the groups, drawn by the seed. */
export function holdBack(set: SampleSet, share: number, seed: number): Split {
  const groups = new Random(seed).shuffle(Int32Array.from(new Set(set.group)));
  const count = Math.round(share * groups.length);
  if (count < 1 || count >= groups.length)
    throw new NeoLrpError(
      'E_DATASET',
      `${groups.length} instances are too few to hold back a share of ${share}; use more data or name a validation file`,
    );
  const heldGroups = new Set(groups.subarray(0, count));
  const training: number[] = [];
  const held: number[] = [];
  for (let k = 0; k < set.count; k++) (heldGroups.has(set.group[k]) ? held : training).push(k);
  return { training: selectSamples(set, training), held: selectSamples(set, held) };
}
