/** A CSV text as rows with line numbers, for any separator and decimal mark that spreadsheets use. */
import { CsvError, parse } from 'csv-parse/browser/esm/sync';
import { DecimalMarks, numberAdvice } from './decimal-marks.ts';
import { parseDecimal } from './numbers.ts';
import { brokenKey, type Source } from './source.ts';

export interface Row {
  readonly cells: readonly string[];
  readonly line: number;
}

/** Of Excel. The name of each is looked up in eight languages. */
export const mostColumns = 16_384;

export class CsvTable {
  readonly source: Source;
  readonly header: readonly string[];
  readonly rows: readonly Row[];
  readonly headerLine: number;
  /** Lines above the column names. */
  readonly titles: readonly string[];
  /** Ambiguous numbers such as 1.500, which may mean 1500. */
  readonly doubts: { readonly line: number; readonly position: number; readonly text: string }[] = [];
  readonly #marks: DecimalMarks;

  /** `keep`: which rows; all of them by default. */
  constructor(source: Source, keep: (row: Row) => boolean = () => true) {
    this.source = source;
    const separator = separatorOf(source);
    const all = parseRows(source, separator);
    const first = headerIndex(all);
    this.titles = all.slice(0, first).flatMap(({ cells }) => cells.filter((cell) => cell !== ''));
    const [head, ...rows] = all.slice(first);
    if (!head) throw source.fault('E_SYNTAX', 'the table is empty; expected a line of column names first');
    if (head.cells.length > mostColumns)
      throw source.fault('E_TOO_LARGE', `the table has ${head.cells.length} columns, more than the ${mostColumns} of a spreadsheet`, {
        line: head.line,
      });
    this.header = head.cells.map((cell) => cell.trim());
    this.headerLine = head.line;
    this.rows = rows.filter(keep);
    this.#marks = new DecimalMarks(
      this.rows.map(({ cells }) => cells),
      separator,
    );
    for (const { cells, line } of rows)
      if (cells.slice(this.header.length).some((cell) => cell.trim() !== ''))
        throw source.fault(
          'E_SYNTAX',
          `the line has ${cells.length} values for ${this.header.length} columns; quote values that contain '${separator}'`,
          {
            line,
          },
        );
  }

  /** The text of a cell, which may be empty; throws if the workbook has an error there, or a formula without a value. */
  text({ cells, line }: Row, position: number): string {
    const broken = this.source.broken.get(brokenKey(line, position));
    if (broken !== undefined) throw this.source.fault('E_SYNTAX', broken, { line, field: this.header[position] });
    return cells[position] ?? '';
  }

  /** The number in a cell, undefined if it is empty; throws if it is not a number. */
  number(row: Row, position: number, field = this.header[position]): number | undefined {
    const text = this.text(row, position)
      .replace(/^\s*[€$£]|[€$£]\s*$/g, '')
      .trim();
    if (text === '') return undefined;
    // A workbook stores numbers as numbers, so the decimal mark is certain.
    const plain = this.source.sheet === undefined ? undefined : parseDecimal(text);
    const read = plain === undefined ? this.#marks.read(text, position) : { value: plain, doubt: false };
    if (read === undefined)
      throw this.source.fault('E_SYNTAX', `expected a number, but found '${text.slice(0, 40)}'${numberAdvice(text)}`, {
        line: row.line,
        field,
        value: text,
      });
    if (read.doubt) this.doubts.push({ line: row.line, position, text });
    return read.value;
  }
}

/** The candidate that occurs most often, outside quotes, in the first line that has any: a title above a table has none. */
export function separatorOf({ text }: Source): ',' | ';' | '\t' {
  const lines = text
    .slice(0, 10_000)
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '');
  const line = (lines.slice(0, 10).find((candidate) => /[,;\t]/.test(candidate)) ?? '').replace(/"[^"]*"?/g, '');
  const count = (mark: string) => line.split(mark).length;
  return ([',', ';', '\t'] as const).reduce((best, mark) => (count(mark) > count(best) ? mark : best));
}

/** Rows with one value above a row with several are titles. */
function headerIndex(rows: readonly Row[]): number {
  const width = (row: Row) => row.cells.filter((cell) => cell !== '').length;
  const found = rows.slice(0, 10).findIndex((row) => width(row) > 1);
  return found > 0 && width(rows[found]) > 2 ? found : 0;
}

function parseRows(source: Source, delimiter: string): Row[] {
  try {
    // Of a text, the package for browsers would first make an array of numbers, which takes fifty times its size.
    const parsed = parse(new TextEncoder().encode(source.text) as Buffer, {
      delimiter,
      info: true,
      // Said, because looking for it takes the package long in a long first line.
      record_delimiter: source.text.includes('\n') ? ['\r\n', '\n'] : ['\r'],
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
    }) as unknown as { record: string[]; info: { lines: number } }[];
    return parsed.map(({ record, info }) => ({ cells: record, line: info.lines }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error.lines === 'number' ? error.lines : undefined;
    throw source.fault('E_SYNTAX', `not valid CSV: ${error.message.replace(/ at line \d+.*$/, '')}`, line === undefined ? {} : { line });
  }
}
