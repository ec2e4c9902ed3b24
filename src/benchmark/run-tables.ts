/** Tables of what was run and what failed. */
import { formatCount } from '../report/number.ts';
import type { FailedRun, SolvedRun } from './record.ts';
import { groupBy, setsOf } from './scores.ts';
import { compareNames } from './sets.ts';
import { left, right, type Table } from './table.ts';

/** Options, machine and number of runs of each method, from the records. */
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

export function describeRuns(records: readonly SolvedRun[]): string {
  const list = (values: Iterable<string>) => [...new Set(values)].sort(compareNames).join(', ');
  const places = setsOf(records).map((set) => {
    const count = new Set(records.filter((record) => record.set === set).map(({ instance }) => instance)).size;
    return `${formatCount(count, 'instance')} of ${set}`;
  });
  const seeds = new Set(records.map(({ seed }) => String(seed)));
  return [
    `On record: ${formatCount(records.length, 'run')} on ${places.join(', ')}`,
    `${seeds.size === 1 ? 'seed' : 'seeds'} ${list(seeds)}`,
    `${list(records.map(({ seconds, clock }) => `${seconds} ${clock === 'cpu' ? 'CPU' : 'wall'} seconds`))} a run`,
    `neo-lrp ${list(records.map(({ versions }) => versions['neo-lrp'] ?? '?'))}`,
    `node ${list(records.map(({ versions }) => versions.node ?? '?'))}`,
    `${list(records.map(({ machine }) => machine.cpu))}.`,
  ].join('; ');
}

/** Each reason for a failure once, with all runs that it affected. */
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
