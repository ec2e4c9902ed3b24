/** `neo-lrp ablate NAME DIR…`: runs the variants of one choice, resumable, and compares them with each other and the paper. */
import { trainedNetworks, trainNetworks } from '../benchmark/ablation-networks.ts';
import { type Ablation, type AblationReport, ablationReport, ablations, findAblation, presentVariants } from '../benchmark/ablations.ts';
import type { Variants } from '../benchmark/methods.ts';
import { ablationContent, figureFolder, fillPageFile, publishFindings } from '../benchmark/publish.ts';
import { loadRecords } from '../benchmark/record.ts';
import { loadBestKnown } from '../benchmark/reference.ts';
import { findInstances } from '../benchmark/sets.ts';
import { requireWritableFolder } from '../node/files.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { formatNumber } from '../report/number.ts';
import { positiveInteger, shardFile } from './arguments.ts';
import { budgetOf, measure, onRecord, type RunOptions, requireOutputs, runOptions, summaryOf, tableLines } from './benchmark-runs.ts';
import { defineCommand, list, option, type ValuesOf } from './command.ts';
import { interruptible } from './interrupt.ts';
import { alignColumns, type Output } from './output.ts';
import { describeEpoch, formatDuration } from './work-progress.ts';

const recordsOf = (name: string) => `ablation-${name}.jsonl`;

/** Commander passes `--sizes 110 1100` one by one. */
const collectSizes = (text: string, sizes: readonly number[] = []) => [...sizes, positiveInteger(text)];

const options = {
  ...runOptions(recordsOf('NAME')),
  data: list('--data <file...>', 'labelled routing sets for ablations that train networks; the last ones are for the test', [
    'data/paper.set',
  ]),
  sizes: option('--sizes <n...>', 'numbers of sets to train on (sample-size: 110 1100 11000 110000; normalisation: 11000)', collectSizes),
  epochs: option('--epochs <n>', 'epochs of training (default: 200, fewer with more than 16,500 sets)', positiveInteger),
  models: option('--models <dir>', 'folder for the trained networks', 'runs/ablations'),
};
type AblateOptions = ValuesOf<typeof options> & RunOptions;

export const register = defineCommand({
  description:
    'Runs the variants of one choice on every instance with every seed, each in its own process on one thread, and compares them with each other and, where possible, with the paper. Finished runs and trained networks are kept: repeat the command to continue. Variants that need something not installed are left out, with a note. Without folders nothing is run, and the report is made from existing records.',
  arguments: [
    ['<name>', ablations.map(({ name }) => name).join(', ')],
    ['[dir...]', 'folders of instances, folders of such folders, or files'],
  ],
  options,
  notes: `Ablations:
${alignColumns(ablations.map(({ name, question }) => [`  ${name}`, question]))}`,
  examples: [
    'ablate surrogate P --time 5 --report report',
    'ablate sample-size P --data data/paper.set --time 2',
    'ablate router P --time 5 --threads 1',
    'ablate improve --no-run --report report --page docs/explained/benchmarks.md      the report alone',
  ],
  async run(given, output, name, folders) {
    const ablation = findAblation(name);
    const own = { ...given, results: given.results ?? shardFile(recordsOf(name), given.shard) };
    const running = own.run && folders.length > 0;
    await requireOutputs(own, running);
    if (running && ablation.networks) await requireWritableFolder(own.models);
    requireFit(ablation, own);
    const bestKnown = await loadBestKnown(own.bks);
    const journal = own.results.replace(/(\.jsonl)?$/, '.models.jsonl');
    if (running) {
      const instances = await findInstances(folders, bestKnown);
      const { methods, missing } = await prepare(ablation, own, journal, output);
      for (const sentence of missing) output.note(sentence);
      await measure({ instances, methods, ...budgetOf(own) }, bestKnown, own, output);
    }
    const trained = ablation.networks ? await trainedNetworks(journal) : [];
    const report = await ablationReport(ablation, await loadRecords(own.results), bestKnown, trained);
    if (own.report !== undefined) {
      await publishFindings(own.report, report);
      output.note(`wrote tables and figures of '${name}' into ${own.report}`);
      if (own.page !== undefined) await fillPageFile(own.page, 'ablate', ablationContent(name, report, figureFolder(own.page, own.report)));
    }
    output.result({ ablation: name, ...summaryOf(report, report.answers, own) }, () => describe(report, output));
    if (own.strict && report.failures.length > 0) process.exitCode = 1;
  },
});

function requireFit({ name, wallOnly, networks }: Ablation, { clock, sizes, epochs }: AblateOptions): void {
  if (wallOnly && clock === 'cpu')
    throw new NeoLrpError('E_USAGE', `'${name}' compares programs whose CPU time cannot be measured here; use the wall clock`, {
      field: '--clock',
    });
  const idle = networks ? undefined : sizes !== undefined ? '--sizes' : epochs !== undefined ? '--epochs' : undefined;
  if (idle !== undefined) throw new NeoLrpError('E_USAGE', `'${name}' trains no networks; leave ${idle} out`, { field: idle });
}

/** The variants; missing networks are trained first. */
async function prepare(ablation: Ablation, options: AblateOptions, journal: string, output: Output): Promise<Variants> {
  if (!ablation.networks) return presentVariants(ablation);
  const plans = ablation.networks(options.sizes);
  return interruptible(output, 'finished networks and epochs are kept', (signal) =>
    trainNetworks(plans, {
      data: options.data,
      epochs: options.epochs,
      folder: options.models,
      journal,
      signal,
      onProgress: (progress) => output.progress(describeEpoch(progress)),
      onModel: ({ variant, samples, seconds }) =>
        output.note(`${variant}: trained on ${formatNumber(samples)} sets in ${formatDuration(seconds)}`),
    }),
  );
}

function describe(report: AblationReport, output: Output): string {
  const failed = report.tables.filter(({ name }) => name.endsWith('-failures'));
  const shown = [...report.answers, ...failed].flatMap((table) => {
    const right = [...table.columns.keys()].filter((k) => table.columns[k].align === 'right');
    return tableLines(table, table.caption, right, output);
  });
  return [...shown, onRecord(report)].join('\n');
}
