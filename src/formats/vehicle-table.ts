/** A table of vehicle types: `vehicles.csv`, or a sheet of that name. No column of it is dropped: each is known, ignored by name, or refused. */
import type { Instance, InstanceInput } from '../problem/instance.ts';
import { convertLength, convertPrice } from '../problem/units.ts';
import type { TimeUnit } from '../problem/vehicle-schema.ts';
import { demandName } from '../problem/vehicles.ts';
import { type ColumnName, coresOf, fold, knownUnit, lookUp, type Period, parseName, rateOf } from './column-name.ts';
import type { CsvTable, Row } from './csv-table.ts';
import type { Cell } from './csv-text.ts';
import { parseJson } from './json-text.ts';
import { listIn, listText } from './lists.ts';
import { type Span, spanBetween } from './night-work.ts';
import type { ReadWarnings } from './read-warnings.ts';
import { formatSpans, parseDuration, parseSpans, parseTimeOfDay } from './times.ts';
import { keysByWord, wordSet } from './words.ts';

type Vehicle = NonNullable<InstanceInput['vehicles']>[number];

/** How a cell is read: `length` and `perLength` are converted where the name of the column states another unit. */
const kinds = {
  id: ['id', 'text'],
  name: ['name', 'text'],
  capacity: ['capacity', 'numberOrJson'],
  fixedCost: ['fixed cost', 'number'],
  costPerDistance: ['cost per distance', 'perLength'],
  costPerHour: ['cost per hour', 'number'],
  available: ['available', 'number'],
  availablePerDepot: ['available per depot', 'numberOrJson'],
  depots: ['depots', 'list'],
  maxDistance: ['max distance', 'length'],
  maxDuration: ['max duration', 'duration'],
  maxStops: ['max stops', 'number'],
  shift: ['shift', 'span'],
  shiftStart: ['shift start', 'time'],
  shiftEnd: ['shift end', 'time'],
  speedFactor: ['speed factor', 'number'],
  emissionPerDistance: ['emission per distance', 'perLength'],
} as const satisfies Record<Exclude<keyof Vehicle, 'shift'> | 'shift' | 'shiftStart' | 'shiftEnd', readonly [string, string]>;
type Field = keyof typeof kinds;
const fields = Object.keys(kinds) as Field[];

const dictionary: ReadonlyMap<string, Field> = new Map([
  ...keysByWord(fields, 'vehicleColumns'),
  ...fields.map((field) => [fold(kinds[field][0]), field] as const),
]);
const [vehicleWords, costWords, amountWords] = [wordSet('vehicle'), wordSet('cost'), wordSet('fields', 'demand')];
const isVehicle = (token: string) => vehicleWords.has(token);

/** The vehicle's field that a column or a setting states. */
export function vehicleField(name: ColumnName): Field | undefined {
  const rate = rateOf(name);
  if (rate) return rate === 'costPerVehicle' ? 'fixedCost' : rate;
  const cores = coresOf(name, isVehicle);
  const found = lookUp(dictionary, cores)?.found;
  if (found) return found;
  if (name.period !== undefined && cores.some((core) => costWords.has(core) || knownUnit('currency', core))) return 'fixedCost';
  return name.unit?.of === 'demand' && cores.some((core) => amountWords.has(core)) ? 'capacity' : undefined;
}

export interface VehicleUnits {
  readonly time: TimeUnit;
  /** Of distances and of the demand, where they are known. */
  readonly distance: string | undefined;
  readonly demand: string | undefined;
  /** Names of the customers' further quantities; undefined where any may be among them. */
  readonly quantities: readonly string[] | undefined;
}

interface Column {
  readonly position: number;
  readonly field: Field;
  readonly name: ColumnName;
}

export class VehicleTable {
  readonly table: CsvTable;
  readonly #columns: readonly Column[];
  readonly #warnings: ReadWarnings;

