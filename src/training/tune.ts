/**
 * Hyperparameters by successive halving (Jamieson & Talwalkar 2016): many configurations get a few epochs, the best of them more, and so
 * on. Every round trains from scratch, so that the learning-rate schedule fits its epochs; that costs at most η / (η − 1) times as much.
 * Finished trials go to a journal: a killed run continues when it is repeated.
 */
import * as z from 'zod';
import { Journal } from '../node/journal.ts';
import { inOrder } from '../parallel/in-order.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { Random } from '../run/random.ts';
import { StopWatch } from '../run/stop.ts';
import { fingerprint, type TrainingSets } from './sample.ts';
import { type DrawnConfig, drawConfig, searchSpaces } from './search-space.ts';
import { train } from './train.ts';
import type { TrainingInput } from './trainer/config.ts';

const tuningPlanSchema = z.strictObject({
  space: z.enum(searchSpaces),
  trials: z.number().int().positive(),
  /** One in η survives a round, with η times the epochs. */
  eta: z.number().int().min(2),
  firstEpochs: z.number().int().positive(),
  mostEpochs: z.number().int().positive(),
  mostWidth: z.number().int().positive(),
  seed: z.number().int().nonnegative(),
  /** The paper's ranges, epochs included: one round, in which every configuration has its own. */
  paper: z.boolean().optional(),
  /** Fingerprint of the data, so that a journal is not continued with other data. */
  data: z.string(),
});
export type TuningPlan = Readonly<z.output<typeof tuningPlanSchema>>;

export const trialResultSchema = z.strictObject({
  trial: z.number().int().nonnegative(),
  round: z.number().int().nonnegative(),
  epochs: z.number().int().positive(),
  /** Mean validation error as a share; null when training diverged. */
  error: z.number().nullable(),
  seconds: z.number().nonnegative(),
});
export type TrialResult = Readonly<z.output<typeof trialResultSchema>>;

export interface Tuning {
  readonly plan: TuningPlan;
  readonly configs: readonly DrawnConfig[];
  readonly results: readonly TrialResult[];
  readonly best: { readonly trial: number; readonly error: number; readonly config: TrainingInput };
}

/** Trains a configuration, and returns its validation error and the time it took; null for one that diverged. */
export type TrialRunner = (config: TrainingInput, trial: number) => Promise<Pick<TrialResult, 'error' | 'seconds'>>;

/** Epochs of each round: η times as many as before, up to `mostEpochs`. */
export function roundEpochs({ firstEpochs, mostEpochs, eta, trials, paper }: Omit<TuningPlan, 'data'>): number[] {
  if (paper) return [mostEpochs];
  const rounds: number[] = [];
  let alive = trials;
  for (let epochs = firstEpochs; ; epochs *= eta) {
    rounds.push(Math.min(epochs, mostEpochs));
    if (epochs >= mostEpochs || alive === 1) return rounds;
    alive = Math.ceil(alive / eta);
  }
}

/** Distinct configurations: one per trial, or the whole space if it is smaller. */
export function drawConfigs({ space, trials, seed, ...plan }: TuningPlan, target: TrainingInput['target']): DrawnConfig[] {
  const random = new Random(seed);
  const drawn = new Map<string, DrawnConfig>();
  for (let attempt = 0; drawn.size < trials && attempt < 50 * trials; attempt++) {
    const config = drawConfig(space, target, plan, random);
    drawn.set(JSON.stringify(config), config);
  }
  return [...drawn.values()];
}

/**
 * `known` holds results of an earlier, interrupted run; `onResult` sees each new one, in the order of trials however many of a round run
 * together.
 */
export async function successiveHalving(
  plan: TuningPlan,
  target: TrainingInput['target'],
  run: TrialRunner,
  known: readonly TrialResult[],
  onResult: (result: TrialResult) => void | Promise<void>,
  together = 1,
): Promise<Tuning> {
  const configs = drawConfigs(plan, target);
  const earlier = new Map(known.map((result) => [`${result.round} ${result.trial}`, result]));
  const results: TrialResult[] = [];
  const rounds = roundEpochs(plan);
  let alive = configs.map((_, trial) => trial);
  let ranked: TrialResult[] = [];
  for (let round = 0; round < rounds.length; round++) {
    const ofRound: TrialResult[] = [];
    const attempts = alive.map((trial) => async () => {
      const epochs = configs[trial].epochs ?? rounds[round];
      const result = earlier.get(`${round} ${trial}`);
      return result
        ? { result, fresh: false }
        : { result: { trial, round, epochs, ...(await run({ ...configs[trial], epochs }, trial)) }, fresh: true };
    });
    for await (const { result, fresh } of inOrder(attempts, together)) {
      if (fresh) await onResult(result);
      ofRound.push(result);
    }
    results.push(...ofRound);
    ranked = ofRound.filter(({ error }) => error !== null).sort((a, b) => Number(a.error) - Number(b.error) || a.trial - b.trial);
    alive = ranked.slice(0, Math.ceil(alive.length / plan.eta)).map(({ trial }) => trial);
  }
  const [first] = ranked;
  if (!first || first.error === null)
    throw new NeoLrpError('E_DATASET', 'every configuration diverged; check the data, or lower the learning rates');
  return {
    plan,
    configs,
    results,
    best: { trial: first.trial, error: first.error, config: { ...configs[first.trial], epochs: first.epochs } },
  };
}

export interface TuneOptions {
  readonly journal: string;
  readonly threads?: number;
  /** Who trains in place of this process, and how many trials at a time. */
  readonly run?: TrialRunner;
  readonly together?: number;
  /** Called first where the journal holds trials of an earlier run. */
  readonly onEarlier?: (trials: number) => void;
  readonly onTrial?: (result: TrialResult) => void;
}

/** Trials in this process. */
export const trialOn =
  (sets: TrainingSets, threads?: number): TrialRunner =>
  async (config) => {
    const watch = new StopWatch({});
    const { end, history, bestEpoch } = await train(config, sets, { threads });
    const error = end === 'diverged' ? null : history[bestEpoch - 1].validationError;
    return { error, seconds: watch.elapsed() };
  };

export async function tuneModel(
  asked: Omit<TuningPlan, 'data'>,
  target: TrainingInput['target'],
  sets: TrainingSets,
  { journal: file, threads, run = trialOn(sets, threads), together, onEarlier, onTrial }: TuneOptions,
): Promise<Tuning> {
  const plan = tuningPlanSchema.parse({ ...asked, data: fingerprint(sets) });
  const journal = await openTrials(file, plan);
  try {
    const earlier = [...journal.entries];
    if (earlier.length > 0) onEarlier?.(earlier.length);
    const keep = async (result: TrialResult) => {
      await journal.append(result);
      onTrial?.(result);
    };
    return await successiveHalving(plan, target, run, earlier, keep, together);
  } finally {
    await journal.close();
  }
}

/** The journal: the plan, then a line per finished trial. */
export const openTrials = (file: string, plan: TuningPlan): Promise<Journal<TrialResult>> =>
  Journal.open(file, {
    schema: trialResultSchema,
    remedy: 'repair it, or name another journal',
    head: plan,
    refuse: (begun) =>
      new NeoLrpError(
        'E_DATASET',
        `the journal belongs to another plan or other data (${JSON.stringify(begun)}); use the same again, or name another journal`,
        { file },
      ),
  });
