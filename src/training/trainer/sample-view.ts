/** How a sample is looked at: as it is, or augmented. */
import type { Random } from '../../run/random.ts';
import { plainView, turnedView, type View } from '../../surrogate/features.ts';
import type { SampleSet } from '../sample.ts';
import type { TrainingConfig } from './config.ts';

/** Coordinates turned, and the spread taken for `stretch` times as large. */
export interface SampleView {
  readonly view: View;
  readonly stretch: number;
}

export const plainSample = ({ spread }: SampleSet, k: number): SampleView => ({ view: plainView(spread[k]), stretch: 1 });

/** Stands for samples that another replica looks at. */
export const unseenSample: SampleView = { view: plainView(1), stretch: 1 };

/** `draw` numbers the draw: samples with the same number are turned and stretched alike. */
export function augmentedSample(augment: TrainingConfig['augment'], set: SampleSet, k: number, random: Random, draw: number): SampleView {
  if (!augment) return plainSample(set, k);
  const source = random.split(-1 - draw);
  const [low, high] = augment.spread ?? [1, 1];
  const stretch = low * (high / low) ** source.float();
  const spread = set.spread[k] * stretch;
  if (!augment.turn) return { view: plainView(spread), stretch };
  return { view: turnedView(spread, 2 * Math.PI * source.float(), source.int(2) === 1), stretch };
}
