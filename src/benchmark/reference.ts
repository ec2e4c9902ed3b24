/** Published figures: best-known costs, and the paper's results for each instance and method. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import * as z from 'zod';
import { NeoLrpError } from '../problem/errors.ts';

export interface PublishedResult {
  readonly set: string;
  readonly instance: string;
  readonly method: string;
  readonly gap: number;
  /** Seconds until depots and assignment were decided, if the method has such a stage. */
  readonly allocation: number | null;
  readonly total: number;
}

export type BestKnown = Readonly<Record<string, Readonly<Record<string, number>>>>;

const reference = (name: string) => fileURLToPath(new URL(`../../results/reference/${name}`, import.meta.url));

const bestKnownSchema = z.record(z.string(), z.record(z.string(), z.number().positive()));

/** By default those of the package. */
export async function loadBestKnown(file = reference('best-known.json')): Promise<BestKnown> {
  try {
    return bestKnownSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (cause) {
    const reason = cause instanceof z.ZodError ? z.prettifyError(cause) : cause instanceof Error ? cause.message : String(cause);
    throw new NeoLrpError(
      'E_FILE',
      `the best-known costs are invalid (expected {"SET": {"instance": cost}}): ${reason}`,
      { file },
      { cause },
    );
  }
}

export async function loadTable<T>(file: string, row: z.ZodType<T>): Promise<T[]> {
  return z.array(row).parse(parse(await readFile(reference(file)), { columns: true }));
}

const rowSchema = z.object({
  ablation: z.string().optional(),
  set: z.string(),
  file: z.string(),
  method: z.string(),
  gap_percent: z.coerce.number(),
  t_location_allocation_s: z.string(),
  t_total_s: z.coerce.number(),
});

/** What the paper reports for all methods, or for the variants of one of its ablations. */
export async function loadPublished(ablation?: string): Promise<PublishedResult[]> {
  const file = ablation === undefined ? 'paper.csv' : 'paper-ablations.csv';
  const rows = await loadTable(file, rowSchema);
  return rows
    .filter((row) => row.ablation === ablation)
    .map((row) => ({
      set: row.set,
      instance: row.file,
      method: row.method,
      gap: row.gap_percent,
      allocation: row.t_location_allocation_s === '' ? null : Number(row.t_location_allocation_s),
      total: row.t_total_s,
    }));
}

/** The set that contains at least half of these instances, to recognise P, T, B and S in any folder. */
export function recogniseSet(instances: readonly string[], bestKnown: BestKnown): string | undefined {
  return Object.keys(bestKnown).find(
    (set) => instances.filter((name) => Object.hasOwn(bestKnown[set], name)).length * 2 >= Math.max(1, instances.length),
  );
}

export const bestKnownOf = (bestKnown: BestKnown, set: string, instance: string): number | null =>
  Object.hasOwn(bestKnown, set) && Object.hasOwn(bestKnown[set], instance) ? bestKnown[set][instance] : null;

/** In percent. */
export const gapTo = (cost: number, best: number | null): number | null => (best === null ? null : (100 * (cost - best)) / best);
