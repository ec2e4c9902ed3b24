/** A thread that trains one network a request. */
import { handleRequests } from '../../parallel/worker.ts';
import { mergeDatasets } from '../../training/dataset.ts';
import { decodeDataset } from '../../training/dataset-file.ts';
import type { TrainingInput } from '../../training/trainer/config.ts';
import { trainingSetsOf } from '../../training/training-sets.ts';
import { type TrialResult, trialOn } from '../../training/tune.ts';

interface File {
  readonly hash: string;
  readonly bytes: Uint8Array;
}

export interface TrialTask {
  readonly config: Readonly<Record<string, unknown>>;
  readonly data: readonly File[];
  readonly validation?: readonly File[];
  readonly hold: number;
  readonly threads: number;
}

const datasetOf = (files: readonly File[]) => mergeDatasets(files.map(({ hash, bytes }) => decodeDataset(bytes, hash)));

handleRequests<TrialTask, never, Pick<TrialResult, 'error' | 'seconds'>>(({ config, data, validation, hold, threads }) => {
  const input = config as TrainingInput;
  const sets = trainingSetsOf(datasetOf(data), validation && datasetOf(validation), hold, input);
  return trialOn(sets, threads)(input, 0);
});
