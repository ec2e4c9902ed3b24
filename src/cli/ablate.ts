/** `neo-lrp ablate NAME DIR…`: runs the variants of one choice, resumable, and compares them with each other and the paper. */
import type { Command } from 'commander';
import { type Ablation, ablations, findAblation, type Variants } from '../benchmark/ablations/ablations.ts';
import { type AblationReport, ablationReport } from '../benchmark/ablations/report.ts';
import { loadJournal, trainingOn } from '../benchmark/ablations/trained-models.ts';
import { ablationContent, figureFolder, fillPageFile, publishFindings } from '../benchmark/publish.ts';
import { loadRecords } from '../benchmark/record.ts';
import { loadBestKnown } from '../benchmark/reference.ts';
import { findInstances } from '../benchmark/sets.ts';
import { requireWritableFolder } from '../node/files.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { formatCount, formatNumber } from '../report/number.ts';
import { positiveInteger, shardFile } from './arguments.ts';
import { addRunOptions, budgetOf, measure, type RunOptions, requireOutputs } from './benchmark-runs.ts';
import { interruptible } from './interrupt.ts';
import { alignColumns, Output } from './output.ts';
import { describeEpoch, formatDuration } from './work-progress.ts';

interface AblateOptions extends RunOptions {
  readonly data: readonly string[];
  readonly sizes?: readonly number[];
  readonly epochs?: number;
  readonly models: string;
}

export function registerAblate(command: Command): void {
  addRunOptions(command, recordsOf('NAME'))
    .description(
      'Runs the variants of one choice on every instance with every seed, each in its own process on one thread, and compares them with each other and, where possible, with the paper. Finished runs and trained networks are kept: repeat the command to continue. Variants that need something not installed are left out, with a note. Without folders nothing is run, and the report is made from existing records.',
    )
    .argument('<name>', ablations.map(({ name }) => name).join(', '))
    .argument('[dir...]', 'folders of instances, folders of such folders, or files')
    .option('--data <file...>', 'labelled routing sets for ablations that train networks; the last ones are for the test', [
      'data/paper.set',
    ])
    .option('--sizes <n...>', 'numbers of sets to train on (sample-size: 110 1100 11000 110000; normalisation: 11000)', collectSizes)
    .option('--epochs <n>', 'epochs of training (default: 200, fewer with more than 16,500 sets)', positiveInteger)
    .option('--models <dir>', 'folder for the trained networks', 'runs/ablations')
    .addHelpText(
      'after',
      `
Ablations:
${alignColumns(ablations.map(({ name, question }) => [`  ${name}`, question]))}

Examples:
  neo-lrp ablate surrogate P --time 5 --report report
  neo-lrp ablate sample-size P --data data/paper.set --time 2
  neo-lrp ablate router P --time 5 --threads 1
  neo-lrp ablate improve --no-run --report report --page docs/explained/benchmarks.md      the report alone`,
    )
    .action(async (name: string, folders: string[], given: AblateOptions) => {
      const ablation = findAblation(name);
      const options = { ...given, results: given.results ?? shardFile(recordsOf(name), given.shard) };
      const output = new Output(options);
      const running = options.run && folders.length > 0;
      await requireOutputs(options, running);
      if (running && ablation.trains) await requireWritableFolder(options.models);
      requireFit(ablation, options);
      const bestKnown = await loadBestKnown(options.bks);
      const journal = options.results.replace(/(\.jsonl)?$/, '.models.json');
      if (running) {
        const instances = await findInstances(folders, bestKnown);
        const { methods, missing } = await prepare(ablation, options, journal, output);
        for (const sentence of missing) output.note(sentence);
        await measure({ instances, methods, ...budgetOf(options) }, bestKnown, options, output);
      }
      const report = await ablationReport(ablation, await loadRecords(options.results), bestKnown, await loadJournal(journal));
      if (options.report !== undefined) {
        await publishFindings(options.report, report);
        output.note(`wrote tables and figures of '${name}' into ${options.report}`);
        if (options.page !== undefined)
          await fillPageFile(options.page, 'ablate', ablationContent(name, report, figureFolder(options.page, options.report)));
      }
      output.result(summaryOf(name, report, options), () => describe(report, output));
      if (options.strict && report.failures.length > 0) process.exitCode = 1;
    });
}

const recordsOf = (name: string) => `ablation-${name}.jsonl`;

/** Commander passes `--sizes 110 1100` one by one. */
const collectSizes = (text: string, sizes: readonly number[] = []) => [...sizes, positiveInteger(text)];

function requireFit({ name, wallOnly, trains }: Ablation, { clock, sizes, epochs }: AblateOptions): void {
  if (wallOnly && clock === 'cpu')
    throw new NeoLrpError('E_USAGE', `'${name}' compares programs whose CPU time cannot be measured here; use the wall clock`, {
      field: '--clock',
    });
  const idle = trains ? undefined : sizes !== undefined ? '--sizes' : epochs !== undefined ? '--epochs' : undefined;
  if (idle !== undefined) throw new NeoLrpError('E_USAGE', `'${name}' trains no networks; leave ${idle} out`, { field: idle });
}

/** The variants; missing networks are trained first. */
async function prepare(ablation: Ablation, options: AblateOptions, journal: string, output: Output): Promise<Variants> {
  return interruptible(
    (signal) =>
      ablation.variants(
        trainingOn({
          data: options.data,
          epochs: options.epochs,
          folder: options.models,
          journal,
          signal,
          onProgress: (progress) => output.progress(describeEpoch(progress)),
          onModel: ({ variant, samples, seconds }) =>
            output.note(`${variant}: trained on ${formatNumber(samples)} sets in ${formatDuration(seconds)}`),
        }),
        options.sizes,
      ),
    () => output.note('stopping; finished networks and epochs are kept (Ctrl-C again to quit at once)'),
  );
}

const headsOf = ({ columns }: AblationReport['tables'][number]) => columns.map(({ group, label }) => `${group} ${label}`.trim());

function summaryOf(ablation: string, { answers, solved, failures }: AblationReport, { results, report }: AblateOptions) {
  return {
    ablation,
    results,
    ...(report !== undefined && { report }),
    solved: solved.length,
    failed: failures.length,
    failures: failures.map(({ set, file, method, seed, error }) => ({ set, file, method, seed, error })),
    tables: answers.map((table) => ({
      name: table.name,
      rows: table.rows.map((row) => Object.fromEntries(row.map((cell, k) => [headsOf(table)[k], cell]))),
    })),
  };
}

function describe({ answers, tables, solved, failures }: AblationReport, { style }: Output): string {
  const failed = tables.filter(({ name }) => name.endsWith('-failures'));
  return [
    ...[...answers, ...failed].flatMap((table) => [
      style.bold(table.caption),
      alignColumns(
        [headsOf(table), ...table.rows],
        [...table.columns.keys()].filter((k) => table.columns[k].align === 'right'),
      ),
      '',
    ]),
    `${formatCount(solved.length, 'solved run')} on record, ${failures.length} failed`,
  ].join('\n');
}
