/** `neo-lrp label`: true routing costs for a data set, by a router with a stated budget. */
import { availableParallelism } from 'node:os';
import type { JobBatch } from '../jobs/job-batch.ts';
import { labelOverWorkers } from '../jobs/shared-work.ts';
import { requireWritableFile } from '../node/files.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { formatCount, formatNumber, formatPercent } from '../report/number.ts';
import type { Dataset, LabelCard } from '../training/dataset.ts';
import { loadDataset, saveDataset } from '../training/dataset-file.ts';
import { defaultIterations, defaultVehicleCost, type LabelPlan } from '../training/label.ts';
import { checkLabels, type Labelling, labelDataset, labelled, mergeShards } from '../training/label-dataset.ts';
import { nonNegativeInteger, nonNegativeNumber, positiveInteger, positiveNumber, readShard, shardFile } from './arguments.ts';
import { defineCommand, list, option, type ValuesOf } from './command.ts';
import { databaseOption, describeWorkers, withWorkers } from './database.ts';
import { interruptible } from './interrupt.ts';
import type { Output } from './output.ts';
import { formatDuration, WorkProgress } from './work-progress.ts';

const labelOptions = {
  out: option('--out <file>', 'the labelled data set (default: the data set itself)'),
  log: option('--log <file>', 'the log of finished labels (default: OUT.labels, or OUT.PART-of-N.labels)'),
  router: option('--router <name>', 'router to label with: hgs, vroom, ortools or vrpsolvereasy', 'hgs'),
  iterations: option(
    '--iterations <n>',
    `budget per problem, in iterations of the router (default: ${defaultIterations} without --time)`,
    positiveInteger,
  ),
  time: option('--time <seconds>', 'budget per problem, in seconds', positiveNumber),
  vehicleCost: option(
    '--vehicle-cost <cost>',
    'price of a route while labelling, in units of distance',
    nonNegativeNumber,
    defaultVehicleCost,
  ),
  seed: option('--seed <n>', 'seed of the labelling', nonNegativeInteger, 1),
  threads: option('--threads <n>', 'threads', positiveInteger, availableParallelism()),
  shard: option('--shard <part/of>', 'label only this part, such as 2/4, and leave the rest to other machines', readShard),
  merge: list('--merge <log...>', 'label nothing, merge these logs of all shards'),
  check: option(
    '--check <n>',
    'route this many problems again with more effort, to measure the quality of the labels',
    nonNegativeInteger,
    200,
  ),
  checkFactor: option('--check-factor <f>', 'how many times the effort', positiveNumber, 20),
  database: databaseOption,
};
type LabelOptions = ValuesOf<typeof labelOptions>;

export const register = defineCommand({
  description:
    'Routes every problem of a data set and stores travel, number of routes and cost. Every label is logged at once: repeat the command to continue a killed run.',
  arguments: [['<dataset>', 'a data set file']],
  options: labelOptions,
  examples: [
    'label data/paper.set',
    'label data/paper.set --database postgres://neo@db.example/jobs',
    'label data/cells.set --iterations 20 --threads 2',
    'label data/paper.set --out data/vroom.set --router vroom --time 1',
    'label data/paper.set --shard 1/2        on one machine,',
    'label data/paper.set --shard 2/2        on another, then',
    'label data/paper.set --merge data/paper.set.1-of-2.labels data/paper.set.2-of-2.labels',
  ],
  async run(options, output, file) {
    const dataset = await loadDataset(file);
    if (dataset.count === 0) throw new NeoLrpError('E_DATASET', 'the data set is empty; there is nothing to label', { file });
    const out = options.out ?? file;
    const log = options.log ?? shardFile(`${out}.labels`, options.shard);
    await requireWritableFile(out);
    if (!options.merge) await requireWritableFile(log);
    announceCheck(dataset, options, output);
    await withWorkers(options.database, output, async (batch) => {
      const labelling = options.merge ? await mergeShards(options.merge, dataset) : await label(dataset, options, log, output, batch);
      const { card, labels, seconds } = labelling;
      const missing = dataset.count - labels.size;
      const summary = { out, sets: dataset.count, labelled: labels.size, missing, elapsed: seconds, labels: card };
      if (missing > 0) {
        output.result(
          summary,
          () => `${formatNumber(labels.size)} labels are in the log; ${formatNumber(missing)} are left to other shards`,
        );
        return;
      }
      const quality = await check(dataset, labelling, options, output, batch);
      await saveDataset(out, labelled(dataset, labelling, quality));
      output.result({ ...summary, labels: { ...card, quality } }, () => {
        const effort = `${formatNumber(dataset.count)} labels in ${formatDuration(seconds)}`;
        return quality
          ? `${out}: ${effort}; ${quality.sample} of them lie ${formatPercent(quality.meanExcess)} above ${quality.factor} times the effort, on average`
          : `${out}: ${effort}`;
      });
    });
  },
});

/** What labelling and checking have in common: who labels, and a line of progress. */
function labelWork(noun: string, { threads }: LabelOptions, output: Output, batch?: JobBatch) {
  let progress: WorkProgress | undefined;
  return {
    threads,
    ...(batch && { label: labelOverWorkers(batch) }),
    onStart: (wanted: number) => {
      progress = new WorkProgress(output, wanted, noun, () => describeWorkers(batch));
    },
    onLabel: () => progress?.advance(),
  };
}

function label(dataset: Dataset, options: LabelOptions, log: string, output: Output, batch?: JobBatch): Promise<Labelling> {
  const { router, iterations, time, seed, vehicleCost, shard } = options;
  const plan: LabelPlan = {
    router,
    iterations: iterations ?? (time === undefined ? defaultIterations : null),
    seconds: time ?? null,
    seed,
    vehicleCost,
  };
  const work = labelWork('labels', options, output, batch);
  const onEarlier = (count: number) => output.note(`${formatNumber(count)} labels are already in ${log}`);
  return interruptible(output, 'finished labels are in the log', (signal) =>
    labelDataset(dataset, plan, { ...work, log, shard, signal, onEarlier }),
  );
}

/** Announced up front, as it takes time after labelling. */
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

function check(
  dataset: Dataset,
  labelling: Labelling,
  options: LabelOptions,
  output: Output,
  batch?: JobBatch,
): Promise<LabelCard['quality']> {
  const { check: sample, checkFactor: factor } = options;
  const { onStart, ...work } = labelWork('labels checked', options, output, batch);
  const announce = (wanted: number) => {
    const seconds = (labelling.seconds / labelling.made) * wanted * factor;
    if (labelling.made > 0) output.note(`checking ${formatCount(wanted, 'label')}, about ${formatDuration(seconds)}`);
    onStart(wanted);
  };
  return interruptible(output, 'all labels are in the log', (signal) =>
    checkLabels(dataset, labelling, { ...work, sample, factor, signal, onStart: announce }),
  );
}
