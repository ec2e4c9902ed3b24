/** What `bench` and `ablate` share: options, running until every run is on record, and how tables are shown. */
import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { withNetworks } from '../benchmark/methods.ts';
import { loadRecords, openRecords, type RunRecord, thisMachine } from '../benchmark/record.ts';
import type { BestKnown } from '../benchmark/reference.ts';
import type { BenchmarkReport } from '../benchmark/report.ts';
import { type BenchmarkPlan, inPlanOrder, outstandingRuns, runBenchmark } from '../benchmark/runner.ts';
import { solveInProcess } from '../benchmark/solve-process.ts';
import { headOf, type Table } from '../benchmark/table.ts';
import type { JobBatch } from '../jobs/job-batch.ts';
import { executeOverWorkers } from '../jobs/shared-work.ts';
import { makeFolder, requireWritableFile, requireWritableFolder, saveText } from '../node/files.ts';
import { clockNames } from '../node/solve.ts';
import { packageVersion } from '../node/version.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { formatCount, formatNumber } from '../report/number.ts';
import { nonNegativeInteger, positiveInteger, positiveNumber, readShard } from './arguments.ts';
import { choice, flag, list, option, type ValuesOf } from './command.ts';
import { commandLine, databaseOption, describeWorkers, withWorkers } from './database.ts';
import { interruptible } from './interrupt.ts';
import { alignColumns, type Output } from './output.ts';
import { WorkProgress } from './work-progress.ts';

/** `records`: the default file for records. */
export const runOptions = (records: string) => ({
  time: option('--time <seconds>', 'budget of a run', positiveNumber, 5),
  clock: choice(
    '--clock <name>',
    'what budgets and times count: wall seconds, or CPU seconds of the run (for busy machines)',
    clockNames,
    'wall',
  ),
  runs: option('--runs <n>', 'runs of each method on each instance, with consecutive seeds', positiveInteger, 1),
  seed: option('--seed <n>', 'first seed', nonNegativeInteger, 1),
  threads: option('--threads <n>', 'runs at the same time', positiveInteger, availableParallelism()),
  results: option('--results <file>', `file to append the records to (default: ${records})`),
  bks: option('--bks <file>', 'best-known costs: {"SET": {"instance": cost}} (default: those of the package)'),
  report: option('--report <dir>', 'write tables (Markdown, CSV, LaTeX) and figures (SVG, PNG)'),
  page: option('--page <file>', 'fill the marked places of a Markdown page with tables and figures; needs --report'),
  run: flag('--no-run', 'run nothing, report on existing records'),
  retry: flag('--retry', 'run again what failed before'),
  strict: flag('--strict', 'exit with 1 where any run failed'),
  database: databaseOption,
  shard: option('--shard <part/of>', 'make only this part of the runs, e.g. 2/4, and leave the rest to other machines', readShard),
  merge: list('--merge <file...>', 'run nothing, put the records of all shards together in the order of the plan'),
});

/** With the file of records. */
export type RunOptions = ValuesOf<ReturnType<typeof runOptions>> & { readonly results: string };

export const budgetOf = ({ seed, runs, time, clock }: RunOptions): Pick<BenchmarkPlan, 'seeds' | 'seconds' | 'clock'> => ({
  seeds: Array.from({ length: runs }, (_, k) => seed + k),
  seconds: time,
  clock,
});

/** Before the runs, not after them. */
export async function requireOutputs({ page, report, results }: RunOptions, running: boolean): Promise<void> {
  if (page !== undefined && report === undefined)
    throw new NeoLrpError('E_USAGE', 'a page shows the figures of a report; name the folder of the report', { field: '--report' });
  if (page !== undefined) await requireWritableFile(page);
  if (report !== undefined) await requireWritableFolder(report);
  if (running) await requireWritableFolder(dirname(results));
}

