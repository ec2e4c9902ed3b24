/** The tables of the paper's appendix, ours beside the published figures: by instance, by size, and a summary of each set. */
import type { ClockName } from '../solve-node.ts';
import type { FailedRun, SolvedRun } from './record.ts';
import { groupBy, type Score, setsOf } from './scores.ts';
import { compareNames } from './sets.ts';
import { mean, median } from './statistics.ts';
import type { Table, TableColumn } from './table.ts';

/** The paper itself says so of its own comparison (its section on results). */
export const hardwareCaveat =
  '† Published figures, each measured on the machine of its authors (see results/reference): times compare in order of magnitude only.';
/** What our seconds are; where both kinds of runs are on record, the methods' names tell which is which. */
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
    return [summaryTable(set, own, present), sizeTable(set, own, present), instanceTable(set, own, present)];
  });
}

const fixed = (value: number | null | undefined, digits = 2): string => {
  if (value === null || value === undefined) return '';
  const text = value.toFixed(digits);
  return Number(text) === 0 ? text.replace('-', '') : text.replace('-', '−');
};
const present = (values: readonly (number | null)[]): number[] => values.filter((value) => value !== null);
const meanOf = (values: readonly (number | null)[]) => (present(values).length > 0 ? mean(present(values)) : null);
const medianOf = (values: readonly (number | null)[]) => (present(values).length > 0 ? median(present(values)) : null);

const right = (label: string, group = ''): TableColumn => ({ group, label, align: 'right' });
const left = (label: string): TableColumn => ({ group: '', label, align: 'left' });

function summaryTable(set: string, scores: readonly Score[], methods: readonly string[]): Table {
  const rows = methods.map((method) => {
    const own = scores.filter((score) => score.method === method);
    const gaps = present(own.map(({ gap }) => gap));
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
      fixed(meanOf(own.map(({ allocation }) => allocation))),
      fixed(median(totals)),
      fixed(mean(totals)),
      fixed(Math.max(...totals)),
    ];
  });
  return {
    name: `summary-${slugOf(set)}`,
    caption: `${titleOf(set)}: summary. ${unitsOf(scores)}`,
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
      right('median', 'T_total'),
      right('mean', 'T_total'),
      right('max', 'T_total'),
    ],
    rows,
    footer: 0,
  };
}

/** Gap and time of each method, and the time of location-allocation where it has such a stage. */
function methodColumns(scores: readonly Score[], methods: readonly string[]) {
  return methods.map((method) => {
    const staged = scores.some((score) => score.method === method && score.allocation !== null);
    const columns = [right('gap', method), ...(staged ? [right('T_LA', method)] : []), right('T_total', method)];
    const cells = (gap: number | null, allocation: number | null, total: number | null) => [
      fixed(gap),
      ...(staged ? [fixed(allocation)] : []),
      fixed(total),
    ];
    return { method, columns, cells };
  });
}

function averageCells(
  scores: readonly Score[],
  columns: ReturnType<typeof methodColumns>,
  of: (values: readonly (number | null)[]) => number | null,
) {
  return columns.flatMap(({ method, cells }) => {
    const own = scores.filter((score) => score.method === method);
    return cells(of(own.map(({ gap }) => gap)), of(own.map(({ allocation }) => allocation)), of(own.map(({ total }) => total)));
  });
}

function sizeTable(set: string, scores: readonly Score[], methods: readonly string[]): Table {
  const columns = methodColumns(scores, methods);
  const sizes = groupBy(scores, ({ customers, depots }) => `${customers} × ${depots}`);
  const count = (own: readonly Score[]) => String(new Set(own.map(({ instance }) => instance)).size);
  return {
    name: `sizes-${slugOf(set)}`,
    caption: `${titleOf(set)}: averages by size (customers × depots). ${unitsOf(scores)}`,
    columns: [left('size'), right('instances'), ...columns.flatMap((column) => column.columns)],
    rows: [
      ...[...sizes].map(([size, own]) => [size, count(own), ...averageCells(own, columns, meanOf)]),
      ['average', count(scores), ...averageCells(scores, columns, meanOf)],
    ],
    footer: 1,
  };
}

function instanceTable(set: string, scores: readonly Score[], methods: readonly string[]): Table {
  const columns = methodColumns(scores, methods);
  const rows = [...groupBy(scores, ({ instance }) => instance)].map(([instance, own]) => [
    instance,
    own[0].bestKnown === null ? '' : String(own[0].bestKnown),
    ...columns.flatMap(({ method, cells }) => {
      const score = own.find((one) => one.method === method);
      return cells(score?.gap ?? null, score?.allocation ?? null, score?.total ?? null);
    }),
  ]);
  return {
    name: `instances-${slugOf(set)}`,
    caption: `${titleOf(set)}: all instances. ${unitsOf(scores)}`,
    columns: [left('instance'), right('best known'), ...columns.flatMap((column) => column.columns)],
    rows: [...rows, ['average', '', ...averageCells(scores, columns, meanOf)], ['median', '', ...averageCells(scores, columns, medianOf)]],
    footer: 2,
  };
}

/** What each method was told, on what, how often: the part of a protocol that records know. */
export function protocolTable(records: readonly SolvedRun[]): Table {
  const groups = groupBy(records, ({ set, method, options, seconds, clock, machine, versions }) =>
    JSON.stringify([set, method, options, seconds, clock, machine, versions['neo-lrp'], versions.node]),
  );
  const sets = setsOf(records);
  const rows = [...groups.values()]
    .map((runs) => {
      const [{ set, method, options, seconds, clock, machine, versions }] = runs;
      const budget = `--time ${seconds}${clock === 'cpu' ? ' --clock cpu' : ''}`;
      const command = ['neo-lrp solve FILE', ...options, budget, '--threads 1 --seed N'].join(' ');
      const seeds = [...new Set(runs.map(({ seed }) => seed))].sort((a, b) => a - b).join(', ');
      const where = `${machine.cpu}, ${machine.cores} cores, ${machine.memory} GB`;
      const version = `neo-lrp ${versions['neo-lrp'] ?? '?'}, node ${versions.node ?? '?'}`;
      return [set, method, command, seeds, String(runs.length), where, version];
    })
    .sort((a, b) => sets.indexOf(a[0]) - sets.indexOf(b[0]) || (a.join() < b.join() ? -1 : 1));
  return {
    name: 'protocol',
    caption: 'What was run: each row can be repeated with its command, one seed at a time.',
    columns: [left('set'), left('method'), left('command'), left('seeds'), right('runs'), left('machine'), left('versions')],
    rows,
    footer: 0,
  };
}

/** What went wrong, each reason once, with all it happened to. */
export function failureTable(failures: readonly FailedRun[]): Table {
  const groups = groupBy(failures, ({ set, error }) => JSON.stringify([set, error]));
  const distinct = (values: readonly string[]) => [...new Set(values)].sort(compareNames).join(', ');
  return {
    name: 'failures',
    caption: 'Runs that failed.',
    columns: [left('set'), left('files'), left('methods'), right('runs'), left('code'), left('reason')],
    rows: [...groups.values()].map((runs) => [
      runs[0].set,
      distinct(runs.map(({ file }) => file)),
      distinct(runs.map(({ method }) => method)),
      String(runs.length),
      runs[0].error.code,
      runs[0].error.message,
    ]),
    footer: 0,
  };
}
