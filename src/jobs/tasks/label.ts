/** Labels for a few routing problems, which travel with the job. */
import * as z from 'zod';
import { WorkerClient } from '../../parallel/worker.ts';
import { NeoLrpError } from '../../problem/errors.ts';
import { labelCardSchema } from '../../training/dataset.ts';
import { type Label, type LabelTask, labelWorker } from '../../training/label.ts';
import type { Task } from './task.ts';

const numbers = z.array(z.number());
export const labelInputSchema = z.object({
  release: z.string(),
  plan: labelCardSchema.omit({ quality: true }),
  /** The depot is at the origin. */
  sets: z.array(z.object({ index: z.number().int(), capacity: z.number(), x: numbers, y: numbers, demand: numbers })),
});
export type LabelInput = z.output<typeof labelInputSchema>;

/** In the order of the sets. */
export const labelResultSchema = z.array(z.object({ travel: z.number(), routes: z.number().int(), cost: z.number() }));

export const labelTask = (): { readonly run: Task; readonly close: () => void } => {
  const idle: WorkerClient<LabelTask, never, Label>[] = [];
  const run: Task = async ({ input }, { signal }) => {
    const { plan, sets } = labelInputSchema.parse(JSON.parse(input));
    const client = idle.pop() ?? new WorkerClient<LabelTask, never, Label>(labelWorker);
    const labels: z.output<typeof labelResultSchema> = [];
    try {
      for (const { index, capacity, x, y, demand } of sets) {
        const [column, row, load] = [x, y, demand].map((values) => Float64Array.from(values));
        const set = { depot: { x: 0, y: 0 }, x: column, y: row, demand: load, capacity };
        const outcome = await client.ask({ plan, index, set }, { signal });
        if (outcome.kind === 'stopped') throw new NeoLrpError('E_INTERNAL', 'stopped from outside');
        if (outcome.kind === 'failed') throw new NeoLrpError(outcome.code, outcome.reason, outcome.place);
        labels.push(outcome.reply);
      }
    } finally {
      idle.push(client);
    }
    return { result: JSON.stringify(labels) };
  };
  return {
    run,
    close: () => {
      for (const client of idle) client.close();
    },
  };
};
