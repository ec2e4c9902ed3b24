/** A table of customers or of depots: its columns by meaning, its rows as records. */
import type { ErrorCode, NeoLrpError } from '../problem/errors.ts';
import type { Attention } from './attention.ts';
import { meaningOf, type TableKind } from './column-meaning.ts';
import type { CsvTable } from './csv-table.ts';
import { type Field, FieldNames, isHelpless, type Knowledge, spellings } from './field-names.ts';
import { type PlaceRecord, type Position, required } from './place-record.ts';

/** Whether a column would be read as the field in a table of that kind. */
export const speaksOf = (table: CsvTable, kind: TableKind, field: Field): boolean =>
  table.header.some((name) => {
    const meaning = meaningOf(name, kind);
    return meaning.as === 'field' && meaning.field === field;
  });

const isEmpty = ({ rows }: CsvTable, position: number) => rows.every(({ cells }) => (cells[position] ?? '') === '');

/** Columns for which a table of that kind would be refused. */
export function suspectColumns(table: CsvTable, kind: TableKind, attention: Attention, knows: Knowledge): string[] {
  const { label } = table.source;
  const suspects = table.header.filter((name, position) => {
    const meaning = meaningOf(name, kind);
    const suspect = meaning.as === 'suspect' || (meaning.as === 'field' && isHelpless(meaning.field, knows));
    return suspect && !isEmpty(table, position) && !attention.ignores(name, label);
  });
  return suspects.map((name) => attention.nameOf(name, label));
}

export class PlaceTable {
  readonly table: CsvTable;
  readonly names: FieldNames;

  constructor(table: CsvTable, kind: TableKind, attention: Attention, knows?: Knowledge, alsoSuspect: readonly string[] = []) {
    this.table = table;
    this.names = new FieldNames(table.header, {
      kind,
      noun: 'column',
      file: table.source.label,
      attention,
      ...(knows && { knows }),
      alsoSuspect,
      isEmpty: (position) => isEmpty(table, position),
      refuse: (code, reason, field, ignorable = [field]) => table.source.fault(code, reason, { line: table.headerLine, field, ignorable }),
    });
  }

  has(field: Field): boolean {
    return this.names.position(field) !== undefined;
  }

  /** The first of the fields that has a column. */
  require(...fields: readonly [Field, ...Field[]]): Field {
    const field = fields.find((candidate) => this.has(candidate));
    if (field === undefined)
      throw this.table.source.fault(
        'E_SYNTAX',
        `no column for ${fields.join(' or ')}: expected one named ${fields.flatMap(spellings).join(', ')}; found ${this.table.header.join(', ').slice(0, 200)}`,
        { line: this.table.headerLine, field: fields[0] },
      );
    return field;
  }

  records(): PlaceRecord[] {
    return this.table.rows.map((row) => {
      const cellAt = (position: number) => (row.cells[position] === '' ? undefined : row.cells[position]);
      const fault = (field: Field, code: ErrorCode, reason: string): NeoLrpError =>
        this.table.source.fault(code, reason, { line: row.line, field: this.names.nameOf(field) });
      return {
        has: (field) => this.has(field),
        text: (field) => {
          const position = this.names.position(field);
          return position === undefined ? undefined : this.table.text(row, position) || undefined;
        },
        number: (field) => {
          const position = this.names.position(field);
          return position === undefined ? undefined : this.table.number(row, position);
        },
        information: () => this.names.information(cellAt),
        nameOf: (field) => this.names.nameOf(field),
        fault,
      };
    });
  }

  /** The places, with degrees or plane coordinates. */
  places<T>(make: (record: PlaceRecord, at: Position, index: number) => T): {
    readonly records: readonly PlaceRecord[];
    readonly places: T[];
  } {
    const across = this.require('longitude', 'x');
    const up = across === 'longitude' ? this.require('latitude') : this.require('y');
    if (this.table.rows.length === 0) throw this.table.source.fault('E_SYNTAX', 'the table has column names, but no rows');
    const records = this.records();
    return { records, places: records.map((record, k) => make(record, { x: required(record, across), y: required(record, up) }, k)) };
  }
}
