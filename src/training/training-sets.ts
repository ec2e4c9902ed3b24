/** Labelled data for training and validation. */
import type { Architecture } from '../surrogate/architecture.ts';
import type { Dataset } from './dataset.ts';
import { loadDataset } from './dataset-file.ts';
import { samplesFor } from './network-samples.ts';
import { holdBack } from './split.ts';
import type { TrainingSets } from './trainer/run.ts';

/** With their sources, for the model card. */
export interface SourcedSets extends TrainingSets {
  readonly sources: Dataset['sources'];
}

export interface DataFiles {
  readonly data: readonly string[];
  /** Without this, a share of the data is held back. */
  readonly validation?: readonly string[];
  readonly hold: number;
}

/** Share of the data that is held back for validation. */
export const defaultHold = 0.1;

/** Fixed, so that all models are validated on the same samples. */
const splitSeed = 1;

/** What decides how a network sees the data: its kind, and which instances are too large for it. Part of a training configuration. */
export interface Learner {
  readonly architecture: Pick<Architecture, 'kind'>;
  readonly mostCustomers?: number;
}

export async function loadTrainingSets({ data, validation, hold }: DataFiles, learner: Learner): Promise<SourcedSets> {
  return trainingSetsOf(await loadDataset(...data), validation && (await loadDataset(...validation)), hold, learner);
}

/** The same of data that is here already. */
export function trainingSetsOf(data: Dataset, validation: Dataset | undefined, hold: number, learner: Learner): SourcedSets {
  if (!validation) return splitDataset(data, learner, hold);
  return { training: seenBy(learner, data), validation: seenBy(learner, validation), sources: data.sources };
}

export function splitDataset(dataset: Dataset, learner: Learner, hold = defaultHold): SourcedSets {
  const { training, held } = holdBack(seenBy(learner, dataset), hold, splitSeed);
  return { training, validation: held, sources: dataset.sources };
}

const seenBy = ({ architecture, mostCustomers }: Learner, dataset: Dataset) => samplesFor(dataset, architecture.kind, mostCustomers);
