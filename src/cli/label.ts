/** `neo-lrp label`: true routing costs for a data set, by a router with a stated budget. */
import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import { requireWritableFile } from '../node/files.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { formatCount, formatNumber } from '../report/number.ts';
import { type Dataset, type LabelCard, withLabels } from '../training/dataset.ts';
import { LabelLogFile, loadDataset, mergeLogs, saveDataset } from '../training/dataset-file.ts';
import { completeLabels, defaultVehicleCost, drawSample, type LabelPlan, meanExcess, shardOf } from '../training/label.ts';
import type { Label } from '../training/label-log.ts';
import { labelOnThreads } from '../training/label-threads.ts';
import { nonNegativeInteger, nonNegativeNumber, positiveInteger, positiveNumber } from './arguments.ts';
import { interruptible } from './interrupt.ts';
import { addOutputOptions, Output, type OutputOptions } from './output.ts';
import { formatDuration, WorkProgress } from './work-progress.ts';

interface LabelOptions extends OutputOptions {
  readonly out?: string;
  readonly log?: string;
  readonly router: string;
  readonly iterations?: number;
  readonly time?: number;
  readonly vehicleCost: number;
  readonly seed: number;
  readonly threads: number;
  readonly shard?: readonly [part: number, of: number];
  readonly merge?: readonly string[];
  readonly check: number;
  readonly checkFactor: number;
}

/** Close to what twenty times the effort finds, on the paper's problems. */
const defaultIterations = 40;

export function registerLabel(program: Command): void {
  addOutputOptions(program.command('label'))
    .summary('find the true routing costs of a data set')
    .description(
      'Routes every problem of a data set and keeps travel, number of routes and cost. Every label goes to a log at once: a killed run continues where it was when the command is repeated.',
    )
    .argument('<dataset>', 'a data set file')
    .option('--out <file>', 'the labelled data set (default: the data set itself)')
    .option('--log <file>', 'the log of finished labels (default: OUT.labels, or OUT.PART-of-N.labels)')
    .option('--router <name>', 'who labels: hgs, vroom, ortools or vrpsolvereasy', 'hgs')
    .option(
      '--iterations <n>',
      `budget a problem, in iterations of the router (default: ${defaultIterations} without --time)`,
      positiveInteger,
    )
    .option('--time <seconds>', 'budget a problem, in seconds', positiveNumber)
    .option('--vehicle-cost <cost>', 'price of a route while labelling, in units of distance', nonNegativeNumber, defaultVehicleCost)
    .option('--seed <n>', 'seed of the labelling', nonNegativeInteger, 1)
    .option('--threads <n>', 'threads', positiveInteger, availableParallelism())
    .option('--shard <part/of>', 'labels only this part, e.g. 2/4, and leaves the rest to other machines', readShard)
    .option('--merge <log...>', 'labels nothing, puts these logs of all shards together')
    .option('--check <n>', 'routes so many problems again with more effort, to measure the quality of the labels', nonNegativeInteger, 200)
    .option('--check-factor <f>', 'how many times the effort', positiveNumber, 20)
    .addHelpText(
      'after',
      `
Examples:
  neo-lrp label data/paper.set
  neo-lrp label data/cells.set --iterations 20 --threads 2
  neo-lrp label data/paper.set --out data/vroom.set --router vroom --time 1
  neo-lrp label data/paper.set --shard 1/2        on one machine,
  neo-lrp label data/paper.set --shard 2/2        on another, then
  neo-lrp label data/paper.set --merge data/paper.set.1-of-2.labels data/paper.set.2-of-2.labels`,
    )
    .action(async (file: string, options: LabelOptions) => {
      const output = new Output(options);
      const dataset = await loadDataset(file);
      if (dataset.count === 0) throw new NeoLrpError('E_DATASET', 'the data set is empty; there is nothing to label', { file });
      const out = options.out ?? file;
      const log = options.log ?? defaultLog(out, options.shard);
      await requireWritableFile(out);
      if (!options.merge) await requireWritableFile(log);
      announceCheck(dataset, options, output);
      const { card, labels, seconds, made } = options.merge
        ? { ...(await mergeLogs(options.merge, dataset)), seconds: 0, made: 0 }
        : await label(dataset, options, log, output);
      const complete = completeLabels(dataset.count, labels);
      const summary = {
        out,
        sets: dataset.count,
        labelled: labels.size,
        missing: dataset.count - labels.size,
        elapsed: seconds,
        labels: card,
      };
      if (complete.missing) {
        if (options.merge)
          throw new NeoLrpError(
            'E_DATASET',
            `the logs lack ${complete.missing.length} of ${dataset.count} labels, the first for set ${complete.missing[0]}; finish the shards`,
            { file },
          );
        output.result(
          summary,
          () => `${formatNumber(labels.size)} labels are in the log; ${formatNumber(complete.missing.length)} are left to other shards`,
        );
        return;
      }
      const quality = await measureQuality(dataset, labels, card, options, output, made > 0 ? seconds / made : 0);
      await saveDataset(out, withLabels(dataset, complete.labels, { ...card, quality }));
      output.result({ ...summary, labels: { ...card, quality } }, () => {
        const effort = `${formatNumber(dataset.count)} labels in ${formatDuration(seconds)}`;
        return quality
          ? `${out}: ${effort}; ${quality.sample} of them lie ${(100 * quality.meanExcess).toFixed(2)} % above ${quality.factor} times the effort, on average`
          : `${out}: ${effort}`;
      });
    });
}

