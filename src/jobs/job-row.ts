/** A job as the database has it. */
import type { Job, JobError, JobKind, JobProgress, JobState } from './job.ts';

export interface JobRow {
  readonly id: string;
  readonly kind: JobKind;
  readonly state: JobState;
  readonly created: Date;
  readonly started: Date | null;
  readonly finished: Date | null;
  readonly attempts: number;
  readonly progress: string | null;
  readonly cost: number | null;
  readonly error: string | null;
}

/** All that a job tells of itself; input and result are large and asked for by name. */
export const jobColumns = 'id, kind, state, created, started, finished, attempts, progress, cost, error';

export const asJob = ({ id, kind, state, created, started, finished, attempts, progress, cost, error }: JobRow): Job => ({
  id,
  kind,
  state,
  created: created.toISOString(),
  ...(started && { started: started.toISOString() }),
  ...(finished && { finished: finished.toISOString() }),
  attempts,
  ...(progress !== null && { progress: JSON.parse(progress) as JobProgress }),
  ...(cost !== null && { cost }),
  ...(error !== null && { error: JSON.parse(error) as JobError }),
});
