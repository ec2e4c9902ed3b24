/** The tasks of one worker, by kind of job. */
import type { JobKind } from '../job.ts';
import { labelTask } from './label.ts';
import { runTask } from './run.ts';
import { solveTask } from './solve.ts';
import type { Task } from './task.ts';
import { trialTask } from './trial.ts';

export interface Tasks {
  readonly of: Readonly<Record<JobKind, Task>>;
  /** Ends the threads that wait for more. */
  close(): void;
}

export function openTasks(): Tasks {
  const [solve, label, trial] = [solveTask(), labelTask(), trialTask()];
  return {
    of: { solve: solve.run, run: runTask, label: label.run, trial: trial.run },
    close() {
      for (const { close } of [solve, label, trial]) close();
    },
  };
}
