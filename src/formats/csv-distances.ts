/** A table `from, to, distance`, perhaps with a duration, with one line per pair of places, or a matrix with places across and down. */
import { nameSome } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import type { TimeUnit } from '../problem/vehicle-schema.ts';
import { coresOf, fold, lookUp, parseName } from './column-name.ts';
import type { CsvTable, Row } from './csv-table.ts';
import type { Cell } from './csv-text.ts';
import type { ReadWarnings } from './read-warnings.ts';
import { parseDuration } from './times.ts';
import { keysByWord, wordSet } from './words.ts';

const columns = ['from', 'to', 'distance', 'duration', 'fromKind', 'toKind'] as const;
type Column = (typeof columns)[number];

const dictionary = keysByWord<Column>(['from', 'to', 'distance', 'duration'], 'distances');
const kindColumns: ReadonlyMap<string, Column> = new Map(
  (['from', 'to'] as const).flatMap((end) => ['kind', 'type'].map((word) => [`${end}${word}`, `${end}Kind`] as const)),
);
/** Words for what stands at an end: 'from id', 'To node'. */
const ends = wordSet('distances', 'ends');

function columnOf(name: string): Column | undefined {
  return (
    kindColumns.get(fold(name)) ??
    lookUp(
      dictionary,
      coresOf(parseName(name), (token) => ends.has(token)),
    )?.found
  );
}

const found = new WeakMap<CsvTable, readonly (Column | undefined)[]>();

function positionOf(table: CsvTable, column: Column): number {
  const known = found.get(table) ?? table.header.map(columnOf);
  found.set(table, known);
  return known.indexOf(column);
}

const isList = (table: CsvTable) => (['from', 'to', 'distance'] as const).every((column) => positionOf(table, column) >= 0);

export const looksLikeDistances = (table: CsvTable): boolean => isList(table) || looksLikeMatrix(table);

/** A matrix: each column but the first is named like a row. */
const looksLikeMatrix = ({ header, rows }: CsvTable): boolean => {
  const [, ...across] = header;
  const down = new Set(rows.map(({ cells }) => cells[0]));
  return across.length > 1 && rows.length > 1 && !down.has('') && across.every((name) => down.has(name));
};

export const hasDurations = (table: CsvTable): boolean => isList(table) && positionOf(table, 'duration') >= 0;

/** The unit in the name of the column of distances. */
export function distanceUnit(table: CsvTable): string | undefined {
  const { length, tokens } = parseName(table.header[positionOf(table, 'distance')] ?? '');
  return length ?? parseName(`in ${tokens.join(' ')}`).length;
}

interface Pair {
  readonly ends: readonly [string, string];
  readonly kinds: readonly [string, string];
  /** Positions of the columns, for messages. */
  readonly at: readonly [number, number];
  readonly row: Row;
  readonly distanceAt: number;
  readonly durationAt: number;
}

function pairsOf(table: CsvTable, warnings: ReadWarnings): Pair[] {
  const { source, header, rows } = table;
  if (!isList(table))
    // Half a matrix is enough: an empty cell means the same as its mirror image.
    return rows.flatMap((row) =>
      header.flatMap((to, k) =>
        k === 0 || table.text(row, k) === ''
          ? []
          : [{ ends: [table.text(row, 0), to], kinds: ['', ''], at: [0, k], row, distanceAt: k, durationAt: -1 } as const],
      ),
    );
  const at = Object.fromEntries(columns.map((column) => [column, positionOf(table, column)])) as Record<Column, number>;
  const given = rows.length === 0 ? [] : header;
  const strays = given.filter(
    (name, k) =>
      name !== '' &&
      !Object.values(at).includes(k) &&
      rows.some(({ cells }) => (cells[k] ?? '') !== '') &&
      !warnings.ignores(name, source.label),
  );
  const them = strays.length > 1 ? 'them' : 'it';
  if (strays.length > 0)
    warnings.fault(
      source.fault(
        'E_FORMAT_UNSUPPORTED',
        `${strays.length > 1 ? 'columns' : 'column'} ${nameSome(strays)} of the distances ${strays.length > 1 ? 'are' : 'is'} not understood; to plan without ${them}, ignore ${them}`,
        { line: table.headerLine, field: strays[0], ignorable: strays.map((name) => warnings.nameOf(name, source.label)) },
      ),
    );
  const durationAt = at.duration >= 0 && warnings.ignores(header[at.duration], source.label) ? -1 : at.duration;
  return rows.map((row) => {
    const cell = (column: Column) => (at[column] < 0 ? '' : table.text(row, at[column]));
    return {
      ends: [cell('from'), cell('to')],
      kinds: [cell('fromKind').trim().toLowerCase(), cell('toKind').trim().toLowerCase()],
      at: [at.from, at.to],
      row,
      distanceAt: at.distance,
      durationAt,
    };
  });
}

type Matrix = (number | null)[][];

/**
 * Rows and columns as in a matrix: depots, then customers. A pair given in one direction counts for both; a pair that is not given has no
 * way. Faults are kept.
 */
