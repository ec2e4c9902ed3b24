/** Makes depots and customers from the columns of a table or the properties of a map feature. */
import type { ErrorCode, NeoLrpError } from '../problem/errors.ts';
import type { InstanceInput } from '../problem/instance.ts';
import type { TimeUnit } from '../problem/vehicle-schema.ts';
import type { TableDepot } from './closing-costs.ts';
import { type Field, spellings } from './column-meaning.ts';
import { parseName, tokensOf } from './column-name.ts';
import type { FieldNames, Information } from './field-names.ts';
import { parseJson } from './json-text.ts';
import { listIn } from './lists.ts';
import { spanBetween } from './night-work.ts';
import type { ReadWarnings } from './read-warnings.ts';
import { parseDuration, parseSpans, parseTimeOfDay } from './times.ts';
import { keysByWord, wordSet } from './words.ts';

/** The cells of a row, or the properties of a feature, by the position of the column. */
export interface Cells {
  /** Undefined where it is empty. */
  text(position: number): string | undefined;
  number(position: number): number | undefined;
  /** As people read it. */
  shown(position: number): string | undefined;
  fault(column: string, code: ErrorCode, reason: string): NeoLrpError;
}

/** A place as its columns state it. */
export class PlaceRecord {
  readonly #names: FieldNames;
  readonly #cells: Cells;
  readonly #warnings: ReadWarnings;

  constructor(names: FieldNames, cells: Cells, warnings: ReadWarnings) {
    this.#names = names;
    this.#cells = cells;
    this.#warnings = warnings;
  }

  /** Whether there is such a column or property, even an empty one. */
  has(field: Field): boolean {
    return this.#names.position(field) !== undefined;
  }

  /** Undefined if the field is absent or empty. */
  text(field: Field): string | undefined {
    const position = this.#names.position(field);
    return position === undefined ? undefined : this.#cells.text(position);
  }

  /** NaN, and a fault that is kept, if the text is not a number. */
  number(field: Field): number | undefined {
    const position = this.#names.position(field);
    return position === undefined ? undefined : this.#number(position);
  }

  #number(position: number): number | undefined {
    try {
      return this.#cells.number(position);
    } catch (error) {
      this.#warnings.fault(error);
      return Number.NaN;
    }
  }

  /** Further quantities that have columns of their own. */
  quantities(): Readonly<Record<string, number>> {
    const stated = this.#names.quantities.map(({ name, position }) => [name, this.#number(position)] as const);
    return Object.fromEntries(stated.filter((entry): entry is [string, number] => entry[1] !== undefined));
  }

  nameOf(field: Field): string {
    return this.#names.nameOf(field);
  }

  /** Name, address and whatever else is known about the place. */
  information(): Information {
    return this.#names.information((position) => this.#cells.shown(position));
  }

  fault(field: Field, code: ErrorCode, reason: string): NeoLrpError {
    return this.#cells.fault(this.nameOf(field), code, reason);
  }
}

export interface Position {
  readonly x: number;
  readonly y: number;
}

type Customer = InstanceInput['customers'][number];
type Depot = InstanceInput['depots'][number];
export type PlaceMaker<T> = (record: PlaceRecord, at: Position, index: number) => T;

/** `unit`: that of bare numbers in columns of times. `assumed`: the demand where no column has it. */
export const customerFrom =
  (unit: TimeUnit = 'min', assumed?: number): PlaceMaker<Customer> =>
  (record, { x, y }, index) => ({
    id: idOf(record, index),
    x,
    y,
    demand: assumed === undefined || record.has('demand') ? required(record, 'demand') : assumed,
    ...stated('serviceTime', duration(record, 'serviceTime', unit)),
    ...stated('timeWindows', windowsOf(record, unit)),
    ...stated(
      'vehicles',
      parsed(record, 'vehicles', 'names', (text) => listIn(text)),
    ),
    ...stated('quantities', quantitiesOf(record)),
    ...record.information(),
  });

export const depotFrom =
  (unit: TimeUnit = 'min'): PlaceMaker<TableDepot> =>
  (record, { x, y }, index) => ({
    id: idOf(record, index),
    x,
    y,
    capacity: isUnlimited(record.text('capacity')) ? null : record.number('capacity'),
    openingCost: record.number('openingCost'),
    ...stated('closingCost', record.number('closingCost')),
    status: statusOf(record),
    ...stated('openingHours', hoursOf(record, unit)),
    ...stated('loadingTime', duration(record, 'loadingTime', unit)),
    ...stated('handlingCost', record.number('handlingCost')),
    ...stated('minLoad', record.number('minLoad')),
    ...stated('maxVehicles', record.number('maxVehicles')),
    ...record.information(),
  });

const stated = <Key extends string, T>(key: Key, value: T | undefined): { [key in Key]?: T } =>
  value === undefined ? {} : ({ [key]: value } as { [key in Key]?: T });

export function required(record: PlaceRecord, field: Field): number {
  const value = record.number(field);
  if (value !== undefined) return value;
  if (!record.has(field))
    throw record.fault(field, 'E_SYNTAX', `no ${field} is given (also known as ${spellings(field).slice(1).join(', ')})`);
  const shown = record.text('id') ?? record.information().name;
  const who = shown === undefined ? '' : ` for '${shown.slice(0, 40)}'`;
  throw record.fault(field, 'E_SYNTAX', `the cell is empty${who}${totalHint(shown)}`);
}

