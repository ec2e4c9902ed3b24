/** One trial of a tuning run: a network trained on data that travels with the job. */
import * as z from 'zod';
import { Worker } from '../../parallel/worker.ts';
import { trialResultSchema } from '../../training/tune.ts';
import { type Task, Threads } from './task.ts';
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

export const trialTask = (): { readonly run: Task; readonly close: () => void } => {
  const threads = new Threads<TrialTask, never, z.output<typeof trialAnswerSchema>>(
    () => new Worker(new URL('./trial.worker.js', import.meta.url), { type: 'module' }),
  );
  const run: Task = async ({ input }, { signal, blob }) => {
    const { config, data, validation, hold, threads: replicas } = trialInputSchema.parse(JSON.parse(input));
    const load = (hashes: readonly string[]) => Promise.all(hashes.map(async (hash) => ({ hash, bytes: await blob(hash) })));
    const task = { config, data: await load(data), ...(validation && { validation: await load(validation) }), hold, threads: replicas };
    return { result: JSON.stringify(await threads.ask(task, signal)) };
  };
  return { run, close: () => threads.close() };
};
