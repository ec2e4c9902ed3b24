/** The records of an ablation as tables and figures; the same records give the same bytes. */
import { basename } from 'node:path';
import { gapFigures, stylesOf } from '../figures.ts';
import type { Findings } from '../publish.ts';
import type { FailedRun, RunRecord, SolvedRun } from '../record.ts';
import type { BestKnown } from '../reference.ts';
import { outcomes } from '../report.ts';
import { failureTable, protocolTable } from '../run-tables.ts';
import { methodsOf, scoresOf, setsOf } from '../scores.ts';
import type { Table } from '../table.ts';
import { instanceTable, sizeTable, type TableView } from '../tables.ts';
import type { Ablation } from './ablations.ts';
import type { TrainedModel } from './trained-models.ts';

export interface AblationReport extends Findings {
  /** The tables that answer the question; the others are for reference. */
  readonly answers: readonly Table[];
  readonly solved: readonly SolvedRun[];
  readonly failures: readonly FailedRun[];
}

export async function ablationReport(
  ablation: Ablation,
  records: readonly RunRecord[],
  bestKnown: BestKnown,
  trained: readonly TrainedModel[],
): Promise<AblationReport> {
  const { solved, failures } = outcomes(ablation.trains ? records.filter((record) => asksOneOf(trained, record)) : records);
  const published = (await ablation.published?.()) ?? [];
  const scores = scoresOf(solved, bestKnown, published);
  const methods = methodsOf(scores, published);
  const prefix = `ablation-${ablation.name}-`;
  const view: TableView = {
    prefix,
    heading: `${ablation.question} `,
    measures: ablation.measures,
    sizeOf: ({ customers }) => String(customers),
    sizeLabel: 'customers',
  };
  const own = await ablation.findings?.({ runs: solved, scores, trained });
  const sets = setsOf(scores).map((set) => ({ set, scores: scores.filter((score) => score.set === set) }));
  const renamed = (table: Table): Table => ({ ...table, name: prefix + table.name });
  const answers = [...sets.map(({ set, scores }) => sizeTable(set, scores, methods, view)), ...(own?.tables ?? [])];
  return {
    answers,
    tables: [
      ...answers,
      ...sets.map(({ set, scores }) => instanceTable(set, scores, methods, view)),
      ...(solved.length > 0 ? [renamed(protocolTable(solved))] : []),
      ...(failures.length > 0 ? [renamed(failureTable(failures))] : []),
    ],
    figures: [...(own?.figures ?? []), ...sets.flatMap(({ set, scores }) => gapFigures(set, scores, stylesOf(scores, methods), prefix))],
    solved,
    failures,
  };
}

/** Runs of networks that have since been retrained with other data or epochs do not count. */
const asksOneOf = (trained: readonly TrainedModel[], { options }: RunRecord): boolean =>
  trained.some(({ model }) => options.some((option) => basename(option) === model));
