/**
 * Networks trained for an ablation: each on the first sets of the data, tested on the last sets, which no network trains on. A journal
 * beside the records keeps the results: finished networks are not trained again, and a killed training continues.
 */
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import * as z from 'zod';
import { makeFolder } from '../node/files.ts';
import { Journal, type JournalForm, readJournal } from '../node/journal.ts';
import { loadModel } from '../node/model-files.ts';
import { NeoLrpError } from '../problem/errors.ts';
import type { Normalisation } from '../surrogate/target.ts';
import { type Dataset, portionOf, requireLabelled, toSamples } from '../training/dataset.ts';
import { datasetChecksum, loadDataset } from '../training/dataset-file.ts';
import { evaluateModel } from '../training/evaluate.ts';
import type { TrainingProgress } from '../training/train.ts';
import { trainModel } from '../training/train-model.ts';
import { trainingPresets } from '../training/train-presets.ts';
import type { TrainingInput } from '../training/trainer/config.ts';
import { trainingSetsOf } from '../training/training-sets.ts';
import type { Variants } from './methods.ts';
import { machineSchema, type RunRecord, thisMachine } from './record.ts';
import type { Quartiles } from './statistics.ts';
import { fixed, left, right, type Table, tableOf } from './table.ts';

export interface NetworkPlan {
  readonly variant: string;
  /** Sets to learn from, including those held back for validation. */
  readonly samples: number;
  readonly normalisation?: Normalisation;
}

const share = z.number().nonnegative();
const errorSchema = z.object({ mean: share, lowerQuartile: share, median: share, upperQuartile: share });

const trainedSchema = z.object({
  variant: z.string(),
  /** Name of the model, which identifies the plan and the data. */
  model: z.string(),
  samples: z.number().int(),
  epochs: z.number().int(),
  seconds: z.number(),
  /** Checksum of the sets that it was tested on. */
  testedOn: z.number().int(),
  errors: z.object({ training: errorSchema, test: errorSchema }),
  machine: machineSchema,
});
export type TrainedNetwork = Readonly<z.output<typeof trainedSchema>>;
const form: JournalForm<TrainedNetwork> = { schema: trainedSchema, remedy: 'delete the line to train its network again' };

export interface TrainingSetting {
  readonly data: readonly string[];
  readonly epochs?: number;
  /** For the models. */
  readonly folder: string;
  readonly journal: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: TrainingProgress) => void;
  readonly onModel?: (trained: TrainedNetwork) => void;
}

/**
 * The network `ds-scaled`; only the number of sets, or the normalisation, differs. No patience: a learning rate that falls over all epochs
 * needs all of them.
 */
function configuration({ normalisation }: NetworkPlan, name: string, epochs: number): TrainingInput {
  const { patience: _, target, ...preset } = trainingPresets['ds-scaled'];
  return { ...preset, name, epochs, target: { ...target, ...(normalisation && { normalisation }) } };
}

/** One in eleven is for validation: the paper's 10 % on top of each training set. */
const heldBack = 1 / 11;
/** Sets kept for the test, as in the paper, if there are enough; and training sets for the training error. */
const testSets = 10_000;
const testShare = 1 / 12;
/** The paper's 200 epochs, but at most 3.3 million sets in total. */
const mostEpochs = 200;
const setsSeen = 3_300_000;
export const epochsFor = (samples: number): number => Math.max(1, Math.min(mostEpochs, Math.round(setsSeen / samples)));

/** The variants that the plans describe, trained. */
export async function trainNetworks(plans: readonly NetworkPlan[], setting: TrainingSetting): Promise<Variants> {
  const data = requireLabelled(await loadDataset(...setting.data));
  const room = data.count - Math.min(testSets, Math.ceil(testShare * data.count));
  const missing = plans
    .filter(({ samples }) => samples > room)
    .map(({ variant, samples }) => `${variant} is left out: of the ${data.count} sets, ${room} are for training, fewer than ${samples}`);
  if (missing.length === plans.length) throw new NeoLrpError('E_DATASET', missing.join('; '), { file: setting.data[0] });
  await makeFolder(dirname(setting.journal));
  const journal = await Journal.open(setting.journal, form);
  try {
    const methods = [];
    for (const plan of plans.filter(({ samples }) => samples <= room)) {
      const name = await trainOne(plan, portionOf(data, 0, plan.samples), portionOf(data, room, data.count), setting, journal);
      methods.push({ name: plan.variant, options: ['--model', join(setting.folder, name), '--pure'] });
    }
    return { methods, missing };
  } finally {
    await journal.close();
  }
}

