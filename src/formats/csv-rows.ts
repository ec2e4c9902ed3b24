/** Rows as a spreadsheet puts them on the clipboard: one table of customers or of depots, with or without a line of column names. */
import { retelling } from '../problem/errors.ts';
import type { InstanceInput } from '../problem/instance.ts';
import { withoutClosingCosts } from './closing-costs.ts';
import { CsvTable } from './csv-table.ts';
import { parseDecimal } from './numbers.ts';
import { customerFrom, depotFrom, type PlaceRecord, type Position } from './place-record.ts';
import { PlaceTable } from './place-table.ts';
import { ReadWarnings, type WarningOptions } from './read-warnings.ts';
import { Source, type SourceFile } from './source.ts';

/** The expected order of columns without names; a column with the name of the place may come first. */
const columns = { customers: ['x', 'y', 'demand'], depots: ['x', 'y', 'capacity', 'opening cost'] } as const;

export interface Rows<Kind extends keyof typeof columns> {
  readonly places: readonly InstanceInput[Kind][number][];
  /** False where the ids are only positions in the table. */
  readonly named: boolean;
  /** Whether the columns are called longitude and latitude. */
  readonly geographic: boolean;
}

export const readCustomerRows = (file: SourceFile, options?: WarningOptions): Rows<'customers'> =>
  readRows(file, 'customers', customerFrom(), options);

export function readDepotRows(file: SourceFile, options?: WarningOptions): Rows<'depots'> {
  const rows = readRows(file, 'depots', depotFrom(), options);
  return { ...rows, places: withoutClosingCosts(rows.places, undefined, file.name, new ReadWarnings({ onWarning: options?.onWarning })) };
}

function readRows<Kind extends keyof typeof columns>(
  file: SourceFile,
  kind: Kind,
  make: (record: PlaceRecord, at: Position, index: number) => InstanceInput[Kind][number],
  options?: WarningOptions,
): Rows<Kind> {
  const source = new Source(file);
  if (source.text.trim() === '') throw source.fault('E_SYNTAX', `no rows are given; expected ${columns[kind].join(', ')} in each`);
  const header = missingHeader(source, columns[kind]);
  const warnings = new ReadWarnings(options);
  const read = (source: Source): Rows<Kind> => {
    const table = new PlaceTable(new CsvTable(source), kind, warnings);
    if (kind === 'customers') table.require('demand');
    const rule = (['allowedDepots', 'forbiddenDepots'] as const).find((field) => table.has(field));
    if (rule !== undefined) {
      const name = table.names.nameOf(rule);
      const reason = `rows cannot state the rule '${name}'; read both tables as files, or ignore it`;
      warnings.fault(source.fault('E_FORMAT_UNSUPPORTED', reason, { line: 1, field: name, ignorable: [name] }));
    }
    const axes = table.axes();
    const places = axes ? table.places(axes, make).places : [];
    warnings.throwFaults();
    return { places, named: table.has('id'), geographic: table.has('longitude') };
  };
  const rows =
    header === undefined ? read(source) : lineHigher(() => read(new Source({ name: source.name, text: `${header}\n${source.text}` })));
  warnings.close();
  return rows;
}

/** A line of column names, if the rows have none: a first line with a number in it names no columns. */
function missingHeader({ text }: Source, names: readonly string[]): string | undefined {
  const line = /\S.*/.exec(text)?.[0] ?? '';
  const separator = line.includes('\t') ? '\t' : line.includes(';') ? ';' : ',';
  const cells = line.trim().split(separator);
  const isNumber = (cell: string) => parseDecimal(separator === ',' ? cell.trim() : cell.trim().replace(',', '.')) !== undefined;
  if (!cells.some(isNumber)) return undefined;
  const named = !isNumber(cells[0]) || cells.length > names.length;
  return [...(named ? ['id'] : []), ...names].slice(0, Math.max(cells.length, named ? 4 : 3)).join(separator);
}

/** Corrects line numbers in errors, as the user's rows have no line of names. */
const lineHigher = <T>(work: () => T): T =>
  retelling(work, (error) =>
    error.map(({ place }) => ({ ...place, ...(place.line !== undefined && { line: Math.max(1, place.line - 1) }) })),
  );
