/** One CSV text as rows with line numbers, whatever a spreadsheet chose for separator and decimal mark. */
import { CsvError, parse } from 'csv-parse/browser/esm/sync';
import { parseDecimal } from './numbers.ts';
import type { Source } from './source.ts';

interface Row {
  readonly cells: readonly string[];
  readonly line: number;
}

export class CsvTable {
  readonly source: Source;
  readonly header: readonly string[];
  readonly rows: readonly Row[];
  readonly headerLine: number;
  readonly #decimalComma: boolean;

  constructor(source: Source) {
    this.source = source;
    const separator = separatorOf(source);
    this.#decimalComma = separator === ';';
    const [head, ...rows] = parseRows(source, separator);
    if (!head) throw source.fault('E_SYNTAX', 'the table is empty; expected a line of column names first');
    this.header = head.cells.map((cell) => cell.trim());
    this.headerLine = head.line;
    this.rows = rows;
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

  /** The number a cell spells, with the decimal comma that goes with semicolons. */
  parseNumber(cell: string): number | undefined {
    const text = cell.trim();
    return parseDecimal(this.#decimalComma && !text.includes('.') ? text.replace(',', '.') : text);
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
