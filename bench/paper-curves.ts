/** What networks learn from different numbers of sets: errors on those learnt from and on unseen ones, and gaps. */
import * as z from 'zod';
import { inPercent, quartileText, type TrainedNetwork } from '../src/benchmark/ablation-networks.ts';
import type { Findings } from '../src/benchmark/publish.ts';
import type { SolvedRun } from '../src/benchmark/record.ts';
import { type BestKnown, loadTable } from '../src/benchmark/reference.ts';
import { depotErrors, scoresOf } from '../src/benchmark/scores.ts';
import { type Quartiles, quartiles } from '../src/benchmark/statistics.ts';
import { left, right, type Table, tableOf } from '../src/benchmark/table.ts';
import { drawGrowth, type Growth } from '../src/report/method-charts.ts';

/** From records of the ablation `sample-size` and its networks. */
export async function sampleSizeFindings(
  runs: readonly SolvedRun[],
  trained: readonly TrainedNetwork[],
  bestKnown: BestKnown,
): Promise<Findings> {
  const curves = curvesOf(runs, trained, bestKnown);
  return { tables: [await curveTable(curves)], figures: curves.length > 0 ? [curveFigure(curves)] : [] };
}

interface Curve {
  readonly samples: number;
  /** Percent, all four. */
  readonly training: Quartiles;
  readonly test: Quartiles;
  readonly prediction: Quartiles | null;
  readonly gap: Quartiles | null;
}

function curvesOf(runs: readonly SolvedRun[], trained: readonly TrainedNetwork[], bestKnown: BestKnown): Curve[] {
  const scores = scoresOf(runs, bestKnown, []);
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
