/** `neo-lrp bench DIR…`: runs instance × method × seed, resumable, and reports on all records. */
import { methodNames, parseMethods } from '../benchmark/methods.ts';
import { benchmarkContent, figureFolder, fillPageFile, publishReport } from '../benchmark/publish.ts';
import { loadRecords } from '../benchmark/record.ts';
import { loadBestKnown, loadPublished } from '../benchmark/reference.ts';
import { type BenchmarkReport, reportOn } from '../benchmark/report.ts';
import { type BenchmarkInstance, findInstances } from '../benchmark/sets.ts';
import type { Table } from '../benchmark/table.ts';
import { formatCount } from '../report/number.ts';
import { shardFile } from './arguments.ts';
import { budgetOf, measure, onRecord, requireOutputs, runOptions, summaryOf, tableLines } from './benchmark-runs.ts';
import { defineCommand, list } from './command.ts';
import { lines, type Output } from './output.ts';

const defaultResults = 'results.jsonl';

export const register = defineCommand({
  description:
    'Runs every method on every instance with every seed, each in its own process on one thread. Every finished run is appended to the results at once: repeat the command to continue a killed benchmark. A run that fails is recorded and does not stop the others. Without folders nothing is run, and the report is made from existing records; with --no-run, folders are only used for maps. The report includes a page for the browser, index.html.',
  arguments: [
    ['[dir...]', 'folders of instances, folders of such folders, or files; the sets P, T, B and S are recognised by their instances'],
  ],
  options: {
    ...runOptions(defaultResults),
    methods: list('--methods <name...>', `${methodNames.join(', ')}, or a method of your own: NAME='OPTIONS OF SOLVE'`, ['neo-ds', 'full']),
    with: list('--with <file...>', 'further records for the report', []),
  },
  examples: [
    'bench P T B --methods neo-ds,flp,full --time 5 --runs 3 --report report',
    'bench examples --methods search --time 1',
    'bench P --methods full "mine=--method neo-ds --model my-model" --threads 2',
    'bench P T S --time 20 --runs 5 --database postgres://neo@db.example/jobs',
    'bench P --no-run --results results.jsonl --report report      the report alone',
  ],
  async run(given, output, folders) {
    const options = { ...given, results: given.results ?? shardFile(defaultResults, given.shard) };
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
    const summaries = report.tables.filter(({ name }) => name.startsWith('summary-'));
    output.result(summaryOf(report, summaries, options), () => describe(report, summaries, output));
    if (options.strict && report.failures.length > 0) process.exitCode = 1;
  },
});

const instancesByHash = (instances: readonly BenchmarkInstance[]) =>
  new Map(instances.flatMap((one) => ('instance' in one ? [[one.hash, one.instance] as const] : [])));

const someOf = (names: readonly string[]) =>
  names.length > 5 ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more` : names.join(', ');

function describe(report: BenchmarkReport, summaries: readonly Table[], output: Output): string {
  const { scores, tables, failures } = report;
  const { style } = output;
  const failed = (tables.find(({ name }) => name === 'failures')?.rows ?? []).map(
    ([set, files, methods, runs, code, reason]) =>
      `  ${set}: ${someOf(files.split(', '))} (${methods}; ${formatCount(Number(runs), 'run')}): ${code} ${reason}`,
  );
  return lines(
    summaries.flatMap((table) => tableLines(table, table.caption.split('. ')[0], [...table.columns.keys()].slice(1), output)),
    failed.length > 0 && [style.red(`${formatCount(failures.length, 'run')} failed:`), ...failed, ''],
    scores.some(({ published }) => published) &&
      style.dim('† published figures, from other machines: compare times by order of magnitude only'),
    onRecord(report),
  );
}
