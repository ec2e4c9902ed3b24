/** One run of one method on one instance with one seed, as a line of results.jsonl. */
import { availableParallelism, cpus, totalmem } from 'node:os';
import * as z from 'zod';
import { Journal, type JournalForm, readJournal } from '../node/journal.ts';
import { clockNames } from '../node/solve.ts';
import { NeoLrpError } from '../problem/errors.ts';

export const machineSchema = z.object({ cpu: z.string(), cores: z.number().int(), memory: z.number(), platform: z.string() });

/** The machine that times are measured on. */
export function thisMachine(): z.output<typeof machineSchema> {
  return {
    cpu: (cpus()[0]?.model ?? 'unknown').replaceAll(/\s+/g, ' ').trim(),
    cores: availableParallelism(),
    memory: Math.round(totalmem() / 2 ** 30),
    platform: `${process.platform}-${process.arch}`,
  };
}

const identity = {
  /** P, T, B, S, or the name of a folder. */
  set: z.string(),
  /** File name inside its folder. */
  file: z.string(),
  instance: z.string(),
  method: z.string(),
  /** The options of `neo-lrp solve` besides file, time and seed. */
  options: z.array(z.string()),
  seconds: z.number(),
  /** Checksum of the networks; null if there were none. */
  networks: z.string().nullable().default(null),
  /** What the budget and all times count: wall seconds, or CPU seconds of the run's process. */
  clock: z.enum(clockNames).default('wall'),
  seed: z.number().int(),
  versions: z.record(z.string(), z.string()),
  machine: machineSchema,
  finished: z.string(),
};

/** What a record keeps of `solve --json` as it is. */
export const answered = {
  /** Predicted and actual routing cost of the surrogate's decision, vehicles included. */
  predicted: z
    .object({ total: z.number(), perDepot: z.array(z.object({ routing: z.number(), actual: z.number() })) })
    .nullable()
    .default(null),
  mip: z
    .object({ objective: z.number(), bound: z.number().nullable(), gap: z.number().nullable(), solver: z.string() })
    .nullable()
    .default(null),
  time: z.object({ allocation: z.number(), routing: z.number(), improvement: z.number(), total: z.number() }),
  cpu: z.number().nullable().default(null),
  stop: z.string(),
  notes: z.array(z.string()).default([]),
};

const solvedSchema = z.object({
  state: z.literal('solved'),
  ...identity,
  hash: z.string(),
  customers: z.number().int(),
  depots: z.number().int(),
  cost: z.object({ total: z.number(), opening: z.number(), vehicles: z.number(), travel: z.number() }),
  bestKnown: z.number().nullable(),
  /** Percent above the best known when the run was recorded. */
  gap: z.number().nullable(),
  ...answered,
  /** The solution by position: a depot, then its stops. */
  routes: z.array(z.array(z.number().int())),
});

const failedSchema = z.object({
  state: z.literal('failed'),
  ...identity,
  /** Null if the file could not be read. */
  hash: z.string().nullable(),
  error: z.object({ code: z.string(), message: z.string() }),
});

export const recordSchema = z.discriminatedUnion('state', [solvedSchema, failedSchema]);

export type SolvedRun = Readonly<z.output<typeof solvedSchema>>;
export type FailedRun = Readonly<z.output<typeof failedSchema>>;
export type RunRecord = SolvedRun | FailedRun;

type RunIdentity = Pick<RunRecord, 'set' | 'file' | 'method' | 'options' | 'seconds' | 'clock' | 'seed'>;

/** Two records with the same slot are two attempts at the same run; the later one counts. */
export const slotOf = ({ set, file, method, options, seconds, clock, seed }: RunIdentity): string =>
  JSON.stringify([set, file, method, options, seconds, clock, seed]);

/** The record of each slot that counts, in the order in which slots first appeared. */
export function latestRecords(records: Iterable<RunRecord>): RunRecord[] {
  const latest = new Map<string, RunRecord>();
  for (const record of records) latest.set(slotOf(record), record);
  return [...latest.values()];
}

const form: JournalForm<RunRecord> = { schema: recordSchema, remedy: 'delete the line to repeat its run' };

/** Open for appending. */
export const openRecords = (file: string): Promise<Journal<RunRecord>> => Journal.open(file, form);

/** The records of a file, for reading only; a torn last line is left out. */
export async function loadRecords(file: string): Promise<RunRecord[]> {
  const { entries } = await readJournal(file, form);
  if (entries.length === 0) throw new NeoLrpError('E_FILE', 'there are no records', { file });
  return entries;
}
