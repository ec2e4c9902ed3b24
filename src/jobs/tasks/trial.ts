/** One trial of a tuning run: a network trained on data that travels with the job. */
import * as z from 'zod';
import { WorkerPool } from '../../parallel/pool.ts';
import { Worker } from '../../parallel/worker.ts';
import { trialResultSchema } from '../../training/tune.ts';
import type { Task } from './task.ts';
import type { TrialTask } from './trial.worker.ts';

export const trialInputSchema = z.object({
  release: z.string(),
  /** Of the training; checked by the trainer. */
  config: z.record(z.string(), z.unknown()),
  /** Hashes of data sets. */
  data: z.array(z.string()),
  validation: z.array(z.string()).optional(),
  hold: z.number(),
  /** Replicas: the weights depend on their number. */
  threads: z.number().int().positive(),
});
export type TrialInput = z.output<typeof trialInputSchema>;

export const trialAnswerSchema = trialResultSchema.pick({ error: true, seconds: true });

export function trialTask(): Task {
  const pool = new WorkerPool<TrialTask, z.output<typeof trialAnswerSchema>>(
    () => new Worker(new URL('./trial.worker.js', import.meta.url), { type: 'module' }),
  );
  return {
    async run({ input }, { signal, blob }) {
      const { config, data, validation, hold, threads } = trialInputSchema.parse(JSON.parse(input));
      const load = (hashes: readonly string[]) => Promise.all(hashes.map(async (hash) => ({ hash, bytes: await blob(hash) })));
      const task = { config, data: await load(data), ...(validation && { validation: await load(validation) }), hold, threads };
      return { result: JSON.stringify(await pool.run(task, { signal })) };
    },
    close: () => pool.close(),
  };
}
