/** Adapts a model to an instance, on threads, with its labels in a log so that a killed run continues. */
import { appendFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { loadBytes, makeFolder, saveText } from '../node/files.ts';
import { saveModel } from '../node/model-files.ts';
import { WorkerPool } from '../parallel/pool.ts';
import { Worker } from '../parallel/worker.ts';
import { instanceHash } from '../problem/hash.ts';
import type { Instance } from '../problem/instance.ts';
import type { Model } from '../surrogate/model.ts';
import { type Adapted, type AdaptOptions, adapt, adaptIterations } from './adapt.ts';
import type { RegionLabel, RegionLabelTask } from './region-label.ts';

export interface AdaptModelOptions extends Omit<AdaptOptions, 'label' | 'known'> {
  /** For the model, and for the log of labels meanwhile. */
  readonly folder: string;
  readonly threads?: number;
  /** Called before the first label if an earlier run is continued. */
  readonly onResume?: (labels: number) => void;
}

export interface AdaptedModelFile extends Adapted {
  readonly file: string;
}

export async function adaptModel(instance: Instance, model: Model, options: AdaptModelOptions): Promise<AdaptedModelFile> {
  const { folder, name, threads = 1, seed = 1 } = options;
  await makeFolder(folder);
  const log = new LabelLog(join(folder, `${name}.labels.jsonl`), {
    instance: instanceHash(instance),
    seed,
    iterations: adaptIterations,
  });
  const known = await log.open();
  if (known.size > 0) options.onResume?.(known.size);
  const pool = new WorkerPool<RegionLabelTask, RegionLabel>(
    () => new Worker(new URL('./region-label.worker.js', import.meta.url), { type: 'module' }),
    threads,
  );
  try {
    const adapted = await adapt(instance, model, {
      ...options,
      known,
      label: (tasks, onLabel, signal) => pool.forEach(tasks, onLabel, signal),
      onLabel: (cell, label) => {
        log.append(cell, label);
        options.onLabel?.(cell, label);
      },
    });
    const file = await saveModel(folder, adapted.model);
    await log.remove();
    return { ...adapted, file };
  } finally {
    pool.close();
    await log.close();
  }
}

/** One line per label, after a line that says what they belong to; a torn last line is dropped. */
class LabelLog {
  private readonly file: string;
  private readonly header: string;
  private writing: Promise<unknown> = Promise.resolve();

  constructor(file: string, card: object) {
    this.file = file;
    this.header = JSON.stringify(card);
  }

  /** Labels of an earlier run of the same; begins a new log otherwise. */
  async open(): Promise<Map<number, RegionLabel>> {
    const bytes = await loadBytes(this.file).catch(() => undefined);
    const [header, ...lines] = new TextDecoder().decode(bytes).split('\n');
    const known = new Map<number, RegionLabel>();
    // The last piece is empty, or torn.
    if (header === this.header)
      for (const line of lines.slice(0, -1)) {
        const { cell, label } = JSON.parse(line) as { cell: number; label: RegionLabel };
        known.set(cell, label);
      }
    const kept = [...known].map(([cell, label]) => `${JSON.stringify({ cell, label })}\n`);
    await saveText(this.file, `${this.header}\n${kept.join('')}`);
    return known;
  }

  append(cell: number, label: RegionLabel): void {
    const line = `${JSON.stringify({ cell, label })}\n`;
    this.writing = this.writing.then(() => appendFile(this.file, line));
    this.writing.catch(() => {});
  }

  async close(): Promise<void> {
    await this.writing;
  }

  async remove(): Promise<void> {
    await this.close();
    await rm(this.file, { force: true });
  }
}
