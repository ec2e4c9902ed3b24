/** How a sample is seen: as it is, or augmented. */
import type { Random } from '../../run/random.ts';
import { plainView, turnedView, type View } from '../../surrogate/features.ts';
import type { SampleSet } from '../sample.ts';
import type { TrainingConfig } from './config.ts';

/** Turned coordinates, and the spread multiplied by `stretch`. */
export interface SampleView {
  readonly view: View;
  readonly stretch: number;
}

export const plainSample = ({ spread }: SampleSet, k: number): SampleView => ({ view: plainView(spread[k]), stretch: 1 });

/** Placeholder for samples of other replicas. */
export const unseenSample: SampleView = { view: plainView(1), stretch: 1 };

/** Samples with the same `draw` are turned and stretched in the same way. */
export function augmentedSample(augment: TrainingConfig['augment'], set: SampleSet, k: number, random: Random, draw: number): SampleView {
  if (!augment) return plainSample(set, k);
  const source = random.split(-1 - draw);
  const [low, high] = augment.spread ?? [1, 1];
  const stretch = low * (high / low) ** source.float();
  const spread = set.spread[k] * stretch;
  if (!augment.turn) return { view: plainView(spread), stretch };
  return { view: turnedView(spread, 2 * Math.PI * source.float(), source.int(2) === 1), stretch };
}
