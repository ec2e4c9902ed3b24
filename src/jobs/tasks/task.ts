/** What a worker does with a job of some kind. */
import type { Claim, Report } from '../claims.ts';

export interface TaskContext {
  /** Ends it at once; what was reported stays. */
  readonly signal: AbortSignal;
  readonly report: (report: Report) => void;
  /** A file that the input names by its hash. */
  readonly blob: (hash: string) => Promise<Uint8Array>;
  /** The script of the command line, for runs in processes of their own. */
  readonly program: string;
}

export interface TaskResult {
  /** JSON; without it, the best that was reported is the result. */
  readonly result?: string;
  readonly cost?: number;
  readonly progress?: Report['progress'];
}

export interface Task {
  /** Throws a coded error. E_INTERNAL is tried again elsewhere; any other ends the job. */
  run(claim: Claim, context: TaskContext): Promise<TaskResult>;
  /** Ends idle threads. */
  close(): void;
}
