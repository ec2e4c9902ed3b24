/** Writes CSV: a line of column names, quotes where needed. */
import { NeoLrpError } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import type { Language } from '../problem/languages.ts';
import { isGeographic } from '../problem/travel.ts';

export type Cell = string | number;

/** How a table is written down. */
export interface TableStyle {
  readonly separator: ',' | ';';
  readonly decimal: '.' | ',';
  /** Whether a byte order mark tells Excel that the text is UTF-8. */
  readonly marked: boolean;
}

export const plainTable: TableStyle = { separator: ',', decimal: '.', marked: false };

/** As Excel takes it, where it speaks the language, when the file is opened by a double click. */
export const excelTable = (language: Language = 'en'): TableStyle =>
  language === 'en' ? { ...plainTable, marked: true } : { separator: ';', decimal: ',', marked: true };

export const tableStyles = ['plain', 'excel'] as const;

export const formatCsv = (header: readonly string[], rows: readonly (readonly Cell[])[], style?: TableStyle): string =>
  formatRows([header, ...rows], style);

/** The first row names the columns. */
export function formatRows(rows: readonly (readonly Cell[])[], { separator, decimal, marked }: TableStyle = plainTable): string {
  const text = (cell: Cell) => (typeof cell === 'number' ? String(cell).replace('.', decimal) : quote(cell));
  return `${marked ? '\uFEFF' : ''}${rows.map((cells) => cells.map(text).join(separator)).join('\n')}\n`;
}

/** Names of the two columns of coordinates. */
export const axes = ({ travel }: Instance): readonly [string, string] => (isGeographic(travel) ? ['longitude', 'latitude'] : ['x', 'y']);

/** Quotes separators, quotes, line ends, and blanks at the edges, which readers trim. */
function quote(text: string): string {
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
