/** One replica of a training run in a thread. Rank 0 reports. */
import { handleRequests } from '../../parallel/worker.ts';
import { isInterrupted, SharedCommunicator } from './communicator.ts';
import type { ReplicaRequest } from './replicas.ts';
import { type EpochReport, type Trained, trainingRun } from './run.ts';

handleRequests<ReplicaRequest, EpochReport, Trained>(({ rank, state, config, sets, resume, checkpoints }, report) => {
  const run = trainingRun(config, sets, {
    communicator: new SharedCommunicator(rank, state),
    resume,
    checkpoints: checkpoints && rank === 0,
    interrupted: () => isInterrupted(state),
  });
  for (;;) {
    const next = run.next();
    if (next.done) return next.value;
    if (rank === 0 && next.value) report(next.value);
  }
});
