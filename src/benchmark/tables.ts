/** The tables of the paper's appendix, with our figures beside the published ones: by instance, by size, and a summary per set. */
import type { ClockName } from '../node/solve.ts';
import { groupBy, type Score, setsOf } from './scores.ts';
import { mean, meanOf, median, medianOf } from './statistics.ts';
import { type Column, fixed, left, right, type Table, tableOf } from './table.ts';

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

/** What tables can show for a method on an instance. */
export interface Measure {
  readonly label: string;
  readonly digits: number;
  readonly of: (score: Score) => number | null;
  /** A sentence for the caption, if the label needs one. */
  readonly words?: string;
}

export const gapMeasure: Measure = { label: 'gap', digits: 2, of: ({ gap }) => gap };
/** The time until depots and assignment are decided. */
export const allocationTime: Measure = { label: 'T_LA', digits: 2, of: ({ allocation }) => allocation };
export const totalTime: Measure = { label: 'T_total', digits: 2, of: ({ total }) => total };
export const predictionError: Measure = {
  label: 'E_pred',
  digits: 1,
  of: ({ predictionError }) => predictionError,
  words: 'E_pred: by how many percent the predicted routing cost of an open depot was off, on average.',
};
export const modelGap: Measure = {
  label: 'MIP gap',
  digits: 2,
  of: ({ modelGap }) => modelGap,
  words:
    "MIP gap: percent between the surrogate's objective and its bound when the allocation ended, over the instances whose runs all proved a bound within 10 %.",
};

/** For each set: summary, averages by size, all instances. */
export function scoreTables(scores: readonly Score[], methods: readonly string[], view: ReportView): Table[] {
  return setsOf(scores).flatMap((set) => {
    const own = scores.filter((score) => score.set === set);
    const present = methods.filter((method) => own.some((score) => score.method === method));
    const summary = view.prefix === '' ? [summaryTable(set, own, present)] : [];
    return [...summary, sizeTable(set, own, present, view), instanceTable(set, own, present, view)];
  });
}

function summaryTable(set: string, scores: readonly Score[], methods: readonly string[]): Table {
  const rows = methods.map((method) => {
    const own = scores.filter((score) => score.method === method);
    const gaps = own.flatMap(({ gap }) => gap ?? []);
    return { method, own, gaps, times: own.map(({ total }) => total), proved: own.flatMap((score) => modelGap.of(score) ?? []) };
  });
  type Row = (typeof rows)[number];
  const within = (limit: number): Column<Row> => {
    const share = ({ gaps }: Row) => (100 * gaps.filter((gap) => gap <= limit).length) / gaps.length;
    return right(`≤ ${limit} %`, (row) => (row.gaps.length > 0 ? `${Math.round(share(row))} %` : ''), 'gap');
  };
  const columns: Column<Row>[] = [
    left('method', ({ method }) => method),
    right('instances', ({ own }) => String(own.length)),
    right('mean', ({ gaps }) => fixed(meanOf(gaps)), 'gap'),
    right('median', ({ gaps }) => fixed(medianOf(gaps)), 'gap'),
    right('max', ({ gaps }) => fixed(gaps.length > 0 ? Math.max(...gaps) : null), 'gap'),
    ...[1, 2, 5].map(within),
    right('mean', ({ own }) => fixed(meanOf(own.map(allocationTime.of))), 'T_LA'),
    right('mean', ({ proved }) => fixed(meanOf(proved)), modelGap.label),
    right('instances', ({ own, proved }) => (own.some(({ best }) => best?.mip) ? String(proved.length) : ''), modelGap.label),
    right('median', ({ times }) => fixed(median(times)), 'T_total'),
    right('mean', ({ times }) => fixed(mean(times)), 'T_total'),
    right('max', ({ times }) => fixed(Math.max(...times)), 'T_total'),
  ];
  const proved = rows.some(({ proved }) => proved.length > 0);
  const caption = [`${titleOf(set)}: summary.`, unitsOf(scores), ...(proved ? [modelGap.words] : [])].join(' ');
  return tableOf(`summary-${slugOf(set)}`, caption, columns, rows);
}

/** What tables show for each method, and the names of their files. */
export interface ReportView {
  /** Of the names of files; '' for a benchmark, which has more tables and figures than an ablation. */
  readonly prefix: string;
  /** Of the captions. */
  readonly heading: string;
  readonly measures: readonly Measure[];
  /** By customers and depots, or by customers alone. */
  readonly sizeOf: (score: Score) => string;
  readonly sizeLabel: string;
}

export const benchmarkView: ReportView = {
  prefix: '',
  heading: '',
  measures: [gapMeasure, allocationTime, totalTime],
  sizeOf: ({ customers, depots }) => `${customers} × ${depots}`,
  sizeLabel: 'customers × depots',
};

function sizeTable(set: string, scores: readonly Score[], methods: readonly string[], view: ReportView): Table {
  const sizes = [...groupBy(scores, view.sizeOf).values()];
  const columns: GroupColumn[] = [left(view.sizeLabel, ([first]) => view.sizeOf(first)), right('instances', countInstances)];
  return groupTable('sizes', 'averages by size', [set, scores, methods, view], columns, sizes, countInstances(scores));
}

function instanceTable(set: string, scores: readonly Score[], methods: readonly string[], view: ReportView): Table {
  const instances = [...groupBy(scores, ({ instance }) => instance).values()];
  const columns: GroupColumn[] = [
    left('instance', ([{ instance }]) => instance),
    right('best known', ([{ bestKnown }]) => (bestKnown === null ? '' : String(bestKnown))),
  ];
  return groupTable('instances', 'all instances', [set, scores, methods, view], columns, instances, '');
}

type GroupColumn = Column<readonly Score[]>;

const countInstances = (scores: readonly Score[]) => String(new Set(scores.map(({ instance }) => instance)).size);

/** A row a group of scores, with the averages of each method's measures, those that it has values for; then those of all. */
function groupTable(
  kind: string,
  what: string,
  [set, scores, methods, view]: readonly [set: string, scores: readonly Score[], methods: readonly string[], view: ReportView],
  heads: readonly GroupColumn[],
  groups: readonly (readonly Score[])[],
  count: string,
): Table {
  const columnsOver = (over: typeof meanOf): GroupColumn[] =>
    methods.flatMap((method) => {
      const valuesOf = ({ of }: Measure, group: readonly Score[]) => group.filter((score) => score.method === method).map(of);
      return view.measures
        .filter((measure) => valuesOf(measure, scores).some((value) => value !== null))
        .map((measure) => right(measure.label, (group) => fixed(over(valuesOf(measure, group)), measure.digits), method));
    });
  const total = (over: typeof meanOf) => columnsOver(over).map(({ cell }) => cell(scores));
  const { prefix, heading, measures } = view;
  return tableOf(
    `${prefix}${kind}-${slugOf(set)}`,
    [`${heading}${titleOf(set)}: ${what}.`, unitsOf(scores), ...measures.flatMap(({ words }) => words ?? [])].join(' '),
    [...heads, ...columnsOver(meanOf)],
    groups,
    [
      ['average', count, ...total(meanOf)],
      ['median', '', ...total(medianOf)],
    ],
  );
}
