/** Labelled data for training and validation. */
import { type Dataset, toSamples } from './dataset.ts';
import { loadDataset } from './dataset-file.ts';
import { holdBack } from './split.ts';
import type { TrainingSets } from './trainer/run.ts';

/** With where they come from, for the model's card. */
export interface SourcedSets extends TrainingSets {
  readonly sources: Dataset['sources'];
}

export interface DataFiles {
  readonly data: readonly string[];
  /** Without them a share of the data is held back. */
  readonly validation?: readonly string[];
  readonly hold: number;
}

/** Share of the data that is held back for validation. */
export const defaultHold = 0.1;

/** The seed of what is held back: fixed, so that all models are judged on the same samples. */
const splitSeed = 1;

export async function loadTrainingSets({ data, validation, hold }: DataFiles): Promise<SourcedSets> {
  return trainingSetsOf(await loadDataset(...data), validation && (await loadDataset(...validation)), hold);
}

/** The same of data that is here already. */
export function trainingSetsOf(data: Dataset, validation: Dataset | undefined, hold: number): SourcedSets {
  if (!validation) return splitDataset(data, hold);
  return { training: toSamples(data), validation: toSamples(validation), sources: data.sources };
}

export function splitDataset(dataset: Dataset, hold = defaultHold): SourcedSets {
  const { training, held } = holdBack(toSamples(dataset), hold, splitSeed);
  return { training, validation: held, sources: dataset.sources };
}
