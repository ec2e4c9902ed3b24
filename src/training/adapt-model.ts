/** Adapts a model to an instance, on threads, with its labels in a journal so that a killed run continues. */

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { makeFolder } from '../node/files.ts';
import { Journal } from '../node/journal.ts';
import { saveModel } from '../node/model-files.ts';
import { WorkerPool } from '../parallel/pool.ts';
import { isText, requireArgument } from '../problem/arguments.ts';
import { type Instance, requireInstance } from '../problem/instance.ts';
import { instanceHash } from '../problem/model.ts';
import { type Model, requireModel } from '../surrogate/model.ts';
import { type Adapted, type AdaptOptions, adapt, adaptIterations } from './adapt.ts';
import { labelWorker } from './label.ts';
import type { RegionLabel, RegionLabelTask } from './region-label.ts';

export interface AdaptModelOptions extends Omit<AdaptOptions, 'label' | 'known' | 'onLabel'> {
  /** For the model, and for the journal of labels meanwhile. */
  readonly folder: string;
  readonly threads?: number;
  /** Called before the first label if an earlier run is continued. */
  readonly onResume?: (labels: number) => void;
  readonly onLabel?: () => void;
}

export interface AdaptedModelFile extends Adapted {
  readonly file: string;
}

const entrySchema = z.object({ cell: z.number().int(), label: z.object({ cost: z.number(), routes: z.number() }).nullable() });

/** Trains a network further on customer sets of one instance, and reports its error before and after. */
export async function adaptModel(instance: Instance, model: Model, options: AdaptModelOptions): Promise<AdaptedModelFile> {
  requireInstance(instance);
  requireModel(model);
  requireArgument(isText(options?.folder) && isText(options.name), 'options', 'options { folder, name }');
  const { folder, name, threads = 1, seed = 1 } = options;
  await makeFolder(folder);
  const labels = join(folder, `${name}.labels.jsonl`);
  const journal = await Journal.open(labels, {
    schema: entrySchema,
    remedy: 'delete the file to start again',
    head: { instance: instanceHash(instance), seed, iterations: adaptIterations },
  });
  const known = new Map(journal.entries.map(({ cell, label }) => [cell, label]));
  if (known.size > 0) options.onResume?.(known.size);
  const pool = new WorkerPool<RegionLabelTask, RegionLabel>(labelWorker, threads);
  try {
    const adapted = await adapt(instance, model, {
      ...options,
      known,
      label: (tasks, onLabel, signal) => pool.forEach(tasks, onLabel, signal),
      onLabel: async (cell, label) => {
        await journal.append({ cell, label });
        options.onLabel?.();
      },
    });
    const file = await saveModel(folder, adapted.model);
    await rm(labels, { force: true });
    return { ...adapted, file };
  } finally {
    pool.close();
    await journal.close();
  }
}
