/** Results of training: errors on the training sets and on unseen sets. */
import { left, right, type Table } from '../table.ts';
import type { ErrorQuartiles, TrainedModel } from './trained-models.ts';

/** Median and, in brackets, quartiles, in percent. */
const quartileText = ({ lowerQuartile, median, upperQuartile }: ErrorQuartiles): string =>
  `${percent(median)} [${percent(lowerQuartile)}, ${percent(upperQuartile)}]`;

const percent = (share: number) => (100 * share).toFixed(2);

export function trainingTable(ablation: string, label: string, trained: readonly TrainedModel[]): Table {
  return {
    name: `ablation-${ablation}-training`,
    caption:
      'Training. Errors of the predicted routing cost in percent: median and quartiles over the sets learnt from (at most 10,000 of them) and over sets never seen.',
    columns: [left(label), right('sets'), right('epochs'), right('E_train'), right('E_test'), right('training time')],
    rows: trained.map(({ variant, samples, epochs, seconds, errors }) => [
      variant,
      String(samples),
      String(epochs),
      quartileText(errors.training),
      quartileText(errors.test),
      `${Math.round(seconds)} s`,
    ]),
    footer: 0,
  };
}