/** Returns the name of the model. */
async function trainOne(
  plan: NetworkPlan,
  portion: Dataset,
  test: Dataset,
  { folder, epochs = epochsFor(plan.samples), signal, onProgress, onModel }: TrainingSetting,
  journal: Journal<TrainedNetwork>,
): Promise<string> {
  const { variant, samples } = plan;
  // The quality of the labels was measured after they were made.
  const sources = portion.sources.map((source) => ({ ...source, labels: { ...source.labels, quality: null } }));
  const origin = JSON.stringify([configuration(plan, '', epochs), heldBack, datasetChecksum(portion), sources]);
  const model = `${variant}-${crc32(new TextEncoder().encode(origin)).toString(16).padStart(8, '0')}`;
  const card = join(folder, `${model}.json`);
  const earlier = existsSync(card) ? journal.entries.findLast((one) => one.model === model) : undefined;
  const testedOn = datasetChecksum(test);
  if (earlier?.testedOn === testedOn) return model;
  const config = configuration(plan, model, epochs);
  const train = () => trainModel(config, trainingSetsOf(portion, undefined, heldBack, config), { folder, signal, onProgress });
  const { seconds } = earlier ?? (await train());
  const surrogate = await loadModel(card);
  const errorsOn = (sets: Dataset) => errorSchema.parse(evaluateModel(surrogate, toSamples(sets)).overall);
  const learnt = samples > testSets ? portionOf(portion, 0, testSets) : portion;
  const errors = { training: errorsOn(learnt), test: errorsOn(test) };
  const trained = { variant, model, samples, epochs, seconds, testedOn, errors, machine: thisMachine() };
  await journal.append(trained);
  onModel?.(trained);
  return model;
}

/** The last network of each variant. */
export async function trainedNetworks(journal: string): Promise<readonly TrainedNetwork[]> {
  const { entries } = await readJournal(journal, form);
  const latest = new Map(entries.map((one) => [one.variant, one]));
  return [...latest.values()].sort((a, b) => a.samples - b.samples || (a.variant < b.variant ? -1 : 1));
}

/** Runs of networks that have since been retrained with other data or epochs do not count. */
export const asksOneOf = (trained: readonly TrainedNetwork[], { options }: RunRecord): boolean =>
  trained.some(({ model }) => options.some((option) => basename(option) === model));

/** Median and, in brackets, quartiles. */
export const quartileText = (spread: Quartiles | null): string =>
  spread === null ? '' : `${fixed(spread.median)} [${fixed(spread.lowerQuartile)}, ${fixed(spread.upperQuartile)}]`;

export const inPercent = ({ lowerQuartile, median, upperQuartile }: Quartiles): Quartiles => ({
  lowerQuartile: 100 * lowerQuartile,
  median: 100 * median,
  upperQuartile: 100 * upperQuartile,
});

export const trainingTable = (ablation: string, trained: readonly TrainedNetwork[]): Table =>
  tableOf<TrainedNetwork>(
    `ablation-${ablation}-training`,
    'Training. Errors of the predicted routing cost in percent: median and quartiles over the sets learnt from (at most 10,000 of them) and over sets never seen.',
    [
      left('variant', ({ variant }) => variant),
      right('sets', ({ samples }) => String(samples)),
      right('epochs', ({ epochs }) => String(epochs)),
      right('E_train', ({ errors }) => quartileText(inPercent(errors.training))),
      right('E_test', ({ errors }) => quartileText(inPercent(errors.test))),
      right('training time', ({ seconds }) => `${Math.round(seconds)} s`),
    ],
    trained,
  );
