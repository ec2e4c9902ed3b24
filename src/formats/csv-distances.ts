/** A table `from, to, distance` with one line per pair of places, or a matrix with places across and down. */
import { nameSome } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import { lengthUnit } from '../problem/units.ts';
import type { Attention } from './attention.ts';
import type { CsvTable, Row } from './csv-table.ts';
import type { Cell } from './csv-text.ts';

const columns = {
  from: /^(from|origin|source|start|von|de|desde|da|van|od)(id|node|place|code)?$/,
  to: /^(to|destination|target|end|nach|zu|vers|a|hasta|naar|para|do)(id|node|place|code)?$/,
  distance:
    /^(distance|dist|length|km|kilometers?|kilometres?|miles?|meters?|metres?|cost|travel(cost|distance)?|roaddistance|entfernung|distanz|strecke|distancia|distanza|afstand|odleglosc|razdalja)(in)?(km|kilometers?|kilometres?|m|meters?|metres?|mi|miles?)?$/,
  fromKind: /^from(kind|type)$/,
  toKind: /^to(kind|type)$/,
} as const;
type Column = keyof typeof columns;

const fold = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ł/g, 'l')
    .replace(/[([][^()[\]]*[)\]]/g, '')
    .replace(/[^\p{L}]/gu, '');

const positionOf = ({ header }: CsvTable, column: Column) => header.findIndex((name) => columns[column].test(fold(name)));

export const looksLikeDistances = (table: CsvTable): boolean =>
  (['from', 'to', 'distance'] as const).every((column) => positionOf(table, column) >= 0) || looksLikeMatrix(table);

/** A matrix: each column but the first is named like a row. */
const looksLikeMatrix = ({ header, rows }: CsvTable): boolean => {
  const [, ...across] = header;
  const down = new Set(rows.map(({ cells }) => cells[0]));
  return across.length > 1 && rows.length > 1 && !down.has('') && across.every((name) => down.has(name));
};

/** The unit in the name of the column of distances. */
export function distanceUnit(table: CsvTable): string | undefined {
  const name = table.header[positionOf(table, 'distance')] ?? '';
  const parts = name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}]+/u)
    .filter(Boolean);
  return parts.map(lengthUnit).find((unit) => unit !== undefined);
}

interface Pair {
  readonly ends: readonly [string, string];
  readonly kinds: readonly [string, string];
  /** Positions of the columns, for messages. */
  readonly at: readonly [number, number];
  readonly row: Row;
  readonly distanceAt: number;
}

function pairsOf(table: CsvTable, attention: Attention): Pair[] {
  const { source, header, rows } = table;
  const at = Object.fromEntries(Object.keys(columns).map((column) => [column, positionOf(table, column as Column)])) as Record<
    Column,
    number
  >;
  if (at.from < 0 || at.to < 0 || at.distance < 0)
    // Half a matrix is enough: an empty cell means the same as its mirror image.
    return rows.flatMap((row) =>
      header.flatMap((to, k) =>
        k === 0 || table.text(row, k) === ''
          ? []
          : [{ ends: [table.text(row, 0), to], kinds: ['', ''], at: [0, k], row, distanceAt: k } as const],
      ),
    );
  const strays = header.filter(
    (name, k) =>
      name !== '' &&
      !Object.values(at).includes(k) &&
      rows.some(({ cells }) => (cells[k] ?? '') !== '') &&
      !attention.ignores(name, table.source.label),
  );
  if (strays.length > 0)
    throw source.fault(
      'E_FORMAT_UNSUPPORTED',
      `${strays.length > 1 ? 'columns' : 'column'} ${nameSome(strays)} of the distances ${strays.length > 1 ? 'are' : 'is'} not understood; to plan without ${strays.length > 1 ? 'them' : 'it'}, ignore ${strays.length > 1 ? 'them' : 'it'}`,
      { line: table.headerLine, field: strays[0], ignorable: strays.map((name) => attention.nameOf(name, table.source.label)) },
    );
  return rows.map((row) => {
    const cell = (column: Column) => (at[column] < 0 ? '' : table.text(row, at[column]));
    return {
      ends: [cell('from'), cell('to')],
      kinds: [cell('fromKind').trim().toLowerCase(), cell('toKind').trim().toLowerCase()],
      at: [at.from, at.to],
      row,
      distanceAt: at.distance,
    };
  });
}

/**
 * Rows and columns as in a matrix: depots, then customers. A pair given in one direction counts for both; a pair that is not given has no
 * way.
 */
export function readDistances(
  table: CsvTable,
  depots: readonly Place[],
  customers: readonly Place[],
  attention: Attention,
): (number | null)[][] {
  const { source, header } = table;
  const named = (by: 'id' | 'name') => ({ depot: indexOf(depots, 0, by), customer: indexOf(customers, depots.length, by) });
  const indices = [named('id'), named('name')];
  const size = depots.length + customers.length;
  const values = Array.from({ length: size }, (_, k) =>
    Array.from({ length: size }, (_, j): number | null | undefined => (j === k ? 0 : undefined)),
  );
  const lines = new Map<number, number>();
  for (const { ends, kinds: told, at, row, distanceAt } of pairsOf(table, attention)) {
    const { line } = row;
    const [from, to] = ends.map((id, end) => {
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
  }
  return values.map((row, from) => row.map((value, to) => (value !== undefined ? value : (values[to][from] ?? null))));
}

/** An empty cell or a dash means that there is no way. */
function distanceIn(table: CsvTable, row: Row, position: number): number | null {
  if (/^\s*(-|none|no way|inf|infinity|)\s*$/i.test(table.text(row, position))) return null;
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
  const row = (from: number, to: number): Cell[] => [
    places[from].id,
    places[to].id,
    travel.values[from][to] ?? '-',
    ...(isShared ? [places[from].kind, places[to].kind] : []),
  ];
  const rows: Cell[][] = [['from', 'to', 'distance', ...(isShared ? ['from kind', 'to kind'] : [])]];
  for (let from = 0; from < places.length; from++) {
    if (travel.values[from][from] !== 0) rows.push(row(from, from));
    for (let to = from + 1; to < places.length; to++) {
      const [there, back] = [travel.values[from][to], travel.values[to][from]];
      if (there === null && back === null) continue;
      rows.push(row(from, to));
      if (there !== back) rows.push(row(to, from));
    }
  }
  return rows;
}
