/** A training run over several threads, each a replica. */

import { Worker, WorkerClient } from '../../parallel/worker.ts';
import { NeoLrpError } from '../../problem/errors.ts';
import type { TrainingSets } from '../sample.ts';
import { interrupt, type SharedState, sharedState, shareSamples } from './communicator.ts';
import type { TrainingConfig } from './config.ts';
import type { EpochReport, RunOptions, Trained } from './run.ts';

/** Numbers that replicas exchange at a time, about the size of a gradient. */
const exchange = 1 << 14;

export interface ReplicaRequest extends Pick<RunOptions, 'resume' | 'checkpoints'> {
  readonly rank: number;
  readonly state: SharedState;
  readonly config: TrainingConfig;
  readonly sets: TrainingSets;
}

interface ReplicaOptions extends Pick<RunOptions, 'resume' | 'checkpoints'> {
  readonly threads: number;
  readonly signal?: AbortSignal;
  readonly onEpoch: (report: EpochReport) => void;
}

export async function trainReplicas(config: TrainingConfig, sets: TrainingSets, options: ReplicaOptions): Promise<Trained> {
  const { threads, signal, resume, checkpoints, onEpoch } = options;
  const state = sharedState(threads, exchange);
  const shared = { training: shareSamples(sets.training), validation: shareSamples(sets.validation) };
  const stopAll = new AbortController();
  const stop = () => interrupt(state);
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop, { once: true });
  const clients: WorkerClient<ReplicaRequest, EpochReport, Trained>[] = [];
  try {
    const outcomes = await Promise.all(
      Array.from({ length: threads }, async (_, rank) => {
        const client = new WorkerClient<ReplicaRequest, EpochReport, Trained>(
          () => new Worker(new URL('./replica.worker.js', import.meta.url), { type: 'module' }),
        );
        clients.push(client);
        const outcome = await client.ask(
          { rank, state, config, sets: shared, resume, checkpoints },
          { signal: stopAll.signal, onProgress: onEpoch },
        );
        // Otherwise the others would wait for ever for a lost replica.
        if (outcome.kind !== 'reply') stopAll.abort();
        return outcome;
      }),
    );
    const failure = outcomes.find((outcome) => outcome.kind === 'failed');
    if (failure) throw new NeoLrpError('E_INTERNAL', `a training thread failed: ${failure.reason}`);
    const [first] = outcomes;
    if (first.kind !== 'reply') throw new NeoLrpError('E_INTERNAL', 'a training thread was stopped');
    return first.reply;
  } finally {
    signal?.removeEventListener('abort', stop);
    for (const client of clients) client.close();
  }
}
