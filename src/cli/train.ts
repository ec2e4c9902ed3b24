/** `neo-lrp train`: a surrogate from labelled data. */
import { loadBytes, requireWritableFile, requireWritableFolder, saveText } from '../node/files.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { drawLossCurves } from '../report/charts.ts';
import { formatPercent } from '../report/number.ts';
import { normalisations } from '../surrogate/target.ts';
import { loadDataset } from '../training/dataset-file.ts';
import { type TrainingResult, trainingConfig } from '../training/train.ts';
import { trainModel } from '../training/train-model.ts';
import { trainingPresets } from '../training/train-presets.ts';
import type { TrainingInput } from '../training/trainer/config.ts';
import { defaultHold, loadTrainingSets } from '../training/training-sets.ts';
import { nonNegativeInteger, positiveInteger, positiveNumber } from './arguments.ts';
import { choice, defineCommand, flag, list, option, required, type ValuesOf } from './command.ts';
import { interruptible } from './interrupt.ts';
import { describeEpoch, formatDuration } from './work-progress.ts';

const trainOptions = {
  data: required(list('--data <file...>', 'labelled data sets')),
  validation: list('--validation <file...>', 'labelled data sets for early stopping (default: a held-back share of the data)'),
  hold: option('--hold <share>', 'share of the data held back without --validation', positiveNumber, defaultHold),
  test: list('--test <file...>', 'labelled data sets for the errors on the model card'),
  config: option('--config <file>', 'a training configuration, or the result of neo-lrp tune'),
  name: option('--name <name>', 'name of the model (default: the preset)'),
  out: option('--out <folder>', 'folder for the model', 'models'),
  epochs: option('--epochs <n>', 'largest number of epochs', positiveInteger),
  seed: option('--seed <n>', 'seed of weights and order', nonNegativeInteger),
  threads: option('--threads <n>', 'replicas that train together; the weights depend on their number', positiveInteger, 1),
  convex: flag('--convex', 'no negative output weights, so that the MIP needs no binaries for the network'),
  ranking: option('--ranking <weight>', 'also learn which of two sets of an instance costs less, with this weight', positiveNumber),
  normalisation: choice('--normalisation <n>', 'of the target, for models that predict one cost', normalisations),
  curve: option('--curve <file>', 'write the loss curve as SVG'),
};
type TrainOptions = ValuesOf<typeof trainOptions>;

export const register = defineCommand({
  description:
    'Trains a surrogate and writes its model card and networks (ONNX). A checkpoint is kept after every epoch: repeat the command to continue a killed run, with the same result.',
  arguments: [['<preset>', `what to train: ${Object.keys(trainingPresets).join(', ')}; or config, with --config`]],
  options: trainOptions,
  examples: [
    'train universal --data data/cells.set --test data/test-cells.set',
    'train ds-scaled --data data/paper.set --threads 2 --curve ds-scaled.svg',
    'train config --config best.json --data data/paper.set --name tuned',
  ],
  async run(options, output, preset) {
    await requireWritableFolder(options.out);
    if (options.curve !== undefined) await requireWritableFile(options.curve);
    const { input, tuning } = await configuration(preset, options);
    const sets = await loadTrainingSets(options, trainingConfig(input));
    const test = options.test && (await loadDataset(...options.test));
    const { file, model, result, seconds } = await interruptible(output, 'the last epoch is kept', (signal) =>
      trainModel(input, sets, {
        folder: options.out,
        threads: options.threads,
        signal,
        test,
        tuning,
        onResume: (checkpoint) => output.note(`continuing from ${checkpoint}; delete it to start again`),
        onProgress: (progress) => output.note(describeEpoch(progress)),
      }),
    );
    if (result.end === 'diverged') output.note(`the loss is NaN; the best network before that (epoch ${result.bestEpoch}) is kept`);
    if (options.curve !== undefined) await saveText(options.curve, lossCurve(result));
    const best = result.history[result.bestEpoch - 1];
    const { end, bestEpoch, history } = result;
    output.result({ model: file, end, epochs: history.length, bestEpoch, seconds, best, errors: model.card.errors }, () => {
      const error = `validation error ${formatPercent(best.validationError)} (median ${formatPercent(best.validationMedian)})`;
      return `${file}: ${error} after epoch ${bestEpoch} of ${history.length}, ended by ${end}, ${formatDuration(seconds)}`;
    });
  },
});

async function configuration(preset: string, options: TrainOptions): Promise<{ input: TrainingInput; tuning?: unknown }> {
  const { base, tuning } = await baseConfiguration(preset, options.config);
  const { name, epochs, seed, convex, ranking, normalisation } = options;
  const { target } = base;
  if (normalisation !== undefined && target.kind !== 'cost')
    throw new NeoLrpError('E_USAGE', `'${preset}' predicts travel and routes, which have no normalisation to choose`, {
      field: '--normalisation',
    });
  const input = {
    ...base,
    name: name ?? base.name,
    epochs: epochs ?? base.epochs,
    seed: seed ?? base.seed,
    ...(convex && { freeUnits: 0 }),
    ...(ranking !== undefined && { ranking: { weight: ranking } }),
    ...(normalisation !== undefined && target.kind === 'cost' && { target: { ...target, normalisation } }),
  };
  return { input, tuning };
}

async function baseConfiguration(preset: string, file: string | undefined): Promise<{ base: TrainingInput; tuning?: unknown }> {
  if (preset === 'config' && file !== undefined) {
    try {
      // `train` checks the configuration; here it only needs to be JSON.
      const content = JSON.parse(new TextDecoder().decode(await loadBytes(file)));
      return { base: content.training ?? content, tuning: content.tuning };
    } catch (error) {
      if (error instanceof NeoLrpError) throw error;
      throw new NeoLrpError('E_SYNTAX', 'expected a training configuration in JSON, but this is not JSON', { file }, { cause: error });
    }
  }
  const known: Readonly<Record<string, TrainingInput>> = trainingPresets;
  if (!Object.hasOwn(known, preset))
    throw new NeoLrpError(
      'E_USAGE',
      `there is no preset '${preset}'; choose one of ${Object.keys(known).join(', ')}, or config with --config FILE`,
    );
  return { base: known[preset] };
}

function lossCurve({ config, history }: TrainingResult): string {
  return drawLossCurves(
    [
      { name: 'training loss', points: history.map(({ epoch, trainLoss }) => [epoch, trainLoss] as const) },
      { name: 'validation error', points: history.map(({ epoch, validationError }) => [epoch, validationError] as const) },
    ],
    { title: `${config.name}: training`, label: 'loss, relative error' },
  );
}
