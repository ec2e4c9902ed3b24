/** `neo-lrp bench DIR…`: runs instance × method × seed, resumable, and reports on all records. */
import type { Command } from 'commander';
import { methodNames, parseMethods } from '../benchmark/methods.ts';
import { benchmarkContent, figureFolder, fillPageFile, publishReport } from '../benchmark/publish.ts';
import { loadRecords } from '../benchmark/record.ts';
import { loadBestKnown, loadPublished } from '../benchmark/reference.ts';
import { type BenchmarkReport, reportOn } from '../benchmark/report.ts';
import { type BenchmarkInstance, findInstances } from '../benchmark/sets.ts';
import { formatCount } from '../report/number.ts';
import { shardFile } from './arguments.ts';
import { addRunOptions, budgetOf, measure, type RunOptions, requireOutputs } from './benchmark-runs.ts';
import { alignColumns, Output } from './output.ts';

const defaultResults = 'results.jsonl';

interface BenchOptions extends RunOptions {
  readonly methods: readonly string[];
  readonly with: readonly string[];
}

export function registerBench(command: Command): void {
  addRunOptions(command, defaultResults)
    .description(
      'Runs every method on every instance with every seed, each in its own process on one thread. Every finished run is appended to the results at once: repeat the command to continue a killed benchmark. A run that fails is recorded and does not stop the others. Without folders nothing is run, and the report is made from existing records; with --no-run, folders are only used for maps. The report includes a page for the browser, index.html.',
    )
    .argument(
      '[dir...]',
      'folders of instances, folders of such folders, or files; the sets P, T, B and S are recognised by their instances',
    )
    .option('--methods <name...>', `${methodNames.join(', ')}, or a method of your own: NAME='OPTIONS OF SOLVE'`, ['neo-ds', 'full'])
    .option('--with <file...>', 'further records for the report', [])
    .addHelpText(
      'after',
      `
Examples:
  neo-lrp bench P T B --methods neo-ds,flp,full --time 5 --runs 3 --report report
  neo-lrp bench examples --methods search --time 1
  neo-lrp bench P --methods full "mine=--method neo-ds --model my-model" --threads 2
  neo-lrp bench P T S --time 20 --runs 5 --database postgres://neo@db.example/jobs
  neo-lrp bench P --no-run --results results.jsonl --report report      the report alone`,
    )
    .action(async (folders: string[], given: BenchOptions) => {
      const options = { ...given, results: given.results ?? shardFile(defaultResults, given.shard) };
      const output = new Output(options);
      const running = options.run && folders.length > 0;
      await requireOutputs(options, running);
      const bestKnown = await loadBestKnown(options.bks);
      const methods = parseMethods(options.methods);
      const instances = folders.length > 0 ? await findInstances(folders, bestKnown) : [];
      const plan = { instances, methods, ...budgetOf(options) };
      const own = running ? await measure(plan, bestKnown, options, output) : await loadRecords(options.results);
      const others = (await Promise.all(options.with.map(loadRecords))).flat();
      const report = reportOn([...others, ...own], bestKnown, await loadPublished());
      if (options.report !== undefined) {
        await publishReport(options.report, report, instancesByHash(instances));
        output.note(`wrote ${options.report}/index.html, tables and figures`);
        if (options.page !== undefined)
          await fillPageFile(options.page, 'bench', benchmarkContent(report, figureFolder(options.page, options.report)));
      }
      output.result(summaryOf(report, options), () => describe(report, output));
      if (options.strict && report.failures.length > 0) process.exitCode = 1;
    });
}

const instancesByHash = (instances: readonly BenchmarkInstance[]) =>
  new Map(instances.flatMap((one) => ('instance' in one ? [[one.hash, one.instance] as const] : [])));

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
    ? [style.dim('† published figures, from other machines: compare times by order of magnitude only')]
    : [];
  return [...summaries, ...list, ...others, `${formatCount(solved.length, 'solved run')} on record, ${failures.length} failed`].join('\n');
}
