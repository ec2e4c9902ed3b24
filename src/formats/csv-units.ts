/** The units and periods that a set of tables states, in settings, in column names and in the kind of travel. */
import type { NeoLrpError } from '../problem/errors.ts';
import type { InstanceInput, Units } from '../problem/instance.ts';
import { convertLength, convertPrice, lengthUnit } from '../problem/units.ts';
import type { TableDepot } from './closing-costs.ts';
import type { Field } from './column-meaning.ts';
import { knownUnit, type Period, tokensOf, type Unit } from './column-name.ts';
import { distanceUnit } from './csv-distances.ts';
import type { ToldSettings } from './csv-settings.ts';
import type { CsvTable } from './csv-table.ts';
import type { PlaceTable } from './place-table.ts';
import type { ReadWarnings } from './read-warnings.ts';
import type { Source } from './source.ts';
import type { VehicleTable } from './vehicle-table.ts';
import { languageOf } from './words.ts';

type TravelInput = NonNullable<InstanceInput['travel']>;

export interface Statements {
  readonly customers: PlaceTable;
  readonly depots: PlaceTable;
  readonly orders: readonly PlaceTable[];
  readonly vehicles?: VehicleTable | undefined;
  readonly distances?: CsvTable;
  readonly settings: readonly Source[];
  readonly told: ToldSettings;
  readonly travel: TravelInput;
}

interface UnitClaim {
  readonly unit: string;
  readonly what: string;
  refuse(reason: string): NeoLrpError;
}

/** Two units that disagree, such as demand in kg and capacity in t, are an error. */
export function statedUnits(statements: Statements): Units {
  const { customers, depots, orders, told, travel } = statements;
  const currency = [
    ...bySettings(statements, 'currency'),
    ...byColumn(depots, 'openingCost', 'currency', 'the opening cost'),
    ...byNames(told, 'currency'),
  ];
  const demand = [
    ...bySettings(statements, 'demand'),
    ...byColumn(customers, 'demand', 'demand', 'the demand of customers'),
    ...orders.flatMap((table) => byColumn(table, 'demand', 'demand', 'the orders')),
    ...byColumn(depots, 'capacity', 'demand', 'capacity'),
    ...byNames(told, 'demand'),
    ...byVehicles(statements),
  ];
  const agreed = {
    currency: oneUnit(currency, (unit) => knownUnit('currency', unit)),
    distance:
      oneUnit(byDistances(statements), (unit) => lengthUnit(unit) ?? (travel.kind === 'matrix' ? unit : undefined)) ??
      told.lengthOf('costPerDistance') ??
      told.lengthOf('maxRouteDistance'),
    demand: oneUnit(demand, (unit) => knownUnit('demand', unit)),
  };
  const names = [customers, depots].flatMap((table) => table.names.used());
  const { time, language = languageOf(names.flatMap(tokensOf)) } = told.settings.units ?? {};
  return Object.fromEntries(Object.entries({ ...agreed, time, language }).filter(([, unit]) => unit !== undefined));
}

/** A setting such as 'demand unit'. */
function bySettings({ told, settings: [source] }: Statements, of: Exclude<keyof Units, 'time' | 'language'>): UnitClaim[] {
  const unit = told.settings.units?.[of];
  const refuse = (reason: string) => source.fault('E_SYNTAX', reason, { field: `units.${of}` });
  return unit === undefined ? [] : [{ unit, what: `the setting for the unit of ${of === 'currency' ? 'costs' : of}`, refuse }];
}

/** The name of a setting, such as 'vehicle capacity (t)'. */
const byNames = ({ units }: ToldSettings, of: Unit['of']): UnitClaim[] =>
  units
    .filter((claim) => claim.of === of)
    .map(({ name, parsed, source, line }) => ({
      unit: parsed.unit?.name ?? '',
      what: `the setting '${name}'`,
      refuse: (reason) => source.fault('E_SYNTAX', reason, { line, field: name }),
    }));

/** The name of a column, such as 'Demand (kg)'. */
function byColumn({ names, table }: PlaceTable, field: Field, of: Unit['of'], what: string): UnitClaim[] {
  const unit = names.unitOf(field);
  const refuse = (reason: string) => table.source.fault('E_SYNTAX', reason, { line: table.headerLine, field: names.nameOf(field) });
  return unit?.of === of ? [{ unit: unit.name, what, refuse }] : [];
}

/** Where vehicles have one capacity, it is for the demand. */
function byVehicles({ vehicles }: Statements): UnitClaim[] {
  const [unit, ...others] = vehicles?.capacityUnits ?? [];
  if (vehicles === undefined || unit === undefined || unit === '' || others.length > 0) return [];
  const { source, headerLine: line } = vehicles.table;
  return [{ unit, what: 'the capacity of vehicles', refuse: (reason) => source.fault('E_SYNTAX', reason, { line, field: 'capacity' }) }];
}

function byDistances(statements: Statements): UnitClaim[] {
  const { travel, distances, settings } = statements;
  const told = bySettings(statements, 'distance');
  if (travel.kind === 'great-circle') {
    const refuse = (reason: string) => settings[0].fault('E_SYNTAX', reason);
    const globe = { unit: travel.unit ?? 'km', what: "great-circle travel (setting 'unit')", refuse };
    // A stated unit of great-circle travel is the only one that counts; the default one may be contradicted.
    return travel.unit === undefined ? [globe, ...told] : [globe];
  }
  const header = distances && travel.kind === 'matrix' ? distanceUnit(distances) : undefined;
  if (distances === undefined || header === undefined) return told;
  const refuse = (reason: string) => distances.source.fault('E_SYNTAX', reason, { line: distances.headerLine });
  return [...told, { unit: header, what: 'the column of distances', refuse }];
}