export function readDistances(
  table: CsvTable,
  depots: readonly Place[],
  customers: readonly Place[],
  time: TimeUnit,
  warnings: ReadWarnings,
): { readonly values: Matrix; readonly durations?: Matrix } {
  const { source, header } = table;
  const named = (by: 'id' | 'name') => ({ depot: indexOf(depots, 0, by), customer: indexOf(customers, depots.length, by) });
  const indices = [named('id'), named('name')];
  const size = depots.length + customers.length;
  const empty = () =>
    Array.from({ length: size }, (_, k) => Array.from({ length: size }, (_, j): number | null | undefined => (j === k ? 0 : undefined)));
  const [values, durations] = [empty(), empty()];
  const lines = new Map<number, number>();
  const pairs = pairsOf(table, warnings);
  for (const { ends: names, kinds: told, at, row, distanceAt, durationAt } of pairs)
    warnings.attempt(() => {
      const { line } = row;
      const [from, to] = names.map((id, end) => {
        const kind = told[end];
        if (kind !== '' && kind !== 'depot' && kind !== 'customer')
          throw source.fault('E_SYNTAX', `expected depot or customer, but found '${kind.slice(0, 40)}'`, {
            line,
            field: header[positionOf(table, end === 0 ? 'fromKind' : 'toKind')],
          });
        const kinds = (['depot', 'customer'] as const).filter((one) => kind === '' || kind === one);
        // By id, or by name if no place has that id.
        const found = indices.map((index) => kinds.flatMap((one) => index[one].get(id) ?? [])).find((list) => list.length > 0) ?? [];
        const place = { line, field: header[at[end]], value: id };
        if (found.length === 0) throw source.fault('E_UNKNOWN_ID', `there is no depot and no customer '${id.slice(0, 40)}'`, place);
        if (found.length > 1)
          throw source.fault(
            'E_SYNTAX',
            `'${id.slice(0, 40)}' may be one of several places; use ids, and add columns 'from kind' and 'to kind' (depot or customer) if a depot and a customer share an id`,
            place,
          );
        return found[0];
      });
      const earlier = lines.get(from * size + to);
      if (earlier !== undefined)
        throw source.fault('E_SYNTAX', `this pair is already given on line ${earlier}`, { line, field: header[at[0]] });
      lines.set(from * size + to, line);
      values[from][to] = distanceIn(table, row, distanceAt);
      if (durationAt < 0) return;
      durations[from][to] = durationIn(table, row, durationAt, time);
      const isLacking = durations[from][to] === null ? values[from][to] !== null : table.text(row, distanceAt).trim() === '';
      if (isLacking) throw source.fault('E_SYNTAX', 'a way has both a distance and a duration', { line, field: header[durationAt] });
    });
  const whole = (given: typeof values): Matrix =>
    given.map((row, from) => row.map((value, to) => (value !== undefined ? value : (given[to][from] ?? null))));
  return { values: whole(values), ...(pairs.some(({ durationAt }) => durationAt >= 0) && { durations: whole(durations) }) };
}

function durationIn(table: CsvTable, row: Row, position: number, time: TimeUnit): number | null {
  const text = table.text(row, position);
  if (isNoWay(text)) return null;
  const name = table.header[position];
  const value = parseDuration(text, time, parseName(`in ${name}`).time ?? time);
  if (value === undefined)
    throw table.source.fault('E_SYNTAX', `expected a duration, such as 15 or 0:15, but found '${text.slice(0, 40)}'`, {
      line: row.line,
      field: name,
      value: text,
    });
  return value;
}

const isNoWay = (text: string) => /^\s*(-|none|no way|inf|infinity|)\s*$/i.test(text);

/** An empty cell or a dash means that there is no way. */
function distanceIn(table: CsvTable, row: Row, position: number): number | null {
  if (isNoWay(table.text(row, position))) return null;
  const value = table.number(row, position) ?? 0;
  if (value < 0)
    throw table.source.fault('E_VALUE', `a distance cannot be negative, but is ${value}`, {
      line: row.line,
      field: table.header[position],
      value,
    });
  return value;
}

type Place = { readonly id: string | number; readonly name?: string };

/** Positions of the places by id or name. Several if a depot and a customer share an id, or if places share a name. */
function indexOf(places: readonly Place[], offset: number, by: 'id' | 'name'): ReadonlyMap<string, readonly number[]> {
  const index = new Map<string, number[]>();
  places.forEach((place, k) => {
    if (place[by] === undefined) return;
    const known = index.get(String(place[by]));
    if (known) known.push(offset + k);
    else index.set(String(place[by]), [offset + k]);
  });
  return index;
}

/** The table that reads back as the instance's matrix; both directions where they differ. */
export function distanceRows({ depots, customers, travel }: Instance): Cell[][] {
  if (travel.kind !== 'matrix') return [];
  const places = [...depots.map(({ id }) => ({ id, kind: 'depot' })), ...customers.map(({ id }) => ({ id, kind: 'customer' }))];
  const isShared = new Set(places.map(({ id }) => id)).size < places.length;
  const { values, durations } = travel;
  const row = (from: number, to: number): Cell[] => [
    ...[places[from].id, places[to].id, values[from][to] ?? '-'],
    ...(durations ? [durations[from][to] ?? '-'] : []),
    ...(isShared ? [places[from].kind, places[to].kind] : []),
  ];
  const rows: Cell[][] = [['from', 'to', 'distance', ...(durations ? ['duration'] : []), ...(isShared ? ['from kind', 'to kind'] : [])]];
  const matrices = durations ? [values, durations] : [values];
  const every = (holds: (matrix: (typeof matrices)[number]) => boolean) => matrices.every(holds);
  for (let from = 0; from < places.length; from++) {
    if (!every((matrix) => matrix[from][from] === 0)) rows.push(row(from, from));
    for (let to = from + 1; to < places.length; to++) {
      if (every((matrix) => matrix[from][to] === null && matrix[to][from] === null)) continue;
      rows.push(row(from, to));
      if (!every((matrix) => matrix[from][to] === matrix[to][from])) rows.push(row(to, from));
    }
  }
  return rows;
}
