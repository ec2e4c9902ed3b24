/** Tuning on data, with a journal of finished trials: a killed run continues when it is repeated. */
import { JsonJournal } from '../node/journal.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { StopWatch } from '../run/stop.ts';
import { fingerprint, type TrainingSets } from './sample.ts';
import { train } from './train.ts';
import type { TrainingInput } from './trainer/config.ts';
import {
  successiveHalving,
  type TrialResult,
  type TrialRunner,
  type Tuning,
  type TuningPlan,
  trialResultSchema,
  tuningPlanSchema,
} from './tune.ts';

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
export const openTrials = (file: string, plan: TuningPlan): Promise<JsonJournal<TrialResult>> =>
  JsonJournal.open(file, {
    schema: trialResultSchema,
    remedy: 'repair it, or name another journal',
    head: plan,
    refuse: (begun) =>
      new NeoLrpError(
        'E_DATASET',
        `the journal belongs to another plan or other data (${begun}); use the same again, or name another journal`,
        { file },
      ),
  });
