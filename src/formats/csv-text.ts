/** Writes CSV: commas, a line of column names, quotes where needed. */
import { NeoLrpError } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';

export type Cell = string | number;

export const formatCsv = (header: readonly string[], rows: readonly (readonly Cell[])[]): string => formatRows([header, ...rows]);

/** The first row names the columns. */
export function formatRows(rows: readonly (readonly Cell[])[]): string {
  return `${rows.map((cells) => cells.map(quote).join(',')).join('\n')}\n`;
}

/** Names of the two columns of coordinates. */
export const axes = ({ travel }: Instance): readonly [string, string] =>
  travel.kind === 'great-circle' ? ['longitude', 'latitude'] : ['x', 'y'];

/** Quotes separators, quotes, line ends, and blanks at the edges, which readers trim. */
function quote(cell: Cell): string {
  const text = String(cell);
  return /[",;\t\r\n]|^\s|\s$|^\uFEFF/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A lone surrogate has no UTF-8 form, so the table would not read back unchanged. */
export function requirePlainText(value: unknown, path = ''): void {
  if (typeof value === 'string' && /\p{Surrogate}/u.test(value))
    throw new NeoLrpError('E_FORMAT_UNSUPPORTED', 'a table cannot hold this text, which is not valid Unicode; write JSON instead', {
      field: path,
    });
  if (typeof value === 'object' && value !== null)
    for (const [key, member] of Object.entries(value)) {
      requirePlainText(key, path);
      requirePlainText(member, path === '' ? key : `${path}.${key}`);
    }
}
