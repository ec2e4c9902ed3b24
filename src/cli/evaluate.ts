/** `neo-lrp evaluate MODEL…`: the errors of surrogates on labelled data. */
import { join } from 'node:path';
import { makeFolder, requireWritableFolder, saveText } from '../node/files.ts';
import { loadModel } from '../node/model-files.ts';
import { drawCalibration, drawQuartiles } from '../report/charts.ts';
import { formatPercent } from '../report/number.ts';
import { loadDataset } from '../training/dataset-file.ts';
import { type Breakdown, type ErrorSummary, type Evaluation, evaluateModel } from '../training/evaluate.ts';
import { samplesFor } from '../training/training-sets.ts';
import { priceOf } from './arguments.ts';
import { defineCommand, list, option, required } from './command.ts';
import { alignColumns } from './output.ts';

export const register = defineCommand({
  description:
    'Compares predicted with true routing costs on labelled data sets: mean, median and quartiles of the relative error, overall, on decision-like sets, by number of customers and of routes, and by generator class. For networks that price known sets more precisely, the errors inside the MIP are also shown.',
  arguments: [['<model...>', 'shipped models by name, or paths of model cards']],
  options: {
    data: required(list('--data <file...>', 'labelled data sets that were not used for training')),
    price: option(
      '--price <distance:vehicle>',
      'costs of a unit of distance and of a vehicle, for models that serve any price; others have their own (default: 100:1000)',
      priceOf,
    ),
    plots: option('--plots <folder>', 'write calibration and error charts as SVG'),
  },
  examples: [
    'evaluate universal --data data/test-cells.set',
    'evaluate universal ds-scaled --data data/test-cells.set data/test-paper.set --plots plots/',
    'evaluate universal --data data/test-paper.set --price 1:0 --json | jq .overall.median',
  ],
  async run({ data, price, plots }, output, names) {
    if (plots !== undefined) await requireWritableFolder(plots);
    const dataset = await loadDataset(...data);
    const evaluations: Evaluation[] = [];
    for (const name of names) {
      const model = await loadModel(name);
      evaluations.push(evaluateModel(model, samplesFor(dataset, model.network.shape.kind), price));
    }
    const shown = evaluations.flatMap(({ embedded, ...known }) =>
      embedded ? [known, { ...embedded, model: `${embedded.model} in the MIP` }] : [known],
    );
    if (plots !== undefined) await savePlots(plots, shown);
    output.result(evaluations.length === 1 ? evaluations[0] : evaluations, () => tabulate(shown));
  },
});

function tabulate(evaluations: readonly Evaluation[]): string {
  const cells = ({ count, mean, lowerQuartile, median, upperQuartile, bias }: ErrorSummary) => [
    String(count),
    ...[mean, lowerQuartile, median, upperQuartile, bias].map((share) => formatPercent(share)),
  ];
  const head = ['', 'sets', 'mean', 'lower quartile', 'median', 'upper quartile', 'bias'];
  const group = (title: string, pick: (evaluation: Evaluation) => readonly Breakdown[]) => {
    const labels = [...new Set(evaluations.flatMap((evaluation) => pick(evaluation).map(({ label }) => label)))];
    return labels.flatMap((label) =>
      evaluations.flatMap((evaluation) => {
        const found = pick(evaluation).find((row) => row.label === label);
        return found ? [[`${title} ${label}${evaluations.length > 1 ? ` · ${evaluation.model}` : ''}`, ...cells(found.errors)]] : [];
      }),
    );
  };
  const rows = [
    head,
    ...evaluations.map(({ model, price, overall }) => [`${model} at ${price.distanceScale}:${price.vehicleCost}`, ...cells(overall)]),
    ...group('sets', ({ byOrigin }) => byOrigin),
    ...group('customers', ({ bySize }) => bySize),
    ...group('routes', ({ byRoutes }) => byRoutes),
    ...group('depot', ({ byClass }) => byClass.depot),
    ...group('places', ({ byClass }) => byClass.customers),
    ...group('demand', ({ byClass }) => byClass.demand),
    ...group('customers a route', ({ byClass }) => byClass.routeSize),
  ];
  return alignColumns(rows, [1, 2, 3, 4, 5, 6]);
}

async function savePlots(folder: string, evaluations: readonly Evaluation[]): Promise<void> {
  await makeFolder(folder);
  for (const { model, calibration } of evaluations)
    await saveText(
      join(folder, `${model.replaceAll(' ', '-')}-calibration.svg`),
      drawCalibration(calibration, { title: `${model}: predicted and true routing cost` }),
    );
  const chart = (title: string, groupLabel: string, pick: (evaluation: Evaluation) => readonly Breakdown[]) =>
    drawQuartiles(
      evaluations.map((evaluation) => ({
        name: evaluation.model,
        rows: pick(evaluation).map(({ label, errors }) => ({ label, ...errors })),
      })),
      { title, groupLabel, valueLabel: 'relative error' },
    );
  await saveText(
    join(folder, 'errors-by-size.svg'),
    chart('Errors by number of customers', 'customers', ({ bySize }) => bySize),
  );
  await saveText(
    join(folder, 'errors-by-demand.svg'),
    chart('Errors by demand type', 'demand', ({ byClass }) => byClass.demand),
  );
}
