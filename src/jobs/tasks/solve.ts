/**
 * A solve that survives its worker. Better plans are reported as they come; after a crash the next worker starts from the best one with the
 * time that is left. A solve that counts iterations begins anew, because its plan must be the same to the bit.
 */
import * as z from 'zod';
import { WorkerPool } from '../../parallel/pool.ts';
import { Worker } from '../../parallel/worker.ts';
import type { Instance } from '../../problem/instance.ts';
import type { Claim, Report } from '../claims.ts';
import { defaultSeconds, type SolveJobOptions, solveOptionsSchema } from '../job.ts';
import type { JobRequest } from '../store.ts';
import type { SolveTask } from './solve.worker.ts';
import type { Task, TaskResult } from './task.ts';

/** What the worker finds in the job's input: an instance in our own JSON, and the options. */
export const solveInputSchema = z.object({ instance: z.unknown(), options: solveOptionsSchema });

export const solveRequest = (instance: Instance, options: SolveJobOptions): JobRequest => ({
  kind: 'solve',
  input: JSON.stringify({ instance, options }),
});

/** With less time left than this, the best so far is the result. */
const leastSeconds = 0.05;

export function solveTask(): Task {
  const pool = new WorkerPool<SolveTask, Required<TaskResult>, Report>(
    () => new Worker(new URL('./solve.worker.js', import.meta.url), { type: 'module' }),
  );
  return {
    async run(claim, { signal, report }) {
      const task = taskOf(claim);
      if (task.start !== undefined && task.seconds !== undefined && task.seconds < leastSeconds) return {};
      const { result, cost, progress } = await pool.run(task, { signal, onProgress: report });
      // Clients may have seen a better plan from an earlier attempt; it stays.
      return claim.cost !== null && claim.cost < cost ? { progress } : { result, cost, progress };
    },
    close: () => pool.close(),
  };
}

function taskOf({ input, result, cost, progress }: Claim): SolveTask {
  const { instance, options } = solveInputSchema.parse(JSON.parse(input));
  const seconds = options.cpuSeconds ?? options.seconds ?? (options.iterations === undefined ? defaultSeconds : undefined);
  const spent = seconds === undefined ? 0 : (progress?.seconds ?? 0);
  return {
    instance,
    options,
    spent,
    ...(seconds !== undefined && { seconds: Math.max(0, seconds - spent) }),
    ...(seconds !== undefined && result !== null && { start: result }),
    ...(cost !== null && { best: cost }),
  };
}
