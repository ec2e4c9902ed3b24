/** How labels are cut into parts for the workers of a database; tests of processes run them. */
import { expect, it } from 'vitest';
import type { JobBatch } from '../../src/jobs/job-batch.ts';
import { labelOverWorkers } from '../../src/jobs/shared-work.ts';
import { labelInputSchema } from '../../src/jobs/tasks/label.ts';
import { collectSets } from '../../src/training/dataset.ts';
import { paperSets } from '../../src/training/generator.ts';

const count = 450;
const dataset = collectSets(paperSets(1), count, 'paper', 1);
const picks = Array.from({ length: count }, (_, k) => count - 1 - k);

/** Indices of the sets of each part, from workers that label a set by its index. */
async function partsOf(seconds: number): Promise<readonly (readonly number[])[]> {
  const parts: (readonly number[])[] = [];
  const labels = new Map<number, number>();
  const batch: Pick<JobBatch, 'ask'> = {
    async ask({ input }) {
      const { sets } = labelInputSchema.parse(JSON.parse(input));
      parts.push(sets.map(({ index }) => index));
      for (const { index, x } of sets) expect(x).toHaveLength(dataset.start[index + 1] - dataset.start[index]);
      return { result: Promise.resolve(JSON.stringify(sets.map(({ index }) => ({ travel: index, routes: 1, cost: index })))) };
    },
  };
  const plan = { router: 'hgs', iterations: null, seconds, seed: 1, vehicleCost: 10 };
  await labelOverWorkers(batch as JobBatch)(dataset, picks, plan, { onLabel: (index, { cost }) => void labels.set(index, cost) });
  for (const index of picks) expect(labels.get(index)).toBe(index);
  expect(parts.flat()).toEqual(picks);
  return parts;
}

it.each([
  ['a second of work', 0.25, 4],
  ['two hundred, where they are short', 1e-6, 200],
  ['one, where it is long', 30, 1],
])('a part of labels is %s', async (_, seconds, size) => {
  const sizes = (await partsOf(seconds)).map((part) => part.length);
  expect(sizes).toEqual([...Array(Math.floor(count / size)).fill(size), ...(count % size > 0 ? [count % size] : [])]);
});
