/** One CSV text as rows with line numbers, whatever a spreadsheet chose for separator and decimal mark. */
import { CsvError, parse } from 'csv-parse/browser/esm/sync';
import type { ErrorCode, NeoLrpError } from '../problem/errors.ts';
import { type Field, FieldNames, spellings } from './field-names.ts';
import { parseDecimal } from './numbers.ts';
import type { PlaceRecord } from './place-record.ts';
import type { Source } from './source.ts';

interface Row {
  readonly cells: readonly string[];
  readonly line: number;
}

export class CsvTable {
  readonly source: Source;
  readonly header: readonly string[];
  readonly rows: readonly Row[];
  readonly #headerLine: number;
  readonly #decimalComma: boolean;
  #names: FieldNames | undefined;

  constructor(source: Source) {
    this.source = source;
    const separator = separatorOf(source);
    this.#decimalComma = separator === ';';
    const [head, ...rows] = parseRows(source, separator);
    if (!head) throw source.fault('E_SYNTAX', 'the table is empty; expected a line of column names first');
    this.header = head.cells.map((cell) => cell.trim());
    this.#headerLine = head.line;
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

  /** What the columns stand for; asked only of tables of places, as settings have no column names. */
  get #fields(): FieldNames {
    this.#names ??= new FieldNames(this.header, 'column', (code, reason, field) =>
      this.source.fault(code, reason, { line: this.#headerLine, field }),
    );
    return this.#names;
  }

  has(field: Field): boolean {
    return this.#fields.position(field) !== undefined;
  }

  requireClearDepots(): void {
    this.#fields.requireClearDepots();
  }

  /** The first of the fields that has a column. */
  require(...fields: readonly [Field, ...Field[]]): Field {
    const field = fields.find((candidate) => this.has(candidate));
    if (field === undefined)
      throw this.source.fault(
        'E_SYNTAX',
        `no column for ${fields.join(' or ')}: expected one named ${fields.flatMap(spellings).join(', ')}; found ${this.header.join(', ').slice(0, 200)}`,
        { line: this.#headerLine, field: fields[0] },
      );
    return field;
  }

  records(): PlaceRecord[] {
    return this.rows.map((row) => this.#record(row));
  }

  /** The number a cell spells, with the decimal comma that goes with semicolons. */
  parseNumber(cell: string): number | undefined {
    const text = cell.trim();
    return parseDecimal(this.#decimalComma && !text.includes('.') ? text.replace(',', '.') : text);
  }

  #record({ cells, line }: Row): PlaceRecord {
    const cellOf = (field: Field) => {
      const column = this.#fields.position(field);
      const cell = column === undefined ? undefined : cells[column];
      return cell === undefined || cell === '' ? undefined : cell;
    };
    const fault = (field: Field, code: ErrorCode, reason: string): NeoLrpError =>
      this.source.fault(code, reason, { line, field: this.#fields.nameOf(field) });
    return {
      has: (field) => this.has(field),
      text: cellOf,
      number: (field) => {
        const cell = cellOf(field);
        if (cell === undefined) return undefined;
        const value = this.parseNumber(cell);
        if (value === undefined) throw fault(field, 'E_SYNTAX', `expected a number, but found '${cell.slice(0, 40)}'`);
        return value;
      },
      fault,
    };
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
