/** `neo-lrp adapt`: a surrogate taught on one's own region. */
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { requireWritableFolder } from '../node/files.ts';
import { loadModel } from '../node/model-files.ts';
import { formatCount, formatNumber, formatPercent } from '../report/number.ts';
import { defaultModel } from '../surrogate/registry.ts';
import { type Adapted, adaptModel, inMip } from '../training/adapt.ts';
import type { ErrorSummary } from '../training/evaluate.ts';
import { nonNegativeInteger, positiveInteger, positiveNumber } from './arguments.ts';
import { defineCommand, option } from './command.ts';
import { instanceOptions, loadNoted } from './instance-input.ts';
import { interruptible } from './interrupt.ts';
import { lines } from './output.ts';
import { describeEpoch, formatDuration } from './work-progress.ts';

const defaultSeconds = 120;

export const register = defineCommand({
  description:
    'Draws cells from the instance (places, demands, fleet, hours, roads), labels them with the search, trains a shipped network further on them, and reports its error before and after on cells held back. `solve --model` takes the result. Repeat the command to continue a killed run with the labels made so far.',
  arguments: [['<instance>', 'instance file, or -']],
  options: {
    ...instanceOptions,
    time: option(
      '--time <seconds>',
      `wall time for everything (default: ${defaultSeconds}, or no limit with --cells and --epochs)`,
      positiveNumber,
    ),
    model: option('--model <model>', 'network to begin with', defaultModel),
    name: option('--name <name>', 'name of the new model (default: that of the instance, -adapted)'),
    out: option('--out <folder>', 'folder for the new model', '.'),
    cells: option('--cells <n>', 'cells to label, in place of as many as time allows', positiveInteger),
    epochs: option(
      '--epochs <n>',
      'epochs of training; with --cells and without --time, the result does not depend on the machine',
      positiveInteger,
    ),
    seed: option('--seed <n>', 'seed of cells, labels and training', nonNegativeInteger, 1),
    threads: option('--threads <n>', 'threads that label', positiveInteger, availableParallelism()),
  },
  examples: ['adapt region.json --time 120', 'solve region.json --model region-adapted.json'],
  async run(options, output, file) {
    await requireWritableFolder(options.out);
    const { instance } = await loadNoted(file, options, output);
    const model = await loadModel(options.model);
    const { time, cells, epochs, seed, threads, out } = options;
    const seconds = time ?? (cells !== undefined && epochs !== undefined ? undefined : defaultSeconds);
    const name = options.name ?? `${basename(instance.name).replace(/[^\w.-]+/g, '-')}-adapted`;
    let labels = 0;
    const adapted = await interruptible(output, 'finished labels are in the log', (signal) =>
      adaptModel(instance, model, {
        folder: out,
        name,
        seconds,
        cells,
        epochs,
        seed,
        threads,
        signal,
        onResume: (count) => output.note(`continuing with ${formatCount(count, 'label')} of an earlier run`),
        onLabel: () => output.progress(`${formatNumber(++labels)} cells labelled`),
        onEpoch: (progress) => output.progress(describeEpoch(progress)),
      }),
    );
    output.result(summary(adapted), () => describe(adapted, model.card.name));
  },
});

const summary = ({ file, helped, before, after, cells, unroutable, held, epochs, seconds }: Adapted) => ({
  model: file,
  helped,
  cells,
  unroutable,
  held,
  epochs,
  seconds,
  before: { known: before.overall, decision: inMip(before) },
  after: { known: after.overall, decision: inMip(after) },
});

function describe({ file, helped, before, after, cells, held, unroutable, seconds }: Adapted, base: string): string {
  const change = (a: ErrorSummary, b: ErrorSummary) =>
    `median ${formatPercent(a.median, 1)} before, ${formatPercent(b.median, 1)} after; nine of ten within ${formatPercent(a.ninthDecile, 1)} before, ${formatPercent(b.ninthDecile, 1)} after`;
  return lines(
    `${file}: ${formatCount(cells, 'cell')} in ${formatDuration(seconds)}, errors on ${held} held back${unroutable > 0 ? `; ${unroutable} cells could not be routed by themselves` : ''}`,
    `  in a decision: ${change(inMip(before), inMip(after))}`,
    `  of a known set: ${change(before.overall, after.overall)}`,
    !helped && `  Training did not lower the error, so the model is ${base} as it was.`,
  );
}