function readShard(text: string): readonly [number, number] {
  const [, part, of] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number);
  if (!(part >= 1 && part <= of)) throw new NeoLrpError('E_USAGE', `'${text}' is no shard; say PART/OF, e.g. 2/4`, { field: '--shard' });
  return [part, of];
}

const defaultLog = (out: string, shard?: readonly [number, number]) => `${out}${shard ? `.${shard[0]}-of-${shard[1]}` : ''}.labels`;

async function label(dataset: Dataset, options: LabelOptions, logFile: string, output: Output) {
  const plan: LabelPlan = {
    router: options.router,
    iterations: options.iterations ?? (options.time === undefined ? defaultIterations : null),
    seconds: options.time ?? null,
    seed: options.seed,
    vehicleCost: options.vehicleCost,
  };
  const card: LabelCard = { ...plan, quality: null };
  const log = await LabelLogFile.open(logFile, dataset, card);
  const wanted = [...shardOf(dataset.count, ...(options.shard ?? [1, 1]))].filter((index) => !log.labels.has(index));
  if (log.labels.size > 0) output.note(`${formatNumber(log.labels.size)} labels are already in ${logFile}`);
  const progress = new WorkProgress(output, wanted.length, 'labels');
  const run = async (signal: AbortSignal) => {
    await labelOnThreads(dataset, wanted, plan, {
      threads: options.threads,
      signal,
      onLabel: async (set, found) => {
        await log.append(set, found);
        progress.advance();
      },
    });
    return signal.aborted;
  };
  const stopping = () => output.note('stopping; finished labels are in the log (Ctrl-C again to quit at once)');
  const aborted = await interruptible(run, stopping).finally(() => log.close());
  if (aborted)
    throw new NeoLrpError(
      'E_BUDGET',
      `interrupted with ${formatNumber(log.labels.size)} labels in the log; repeat the command to continue`,
      {
        file: logFile,
      },
    );
  return { card, labels: log.labels, seconds: progress.elapsed, made: wanted.length };
}

/** Up front: labelling is not all that the command does. */
function announceCheck(dataset: Dataset, options: LabelOptions, output: Output): void {
  const { check, checkFactor, time, threads, shard, merge } = options;
  if (check === 0 || (shard && shard[1] > 1 && !merge)) return;
  const sample = Math.min(check, dataset.count);
  const took =
    time === undefined
      ? `about as long as labelling ${formatNumber(Math.round(sample * checkFactor))} problems`
      : `up to ${formatDuration(Math.ceil(sample / threads) * time * checkFactor)}`;
  output.note(
    `after the labels, a quality check routes ${formatCount(sample, 'problem')} again with ${formatNumber(checkFactor)} times the effort, which takes ${took} (--check 0 leaves it out)`,
  );
}

async function measureQuality(
  dataset: Dataset,
  labels: ReadonlyMap<number, Label>,
  card: LabelCard,
  { check, checkFactor, threads }: LabelOptions,
  output: Output,
  /** That a label took just now; 0 where none was made. */
  secondsEach: number,
): Promise<LabelCard['quality']> {
  if (check === 0) return null;
  const picks = drawSample(dataset.count, check, card.seed);
  const plan: LabelPlan = {
    ...card,
    iterations: card.iterations === null ? null : Math.round(card.iterations * checkFactor),
    seconds: card.seconds === null ? null : card.seconds * checkFactor,
  };
  if (secondsEach > 0)
    output.note(`checking ${formatCount(picks.length, 'label')}, about ${formatDuration(secondsEach * picks.length * checkFactor)}`);
  const better = new Map<number, Label>();
  const progress = new WorkProgress(output, picks.length, 'labels checked');
  const run = async (signal: AbortSignal) => {
    await labelOnThreads(dataset, picks, plan, {
      threads,
      signal,
      onLabel: (set, found) => {
        better.set(set, found);
        progress.advance();
      },
    });
    return signal.aborted;
  };
  if (await interruptible(run, () => output.note('stopping the check; all labels are in the log (Ctrl-C again to quit at once)')))
    throw new NeoLrpError('E_BUDGET', 'interrupted in the quality check; repeat the command to make it, or add --check 0 to leave it out');
  return { sample: picks.length, factor: checkFactor, meanExcess: meanExcess(labels, better) };
}
