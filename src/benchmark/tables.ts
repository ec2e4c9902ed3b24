/** The tables of the paper's appendix, with our figures beside the published ones: by instance, by size, and a summary per set. */
import type { ClockName } from '../node/solve.ts';
import { allocationTime, gapMeasure, type Measure, modelGap, totalTime } from './measures.ts';
import { groupBy, type Score, setsOf } from './scores.ts';
import { mean, meanOf, median, medianOf } from './statistics.ts';
import { fixed, left, right, type Table } from './table.ts';

/** The paper says the same about its own comparison (section on results). */
export const hardwareCaveat =
  '† Published figures, each measured on the machine of its authors (see results/reference): times compare in order of magnitude only.';
/** Which seconds ours are; with both kinds of runs on record, the names of methods say which. */
export const clockWords = (records: readonly { readonly clock: ClockName | null }[]): string =>
  [...new Set(records.flatMap(({ clock }) => (clock === null ? [] : clock === 'cpu' ? 'CPU seconds' : 'wall seconds')))]
    .sort()
    .join(' or ');
const unitsOf = (scores: readonly Score[]) =>
  `Gap to the best known in percent, times in seconds; ours are means over the runs, in ${clockWords(scores)} on one thread.${scores.some(({ published }) => published) ? ` ${hardwareCaveat}` : ''}`;

const setTitles: Readonly<Record<string, string>> = {
  P: 'P (Prins, Prodhon & Wolfler Calvo 2004)',
  T: 'T (Tuzun & Burke 1999)',
  B: 'B (Barreto 2004)',
  S: 'S (Schneider & Löffler 2019)',
};
export const titleOf = (set: string): string => (Object.hasOwn(setTitles, set) ? `Set ${setTitles[set]}` : `Set ${set}`);

/** Letters that file names and labels accept. */
export const slugOf = (set: string): string => set.replaceAll(/[^\w.-]+/g, '-');

/** For each set: summary, averages by size, all instances. */
export function benchmarkTables(scores: readonly Score[], methods: readonly string[]): Table[] {
  return setsOf(scores).flatMap((set) => {
    const own = scores.filter((score) => score.set === set);
    const present = methods.filter((method) => own.some((score) => score.method === method));
    return [summaryTable(set, own, present), sizeTable(set, own, present, benchmarkView), instanceTable(set, own, present, benchmarkView)];
  });
}

const modelGapKnown = (score: Score) => modelGap.of(score) !== null;

function summaryTable(set: string, scores: readonly Score[], methods: readonly string[]): Table {
  const rows = methods.map((method) => {
    const own = scores.filter((score) => score.method === method);
    const gaps = own.flatMap(({ gap }) => gap ?? []);
    const within = (limit: number) =>
      gaps.length > 0 ? `${Math.round((100 * gaps.filter((gap) => gap <= limit).length) / gaps.length)} %` : '';
    const totals = own.map(({ total }) => total);
    return [
      method,
      String(own.length),
      fixed(meanOf(gaps)),
      fixed(medianOf(gaps)),
      fixed(gaps.length > 0 ? Math.max(...gaps) : null),
      within(1),
      within(2),
      within(5),
      fixed(meanOf(own.map(allocationTime.of))),
      fixed(meanOf(own.map(modelGap.of))),
      own.some(({ best }) => best?.mip) ? String(own.filter(modelGapKnown).length) : '',
      fixed(median(totals)),
      fixed(mean(totals)),
      fixed(Math.max(...totals)),
    ];
  });
  return {
    name: `summary-${slugOf(set)}`,
    caption: [`${titleOf(set)}: summary.`, unitsOf(scores), ...(scores.some(modelGapKnown) ? [modelGap.words] : [])].join(' '),
    columns: [
      left('method'),
      right('instances'),
      right('mean', 'gap'),
      right('median', 'gap'),
      right('max', 'gap'),
      right('≤ 1 %', 'gap'),
      right('≤ 2 %', 'gap'),
      right('≤ 5 %', 'gap'),
      right('mean', 'T_LA'),
      right('mean', modelGap.label),
      right('instances', modelGap.label),
      right('median', 'T_total'),
      right('mean', 'T_total'),
      right('max', 'T_total'),
    ],
    rows,
    footer: 0,
  };
}

/** The columns of each method: the measures that it has values for. */
function methodColumns(scores: readonly Score[], methods: readonly string[], measures: readonly Measure[]) {
  return methods.flatMap((method) =>
    measures
      .filter(({ of }) => scores.some((score) => score.method === method && of(score) !== null))
      .map((measure) => ({ method, ...measure })),
  );
}

type MethodColumns = ReturnType<typeof methodColumns>;

const headsOf = (columns: MethodColumns) => columns.map(({ method, label }) => right(label, method));

const summaryCells = (scores: readonly Score[], columns: MethodColumns, over: (values: readonly (number | null)[]) => number | null) =>
  columns.map(({ method, of, digits }) => fixed(over(scores.filter((score) => score.method === method).map(of)), digits));

const countInstances = (scores: readonly Score[]) => String(new Set(scores.map(({ instance }) => instance)).size);

/** What a table shows for each method, and the name of its file. */
export interface TableView {
  /** Of the file's name, and of the caption. */
  readonly prefix: string;
  readonly heading: string;
  readonly measures: readonly Measure[];
  /** By customers and depots, or by customers alone. */
  readonly sizeOf: (score: Score) => string;
  readonly sizeLabel: string;
}

const benchmarkView: TableView = {
  prefix: '',
  heading: '',
  measures: [gapMeasure, allocationTime, totalTime],
  sizeOf: ({ customers, depots }) => `${customers} × ${depots}`,
  sizeLabel: 'customers × depots',
};

const captionOf = (set: string, what: string, scores: readonly Score[], { heading, measures }: TableView) =>
  [`${heading}${titleOf(set)}: ${what}.`, unitsOf(scores), ...measures.flatMap(({ words }) => words ?? [])].join(' ');

export function sizeTable(set: string, scores: readonly Score[], methods: readonly string[], view: TableView): Table {
  const columns = methodColumns(scores, methods, view.measures);
  return {
    name: `${view.prefix}sizes-${slugOf(set)}`,
    caption: captionOf(set, 'averages by size', scores, view),
    columns: [left(view.sizeLabel), right('instances'), ...headsOf(columns)],
    rows: [
      ...[...groupBy(scores, view.sizeOf)].map(([size, own]) => [size, countInstances(own), ...summaryCells(own, columns, meanOf)]),
      ['average', countInstances(scores), ...summaryCells(scores, columns, meanOf)],
      ['median', '', ...summaryCells(scores, columns, medianOf)],
    ],
    footer: 2,
  };
}

export function instanceTable(set: string, scores: readonly Score[], methods: readonly string[], view: TableView): Table {
  const columns = methodColumns(scores, methods, view.measures);
  const rows = [...groupBy(scores, ({ instance }) => instance)].map(([instance, own]) => [
    instance,
    own[0].bestKnown === null ? '' : String(own[0].bestKnown),
    ...columns.map(({ method, of, digits }) => {
      const score = own.find((one) => one.method === method);
      return fixed(score ? of(score) : null, digits);
    }),
  ]);
  return {
    name: `${view.prefix}instances-${slugOf(set)}`,
    caption: captionOf(set, 'all instances', scores, view),
    columns: [left('instance'), right('best known'), ...headsOf(columns)],
    rows: [...rows, ['average', '', ...summaryCells(scores, columns, meanOf)], ['median', '', ...summaryCells(scores, columns, medianOf)]],
    footer: 2,
  };
}