/** Runs what is not on record yet; returns all records of the file. */
export async function measure(
  plan: BenchmarkPlan,
  bestKnown: BestKnown,
  options: RunOptions,
  output: Output,
): Promise<readonly RunRecord[]> {
  await makeFolder(dirname(options.results));
  if (options.merge) return mergeRecords(plan, options.merge, options.results);
  return withWorkers(options.database, output, (batch) => run(plan, bestKnown, options, output, batch));
}

/** The records of shards as one file, which is then what one process would have written. */
async function mergeRecords(plan: BenchmarkPlan, files: readonly string[], results: string): Promise<readonly RunRecord[]> {
  const records = inPlanOrder(plan, (await Promise.all(files.map(loadRecords))).flat());
  const wanted = outstandingRuns(plan, []).length;
  if (records.length < wanted)
    throw new NeoLrpError('E_DATASET', `the shards lack ${wanted - records.length} of ${formatCount(wanted, 'run')}; finish them first`);
  await saveText(results, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  return records;
}

async function run(
  plan: BenchmarkPlan,
  bestKnown: BestKnown,
  options: RunOptions,
  output: Output,
  batch?: JobBatch,
): Promise<readonly RunRecord[]> {
  const file = await openRecords(options.results);
  const methods = await withNetworks(plan.methods);
  const runs = outstandingRuns({ ...plan, methods }, file.entries, options.retry, options.shard);
  const wanted = outstandingRuns(plan, [], false, options.shard).length;
  if (runs.length < wanted)
    output.note(`${formatCount(wanted - runs.length, 'run')} of ${formatNumber(wanted)} are already in ${options.results}`);
  const progress = new WorkProgress(output, runs.length, 'runs');
  let failed = 0;
  const advance = ({ state, instance, method }: RunRecord) => {
    if (state === 'failed') failed++;
    progress.advance(`${failed > 0 ? ` · ${failed} failed` : ''} · ${instance} ${method}${describeWorkers(batch)}`);
  };
  try {
    await interruptible(output, 'finished runs are on record', async (signal) => {
      await runBenchmark(runs, {
        ...(batch
          ? { execute: executeOverWorkers(batch, options.retry ? randomUUID() : undefined), threads: runs.length, ordered: true }
          : { execute: solveInProcess(commandLine), threads: options.threads }),
        bestKnown,
        machine: thisMachine(),
        versions: { 'neo-lrp': packageVersion, node: process.versions.node },
        onEnd: advance,
        onRecord: (record) => file.append(record),
        signal,
      });
      if (signal.aborted)
        throw new NeoLrpError('E_BUDGET', 'interrupted; finished runs are on record, repeat the command to continue', {
          file: options.results,
        });
    });
  } finally {
    await file.close();
  }
  return file.entries;
}

const headsOf = ({ columns }: Table) => columns.map(headOf);

/** For a terminal; figures are aligned to the right. */
export const tableLines = (table: Table, caption: string, right: readonly number[], { style }: Output): readonly string[] => [
  style.bold(caption),
  alignColumns([headsOf(table), ...table.rows], right),
  '',
];

/** The end of what is printed. */
export const onRecord = ({ solved, failures }: Pick<BenchmarkReport, 'solved' | 'failures'>): string =>
  `${formatCount(solved.length, 'solved run')} on record, ${failures.length} failed`;

/** For `--json`. */
export function summaryOf(
  { solved, failures }: Pick<BenchmarkReport, 'solved' | 'failures'>,
  tables: readonly Table[],
  { results, report }: RunOptions,
) {
  return {
    results,
    ...(report !== undefined && { report }),
    solved: solved.length,
    failed: failures.length,
    failures: failures.map(({ set, file, method, seed, error }) => ({ set, file, method, seed, error })),
    tables: tables.map((table) => {
      const heads = headsOf(table);
      return { name: table.name, rows: table.rows.map((row) => Object.fromEntries(row.map((cell, k) => [heads[k], cell]))) };
    }),
  };
}
