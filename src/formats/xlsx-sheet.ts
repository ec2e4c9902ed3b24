/** The cells of one sheet, as a spreadsheet program would show them, and those that it cannot show. */
import { NeoLrpError } from '../problem/errors.ts';
import { mostColumns } from './csv-table.ts';
import type { Cell } from './csv-text.ts';
import { brokenKey } from './source.ts';
import type { WorkbookFile, XmlListener } from './xlsx-xml.ts';

/** What cells refer to. */
export interface SheetContext {
  readonly strings: readonly string[];
  /** By number of the style. */
  readonly dates: readonly boolean[];
  /** Dates count days from 1904 instead of 1900. */
  readonly from1904: boolean;
}

export interface Sheet {
  readonly rows: readonly (readonly Cell[])[];
  /** Why cells have no value, by `brokenKey`. */
  readonly broken: ReadonlyMap<string, string>;
  readonly hiddenRows: number;
}

interface RawCell {
  readonly row: number;
  readonly column: number;
  readonly name: string;
  readonly type: string;
  readonly style: string;
  /** Undefined where there is no such element. */
  v?: string;
  f?: string;
  t?: string;
}

interface BrokenCell {
  readonly row: number;
  readonly column: number;
  readonly reason: string;
}

type Shown = { readonly value: Cell } | { readonly text: string; readonly reason: string };

/** Limits of Excel. */
export const mostRows = 1_048_576;
const longestFormula = 40;

export async function readSheet(file: WorkbookFile, path: string, context: SheetContext): Promise<Sheet> {
  const reader = new SheetReader(file, context);
  await file.read(path, reader);
  return reader.sheet();
}

class SheetReader implements XmlListener {
  private readonly rows: Cell[][] = [];
  private readonly broken: BrokenCell[] = [];
  private hiddenRows = 0;
  private inData = false;
  /** Of the row or the cell that was read last, from 0. */
  private row = -1;
  private column = -1;
  private cell: RawCell | undefined;
  private into: 'v' | 'f' | 't' | undefined;
  /** Readings of Japanese text stand beside it. */
  private phonetic = false;

