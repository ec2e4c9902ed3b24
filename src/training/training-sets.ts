/** Labelled data for training, and for validation or tests. */
import { NeoLrpError } from '../problem/errors.ts';
import { Random } from '../run/random.ts';
import type { Architecture } from '../surrogate/architecture.ts';
import type { Dataset } from './dataset.ts';
import { loadDataset } from './dataset-file.ts';
import { samplesFor } from './network-samples.ts';
import type { SampleSet } from './sample.ts';
import { selectSets } from './set-table.ts';
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

/** Labelled data for `trainModel`, with a part held back for validation. */
export async function loadTrainingSets({ data, validation, hold }: DataFiles, learner: Learner): Promise<SourcedSets> {
  return trainingSetsOf(await loadDataset(...data), validation && (await loadDataset(...validation)), hold, learner);
}

/** The same of data that is here already. */
export function trainingSetsOf(data: Dataset, validation: Dataset | undefined, hold: number, learner: Learner): SourcedSets {
  const seen = (dataset: Dataset) => samplesFor(dataset, learner.architecture.kind, learner.mostCustomers);
  if (validation) return { training: seen(data), validation: seen(validation), sources: data.sources };
  const { training, held } = holdBack(seen(data), hold, splitSeed);
  return { training, validation: held, sources: data.sources };
}

/** Holds back about `share` of the groups, drawn by the seed: cells of one instance stay together, so that a test is independent of training. */
export function holdBack(set: SampleSet, share: number, seed: number): { readonly training: SampleSet; readonly held: SampleSet } {
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
  return { training: selectSets(set, training), held: selectSets(set, held) };
}
