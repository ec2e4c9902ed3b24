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
  /** Numbers that may be meant a thousand times as large, such as 1.500. */
  readonly doubts: { readonly line: number; readonly position: number; readonly text: string }[] = [];
  readonly #marks: DecimalMarks;

  constructor(source: Source) {
    this.source = source;
    const separator = separatorOf(source);
    const [head, ...rows] = parseRows(source, separator);
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

/** The candidate that stands most often in the first line that is not blank, outside quotes. */
function separatorOf({ text }: Source): ',' | ';' | '\t' {
  const line = (/\S.*/.exec(text)?.[0] ?? '').replace(/"[^"]*"?/g, '');
  const count = (mark: string) => line.split(mark).length;
  return ([',', ';', '\t'] as const).reduce((best, mark) => (count(mark) > count(best) ? mark : best));
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
