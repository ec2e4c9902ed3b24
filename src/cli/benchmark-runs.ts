/** What `bench` and `ablate` share: the options of a study, and running it on and on until every run is on record. */

import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { type Command, Option } from 'commander';
import { withNetworks } from '../benchmark/methods.ts';
import { loadRecords, openRecords, type RunRecord, thisMachine } from '../benchmark/record.ts';
import type { BestKnown } from '../benchmark/reference.ts';
import { type BenchmarkPlan, inPlanOrder, outstandingRuns, runBenchmark } from '../benchmark/runner.ts';
import { solveInProcess } from '../benchmark/solve-process.ts';
import { executeOverWorkers } from '../jobs/shared-work.ts';
import type { Study } from '../jobs/study.ts';
import { makeFolder, requireWritableFile, requireWritableFolder, saveText } from '../node/files.ts';
import { type ClockName, clockNames } from '../node/solve.ts';
import { packageVersion } from '../node/version.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { formatCount, formatNumber } from '../report/number.ts';
import { StopWatch } from '../run/stop.ts';
import { nonNegativeInteger, positiveInteger, positiveNumber, readShard, type Shard } from './arguments.ts';
import { commandLine } from './command-line.ts';
import { interruptible } from './interrupt.ts';
import { databaseOption, describeWorkers, withWorkers } from './many-workers.ts';
import { addOutputOptions, type Output, type OutputOptions } from './output.ts';
import { formatDuration } from './work-progress.ts';

export interface RunOptions extends OutputOptions {
  readonly time: number;
  readonly clock: ClockName;
  readonly runs: number;
  readonly seed: number;
  readonly threads: number;
  readonly results?: string;
  readonly bks?: string;
  readonly report?: string;
  readonly page?: string;
  readonly run: boolean;
  readonly retry?: boolean;
  readonly strict?: boolean;
  readonly database?: string;
  readonly shard?: Shard;
  readonly merge?: readonly string[];
}

/** `results` is the default file for records. */
export function addRunOptions(command: Command, results: string): Command {
  return addOutputOptions(command)
    .option('--time <seconds>', 'budget of a run', positiveNumber, 5)
    .addOption(
      new Option('--clock <name>', 'what budgets and times count: wall seconds, or CPU seconds of the run (for busy machines)')
        .choices(clockNames)
        .default('wall' satisfies ClockName),
    )
    .option('--runs <n>', 'runs of each method on each instance, with consecutive seeds', positiveInteger, 1)
    .option('--seed <n>', 'first seed', nonNegativeInteger, 1)
    .option('--threads <n>', 'runs at the same time', positiveInteger, availableParallelism())
    .option('--results <file>', `file to append the records to (default: ${results})`)
    .option('--bks <file>', 'best-known costs: {"SET": {"instance": cost}} (default: those of the package)')
    .option('--report <dir>', 'write tables (Markdown, CSV, LaTeX) and figures (SVG, PNG)')
    .option('--page <file>', 'fill the marked places of a Markdown page with tables and figures; needs --report')
    .option('--no-run', 'run nothing, report on existing records')
    .option('--retry', 'run again what failed before')
    .option('--strict', 'exit with 1 where any run failed')
    .addOption(databaseOption())
    .option('--shard <part/of>', 'make only this part of the runs, e.g. 2/4, and leave the rest to other machines', readShard)
    .option('--merge <file...>', 'run nothing, put the records of all shards together in the order of the plan');
}

export const budgetOf = ({ seed, runs, time, clock }: RunOptions): Pick<BenchmarkPlan, 'seeds' | 'seconds' | 'clock'> => ({
  seeds: Array.from({ length: runs }, (_, k) => seed + k),
  seconds: time,
  clock,
});

/** Before the runs, not after them. */
export async function requireOutputs(
  { page, report, results }: RunOptions & { readonly results: string },
  running: boolean,
): Promise<void> {
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
  options: RunOptions & { readonly results: string },
  output: Output,
): Promise<readonly RunRecord[]> {
  await makeFolder(dirname(options.results));
  if (options.merge) return mergeRecords(plan, options.merge, options.results);
  return withWorkers(options.database, output, (study) => run(plan, bestKnown, options, output, study));
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
  options: RunOptions & { readonly results: string },
  output: Output,
  study?: Study,
): Promise<readonly RunRecord[]> {
  const file = await openRecords(options.results);
  const methods = await withNetworks(plan.methods);
  const [part, of] = options.shard ?? [1, 1];
  const shard = { part, of };
  const runs = outstandingRuns({ ...plan, methods }, file.entries, options.retry, shard);
  const wanted = outstandingRuns(plan, [], false, shard).length;
  if (runs.length < wanted)
    output.note(`${formatCount(wanted - runs.length, 'run')} of ${formatNumber(wanted)} are already in ${options.results}`);
  const bar = new RunBar(output, runs.length, () => describeWorkers(study));
  try {
    await interruptible(
      async (signal) => {
        await runBenchmark(runs, {
          ...(study
            ? { execute: executeOverWorkers(study, options.retry ? randomUUID() : undefined), threads: runs.length, ordered: true }
            : { execute: solveInProcess(commandLine), threads: options.threads }),
          bestKnown,
          machine: thisMachine(),
          versions: { 'neo-lrp': packageVersion, node: process.versions.node },
          onEnd: (record) => bar.advance(record),
          onRecord: (record) => file.append(record),
          signal,
        });
        if (signal.aborted)
          throw new NeoLrpError('E_BUDGET', 'interrupted; finished runs are on record, repeat the command to continue', {
            file: options.results,
          });
      },
      () => output.note('stopping; finished runs are on record (Ctrl-C again to quit at once)'),
    );
  } finally {
    await file.close();
  }
  return file.entries;
}

const barWidth = 24;
/** Seconds between two lines in a log. */
const logEvery = 60;

class RunBar {
  private readonly watch = new StopWatch({});
  private done = 0;
  private failed = 0;
  private logged = 0;

  constructor(
    private readonly output: Output,
    private readonly total: number,
    private readonly remark: () => string,
  ) {}

  advance(record: RunRecord): void {
    this.done++;
    if (record.state === 'failed') this.failed++;
    const elapsed = this.watch.elapsed();
    const filled = Math.round((barWidth * this.done) / this.total);
    const line = [
      `${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)} ${this.done} of ${formatCount(this.total, 'run')}`,
      ...(this.failed > 0 ? [`${this.failed} failed`] : []),
      `${formatDuration((elapsed / this.done) * (this.total - this.done))} left`,
      `${record.instance} ${record.method}${this.remark()}`,
    ].join(' · ');
    if (process.stderr.isTTY) this.output.progress(line);
    else if (elapsed - this.logged >= logEvery) {
      this.logged = elapsed;
      this.output.note(line);
    }
  }
}
