/** What networks learnt from different data: errors on the sets learnt from and on unseen ones, and by their number. */
import * as z from 'zod';
import { drawGrowth, type Growth } from '../../report/method-charts.ts';
import type { Findings } from '../publish.ts';
import { loadTable } from '../reference.ts';
import { depotErrors } from '../scores.ts';
import { type Quartiles, quartiles } from '../statistics.ts';
import { fixed, left, right, type Table, tableOf } from '../table.ts';
import type { Material } from './ablations.ts';
import type { ErrorQuartiles, TrainedModel } from './trained-models.ts';

export const normalisationFindings = async ({ trained }: Material): Promise<Findings> => ({
  tables: [trainingTable('normalisation', 'normalisation', trained)],
  figures: [],
});

export async function sampleSizeFindings(material: Material): Promise<Findings> {
  const curves = curvesOf(material);
  return {
    tables: [await curveTable(curves), trainingTable('sample-size', 'variant', material.trained)],
    figures: curves.length > 0 ? [curveFigure(curves)] : [],
  };
}

/** Median and, in brackets, quartiles. */
const quartileText = (spread: Quartiles | null): string =>
  spread === null ? '' : `${fixed(spread.median)} [${fixed(spread.lowerQuartile)}, ${fixed(spread.upperQuartile)}]`;

const inPercent = ({ lowerQuartile, median, upperQuartile }: ErrorQuartiles): Quartiles => ({
  lowerQuartile: 100 * lowerQuartile,
  median: 100 * median,
  upperQuartile: 100 * upperQuartile,
});

function trainingTable(ablation: string, label: string, trained: readonly TrainedModel[]): Table {
  return tableOf<TrainedModel>(
    `ablation-${ablation}-training`,
    'Training. Errors of the predicted routing cost in percent: median and quartiles over the sets learnt from (at most 10,000 of them) and over sets never seen.',
    [
      left(label, ({ variant }) => variant),
      right('sets', ({ samples }) => String(samples)),
      right('epochs', ({ epochs }) => String(epochs)),
      right('E_train', ({ errors }) => quartileText(inPercent(errors.training))),
      right('E_test', ({ errors }) => quartileText(inPercent(errors.test))),
      right('training time', ({ seconds }) => `${Math.round(seconds)} s`),
    ],
    trained,
  );
}

interface Curve {
  readonly samples: number;
  /** Percent, all four. */
  readonly training: Quartiles;
  readonly test: Quartiles;
  readonly prediction: Quartiles | null;
  readonly gap: Quartiles | null;
}

function curvesOf({ runs, scores, trained }: Material): Curve[] {
  const quartilesOf = (values: readonly number[]) => (values.length === 0 ? null : quartiles(values));
  return trained.map(({ variant, samples, errors }) => ({
    samples,
    training: inPercent(errors.training),
    test: inPercent(errors.test),
    // The paper sums the errors of the open depots of an instance.
    prediction: quartilesOf(
      runs
        .filter(({ method, predicted }) => method === variant && predicted !== null)
        .map((run) => depotErrors(run).reduce((a, b) => a + b, 0)),
    ),
    gap: quartilesOf(scores.flatMap(({ method, gap }) => (method === variant && gap !== null ? gap : []))),
  }));
}

const paperSchema = z.object({ samples: z.coerce.number(), e_train: z.string(), e_test: z.string(), gap: z.string() });

async function curveTable(curves: readonly Curve[]): Promise<Table> {
  const paper = await loadTable('paper-sample-size.csv', paperSchema);
  const published = (figure: 'e_train' | 'e_test' | 'gap') => (curve: Curve) =>
    paper.find(({ samples }) => samples === curve.samples)?.[figure] ?? '';
  return tableOf<Curve>(
    'ablation-sample-size-curves',
    "Medians and quartiles in percent, by the number of sets learnt from. E_pred is the paper's: the errors of an instance's open depots, added up. † What the paper's text says of its medians.",
    [
      left('sets', ({ samples }) => String(samples)),
      right('E_train', ({ training }) => quartileText(training)),
      right('E_test', ({ test }) => quartileText(test)),
      right('E_pred', ({ prediction }) => quartileText(prediction)),
      right('gap', ({ gap }) => quartileText(gap)),
      right('E_train', published('e_train'), '†'),
      right('E_test', published('e_test'), '†'),
      right('gap', published('gap'), '†'),
    ],
    curves,
  );
}

function curveFigure(curves: readonly Curve[]): Findings['figures'][number] {
  const title = 'Errors and gap by the number of sets learnt from';
  const names = { training: 'E_train', test: 'E_test', prediction: 'E_pred', gap: 'gap' } as const;
  const series = Object.entries(names).map(
    ([key, name], colour): Growth => ({
      name,
      colour,
      published: false,
      points: curves.flatMap((curve) => {
        const { [key as keyof typeof names]: spread } = curve;
        return spread ? [{ x: curve.samples, ...spread }] : [];
      }),
    }),
  );
  const methods = series.filter(({ points }) => points.length > 0);
  return {
    name: 'ablation-sample-size',
    title,
    svg: drawGrowth(methods, { title, sizeLabel: 'sets learnt from', measure: 'error', logSize: true }),
  };
}
