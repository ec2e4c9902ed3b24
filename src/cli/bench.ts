/** `neo-lrp bench DIR…`: instance × method × seed, resumable, and the report on all records. */
import { mkdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Command, Option } from 'commander';
import { thisMachine } from '../benchmark/machine.ts';
import { methodNames, parseMethods } from '../benchmark/methods.ts';
import { fillPageFile, publishReport } from '../benchmark/publish.ts';
import type { RunRecord } from '../benchmark/record.ts';
import { loadRecords, RecordFile } from '../benchmark/record-file.ts';
import { type BestKnown, loadBestKnown, loadPublished } from '../benchmark/reference.ts';
import { type BenchmarkReport, reportOn } from '../benchmark/report.ts';
import { type BenchmarkPlan, outstandingRuns, runBenchmark } from '../benchmark/runner.ts';
import { type BenchmarkInstance, findInstances } from '../benchmark/sets.ts';
import { solveInProcess } from '../benchmark/solve-process.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { formatCount, formatNumber } from '../report/number.ts';
import { type ClockName, clockNames, packageVersion } from '../solve-node.ts';
import { nonNegativeInteger, positiveInteger, positiveNumber } from './arguments.ts';
import { interruptible } from './interrupt.ts';
import { addOutputOptions, alignColumns, Output, type OutputOptions } from './output.ts';
import { formatDuration } from './work-progress.ts';

interface BenchOptions extends OutputOptions {
  readonly methods: readonly string[];
  readonly time: number;
  readonly clock: ClockName;
  readonly runs: number;
  readonly seed: number;
  readonly threads: number;
  readonly results: string;
  readonly with: readonly string[];
  readonly bks?: string;
  readonly report?: string;
  readonly page?: string;
  readonly run: boolean;
  readonly retry?: boolean;
  readonly strict?: boolean;
}

export function registerBench(program: Command): void {
  addOutputOptions(program.command('bench'))
    .summary('run methods on many instances and compare them')
    .description(
      'Runs every method on every instance with every seed, each run in a process of its own on one thread. Every finished run is appended to the results at once: a killed benchmark continues where it was when the command is repeated. A run that fails is a record, not a stop. Without folders nothing runs, and the report is made of the records there are.',
    )
    .argument(
      '[dir...]',
      'folders of instances, folders of such folders, or files; the sets P, T, B and S are recognised by their instances',
    )
    .option('--methods <name...>', `${methodNames.join(', ')}, or a method of your own: NAME='OPTIONS OF SOLVE'`, ['neo-ds', 'full'])
    .option('--time <seconds>', 'budget of a run', positiveNumber, 5)
    .addOption(
      new Option('--clock <name>', 'what budgets and times count: wall seconds, or CPU seconds of the run, on a machine with other work')
        .choices(clockNames)
        .default('wall' satisfies ClockName),
    )
    .option('--runs <n>', 'runs of each method on each instance, with consecutive seeds', positiveInteger, 1)
    .option('--seed <n>', 'first seed', nonNegativeInteger, 1)
    .option('--threads <n>', 'runs at a time', positiveInteger, availableParallelism())
    .option('--results <file>', 'the records, appended to', 'results.jsonl')
    .option('--with <file...>', 'more records to report on', [])
    .option('--bks <file>', 'best-known costs: {"SET": {"instance": cost}} (default: those that come with the package)')
    .option('--report <dir>', 'write index.html, tables (Markdown, CSV, LaTeX) and figures (SVG, PNG)')
    .option('--page <file>', 'fill the marked places of a Markdown page with tables and figures; needs --report')
    .option('--no-run', 'run nothing, report on the records there are; folders then only lend their maps to the report')
    .option('--retry', 'run again what failed before')
    .option('--strict', 'exit with 1 where any run failed')
    .addHelpText(
      'after',
      `
Examples:
  neo-lrp bench P T B --methods neo-ds,flp,full --time 5 --runs 3 --report report
  neo-lrp bench examples --methods search --time 1
  neo-lrp bench P --methods full "mine=--method neo-ds --model my-model" --threads 2
  neo-lrp bench P --no-run --results results.jsonl --report report      the report alone`,
    )
    .action(async (folders: string[], options: BenchOptions) => {
      const output = new Output(options);
      if (options.page !== undefined && options.report === undefined)
        throw new NeoLrpError('E_USAGE', 'a page shows the figures of a report: name its folder', { field: '--report' });
      const bestKnown = await loadBestKnown(options.bks);
      const methods = parseMethods(options.methods);
      const instances = folders.length > 0 ? await findInstances(folders, bestKnown) : [];
      const plan = { instances, methods, seeds: seedsOf(options), seconds: options.time, clock: options.clock };
      const running = options.run && folders.length > 0;
      const own = running ? await measure(plan, bestKnown, options, output) : await loadRecords(options.results);
      const others = (await Promise.all(options.with.map(loadRecords))).flat();
      const report = reportOn([...others, ...own], bestKnown, await loadPublished());
      if (options.report !== undefined) {
        await publishReport(options.report, report, instancesByHash(instances));
        output.note(`wrote ${options.report}/index.html, tables and figures`);
        if (options.page !== undefined) await fillPageFile(options.page, report, options.report);
      }
      output.result(summaryOf(report, options), () => describe(report, output));
      if (options.strict && report.failures.length > 0) process.exitCode = 1;
    });
}

