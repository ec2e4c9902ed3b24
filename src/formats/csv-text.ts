/** CSV as it is written: commas, a line of column names, quotes where a reader needs them. */
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

/** Quotes what a reader could mistake: separators, quotes, line ends, and blanks at the edge, which readers trim. */
function quote(cell: Cell): string {
  const text = String(cell);
  return /[",;\t\r\n]|^\s|\s$|^\uFEFF/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Half a character has no UTF-8, so that a table with one would not read back as it was. */
export function requirePlainText(value: unknown, path = ''): void {
  if (typeof value === 'string' && /\p{Surrogate}/u.test(value))
    throw new NeoLrpError('E_FORMAT_UNSUPPORTED', 'a table cannot hold this text, which is no valid Unicode; write JSON instead', {
      field: path,
    });
  if (typeof value === 'object' && value !== null)
    for (const [key, member] of Object.entries(value)) {
      requirePlainText(key, path);
      requirePlainText(member, path === '' ? key : `${path}.${key}`);
    }
}
