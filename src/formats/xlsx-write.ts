/** Rows of cells as the sheets of an Excel workbook. The package for the file format is loaded on demand. */

import { NeoLrpError } from '../problem/errors.ts';
import type { Cell } from './csv-text.ts';
import { mostRows } from './xlsx-sheet.ts';

/** A number and how Excel shows it, such as `h:mm`. */
export interface FormattedCell {
  readonly value: number;
  readonly format: string;
}

export interface Sheet {
  readonly sheet: string;
  /** The first row names the columns. */
  readonly rows: readonly (readonly (Cell | FormattedCell)[])[];
}

/** Refuses with E_FORMAT_UNSUPPORTED what a workbook cannot hold. */
export async function packWorkbook(sheets: readonly Sheet[]): Promise<Uint8Array> {
  for (const sheet of sheets) requireFits(sheet);
  const { default: writeSheets } = await import('write-excel-file/universal');
  const blob = await writeSheets(
    sheets.map(({ sheet, rows }) => ({
      sheet,
      data: rows.map((row, r) => row.map((cell) => cellOf(cell, r === 0))),
      columns: widths(rows),
      stickyRowsCount: 1,
    })),
  ).toBlob();
  return new Uint8Array(await blob.arrayBuffer());
}

function cellOf(cell: Cell | FormattedCell, bold: boolean) {
  if (cell === '') return null;
  if (typeof cell === 'object') return { type: Number, ...cell };
  return bold ? { value: cell, fontWeight: 'bold' as const } : cell;
}

const widths = (rows: Sheet['rows']) =>
  (rows[0] ?? []).map((_, column) => {
    const longest = rows
      .slice(0, 200)
      .reduce((most, row) => Math.max(most, typeof row[column] === 'object' ? 8 : String(row[column] ?? '').length), 0);
    return { width: Math.min(40, Math.max(8, longest + 2)) };
  });

/** Limits of Excel for a sheet and a cell. */
const mostCharacters = 32_767;

export function requireFits({ sheet, rows }: Sheet): void {
  const refuse = (what: string) =>
    new NeoLrpError('E_FORMAT_UNSUPPORTED', `the sheet '${sheet}' would have ${what}; write JSON instead`, { field: sheet });
  if (rows.length > mostRows) throw refuse('more rows than Excel allows');
  for (const cell of rows.flat()) {
    if (typeof cell !== 'string') continue;
    if (cell.length > mostCharacters) throw refuse('a cell with a longer text than Excel allows');
    // write-excel-file 4 looks up texts in a plain object, where these names have another meaning.
    if (cell in Object.prototype) throw refuse(`the text '${cell}', which cannot be written to a workbook`);
    if (unspeakable.test(cell)) throw refuse('a control character, which a workbook cannot contain');
  }
}

/** Characters that XML cannot express or does not preserve. */
const unspeakable = /(?![\t\n])\p{Cc}|\p{Noncharacter_Code_Point}/u;