const totals = wordSet('total');

const totalHint = (text = '') => {
  const [first = '', second = ''] = tokensOf(text.slice(0, 40));
  return totals.has(first) || totals.has(first + second) ? '; if this row is a total, remove it' : '';
};

/** The position in the table if there is no id. */
function idOf(record: PlaceRecord, index: number): string {
  const id = record.text('id');
  if (id === undefined && record.has('id')) throw record.fault('id', 'E_SYNTAX', `the id is empty${totalHint(record.information().name)}`);
  return id ?? String(index);
}

const isUnlimited = (text: string | undefined) => text === undefined || /^\s*(unlimited|infinite|infinity|inf|none)\s*$/i.test(text);

const statuses = keysByWord(['candidate', 'open', 'closed'], 'status');

function statusOf(record: PlaceRecord) {
  const text = record.text('status') ?? 'candidate';
  const status = statuses.get(tokensOf(text.slice(0, 40)).join(''));
  if (status !== undefined) return status;
  throw record.fault('status', 'E_SYNTAX', `the status must be candidate, open or closed, not '${text.trim().slice(0, 40)}'`);
}

/** What the text of a field says; undefined where it is empty. */
function parsed<T>(record: PlaceRecord, field: Field, expected: string, parse: (text: string) => T | undefined): T | undefined {
  const text = record.text(field);
  if (text === undefined) return undefined;
  const value = parse(text);
  if (value === undefined) throw record.fault(field, 'E_SYNTAX', `expected ${expected}, but found '${text.slice(0, 40)}'`);
  return value;
}

const duration = (record: PlaceRecord, field: Field, unit: TimeUnit) =>
  parsed(record, field, 'a duration, such as 15 or 0:15', (text) =>
    parseDuration(text, unit, parseName(record.nameOf(field)).time ?? unit),
  );

function windowsOf(record: PlaceRecord, unit: TimeUnit): Customer['timeWindows'] {
  const span = endsOf(record, 'windowStart', 'windowEnd', unit);
  const spans = spansOf(record, 'timeWindows', unit);
  if (span && spans) throw record.fault('timeWindows', 'E_SYNTAX', 'the time window is stated twice; keep one of the columns');
  return spans ?? (span && [span]);
}

function hoursOf(record: PlaceRecord, unit: TimeUnit): Depot['openingHours'] {
  const span = endsOf(record, 'opens', 'closes', unit);
  const spans = spansOf(record, 'openingHours', unit);
  if (spans && (span || spans.length > 1))
    throw record.fault('openingHours', 'E_SYNTAX', 'a depot has one span of opening hours; keep one');
  return spans?.[0] ?? span;
}

function endsOf(record: PlaceRecord, start: Field, end: Field, unit: TimeUnit): readonly [number, number] | undefined {
  const [from, to] = [start, end].map((field) => parsed(record, field, 'a time, such as 8:30', (text) => parseTimeOfDay(text, unit)));
  return spanBetween(from, to, unit);
}

const spansOf = (record: PlaceRecord, field: Field, unit: TimeUnit) =>
  parsed(record, field, 'spans such as 8:00-12:00, several with a semicolon between them', (text) => parseSpans(text, unit));

function quantitiesOf(record: PlaceRecord): Customer['quantities'] {
  const listed = parsed(record, 'quantities', 'JSON, such as {"kg": 5}', (text) => {
    try {
      return parseJson(text) as Record<string, number>;
    } catch {
      return undefined;
    }
  });
  const columns = record.quantities();
  return Object.keys(columns).length > 0 ? { ...columns, ...listed } : listed;
}

interface Rule {
  readonly field: 'allowedDepots' | 'forbiddenDepots';
  readonly rule: 'allowed' | 'forbidden';
}

const rulesByField: readonly Rule[] = [
  { field: 'allowedDepots', rule: 'allowed' },
  { field: 'forbiddenDepots', rule: 'forbidden' },
];

/** Rules stated in columns of the customers' table: depots by id or name, separated by commas, semicolons or bars. */
export function depotRules(
  records: readonly PlaceRecord[],
  customers: readonly { readonly id: string | number }[],
  depots: readonly { readonly id: string | number; readonly name?: string }[],
): Partial<Record<'allowed' | 'forbidden', Record<string, string[]>>> {
  const known = new Map<string, string>();
  for (const { id, name } of depots) if (name !== undefined) known.set(name.trim(), String(id));
  for (const { id } of depots) known.set(String(id), String(id));
  return Object.fromEntries(
    rulesByField.flatMap(({ field, rule }) => {
      const entries = records.flatMap((record, k) => {
        const text = record.text(field);
        if (text === undefined) return [];
        const ids = (known.has(text) ? [text] : listIn(text)).map((part) => {
          const id = known.get(part);
          if (id === undefined) throw record.fault(field, 'E_UNKNOWN_ID', `there is no depot '${part.slice(0, 40)}'`);
          return id;
        });
        return [[String(customers[k].id), ids] as const];
      });
      return entries.length > 0 ? [[rule, Object.fromEntries(entries)]] : [];
    }),
  );
}
