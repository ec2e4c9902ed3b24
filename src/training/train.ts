/** Trains a surrogate: the one door for the command line, the tuner and programs. */
import * as z from 'zod';
import { NeoLrpError } from '../problem/errors.ts';
import { Slice } from '../run/event-loop.ts';
import { StopWatch } from '../run/stop.ts';
import { contextFeatures } from '../surrogate/context.ts';
import { seesContext, seesOwn } from '../surrogate/features.ts';
import type { Network } from '../surrogate/network.ts';
import { bothWays, inLocalLengths, type SampleSet, type TrainingSets } from './sample.ts';
import type { EpochRecord } from './trainer/checkpoint.ts';
import { type TrainingConfig, type TrainingInput, trainingSchema } from './trainer/config.ts';
import { trainReplicas } from './trainer/replicas.ts';
import { requireSound } from './trainer/require-sound.ts';
import { type EpochReport, type RunOptions, type Trained, trainingRun } from './trainer/run.ts';

export interface TrainingProgress extends EpochRecord {
  readonly epochs: number;
  /** True when this epoch has the lowest validation error so far. */
  readonly best: boolean;
  /** Customers trained on per wall second, validation included. */
  readonly rowsPerSecond: number;
  readonly seconds: number;
}

export interface TrainingOptions {
  /** Replicas, one per thread. The weights depend on their number; with 1 the run stays in this thread and yields now and then. */
  readonly threads?: number;
  readonly signal?: AbortSignal;
  /** A network of the same shape to train further, in one thread. */
  readonly initial?: Network;
  /** Labels are costs of any kind, not lengths in the plane, so that the plane says nothing about whether they can be right. */
  readonly anyCost?: boolean;
  readonly onProgress?: (progress: TrainingProgress) => void;
  readonly checkpoint?: {
    /** Bytes saved by an earlier run of the same configuration, data and thread count. */
    readonly resume?: Uint8Array;
    /** Called after every epoch, in order. */
    readonly save?: (bytes: Uint8Array) => void;
  };
}

export interface TrainingResult extends Trained {
  readonly config: TrainingConfig;
  readonly threads: number;
}

export function trainingConfig(input: TrainingInput): TrainingConfig {
  const parsed = trainingSchema.safeParse(input);
  if (!parsed.success) throw new NeoLrpError('E_USAGE', `the training configuration is wrong: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

/** Ends at the last epoch, when patience runs out, at an abort, or when the loss is NaN; returns the best network of all epochs. */
export async function train(input: TrainingInput, given: TrainingSets, options: TrainingOptions = {}): Promise<TrainingResult> {
  const config = trainingConfig(input);
  if (!options.anyCost) {
    requireSound(given.training, 'training set');
    requireSound(given.validation, 'validation set');
  }
  requireFeatures(config, given);
  const seen = (set: SampleSet) => {
    const looks = seesOwn(config.architecture.features) ? bothWays(set) : set;
    return config.architecture.kind === 'local-sets' ? inLocalLengths(looks) : looks;
  };
  const sets = { training: seen(given.training), validation: seen(given.validation) };
  const { signal, onProgress, checkpoint, initial } = options;
  const threads = initial ? 1 : (options.threads ?? 1);
  const watch = new StopWatch({});
  let last = 0;
  const onEpoch = ({ record, rows, best, checkpoint: bytes }: EpochReport) => {
    const seconds = watch.elapsed();
    const rowsPerSecond = rows / (seconds - last);
    last = seconds;
    if (bytes) checkpoint?.save?.(bytes);
    onProgress?.({ ...record, epochs: config.epochs, best, rowsPerSecond, seconds });
  };
  const run = { resume: checkpoint?.resume, checkpoints: checkpoint?.save !== undefined };
  const trained =
    threads === 1
      ? await trainHere(config, sets, { ...run, initial, interrupted: () => signal?.aborted ?? false }, onEpoch)
      : await trainReplicas(config, sets, { ...run, threads, signal, onEpoch });
  if (trained.bestEpoch === 0 && trained.end === 'diverged')
    throw new NeoLrpError('E_DATASET', 'the loss is NaN in the first epoch; lower the learning rate, or check the data');
  return { ...trained, config, threads };
}

async function trainHere(
  config: TrainingConfig,
  sets: TrainingSets,
  options: RunOptions,
  onEpoch: (report: EpochReport) => void,
): Promise<Trained> {
  const run = trainingRun(config, sets, options);
  const slice = new Slice();
  for (;;) {
    const next = run.next();
    if (next.done) return next.value;
    if (next.value) onEpoch(next.value);
    if (slice.over) await slice.next();
  }
}

function requireFeatures({ architecture }: TrainingConfig, { training, validation }: TrainingSets): void {
  if (seesContext(architecture.features) && !(training.context && validation.context))
    throw new NeoLrpError('E_DATASET', `the network needs context inputs (${contextFeatures.join(', ')}), but the data set has none`);
}
