/** Tuning on data, with a journal of finished trials: a killed run continues when it is repeated. */
import { train } from './train.ts';
import type { TrainingInput } from './trainer/config.ts';
import { fingerprint } from './trainer/fingerprint.ts';
import type { TrainingSets } from './trainer/run.ts';
import { successiveHalving, type TrialResult, type TrialRunner, type Tuning, type TuningPlan } from './tune.ts';
import { TuningJournal } from './tuning-journal.ts';

export interface TuneOptions {
  /** File of the journal. */
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
    const began = performance.now();
    const { end, history, bestEpoch } = await train(config, sets, { threads });
    const error = end === 'diverged' ? null : history[bestEpoch - 1].validationError;
    return { error, seconds: (performance.now() - began) / 1000 };
  };

export async function tuneModel(
  asked: Omit<TuningPlan, 'data'>,
  target: TrainingInput['target'],
  sets: TrainingSets,
  { journal: file, threads, run = trialOn(sets, threads), together, onEarlier, onTrial }: TuneOptions,
): Promise<Tuning> {
  const plan = { ...asked, data: `${fingerprint(sets.training)}${fingerprint(sets.validation)}` };
  const journal = await TuningJournal.open(file, plan);
  try {
    if (journal.results.length > 0) onEarlier?.(journal.results.length);
    const keep = async (result: TrialResult) => {
      await journal.append(result);
      onTrial?.(result);
    };
    return await successiveHalving(plan, target, run, journal.results, keep, together);
  } finally {
    await journal.close();
  }
}
