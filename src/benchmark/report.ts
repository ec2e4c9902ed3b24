/** A benchmark's records as tables and figures. */
import { type Figure, scoreFigures } from './figures.ts';
import { type FailedRun, latestRecords, type RunRecord, type SolvedRun } from './record.ts';
import type { BestKnown, PublishedResult } from './reference.ts';
import { failureTable, protocolTable } from './run-tables.ts';
import { methodsOf, type Score, scoresOf } from './scores.ts';
import type { Table } from './table.ts';
import { benchmarkView, type ReportView, scoreTables } from './tables.ts';

export interface BenchmarkReport {
  readonly scores: readonly Score[];
  readonly tables: readonly Table[];
  readonly figures: readonly Figure[];
  readonly solved: readonly SolvedRun[];
  readonly failures: readonly FailedRun[];
}

/** Depends on the records alone, not on their order. */
export function reportOn(
  records: readonly RunRecord[],
  bestKnown: BestKnown,
  published: readonly PublishedResult[],
  view: ReportView = benchmarkView,
): BenchmarkReport {
  const { solved, failures } = outcomes(records);
  const scores = scoresOf(solved, bestKnown, published);
  const methods = methodsOf(scores, published);
  const ofRuns = [...(solved.length > 0 ? [protocolTable(solved)] : []), ...(failures.length > 0 ? [failureTable(failures)] : [])];
  return {
    scores,
    tables: [...scoreTables(scores, methods, view), ...ofRuns.map((table) => ({ ...table, name: view.prefix + table.name }))],
    figures: scoreFigures(scores, solved, methods, view.prefix),
    solved,
    failures,
  };
}

function outcomes(records: readonly RunRecord[]): {
  readonly solved: readonly SolvedRun[];
  readonly failures: readonly FailedRun[];
} {
  const latest = latestRecords(records).sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
  return {
    solved: latest.filter((record) => record.state === 'solved'),
    failures: latest.filter((record) => record.state === 'failed'),
  };
}

const sortKey = ({ set, file, method, options, seconds, clock, seed }: RunRecord) =>
  JSON.stringify([set, file, method, options, seconds, clock, String(seed).padStart(10, '0')]);
