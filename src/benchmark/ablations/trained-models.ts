/**
 * Networks trained for an ablation: each on the first sets of the data, tested on the last sets, which no network trains on. Results are
 * kept in a journal beside the records; finished networks are not trained again, and a killed training continues.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import * as z from 'zod';
import { makeFolder, saveText } from '../../node/files.ts';
import { loadModel } from '../../node/model-files.ts';
import { NeoLrpError } from '../../problem/errors.ts';
import type { Normalisation } from '../../surrogate/target.ts';
import { type Dataset, isLabelled, portionOf, toSamples } from '../../training/dataset.ts';
import { datasetChecksum, loadDataset } from '../../training/dataset-file.ts';
import { evaluateModel } from '../../training/evaluate.ts';
import type { TrainingProgress } from '../../training/train.ts';
import { trainModel } from '../../training/train-model.ts';
import { trainingPresets } from '../../training/train-presets.ts';
import type { TrainingInput } from '../../training/trainer/config.ts';
import { trainingSetsOf } from '../../training/training-sets.ts';
import { machineSchema, thisMachine } from '../record.ts';
import type { Variants } from './ablations.ts';

export interface ModelPlan {
  readonly variant: string;
  /** Sets to learn from, including those held back for validation. */
  readonly samples: number;
  readonly normalisation?: Normalisation;
}

const share = z.number().nonnegative();
const errorSchema = z.object({ mean: share, lowerQuartile: share, median: share, upperQuartile: share });
export type ErrorQuartiles = Readonly<z.output<typeof errorSchema>>;

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
export type TrainedModel = Readonly<z.output<typeof trainedSchema>>;

/** The variants that the plans describe, trained. */
export type TrainModels = (plans: readonly ModelPlan[]) => Promise<Variants>;

export interface TrainingSetting {
  readonly data: readonly string[];
  readonly epochs?: number;
  /** Folder for models and portions of the data. */
  readonly folder: string;
  readonly journal: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: TrainingProgress) => void;
  readonly onModel?: (trained: TrainedModel) => void;
}

/**
 * The network `ds-scaled`; only the number of sets, or the normalisation, differs. No patience: a learning rate that falls over all epochs
 * needs all of them.
 */
function configuration({ normalisation }: ModelPlan, name: string, epochs: number): TrainingInput {
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

export function trainingOn(setting: TrainingSetting): TrainModels {
  return async (plans) => {
    const data = await loadDataset(...setting.data);
    if (!isLabelled(data))
      throw new NeoLrpError('E_DATASET', 'the data set has no labels; run neo-lrp label on it first', { file: setting.data[0] });
    const room = data.count - Math.min(testSets, Math.ceil(testShare * data.count));
    const test = portionOf(data, room, data.count);
    const possible = plans.filter(({ samples }) => samples <= room);
    const methods = [];
    for (const plan of possible) {
      const { variant, model } = await trainedModel(plan, portionOf(data, 0, plan.samples), test, setting);
      methods.push({ name: variant, options: ['--model', join(setting.folder, model), '--no-improve'] });
    }
    const missing = plans
      .filter(({ samples }) => samples > room)
      .map(({ variant, samples }) => `${variant} is left out: of the ${data.count} sets, ${room} are for training, fewer than ${samples}`);
    if (methods.length === 0) throw new NeoLrpError('E_DATASET', missing.join('; '), { file: setting.data[0] });
    return { methods, missing };
  };
}

async function trainedModel(plan: ModelPlan, portion: Dataset, test: Dataset, setting: TrainingSetting): Promise<TrainedModel> {
  const epochs = setting.epochs ?? epochsFor(plan.samples);
  // The quality of the labels was measured after they were made.
  const sources = portion.sources.map((source) => ({ ...source, labels: { ...source.labels, quality: null } }));
  const origin = JSON.stringify([configuration(plan, '', epochs), heldBack, datasetChecksum(portion), sources]);
  const model = `${slug(plan.variant)}-${crc32(new TextEncoder().encode(origin)).toString(16).padStart(8, '0')}`;
  const known = await loadJournal(setting.journal);
  const earlier = known.find((one) => one.model === model);
  const card = join(setting.folder, `${model}.json`);
  const testedOn = datasetChecksum(test);
  if (earlier?.testedOn === testedOn && existsSync(card)) return earlier;

  const { variant, samples } = plan;
  const { folder, signal, onProgress } = setting;
  const config = configuration(plan, model, epochs);
  const train = () => trainModel(config, trainingSetsOf(portion, undefined, heldBack, config), { folder, signal, onProgress });
  const { seconds } = earlier && existsSync(card) ? earlier : await train();
  const errors = await errorsOf(card, portion, test);
  const trained = { variant, model, samples, epochs, seconds, testedOn, errors, machine: thisMachine() };
  const others = known.filter((one) => one.variant !== plan.variant);
  await saveJournal(setting.journal, [...others, trained]);
  setting.onModel?.(trained);
  return trained;
}

async function errorsOf(card: string, portion: Dataset, test: Dataset): Promise<TrainedModel['errors']> {
  const model = await loadModel(card);
  const errors = (sets: Dataset) => errorSchema.parse(evaluateModel(model, toSamples(sets)).overall);
  return { training: errors(portion.count > testSets ? portionOf(portion, 0, testSets) : portion), test: errors(test) };
}

const slug = (variant: string) => variant.replaceAll(/[^\w.-]+/g, '-');

/** Empty if there is none yet. */
export async function loadJournal(file: string): Promise<readonly TrainedModel[]> {
  if (!existsSync(file)) return [];
  try {
    return z.array(trainedSchema).parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (cause) {
    const reason = cause instanceof z.ZodError ? z.prettifyError(cause) : 'it is not JSON';
    throw new NeoLrpError(
      'E_DATASET',
      `the journal of trained models is broken: ${reason}; delete it to train them again`,
      { file },
      { cause },
    );
  }
}

async function saveJournal(file: string, trained: readonly TrainedModel[]): Promise<void> {
  await makeFolder(dirname(file));
  const ordered = trained.toSorted((a, b) => a.samples - b.samples || (a.variant < b.variant ? -1 : 1));
  await saveText(file, `${JSON.stringify(ordered, undefined, 2)}\n`);
}