  constructor(table: CsvTable, warnings: ReadWarnings) {
    this.table = table;
    this.#warnings = warnings;
    const { header, source, headerLine: line } = table;
    const named = header.flatMap((text, position) => {
      const name = parseName(text);
      return warnings.ignores(text, source.label) ? [] : [{ position, name, field: vehicleField(name) }];
    });
    const stray = named.filter(({ field }) => field === undefined).map(({ position }) => header[position]);
    if (stray.length > 0)
      warnings.fault(
        source.fault(
          'E_FORMAT_UNSUPPORTED',
          `unknown column ${stray.map((name) => `'${name.slice(0, 40)}'`).join(', ')}; known are ${fields.map((field) => kinds[field][0]).join(', ')}; to plan without it, ignore it`,
          { line, field: stray[0], ignorable: stray.map((name) => warnings.nameOf(name, source.label)) },
        ),
      );
    this.#columns = named.filter((column): column is Column => column.field !== undefined);
    for (const { position, field, name } of this.#columns) {
      const twin = this.#columns.find(
        (other) =>
          other.field === field && other.position < position && (field !== 'capacity' || other.name.unit?.name === name.unit?.name),
      );
      if (twin)
        warnings.fault(
          source.fault('E_SYNTAX', `both '${header[twin.position]}' and '${header[position]}' may be the ${field}`, {
            line,
            field: header[position],
          }),
        );
    }
    if (table.rows.length === 0) warnings.fault(source.fault('E_SYNTAX', 'the table has column names, but no rows'));
  }

  /** Units that the columns of capacities state; an empty text for one without. */
  get capacityUnits(): readonly string[] {
    return this.#columns.flatMap(({ field, name }) => (field === 'capacity' ? [name.unit?.of === 'demand' ? name.unit.name : ''] : []));
  }

  /** The unit of distance that the columns speak of. */
  get length(): string | undefined {
    return this.#columns
      .map(({ name: { per, length } }) => (per?.of === 'distance' ? per.unit : length))
      .find((unit) => unit !== undefined);
  }

  /** What the fixed cost is for, and what its column is called. */
  get fixedCost(): { readonly name: string; readonly period: Period | undefined } | undefined {
    const column = this.#columns.find(({ field }) => field === 'fixedCost');
    return column && { name: this.table.header[column.position], period: column.name.period };
  }

  /** Faults are kept. */
  read(units: VehicleUnits): Vehicle[] {
    const capacities = this.#capacities(units);
    return this.table.rows.flatMap((row, k) => this.#warnings.attempt(() => this.#vehicle(row, k, units, capacities)) ?? []);
  }

  /** By position of a column, which quantity it limits. */
  #capacities({ demand, quantities }: VehicleUnits): ReadonlyMap<number, string> {
    const { source, header, headerLine } = this.table;
    const columns = this.#columns.filter(({ field }) => field === 'capacity');
    const limits = new Map<number, string>();
    for (const { position, name } of columns) {
      const unit = name.unit?.of === 'demand' ? name.unit.name : undefined;
      const isDemand =
        unit === undefined || unit === demand || (columns.length === 1 && (demand === undefined || quantities?.includes(unit) === false));
      if (isDemand || (quantities?.includes(unit) ?? true)) limits.set(position, isDemand ? demandName : unit);
      else
        this.#warnings.fault(
          source.fault(
            'E_FORMAT_UNSUPPORTED',
            `'${header[position]}' limits a quantity in ${unit}, but no column of the customers states one; add it, or ignore this one`,
            {
              line: headerLine,
              field: header[position],
              ignorable: [this.#warnings.nameOf(header[position], source.label)],
            },
          ),
        );
    }
    return limits;
  }

  #vehicle(row: Row, index: number, units: VehicleUnits, capacities: ReadonlyMap<number, string>): Vehicle {
    const told: Partial<Record<Field, unknown>> = {};
    const limits: Record<string, unknown> = {};
    for (const { position, field, name } of this.#columns) {
      const text = this.table.text(row, position);
      if ((kinds[field][1] === 'text' ? text : text.trim()) === '') continue;
      const value = this.#cell(row, position, field, name, text, units);
      const quantity = field === 'capacity' ? capacities.get(position) : undefined;
      if (quantity === undefined || typeof value === 'object') told[field] = value;
      else limits[quantity] = value;
    }
    const names = Object.keys(limits);
    const stated = names.length === 1 && names[0] === demandName ? limits[demandName] : limits;
    const {
      shiftStart,
      shiftEnd,
      shift = [],
      capacity = names.length > 0 ? stated : undefined,
      id = told.name ?? String(index + 1),
      ...rest
    } = told;
    const fault = (reason: string, field: string) => this.table.source.fault('E_SYNTAX', reason, { line: row.line, field });
    if (capacity === undefined) throw fault('no capacity is given', 'capacity');
    const ends = spanBetween(shiftStart as number | undefined, shiftEnd as number | undefined, units.time);
    const [span, ...others] = [...(shift as readonly Span[]), ...(ends ? [ends] : [])];
    if (others.length > 0) throw fault('a vehicle has one shift; keep one', 'shift');
    // createInstance validates; this is only what the table says.
    return { id, capacity, ...rest, ...(span && { shift: span }) } as Vehicle;
  }

  #cell(row: Row, position: number, field: Field, name: ColumnName, text: string, units: VehicleUnits): unknown {
    const { table } = this;
    const orRefuse = <T>(value: T | undefined, expected: string): T => {
      if (value === undefined)
        throw table.source.fault('E_SYNTAX', `expected ${expected}, but found '${text.slice(0, 40)}'`, {
          line: row.line,
          field: table.header[position],
          value: text,
        });
      return value;
    };
    const as = kinds[field][1];
    switch (as) {
      case 'text':
        return text;
      case 'list':
        return listIn(text);
      case 'numberOrJson':
        return text.trim().startsWith('{') ? parseJson(text) : table.number(row, position);
      case 'duration':
        return orRefuse(parseDuration(text, units.time, name.time ?? units.time), 'a duration, such as 480 or 8:00');
      case 'time':
        return orRefuse(parseTimeOfDay(text, units.time), 'a time, such as 8:30');
      case 'span':
        return orRefuse(parseSpans(text, units.time), 'a span, such as 8:00-17:00');
      case 'number':
        return table.number(row, position);
    }
    const value = table.number(row, position);
    const stated = as === 'length' ? name.length : name.per?.of === 'distance' ? name.per.unit : undefined;
    if (value === undefined) return undefined;
    const weighed = field === 'emissionPerDistance' ? value * (kilograms[name.unit?.name ?? ''] ?? 1) : value;
    if (stated === undefined || units.distance === undefined || stated === units.distance) return weighed;
    const convert = as === 'length' ? convertLength : convertPrice;
    return orRefuse(convert(weighed, stated, units.distance), `the unit of distances, ${units.distance}, in place of ${stated}`);
  }
}

