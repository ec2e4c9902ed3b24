/** EXPLICIT distances of TSPLIB95 as a full matrix. */
import type { Source } from './source.ts';
import type { VrplibText } from './vrplib-text.ts';

/** Columns that row i lists. A symmetric matrix by columns is its mirror image by rows. */
const columns: Readonly<Record<string, (i: number, n: number) => readonly [from: number, to: number]>> = {
  FULL_MATRIX: (_, n) => [0, n],
  UPPER_ROW: (i, n) => [i + 1, n],
  LOWER_COL: (i, n) => [i + 1, n],
  UPPER_DIAG_ROW: (i, n) => [i, n],
  LOWER_DIAG_COL: (i, n) => [i, n],
  LOWER_ROW: (i) => [0, i],
  UPPER_COL: (i) => [0, i],
  LOWER_DIAG_ROW: (i) => [0, i + 1],
  UPPER_DIAG_COL: (i) => [0, i + 1],
};

/** Rows and columns in the order of `nodes`, which must be numbered 1 … n, as the file's own matrix is. */
export function explicitMatrix(source: Source, { header, sections }: VrplibText, nodes: readonly number[]): number[][] {
  const n = nodes.length;
  const format = header.get('EDGE_WEIGHT_FORMAT');
  const span = format && Object.hasOwn(columns, format.value.toUpperCase()) ? columns[format.value.toUpperCase()] : undefined;
  if (!format || !span)
    throw source.fault('E_FORMAT_UNSUPPORTED', `EXPLICIT distances need an EDGE_WEIGHT_FORMAT out of ${Object.keys(columns).join(', ')}`, {
      line: format?.line,
      field: 'EDGE_WEIGHT_FORMAT',
    });
  const section = sections.get('EDGE_WEIGHT_SECTION');
  if (!section) throw source.fault('E_SYNTAX', 'EXPLICIT distances need an EDGE_WEIGHT_SECTION', { field: 'EDGE_WEIGHT_SECTION' });
  const place = { line: section.line, field: 'EDGE_WEIGHT_SECTION' };
  if (nodes.some((node) => node < 1 || node > n))
    throw source.fault('E_SYNTAX', `with EXPLICIT distances the nodes must be numbered 1 to ${n}`, place);

  const listed = section.rows.flatMap((row) => row.numbers);
  let expected = 0;
  for (let i = 0; i < n; i++) expected += span(i, n)[1] - span(i, n)[0];
  if (listed.length !== expected)
    throw source.fault('E_SYNTAX', `${format.value} of ${n} nodes has ${expected} entries, but ${listed.length} are given`, place);
  const negative = section.rows.find((row) => row.numbers.some((value) => value < 0));
  if (negative) throw source.fault('E_VALUE', 'a distance is negative', { ...place, line: negative.line });

  const full = Array.from({ length: n }, () => new Array<number>(n).fill(0));
  const mirrored = format.value.toUpperCase() !== 'FULL_MATRIX';
  let at = 0;
  for (let i = 0; i < n; i++) {
    const [from, to] = span(i, n);
    for (let j = from; j < to; j++) {
      full[i][j] = listed[at++];
      if (mirrored) full[j][i] = full[i][j];
    }
  }
  return nodes.map((from) => nodes.map((to) => full[from - 1][to - 1]));
}
