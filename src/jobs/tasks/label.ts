/** Labels for a few routing problems, which travel with the job. */
import * as z from 'zod';
import { WorkerPool } from '../../parallel/pool.ts';
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

export function labelTask(): Task {
  const pool = new WorkerPool<LabelTask, Label>(labelWorker);
  return {
    async run({ input }, { signal }) {
      const { plan, sets } = labelInputSchema.parse(JSON.parse(input));
      const labels: Label[] = [];
      for (const { index, capacity, x, y, demand } of sets) {
        const [column, row, load] = [x, y, demand].map((values) => Float64Array.from(values));
        const set = { depot: { x: 0, y: 0 }, x: column, y: row, demand: load, capacity };
        labels.push(await pool.run({ plan, index, set }, { signal }));
      }
      return { result: JSON.stringify(labels) };
    },
    close: () => pool.close(),
  };
}
