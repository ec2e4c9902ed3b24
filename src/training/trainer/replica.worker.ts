/** One replica of a training run in a thread. Rank 0 reports. */
import { handleRequests } from '../../parallel/worker.ts';
import { decodeCheckpoint, encodeCheckpoint } from './checkpoint.ts';
import type { ReplicaRequest, RunProgress } from './replicas.ts';
import { type Trained, trainingRun } from './run.ts';
import { isInterrupted, SharedCommunicator } from './shared-memory.ts';

handleRequests<ReplicaRequest, RunProgress, Trained>(({ rank, state, config, sets, resume, checkpoints }, report) => {
  const run = trainingRun(config, sets, {
    communicator: new SharedCommunicator(rank, state),
    resume: resume && decodeCheckpoint(resume),
    interrupted: () => isInterrupted(state),
  });
  for (;;) {
    const next = run.next();
    if (next.done) return next.value;
    const event = next.value;
    if (rank === 0 && event.kind === 'epoch')
      report({
        record: event.record,
        rows: event.rows,
        best: event.best,
        ...(checkpoints && { checkpoint: encodeCheckpoint(event.checkpoint()) }),
      });
  }
});
