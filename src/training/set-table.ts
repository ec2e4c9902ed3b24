/**
 * Tables of sets, of which data sets and samples are made: flat columns, because a hundred thousand sets have five million customers, read
 * in a new order every epoch. A column has entries for each customer, set after set, or one entry for each set.
 */
import { contextWidth } from '../surrogate/context.ts';

export type Column = Float32Array | Float64Array | Int32Array | Uint16Array | Uint8Array;

export interface SetTable {
  readonly count: number;
  /** Set k has customers start[k] … start[k+1]−1; count + 1 entries. */
  readonly start: Int32Array;
}

/** Entries of each customer in the columns of customers; all other columns are of sets. */
export const customerWidths: Readonly<Record<string, number>> = { x: 1, y: 1, load: 1, demand: 1, own: 1, context: contextWidth };

/** All customers of a set. */
export const customersOf = ({ start }: SetTable, k: number): number => start[k + 1] - start[k];

/** The column `start` for sets of so many customers. */
export function startsOf(sizes: readonly number[]): Int32Array {
  const start = new Int32Array(sizes.length + 1);
  sizes.forEach((size, k) => {
    start[k + 1] = start[k] + size;
  });
  return start;
}

/** One column after the other; at least one. */
export function concatenate<T extends Column>(columns: readonly [T, ...T[]]): T {
  const all = emptyLike(
    columns[0],
    columns.reduce((sum, { length }) => sum + length, 0),
  );
  let at = 0;
  for (const column of columns) {
    all.set(column, at);
    at += column.length;
  }
  return all;
}

const emptyLike = <T extends Column>(column: T, length: number): T => new (column.constructor as new (length: number) => T)(length);

/** The same table with other columns. */
export function mapColumns<T extends object>(table: T, change: (column: Column, name: string) => Column): T {
  const entries = Object.entries(table).map(([name, value]) => [name, ArrayBuffer.isView(value) ? change(value as Column, name) : value]);
  return Object.fromEntries(entries) as T;
}

/** The sets numbered in `picks`, in that order; the first `lengthOf(k)` customers of each. */
export function selectSets<T extends SetTable>(table: T, picks: ArrayLike<number>, lengthOf = (k: number) => customersOf(table, k)): T {
  const count = picks.length;
  const start = startsOf(Array.from(picks, lengthOf));
  const selected = mapColumns(table, (from, name) => {
    if (name === 'start') return start;
    const { [name]: width } = customerWidths;
    const to = emptyLike(from, width === undefined ? count : width * start[count]);
    for (let k = 0; k < count; k++) {
      if (width === undefined) to[k] = from[picks[k]];
      else {
        const first = table.start[picks[k]];
        to.set(from.subarray(width * first, width * (first + lengthOf(picks[k]))), width * start[k]);
      }
    }
    return to;
  });
  return { ...selected, count };
}

/** All sets of one table after the other; the tables have the same columns. */
export function joinSets<T extends SetTable>(tables: readonly T[]): T {
  const [first, ...others] = tables;
  const joined = mapColumns(first, (column, name) =>
    concatenate([column, ...others.map((table) => (table as unknown as Record<string, Column>)[name])]),
  );
  const start = startsOf(tables.flatMap((table) => Array.from({ length: table.count }, (_, k) => customersOf(table, k))));
  return { ...joined, count: start.length - 1, start };
}
