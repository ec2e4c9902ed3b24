/** `neo-lrp refine`: a surrogate taught on its own decisions. */
import { availableParallelism } from 'node:os';
import { requireWritableFolder } from '../node/files.ts';
import { loadModel } from '../node/model-files.ts';
import { formatNumber, formatPercent } from '../report/number.ts';
import { loadDataset } from '../training/dataset-file.ts';
import { type RefinedRound, refineModel } from '../training/refine.ts';
import { defaultHold } from '../training/training-sets.ts';
import { nonNegativeInteger, positiveInteger, positiveNumber } from './arguments.ts';
import { defineCommand, list, option, required } from './command.ts';
import { interruptible } from './interrupt.ts';
import { alignColumns } from './output.ts';
import { describeEpoch } from './work-progress.ts';

export const register = defineCommand({
  description:
    'Decides generated location instances with a network, labels the sets that it chose, and trains it further on them, round after round. Reports its error on chosen and on drawn sets of instances that it has not seen. Repeat the command to continue a killed run.',
  arguments: [['<model>', 'network to begin with: a shipped one, or a model card']],
  options: {
    data: required(list('--data <file...>', 'labelled data sets to learn beside the chosen sets')),
    rounds: option('--rounds <n>', 'rounds of training', positiveInteger, 3),
    instances: option('--instances <n>', 'location instances to decide in each round', positiveInteger, 200),
    decisionTime: option('--decision-time <seconds>', 'CPU time of a decision at most', positiveNumber, 2),
    iterations: option('--iterations <n>', 'descents per label', positiveInteger, 4),
    epochs: option('--epochs <n>', 'epochs of each round', positiveInteger, 6),
    hold: option('--hold <share>', 'share of the data held back to choose the best epoch', positiveNumber, defaultHold),
    name: option('--name <name>', 'name of the new model (default: that of the model, -refined)'),
    out: option('--out <folder>', 'folder for the new model; sets and networks of the rounds go to NAME.rounds in it', '.'),
    seed: option('--seed <n>', 'seed of instances, labels and training', nonNegativeInteger, 1),
    threads: option('--threads <n>', 'threads that label', positiveInteger, availableParallelism()),
  },
  examples: ['refine local --data data/cells.set data/countries.set --name local-2 --out models'],
  async run({ data, out, name, ...options }, output, file) {
    await requireWritableFolder(out);
    const model = await loadModel(file);
    const dataset = await loadDataset(...data);
    let [decided, labels] = [0, 0];
    const refined = await interruptible(output, 'finished rounds, labels and epochs are kept', (signal) =>
      refineModel(model, {
        ...options,
        data: dataset,
        decisionSeconds: options.decisionTime,
        folder: out,
        name: name ?? `${model.card.name}-refined`,
        signal,
        onDecision: () => output.progress(`${formatNumber(++decided)} instances decided`),
        onLabel: () => output.progress(`${formatNumber(++labels)} sets labelled`),
        onEpoch: (progress) => output.progress(describeEpoch(progress)),
        onRound: (round) => output.note(describeRound(round)),
      }),
    );
    output.result({ model: refined.file, rounds: refined.rounds }, () => `${refined.file}\n${tabulate(refined.rounds)}`);
  },
});

const describeRound = ({ round, chosen, drawn }: RefinedRound) =>
  `after ${round} rounds: median error ${formatPercent(chosen.median)} on chosen sets, ${formatPercent(drawn.median)} on drawn ones`;

const tabulate = (rounds: readonly RefinedRound[]) =>
  alignColumns(
    [
      ['rounds', 'chosen sets', 'median', 'bias', 'drawn sets', 'median', 'bias', 'ratio of medians'],
      ...rounds.map(({ round, chosen, drawn }) => [
        String(round),
        ...[chosen, drawn].flatMap(({ count, median, bias }) => [formatNumber(count), formatPercent(median), formatPercent(bias)]),
        (chosen.median / drawn.median).toFixed(2),
      ]),
    ],
    [0, 1, 2, 3, 4, 5, 6, 7],
  );
