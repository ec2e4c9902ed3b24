/** A benchmark's records as tables, figures and a page. */
import { gzipSync } from 'node:zlib';
import type { Instance } from '../problem/instance.ts';
import { type BenchmarkPageRow, writeBenchmarkPage } from '../report/benchmark-page.ts';
import { drawMap } from '../report/map.ts';
import { benchmarkFigures, type Figure } from './figures.ts';
import { type FailedRun, latestRecords, type RunRecord, type SolvedRun } from './record.ts';
import type { BestKnown, PublishedResult } from './reference.ts';
import { failureTable, protocolTable } from './run-tables.ts';
import { methodsOf, type Score, scoresOf } from './scores.ts';
import type { Table } from './table.ts';
import { benchmarkTables, hardwareCaveat } from './tables.ts';

export interface BenchmarkReport {
  readonly scores: readonly Score[];
  readonly tables: readonly Table[];
  readonly figures: readonly Figure[];
  readonly solved: readonly SolvedRun[];
  readonly failures: readonly FailedRun[];
}

/** Depends on the records alone, not on their order. */
export function reportOn(records: readonly RunRecord[], bestKnown: BestKnown, published: readonly PublishedResult[]): BenchmarkReport {
  const { solved, failures } = outcomes(records);
  const scores = scoresOf(solved, bestKnown, published);
  const methods = methodsOf(scores, published);
  return {
    scores,
    tables: [
      ...benchmarkTables(scores, methods),
      ...(solved.length > 0 ? [protocolTable(solved)] : []),
      ...(failures.length > 0 ? [failureTable(failures)] : []),
    ],
    figures: benchmarkFigures(scores, solved, methods),
    solved,
    failures,
  };
}

export function outcomes(records: readonly RunRecord[]): {
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

/** `instanceOf`: by content hash; without the instance there is no map. */
export function writeReportPage({ scores, tables, figures, failures }: BenchmarkReport, instanceOf: ReadonlyMap<string, Instance>): string {
  const maps: Record<string, string> = {};
  const rows = scores.map((score): BenchmarkPageRow => {
    const { best, ...row } = score;
    const instance = best && instanceOf.get(best.hash);
    const map = best && instance ? JSON.stringify([score.set, score.instance, score.method]) : undefined;
    if (best && instance && map) maps[map] = packMap(instance, best);
    return { ...row, cost: best?.cost.total ?? null, map };
  });
  return writeBenchmarkPage({
    title: 'NEO-LRP benchmark',
    remarks: scores.some(({ published }) => published) ? [hardwareCaveat] : [],
    rows,
    failures: failureTable(failures).rows.map(([set, files, methods, runs, code, reason]) => ({
      what: `${set}: ${files}`,
      why: `${code}: ${reason} (${methods}; runs: ${runs})`,
    })),
    tables: tables
      .filter(({ name }) => name.startsWith('summary-') || name === 'protocol')
      .map(({ caption, columns, rows }) => ({
        caption,
        heads: columns.map(({ group, label, align }) => ({ label: `${group} ${label}`.trim(), align })),
        rows,
      })),
    figures,
    maps,
  });
}

function packMap(instance: Instance, run: SolvedRun): string {
  const routes = run.routes.map(([depot, ...stops]) => ({
    depot: instance.depots[depot].id,
    stops: stops.map((stop) => instance.customers[stop].id),
  }));
  const title = `${instance.name} · ${run.method}, seed ${run.seed}`;
  return gzipSync(drawMap(instance, { routes }, { title })).toString('base64');
}
