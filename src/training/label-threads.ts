/** Labelling on all cores. Labels do not depend on the number of threads, because each set has a seed of its own. */
import { WorkerPool } from '../parallel/pool.ts';
import { Worker } from '../parallel/worker.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { type Dataset, routingSetAt } from './dataset.ts';
import type { LabelPlan } from './label.ts';
import type { LabelReply, LabelTask } from './label.worker.ts';
import type { Label } from './label-log.ts';

export interface LabelThreads extends LabelWork {
  readonly threads: number;
}

interface LabelWork {
  /** Called with each label as it comes, in any order; the thread waits for it. */
  readonly onLabel: (set: number, label: Label) => void | Promise<void>;
  readonly signal?: AbortSignal;
}

/** Labels the picked sets of a data set, somewhere. */
export type LabelSomewhere = (dataset: Dataset, picks: readonly number[], plan: LabelPlan, work: LabelWork) => Promise<void>;

/** A thread that labels one set a request. */
export const labelWorker = (): Worker => new Worker(new URL('./label.worker.js', import.meta.url), { type: 'module' });

/** One set a message: against milliseconds of routing the message is free, and a kill loses no finished label. */
export async function labelOnThreads(
  dataset: Dataset,
  picks: Iterable<number>,
  plan: LabelPlan,
  { threads, onLabel, signal }: LabelThreads,
): Promise<void> {
  const pool = new WorkerPool<LabelTask, LabelReply>(labelWorker, threads);
  function* tasks() {
    for (const index of picks) yield { plan, numbered: { index, set: routingSetAt(dataset, index) } };
  }
  try {
    await pool.forEach(
      tasks(),
      async (reply) => {
        if (reply.kind === 'refused') throw new NeoLrpError(reply.error.code, reply.error.message, reply.error.place);
        await onLabel(reply.set, reply.label);
      },
      signal,
    );
  } finally {
    pool.close();
  }
}