const seedsOf = ({ seed, runs }: BenchOptions) => Array.from({ length: runs }, (_, k) => seed + k);

const instancesByHash = (instances: readonly BenchmarkInstance[]) =>
  new Map(instances.flatMap((one) => ('instance' in one ? [[one.hash, one.instance] as const] : [])));

/** Runs what is not on record yet; returns all records of the file. */
async function measure(plan: BenchmarkPlan, bestKnown: BestKnown, options: BenchOptions, output: Output): Promise<readonly RunRecord[]> {
  await mkdir(dirname(options.results), { recursive: true });
  const file = await RecordFile.open(options.results);
  const runs = outstandingRuns(plan, file.records, options.retry);
  const wanted = plan.instances.length * plan.methods.length * plan.seeds.length;
  if (runs.length < wanted)
    output.note(`${formatCount(wanted - runs.length, 'run')} of ${formatNumber(wanted)} are already in ${options.results}`);
  const bar = new RunBar(output, runs.length);
  try {
    await interruptible(
      async (signal) => {
        await runBenchmark(runs, {
          execute: solveInProcess(fileURLToPath(new URL('./main.js', import.meta.url))),
          threads: options.threads,
          bestKnown,
          machine: thisMachine(),
          versions: { 'neo-lrp': packageVersion, node: process.versions.node },
          onRecord: async (record) => {
            await file.append(record);
            bar.advance(record);
          },
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
  return file.records;
}

const barWidth = 24;
/** Seconds between two lines where nobody watches. */
const logEvery = 60;

class RunBar {
  private readonly began = performance.now();
  private done = 0;
  private failed = 0;
  private logged = 0;

  constructor(
    private readonly output: Output,
    private readonly total: number,
  ) {}

  advance(record: RunRecord): void {
    this.done++;
    if (record.state === 'failed') this.failed++;
    const elapsed = (performance.now() - this.began) / 1000;
    const filled = Math.round((barWidth * this.done) / this.total);
    const line = [
      `${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)} ${this.done} of ${formatCount(this.total, 'run')}`,
      ...(this.failed > 0 ? [`${this.failed} failed`] : []),
      `${formatDuration((elapsed / this.done) * (this.total - this.done))} left`,
      `${record.instance} ${record.method}`,
    ].join(' · ');
    if (process.stderr.isTTY) this.output.progress(line);
    else if (elapsed - this.logged >= logEvery) {
      this.logged = elapsed;
      this.output.note(line);
    }
  }
}

function summaryOf({ tables, solved, failures }: BenchmarkReport, { results, report }: BenchOptions) {
  return {
    results,
    ...(report !== undefined && { report }),
    solved: solved.length,
    failed: failures.length,
    failures: failures.map(({ set, file, method, seed, error }) => ({ set, file, method, seed, error })),
    tables: tables
      .filter(({ name }) => name.startsWith('summary-'))
      .map(({ name, columns, rows }) => ({
        name,
        rows: rows.map((row) => Object.fromEntries(row.map((cell, k) => [`${columns[k].group} ${columns[k].label}`.trim(), cell]))),
      })),
  };
}

/** The tables name all. */
const someOf = (names: readonly string[]) =>
  names.length > 5 ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more` : names.join(', ');

function describe({ scores, tables, failures, solved }: BenchmarkReport, { style }: Output): string {
  const summaries = tables
    .filter(({ name }) => name.startsWith('summary-'))
    .flatMap(({ caption, columns, rows }) => [
      style.bold(caption.split('. ')[0]),
      alignColumns([columns.map(({ group, label }) => `${group} ${label}`.trim()), ...rows], [...columns.keys()].slice(1)),
      '',
    ]);
  const failed = tables.find(({ name }) => name === 'failures');
  const list =
    failed === undefined
      ? []
      : [
          style.red(`${formatCount(failures.length, 'run')} failed:`),
          ...failed.rows.map(
            ([set, files, methods, runs, code, reason]) =>
              `  ${set}: ${someOf(files.split(', '))} (${methods}; ${formatCount(Number(runs), 'run')}): ${code} ${reason}`,
          ),
          '',
        ];
  const others = scores.some(({ published }) => published)
    ? [style.dim('† published figures, from other machines: times compare in order of magnitude only')]
    : [];
  return [...summaries, ...list, ...others, `${formatCount(solved.length, 'solved run')} on record, ${failures.length} failed`].join('\n');
}
