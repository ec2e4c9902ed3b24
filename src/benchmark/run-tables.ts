/** Tables of what was run and what failed. */
import { formatCount } from '../report/number.ts';
import type { FailedRun, SolvedRun } from './record.ts';
import { groupBy, setsOf } from './scores.ts';
import { compareNames } from './sets.ts';
import { type Column, left, right, type Table, tableOf } from './table.ts';

const distinct = (values: readonly string[]) => [...new Set(values)].sort(compareNames).join(', ');

/** Options, machine and number of runs of each method, from the records. */
export function protocolTable(records: readonly SolvedRun[]): Table {
  const groups = groupBy(records, ({ set, method, options, seconds, clock, machine, versions }) =>
    JSON.stringify([set, method, options, seconds, clock, machine, versions['neo-lrp'], versions.node]),
  );
  const sets = setsOf(records);
  const columns: Column<readonly SolvedRun[]>[] = [
    left('set', ([{ set }]) => set),
    left('method', ([{ method }]) => method),
    left('command', ([{ options, seconds, clock }]) =>
      ['neo-lrp solve FILE', ...options, `--time ${seconds}${clock === 'cpu' ? ' --clock cpu' : ''}`, '--threads 1 --seed N'].join(' '),
    ),
    left('seeds', (runs) => [...new Set(runs.map(({ seed }) => seed))].sort((a, b) => a - b).join(', ')),
    right('runs', (runs) => String(runs.length)),
    left('machine', ([{ machine }]) => `${machine.cpu}, ${machine.cores} cores, ${machine.memory} GB`),
    left('versions', ([{ versions }]) => `neo-lrp ${versions['neo-lrp'] ?? '?'}, node ${versions.node ?? '?'}`),
  ];
  const caption = 'What was run: each row can be repeated with its command, one seed at a time.';
  const table = tableOf('protocol', caption, columns, [...groups.values()]);
  const rows = table.rows.toSorted((a, b) => sets.indexOf(a[0]) - sets.indexOf(b[0]) || (a.join() < b.join() ? -1 : 1));
  return { ...table, rows };
}

export function describeRuns(records: readonly SolvedRun[]): string {
  const places = setsOf(records).map((set) => {
    const count = new Set(records.filter((record) => record.set === set).map(({ instance }) => instance)).size;
    return `${formatCount(count, 'instance')} of ${set}`;
  });
  const seeds = new Set(records.map(({ seed }) => String(seed)));
  return [
    `On record: ${formatCount(records.length, 'run')} on ${places.join(', ')}`,
    `${seeds.size === 1 ? 'seed' : 'seeds'} ${distinct([...seeds])}`,
    `${distinct(records.map(({ seconds, clock }) => `${seconds} ${clock === 'cpu' ? 'CPU' : 'wall'} seconds`))} a run`,
    `neo-lrp ${distinct(records.map(({ versions }) => versions['neo-lrp'] ?? '?'))}`,
    `node ${distinct(records.map(({ versions }) => versions.node ?? '?'))}`,
    `${distinct(records.map(({ machine }) => machine.cpu))}.`,
  ].join('; ');
}

/** Each reason for a failure once, with all runs that it affected. */
export function failureTable(failures: readonly FailedRun[]): Table {
  const columns: Column<readonly FailedRun[]>[] = [
    left('set', ([{ set }]) => set),
    left('files', (runs) => distinct(runs.map(({ file }) => file))),
    left('methods', (runs) => distinct(runs.map(({ method }) => method))),
    right('runs', (runs) => String(runs.length)),
    left('code', ([{ error }]) => error.code),
    left('reason', ([{ error }]) => error.message),
  ];
  const groups = groupBy(failures, ({ set, error }) => JSON.stringify([set, error]));
  return tableOf('failures', 'Runs that failed.', columns, [...groups.values()]);
}
