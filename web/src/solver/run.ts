/** A run in a worker. Stopping keeps the best plan so far, and never takes long. */
import { createSolution, type Solution, type SolveProgress, Worker, WorkerClient, type WorkerOutcome } from '../../../src/page.ts';
import { isPlanProgress, type PlanProgress, type RunRequest, versions } from './protocol.ts';

const solver = new WorkerClient<RunRequest, SolveProgress, Solution>(
  () => new Worker(new URL('./solve.worker.ts', import.meta.url), { type: 'module', name: 'solve' }),
);

/** Starts a worker before it is needed. */
export const warmUp = (): void => solver.warm();

/** Milliseconds that the worker has to answer a stop with its own solution. Then it is terminated. */
const patience = 150;

export type Outcome = WorkerOutcome<Solution>;

/** A run, wherever it is done. */
export interface SolveRun {
  /** Stopped before the first plan, the outcome is `stopped`; after it, a solution. */
  readonly outcome: Promise<Outcome>;
  /** Keeps the best so far. */
  stop(): void;
}

export function runHere(request: RunRequest, onProgress: (progress: SolveProgress) => void): SolveRun {
  const abort = new AbortController();
  const began = performance.now();
  let latest: PlanProgress | undefined;
  const hear = (progress: SolveProgress) => {
    if (isPlanProgress(progress) && progress.routes) latest = progress;
    onProgress(progress);
  };
  const outcome = solver.ask(request, { signal: abort.signal, grace: patience, onProgress: hear }).then((ended): Outcome => {
    warmUp();
    if (ended.kind !== 'stopped' || !latest) return ended;
    return { kind: 'reply', reply: interrupted(request, latest, (performance.now() - began) / 1000) };
  });
  return { outcome, stop: () => abort.abort() };
}

/** The last plan that the worker reported, as a solution. */
function interrupted({ instance, options }: RunRequest, { routes = [], iterations }: PlanProgress, total: number): Solution {
  const { method, seed, threads } = options;
  const time = { allocation: 0, routing: 0, improvement: total, total };
  return createSolution(instance, routes, { method, time, seed, threads, stop: 'aborted', iterations, versions });
}
