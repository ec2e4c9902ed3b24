/** From data to a model in a folder: trained with a checkpoint after every epoch, so that a killed run continues, and with its card. */

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { loadBytes, makeFolder, saveBytes } from '../node/files.ts';
import { saveModel } from '../node/model-files.ts';
import { isObject, isText, requireArgument } from '../problem/arguments.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { StopWatch } from '../run/stop.ts';
import { modelCardSchema, type SurrogateModel } from '../surrogate/model.ts';
import type { Dataset } from './dataset.ts';
import { evaluateModel } from './evaluate.ts';
import { type TrainingOptions, type TrainingResult, train } from './train.ts';
import type { TrainingInput } from './trainer/config.ts';
import { type SourcedSets, samplesFor } from './training-sets.ts';

export interface ModelTrainingOptions extends Omit<TrainingOptions, 'checkpoint'> {
  /** For the model, and for its checkpoint while it is trained. */
  readonly folder: string;
  /** Labelled sets for the errors on the card. */
  readonly test?: Dataset;
  /** How the configuration was found, for the card. */
  readonly tuning?: unknown;
  /** Called before the first epoch if an earlier run is continued. */
  readonly onResume?: (checkpoint: string) => void;
}

export interface TrainedModelFile {
  readonly model: SurrogateModel;
  readonly file: string;
  readonly result: TrainingResult;
  readonly seconds: number;
}

/** Throws E_BUDGET if the signal ends it; the next call continues from the last epoch. */
export async function trainModel(input: TrainingInput, sets: SourcedSets, options: ModelTrainingOptions): Promise<TrainedModelFile> {
  requireArgument(isObject(input, 'name', 'architecture'), 'configuration', 'a training configuration, such as trainingPresets.universal');
  requireArgument(isObject(sets, 'training', 'validation'), 'sets', 'samples, as loadTrainingSets returns them');
  requireArgument(isText(options?.folder), 'folder', 'options with the folder of the model');
  const watch = new StopWatch({});
  const { folder, test, tuning } = options;
  await makeFolder(folder);
  const checkpoint = join(folder, `${input.name}.checkpoint`);
  const result = await trainResumably(input, sets, checkpoint, options);
  const model = withErrors(withCard(result, sets, tuning), test);
  const file = await saveModel(folder, model);
  await rm(checkpoint, { force: true });
  return { model, file, result, seconds: watch.elapsed() };
}

async function trainResumably(
  input: TrainingInput,
  sets: SourcedSets,
  file: string,
  { threads, signal, onProgress, onResume, initial }: ModelTrainingOptions,
): Promise<TrainingResult> {
  const resume = await loadBytes(file).catch(() => undefined);
  if (resume) onResume?.(file);
  const unsaved = new AbortController();
  let saved: Promise<unknown> = Promise.resolve();
  const save = (bytes: Uint8Array) => {
    saved = saved.then(() => saveBytes(file, bytes));
    saved.catch(() => unsaved.abort());
  };
  const either = AbortSignal.any([unsaved.signal, ...(signal ? [signal] : [])]);
  const result = await train(input, sets, { threads, initial, signal: either, onProgress, checkpoint: { resume, save } }).finally(
    () => saved,
  );
  if (result.end === 'aborted')
    throw new NeoLrpError('E_BUDGET', 'interrupted; repeat the command to continue from the last epoch', { file });
  return result;
}

function withCard(result: TrainingResult, { sources, training, validation }: SourcedSets, tuning: unknown): SurrogateModel {
  const { config, threads, end, bestEpoch, history, network, target } = result;
  const card = modelCardSchema.parse({
    name: config.name,
    architecture: network.shape,
    target,
    training: { config, threads, end, bestEpoch, history, ...(tuning !== undefined && { tuning }) },
    data: { sources, training: training.count, validation: validation.count },
    versions: { node: process.versions.node },
  });
  return { card, network };
}

function withErrors(model: SurrogateModel, test: Dataset | undefined): SurrogateModel {
  if (!test) return model;
  const { price, overall, byOrigin, embedded } = evaluateModel(model, samplesFor(test, model.network.shape.kind));
  const inMip = embedded && { embedded: { overall: embedded.overall, byOrigin: embedded.byOrigin } };
  return { ...model, card: { ...model.card, errors: { price, overall, byOrigin, ...inMip, sources: test.sources } } };
}