/** The first unit that is stated. A unit that is not in our list may mean the same as one that is. */
function oneUnit(claims: readonly UnitClaim[], known: (unit: string) => string | undefined): string | undefined {
  const sure = claims.filter(({ unit }) => known(unit) !== undefined);
  const other = sure.find(({ unit }) => known(unit) !== known(sure[0].unit));
  if (other) throw other.refuse(`${other.what} is in ${other.unit}, but ${sure[0].what} is in ${sure[0].unit}; convert one of the two`);
  return claims[0]?.unit;
}

const conversions = {
  costPerDistance: { convert: convertPrice, what: 'the cost is per' },
  maxRouteDistance: { convert: convertLength, what: 'the longest route is in' },
  speed: { convert: convertLength, what: 'the speed per hour is in' },
} as const;

/** A setting in the unit of distances: a price per km would be a thousand times too high per metre. */
export function inUnit(
  key: keyof typeof conversions,
  value: number | undefined,
  told: ToldSettings,
  unit: string | undefined,
): number | undefined {
  const stated = told.lengthOf(key);
  if (value === undefined || stated === undefined || unit === undefined || stated === unit) return value;
  const { convert, what } = conversions[key];
  const converted = convert(value, stated, unit);
  if (converted !== undefined) return converted;
  throw told.fault(key, `${what} ${stated}, but distances are in ${unit}; use one unit for both`);
}

/** Days in a period. */
const daysIn: Readonly<Record<Period, number>> = { day: 1, week: 7, month: 365 / 12, year: 365 };

type Customer = InstanceInput['customers'][number];
type Vehicle = NonNullable<InstanceInput['vehicles']>[number];

interface Amounts {
  readonly customers: readonly Customer[];
  readonly depots: readonly TableDepot[];
  readonly vehicles?: readonly Vehicle[] | undefined;
}

/** Fields that are amounts for a period. Without a setting, the first of those before the opening cost that states its period is followed. */
const amounts = [
  { table: 'customers', field: 'demand' },
  { table: 'vehicles', field: 'fixedCost' },
  { table: 'depots', field: 'capacity' },
  { table: 'depots', field: 'minLoad' },
  { table: 'depots', field: 'openingCost' },
  { table: 'depots', field: 'closingCost' },
] as const;

/** All amounts for one period, which is a day where orders have days. What was converted or assumed is told. */
export function inOnePeriod(statements: Omit<Statements, 'travel'>, places: Amounts, warnings: ReadWarnings, hasDays = false): Amounts {
  const { vehicles, depots, told } = statements;
  const stated = amounts.map((amount) => {
    if (amount.table === 'vehicles') return { ...amount, name: vehicles?.fixedCost?.name ?? '', period: vehicles?.fixedCost?.period };
    const { names } = statements[amount.table];
    return { ...amount, name: names.nameOf(amount.field), period: names.periodOf(amount.field) };
  });
  const opening = stated.findIndex(({ field }) => field === 'openingCost');
  const source = stated.slice(0, opening).find(({ period }) => period !== undefined);
  const target = told.period ?? (hasDays ? 'day' : source?.period);
  const converted = stated.flatMap((amount) => {
    const factor = target === undefined || amount.period === undefined ? 1 : daysIn[target] / daysIn[amount.period];
    // What a vehicle costs for a shorter period is its cost for each use.
    return factor === 1 || (amount.table === 'vehicles' && factor > 1) ? [] : [{ ...amount, factor }];
  });
  const tell = (message: string, columns: readonly string[]) =>
    warnings.warn({ code: 'mixed-periods', message, file: depots.table.source.label, columns });
  const { name, period } = stated[opening];
  if (converted.length > 0) {
    const parts = converted.map((one) => `'${one.name}' is per ${one.period} and is multiplied by ${Number(one.factor.toPrecision(4))}`);
    const why = told.period !== undefined ? 'as the setting period says' : hasDays ? 'as the orders are' : `as '${source?.name}' is`;
    tell(`all amounts are for one ${target}, ${why}: ${parts.join('; ')} (365 days a year); the setting period chooses another`, [
      ...(told.period === undefined && source ? [source.name] : []),
      ...converted.map((one) => one.name),
    ]);
  } else if (hasDays && told.period === undefined && period === undefined && places.depots.some(({ openingCost }) => openingCost))
    tell(
      `'${name}' states no period and is taken to be for one day, as the orders are; call it '${name} per month' or 'per year' to have it converted, or add the setting period`,
      [name],
    );
  else if (target === undefined && period !== undefined)
    tell(
      `'${name}' is per ${period}: demand and all routes are taken to be those of one ${period}; if they are for another period, add the setting period (day, week, month or year)`,
      [name],
    );
  const scaled = <T extends object>(table: keyof Amounts, list: readonly T[]): readonly T[] => {
    const own = converted.filter((amount) => amount.table === table);
    if (own.length === 0) return list;
    const factors = new Map<string, number>(own.map(({ field, factor }) => [field, factor]));
    if (table === 'customers') factors.set('quantities', own[0].factor);
    return list.map((place) => Object.fromEntries(Object.entries(place).map(([key, value]) => [key, times(value, factors.get(key))])) as T);
  };
  return {
    customers: scaled('customers', places.customers),
    depots: scaled('depots', places.depots),
    vehicles: places.vehicles && scaled('vehicles', places.vehicles),
  };
}

/** A number, or each of several by name; anything else stays. */
const times = (value: unknown, factor = 1): unknown => {
  if (typeof value === 'number') return factor === 1 ? value : value * factor;
  if (factor === 1 || typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, times(inner, factor)]));
};
