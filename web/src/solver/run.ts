/** A run in a worker. Stopping keeps the best plan so far, and never takes long. */
import {
  createSolution,
  type Instance,
  type Solution,
  type SolveProgress,
  Worker,
  WorkerClient,
  type WorkerOutcome,
} from '../../../src/page.ts';
import { isPlanProgress, type PlanProgress, type RunOptions, type RunRequest, versions } from './protocol.ts';

const solver = new WorkerClient<RunRequest, SolveProgress, Solution>(
  () => new Worker(new URL('./solve.worker.ts', import.meta.url), { type: 'module', name: 'solve' }),
);

/** Starts a worker before it is needed. */
export const warmUp = (): void => solver.warm();

/** Milliseconds that the worker has to answer a stop with its own solution. Then it is terminated. */
const patience = 150;

/** A run, wherever it is done. */
export interface SolveRun {
  readonly instance: Instance;
  readonly options: RunOptions;
  /** Stopped before the first plan, the outcome is `stopped`; after it, a solution. */
  readonly outcome: Promise<WorkerOutcome<Solution>>;
  /** Keeps the best so far. */
  stop(): void;
}

export class Run implements SolveRun {
  readonly outcome: Promise<WorkerOutcome<Solution>>;
  private readonly abort = new AbortController();

  constructor(
    readonly instance: Instance,
    readonly options: RunOptions,
    onProgress: (progress: SolveProgress) => void,
  ) {
    this.outcome = this.solve(onProgress);
  }

  stop(): void {
    this.abort.abort();
  }

  private async solve(onProgress: (progress: SolveProgress) => void): Promise<WorkerOutcome<Solution>> {
    const { instance, options } = this;
    const began = performance.now();
    let latest: PlanProgress | undefined;
    const outcome = await solver.ask(
      { instance, options },
      {
        signal: this.abort.signal,
        grace: patience,
        onProgress: (progress) => {
          if (isPlanProgress(progress) && progress.routes) latest = progress;
          onProgress(progress);
        },
      },
    );
    warmUp();
    if (outcome.kind !== 'stopped' || !latest) return outcome;
    return { kind: 'reply', reply: this.interrupted(latest, (performance.now() - began) / 1000) };
  }

  /** The last plan that the worker reported, as a solution. */
  private interrupted({ routes = [], iterations }: PlanProgress, total: number): Solution {
    const { method, seed, threads } = this.options;
    const time = { allocation: 0, routing: 0, improvement: total, total };
    return createSolution(this.instance, routes, { method, time, seed, threads, stop: 'aborted', iterations, versions });
  }
}