/** Units of emissions. */
const kilograms: Readonly<Record<string, number>> = { g: 1e-3, t: 1e3 };

/** The types as rows, column names first; only columns that some type uses. Empty where the instance has no list of vehicles. */
export function vehicleRows({ vehicles, units }: Instance): Cell[][] {
  if (!vehicles) return [];
  const unit = units.time ?? 'min';
  const standard: Partial<Record<Field, unknown>> = { fixedCost: 0, costPerHour: 0, speedFactor: 1, emissionPerDistance: 0 };
  const used = fields.filter((field): field is keyof Vehicle => {
    if (field === 'shiftStart' || field === 'shiftEnd' || field === 'capacity') return false;
    return vehicles.some((type) => type[field] !== undefined && type[field] !== standard[field]);
  });
  const capacities = capacityColumns(vehicles);
  return [
    [...used.map((field) => kinds[field][0]), ...capacities.map(({ name }) => name)],
    ...vehicles.map((type) => [...used.map((field) => cellText(type, field, unit)), ...capacities.map(({ of }) => of(type))]),
  ];
}

type Type = NonNullable<Instance['vehicles']>[number];

/** A column for each quantity whose name is a unit, in the order in which types name them; others need JSON. */
function capacityColumns(vehicles: readonly Type[]): { readonly name: string; readonly of: (type: Type) => Cell }[] {
  const limits = vehicles.flatMap(({ capacity }) => (typeof capacity === 'object' ? [Object.keys(capacity)] : []));
  const listed = [...new Set(limits.toSorted((a, b) => b.length - a.length).flat())];
  const names = listed.includes(demandName) ? listed : [demandName, ...listed];
  const isPlain = (list: readonly string[]) =>
    list.some(hasColumn) &&
    list.every((name) => name === demandName || hasColumn(name)) &&
    String(list) === String(names.filter((name) => list.includes(name)));
  if (limits.length === 0 || !limits.every(isPlain))
    return [{ name: 'capacity', of: ({ capacity }) => (typeof capacity === 'object' ? JSON.stringify(capacity) : capacity) }];
  return names.map((name) => ({
    name: name === demandName ? 'capacity' : `capacity (${name})`,
    of: ({ capacity }) => (typeof capacity === 'object' ? capacity[name] : name === demandName ? capacity : undefined) ?? '',
  }));
}

/** Whether a quantity can have a column of its own, which says its unit. */
export const hasColumn = (quantity: string): boolean => knownUnit('demand', quantity) === quantity;

function cellText(type: Type, field: keyof Type, unit: TimeUnit): Cell {
  const value = type[field];
  if (value === undefined) return '';
  if (field === 'shift' && type.shift) return formatSpans([type.shift], unit);
  if (typeof value === 'number' || typeof value === 'string') return value;
  return Array.isArray(value) ? listText(value) : JSON.stringify(value);
}
