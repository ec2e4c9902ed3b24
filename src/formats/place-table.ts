/** A table of customers or of depots: its columns by meaning, its rows as records. */
import { type Field, meaningOf, spellings, type TableKind } from './column-meaning.ts';
import type { CsvTable, Row } from './csv-table.ts';
import { FieldNames, type Knowledge } from './field-names.ts';
import { type PlaceMaker, PlaceRecord, required } from './place-record.ts';
import type { ReadWarnings } from './read-warnings.ts';

/** What the columns mean that would be read as the field in a table of that kind. */
const columnsFor = (table: CsvTable, kind: TableKind, field: Field) =>
  table.header.flatMap((name) => {
    const meaning = meaningOf(name, kind);
    return meaning.as === 'field' && meaning.field === field ? [meaning] : [];
  });

export const speaksOf = (table: CsvTable, kind: TableKind, field: Field): boolean => columnsFor(table, kind, field).length > 0;

export const unitsOf = (table: CsvTable, kind: TableKind, field: Field): string[] =>
  columnsFor(table, kind, field).flatMap(({ unit }) => (unit ? [unit.name] : []));

export class PlaceTable {
  readonly table: CsvTable;
  readonly names: FieldNames;
  readonly #warnings: ReadWarnings;

  constructor(table: CsvTable, kind: TableKind, warnings: ReadWarnings, knows?: Knowledge) {
    this.table = table;
    this.#warnings = warnings;
    this.names = new FieldNames(table.header, {
      kind,
      noun: 'column',
      file: table.source.label,
      warnings,
      ...(knows && { knows }),
      isEmpty: (position) => table.rows.every(({ cells }) => (cells[position] ?? '') === ''),
      refuse: (code, reason, field, ignorable = [field]) => table.source.fault(code, reason, { line: table.headerLine, field, ignorable }),
    });
    if (table.rows.length === 0) warnings.fault(table.source.fault('E_SYNTAX', 'the table has column names, but no rows'));
  }

  has(field: Field): boolean {
    return this.names.position(field) !== undefined;
  }

  /** The first of the fields that has a column. Without any, a fault is kept. */
  require(...fields: readonly [Field, ...Field[]]): Field | undefined {
    const field = fields.find((candidate) => this.has(candidate));
    if (field === undefined)
      this.#warnings.fault(
        this.table.source.fault(
          'E_SYNTAX',
          `no column for ${fields.join(' or ')}: expected one named ${fields.flatMap(spellings).join(', ')}; found ${this.table.header.join(', ').slice(0, 200)}`,
          { line: this.table.headerLine, field: fields[0] },
        ),
      );
    return field;
  }

  /** Degrees or plane coordinates; undefined, and a fault is kept, where they are missing. */
  axes(): readonly [Field, Field] | undefined {
    const across = this.require('longitude', 'x');
    const up = across && this.require(across === 'longitude' ? 'latitude' : 'y');
    return across && up && [across, up];
  }

  /** What each row says, whatever it is of. Faults are kept. */
  rows<T>(make: (record: PlaceRecord, position: number) => T): { readonly records: readonly PlaceRecord[]; readonly places: T[] } {
    const records = this.table.rows.map((row) => this.#record(row));
    const places = records.flatMap((record, k) => {
      const place = this.#warnings.attempt(() => make(record, k));
      return place === undefined ? [] : [place];
    });
    return { records, places };
  }

  /** The places. Faults are kept. */
  places<T>(
    [across, up]: readonly [Field, Field],
    make: PlaceMaker<T>,
  ): { readonly records: readonly PlaceRecord[]; readonly places: T[] } {
    return this.rows((record, k) => make(record, { x: required(record, across), y: required(record, up) }, k));
  }

  #record(row: Row): PlaceRecord {
    const { table, names } = this;
    return new PlaceRecord(
      names,
      {
        text: (position) => table.text(row, position) || undefined,
        number: (position) => table.number(row, position),
        shown: (position) => row.cells[position] || undefined,
        fault: (field, code, reason) => table.source.fault(code, reason, { line: row.line, field }),
      },
      this.#warnings,
    );
  }
}
