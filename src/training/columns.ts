/** Columns of numbers, of which data sets and samples are made. */
export type Column = Float32Array | Float64Array | Int32Array | Uint16Array | Uint8Array;

/** One column after the other; at least one. */
export function concatenate<T extends Column>(columns: readonly [T, ...T[]]): T {
  const all = new (columns[0].constructor as new (length: number) => T)(columns.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const column of columns) {
    all.set(column, at);
    at += column.length;
  }
  return all;
}
