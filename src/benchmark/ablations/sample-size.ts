/** Paper, section "Effect of Sample Size": the same network learnt from more and more sets. */
import * as z from 'zod';
import { drawGrowth, type Growth } from '../../report/method-charts.ts';
import { gapMeasure, predictionError } from '../measures.ts';
import type { Findings } from '../publish.ts';
import { loadTable } from '../reference.ts';
import { depotErrors } from '../scores.ts';
import { quantile } from '../statistics.ts';
import { fixed, left, right, type Table } from '../table.ts';
import type { Ablation, Material } from './ablation.ts';
import { trainingTable } from './training-table.ts';

const defaultSizes = [110, 1_100, 11_000, 110_000];
const variantOf = (samples: number) => `${samples}-sets`;

export const sampleSize: Ablation = {
  name: 'sample-size',
  question: 'How many sets does a network have to learn from?',
  trains: true,
  measures: [gapMeasure, predictionError],
  variants: ({ sizes = defaultSizes, train }) => train(sizes.map((samples) => ({ variant: variantOf(samples), samples }))),
  findings: async (material) => {
    const curves = curvesOf(material);
    return {
      tables: [await curveTable(curves), trainingTable('sample-size', 'variant', material.trained)],
      figures: curves.length > 0 ? [curveFigure(curves)] : [],
    };
  },
};

interface Spread {
  readonly lowerQuartile: number;
  readonly median: number;
  readonly upperQuartile: number;
}

interface Curve {
  readonly samples: number;
  /** Percent, all four. */
  readonly training: Spread;
  readonly test: Spread;
  readonly prediction: Spread | null;
  readonly gap: Spread | null;
}

function curvesOf({ runs, scores, trained }: Material): Curve[] {
  return trained.map(({ variant, samples, errors }) => ({
    samples,
    training: inPercent(errors.training),
    test: inPercent(errors.test),
    // The paper sums the errors of the open depots of an instance.
    prediction: spreadOf(
      runs
        .filter(({ method, predicted }) => method === variant && predicted !== null)
        .map((run) => depotErrors(run).reduce((a, b) => a + b, 0)),
    ),
    gap: spreadOf(scores.flatMap(({ method, gap }) => (method === variant && gap !== null ? gap : []))),
  }));
}

const inPercent = ({ lowerQuartile, median, upperQuartile }: Spread): Spread => ({
  lowerQuartile: 100 * lowerQuartile,
  median: 100 * median,
  upperQuartile: 100 * upperQuartile,
});

const spreadOf = (values: readonly number[]): Spread | null =>
  values.length === 0
    ? null
    : { lowerQuartile: quantile(values, 0.25), median: quantile(values, 0.5), upperQuartile: quantile(values, 0.75) };

const paperSchema = z.object({ samples: z.coerce.number(), e_train: z.string(), e_test: z.string(), gap: z.string() });

async function curveTable(curves: readonly Curve[]): Promise<Table> {
  const paper = await loadTable('paper-sample-size.csv', paperSchema);
  const show = (spread: Spread | null) =>
    spread === null ? '' : `${fixed(spread.median)} [${fixed(spread.lowerQuartile)}, ${fixed(spread.upperQuartile)}]`;
  return {
    name: 'ablation-sample-size-curves',
    caption:
      "Medians and quartiles in percent, by the number of sets learnt from. E_pred is the paper's: the errors of an instance's open depots, added up. † What the paper's text says of its medians.",
    columns: [
      left('sets'),
      right('E_train'),
      right('E_test'),
      right('E_pred'),
      right('gap'),
      right('E_train', '†'),
      right('E_test', '†'),
      right('gap', '†'),
    ],
    rows: curves.map(({ samples, training, test, prediction, gap }) => {
      const published = paper.find((row) => row.samples === samples);
      const figures = [published?.e_train, published?.e_test, published?.gap].map((figure) => figure ?? '');
      return [String(samples), show(training), show(test), show(prediction), show(gap), ...figures];
    }),
    footer: 0,
  };
}

function curveFigure(curves: readonly Curve[]): Findings['figures'][number] {
  const title = 'Errors and gap by the number of sets learnt from';
  const series = (name: string, colour: number, of: (curve: Curve) => Spread | null): Growth => ({
    name,
    colour,
    published: false,
    points: curves.flatMap((curve) => {
      const spread = of(curve);
      return spread ? [{ x: curve.samples, ...spread }] : [];
    }),
  });
  const methods = [
    series('E_train', 0, ({ training }) => training),
    series('E_test', 1, ({ test }) => test),
    series('E_pred', 2, ({ prediction }) => prediction),
    series('gap', 3, ({ gap }) => gap),
  ].filter(({ points }) => points.length > 0);
  return {
    name: 'ablation-sample-size',
    title,
    svg: drawGrowth(methods, { title, sizeLabel: 'sets learnt from', measure: 'error', logSize: true }),
  };
}
