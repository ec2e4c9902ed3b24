/** Labelled data for training and validation, from the files that a command names. */
import { type Dataset, toSamples } from '../training/dataset.ts';
import { loadDataset } from '../training/dataset-file.ts';
import { holdBack } from '../training/split.ts';
import type { TrainingSets } from '../training/trainer/run.ts';

export interface DataOptions {
  readonly data: readonly string[];
  readonly validation?: readonly string[];
  readonly hold: number;
}

/** The seed of what is held back: fixed, so that all models are judged on the same samples. */
const splitSeed = 1;

export async function loadTrainingSets({
  data,
  validation,
  hold,
}: DataOptions): Promise<TrainingSets & { readonly sources: Dataset['sources'] }> {
  const dataset = await loadDataset(...data);
  const { sources } = dataset;
  if (validation) return { training: toSamples(dataset), validation: toSamples(await loadDataset(...validation)), sources };
  const { training, held } = holdBack(toSamples(dataset), hold, splitSeed);
  return { training, validation: held, sources };
}

/** A share on the command line. */
export const defaultHold = 0.1;