  constructor(
    private readonly file: WorkbookFile,
    private readonly context: SheetContext,
  ) {}

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'sheetData') this.inData = true;
    else if (!this.inData) return;
    else if (name === 'row') this.openRow(attributes);
    else if (name === 'c') this.openCell(attributes);
    else if (name === 'rPh') this.phonetic = true;
    else if (this.cell && !this.phonetic && (name === 'v' || name === 'f' || name === 't')) {
      this.into = name;
      this.cell[name] ??= '';
    }
  }

  text(text: string): void {
    if (this.cell && this.into) this.cell[this.into] += text;
  }

  close(name: string): void {
    if (name === 'sheetData') this.inData = false;
    else if (name === 'rPh') this.phonetic = false;
    else if (name === this.into) this.into = undefined;
    else if (name === 'c' && this.cell) this.closeCell(this.cell);
  }

  sheet(): Sheet {
    // A cell with line breaks takes several lines of the CSV text.
    let line = 0;
    const lines = this.rows.map((row) => {
      for (const cell of row) if (typeof cell === 'string') line += cell.split('\n').length - 1;
      return ++line;
    });
    const broken = new Map(this.broken.map(({ row, column, reason }) => [brokenKey(lines[row], column), reason]));
    return { rows: this.rows, broken, hiddenRows: this.hiddenRows };
  }

  private openRow({ r, hidden }: Readonly<Record<string, string>>): void {
    const row = r === undefined ? this.row + 1 : Number(r) - 1;
    if (!Number.isInteger(row) || row < 0 || row >= mostRows) throw outside(`the row '${r}'`);
    this.row = row;
    this.column = -1;
    if (hidden === '1' || hidden === 'true') this.hiddenRows++;
  }

  private openCell({ r, t = 'n', s = '' }: Readonly<Record<string, string>>): void {
    const { row, column } = r === undefined ? { row: Math.max(0, this.row), column: this.column + 1 } : positionOf(r);
    if (column >= mostColumns) throw outside(`a cell of row ${row + 1}`);
    if (row < this.row || (row === this.row && column <= this.column))
      throw new NeoLrpError('E_SYNTAX', `the cell ${nameOf(row, column)} stands twice or after a later one`);
    this.row = row;
    this.column = column;
    this.cell = { row, column, name: nameOf(row, column), type: t, style: s };
  }

  private closeCell(cell: RawCell): void {
    this.cell = undefined;
    this.into = undefined;
    const shown = this.shown(cell);
    const content = 'value' in shown ? shown.value : shown.text;
    if (content === '') return;
    if ('reason' in shown) this.broken.push({ row: cell.row, column: cell.column, reason: shown.reason });
    this.put(cell, content);
  }

  /** Rows and cells that are only passed over take memory, too. */
  private put({ row, column }: RawCell, content: Cell): void {
    const passed = row + 1 - this.rows.length;
    this.file.spend('cells', Math.max(0, passed) + column + 1 - (this.rows[row]?.length ?? 0));
    this.file.spend('characters', String(content).length);
    while (this.rows.length <= row) this.rows.push([]);
    const cells = this.rows[row];
    while (cells.length < column) cells.push('');
    cells[column] = content;
  }

  private shown(cell: RawCell): Shown {
    const { name, type, v, f } = cell;
    if (type === 'e') return { text: v || '#N/A', reason: `the cell ${name} shows the error ${v || '#N/A'}` };
    // A formula may evaluate to an empty text, but not to an empty number.
    if (f !== undefined && (type === 'str' ? v === undefined : !v)) {
      const text = `=${f.slice(0, longestFormula)}`;
      const which = f === '' ? 'a formula' : `the formula '${text}'`;
      return {
        text,
        reason: `the cell ${name} has ${which}, but the file has no value for it; open the workbook in a spreadsheet program and save it`,
      };
    }
    if (type === 'inlineStr') return { value: cell.t ?? '' };
    if (v === undefined || v === '') return { value: '' };
    return this.valueOf(cell, v) ?? { text: v, reason: `the cell ${name} has a value that is none of type '${type}': '${v}'` };
  }

  /** Undefined where the value does not fit the type. */
  private valueOf({ type, style }: RawCell, v: string): Shown | undefined {
    const { strings, dates, from1904 } = this.context;
    switch (type) {
      case 'str':
        return { value: v };
      case 's':
        return strings[Number(v)] === undefined ? undefined : { value: strings[Number(v)] };
      case 'b':
        return v === '1' || v === '0' ? { value: v === '1' ? 'true' : 'false' } : undefined;
      case 'd':
        return dated(Date.parse(v));
      case 'n': {
        const number = Number(v);
        if (!Number.isFinite(number)) return undefined;
        const date = dates[Number(style)] ? dated(Math.round((number + (from1904 ? 1462 : 0) - 25_569) * 86_400_000)) : undefined;
        return date ?? { value: number };
      }
      default:
        return undefined;
    }
  }
}

function dated(time: number): Shown | undefined {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? undefined : { value: date.toISOString().replace(/T00:00:00\.000Z$/, '') };
}

/** From 0. */
function positionOf(reference: string): { readonly row: number; readonly column: number } {
  const [, letters, digits] = /^([A-Z]{1,3})([1-9]\d{0,6})$/.exec(reference) ?? [];
  const row = Number(digits) - 1;
  const column = [...(letters ?? '')].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  if (letters === undefined || row >= mostRows || column >= mostColumns) throw outside(`the cell '${reference}'`);
  return { row, column };
}

function nameOf(row: number, column: number): string {
  let letters = '';
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26)) letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters;
  return `${letters}${row + 1}`;
}

const outside = (what: string) =>
  new NeoLrpError('E_SYNTAX', `${what} is outside a sheet, which has ${mostRows} rows and ${mostColumns} columns (A1 to XFD${mostRows})`);
