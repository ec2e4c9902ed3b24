/** One CSV text as rows with line numbers, whatever a spreadsheet chose for separator and decimal mark. */
import { CsvError, parse } from 'csv-parse/browser/esm/sync';
import { DecimalMarks, numberAdvice } from './decimal-marks.ts';
import { parseDecimal } from './numbers.ts';
import { brokenKey, type Source } from './source.ts';

export interface Row {
  readonly cells: readonly string[];
  readonly line: number;
}

export class CsvTable {
  readonly source: Source;
  readonly header: readonly string[];
  readonly rows: readonly Row[];
  readonly headerLine: number;
  /** What stands above the column names. */
  readonly titles: readonly string[];
  /** Numbers that may be meant a thousand times as large, such as 1.500. */
  readonly doubts: { readonly line: number; readonly position: number; readonly text: string }[] = [];
  readonly #marks: DecimalMarks;

  constructor(source: Source) {
    this.source = source;
    const separator = separatorOf(source);
    const all = parseRows(source, separator);
    const first = headerIndex(all);
    this.titles = all.slice(0, first).flatMap(({ cells }) => cells.filter((cell) => cell !== ''));
    const [head, ...rows] = all.slice(first);
    if (!head) throw source.fault('E_SYNTAX', 'the table is empty; expected a line of column names first');
    this.header = head.cells.map((cell) => cell.trim());
    this.headerLine = head.line;
    this.rows = rows;
    this.#marks = new DecimalMarks(
      rows.map(({ cells }) => cells),
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

  /** What a cell says, empty where it says nothing; throws where the workbook has an error or a formula without a value instead. */
  text({ cells, line }: Row, position: number): string {
    const broken = this.source.broken.get(brokenKey(line, position));
    if (broken !== undefined) throw this.source.fault('E_SYNTAX', broken, { line, field: this.header[position] });
    return cells[position] ?? '';
  }

  /** The number a cell spells, undefined where it is empty; throws where it is no number. */
  number(row: Row, position: number, field = this.header[position]): number | undefined {
    const text = this.text(row, position).trim();
    if (text === '') return undefined;
    // A workbook keeps numbers as such, which leaves no doubt about the mark.
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

/** The candidate that stands most often, outside quotes, in the first line that has any: a title above a table has none. */
function separatorOf({ text }: Source): ',' | ';' | '\t' {
  const lines = text
    .slice(0, 10_000)
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '');
  const line = (lines.slice(0, 10).find((candidate) => /[,;\t]/.test(candidate)) ?? '').replace(/"[^"]*"?/g, '');
  const count = (mark: string) => line.split(mark).length;
  return ([',', ';', '\t'] as const).reduce((best, mark) => (count(mark) > count(best) ? mark : best));
}

/** Rows of one value above one of several are titles, as reports and spreadsheets have them. */
function headerIndex(rows: readonly Row[]): number {
  const width = (row: Row) => row.cells.filter((cell) => cell !== '').length;
  const found = rows.slice(0, 10).findIndex((row) => width(row) > 1);
  return found > 0 && width(rows[found]) > 2 ? found : 0;
}

function parseRows(source: Source, delimiter: string): Row[] {
  try {
    const parsed = parse(source.text, {
      delimiter,
      info: true,
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
