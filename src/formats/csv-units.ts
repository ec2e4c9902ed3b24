/** The units that a set of tables states, in settings, in column names and in the kind of travel. */
import type { NeoLrpError } from '../problem/errors.ts';
import type { InstanceInput, Units } from '../problem/instance.ts';
import { convertPrice, lengthUnit } from '../problem/units.ts';
import { knownUnit, type Unit } from './column-meaning.ts';
import { distanceUnit } from './csv-distances.ts';
import type { ToldSettings } from './csv-settings.ts';
import type { CsvTable } from './csv-table.ts';
import type { Field } from './field-names.ts';
import type { PlaceTable } from './place-table.ts';
import type { Source } from './source.ts';

interface Statements {
  readonly customers: PlaceTable;
  readonly depots: PlaceTable;
  readonly distances?: CsvTable;
  readonly settings: readonly Source[];
  readonly told: ToldSettings;
  readonly travel: NonNullable<InstanceInput['travel']>;
}

interface UnitClaim {
  readonly unit: string;
  readonly what: string;
  refuse(reason: string): NeoLrpError;
}

/** Two units that disagree, such as demand in kg and capacity in t, are an error. */
export function statedUnits(statements: Statements): Units {
  const { customers, depots, told, travel } = statements;
  const currency = [
    ...bySettings(statements, 'currency'),
    ...byColumn(depots, 'openingCost', 'currency', 'the opening cost'),
    ...byNames(told, 'currency'),
  ];
  const demand = [
    ...bySettings(statements, 'demand'),
    ...byColumn(customers, 'demand', 'demand', 'the demand of customers'),
    ...byColumn(depots, 'capacity', 'demand', 'capacity'),
    ...byNames(told, 'demand'),
  ];
  const agreed = {
    currency: oneUnit(currency, (unit) => knownUnit('currency', unit)),
    distance:
      oneUnit(byDistances(statements), (unit) => lengthUnit(unit) ?? (travel.kind === 'matrix' ? unit : undefined)) ??
      told.costPer?.unit ??
      told.maxRoute?.unit,
    demand: oneUnit(demand, (unit) => knownUnit('demand', unit)),
  };
  const { time, language } = told.settings.units ?? {};
  return Object.fromEntries(Object.entries({ ...agreed, time, language }).filter(([, unit]) => unit !== undefined));
}

/** A setting such as 'demand unit'. */
function bySettings({ told, settings: [source] }: Statements, of: Exclude<keyof Units, 'time' | 'language'>): UnitClaim[] {
  const unit = told.settings.units?.[of];
  const refuse = (reason: string) => source.fault('E_SYNTAX', reason, { field: `units.${of}` });
  return unit === undefined ? [] : [{ unit, what: `the setting for the unit of ${of === 'currency' ? 'costs' : of}`, refuse }];
}

/** The name of a setting, such as 'vehicle capacity (t)'. */
const byNames = ({ stated }: ToldSettings, of: Unit['of']): UnitClaim[] =>
  stated
    .filter((claim) => claim.of === of)
    .map(({ name: unit, setting, source, line }) => ({
      unit,
      what: `the setting '${setting}'`,
      refuse: (reason) => source.fault('E_SYNTAX', reason, { line, field: setting }),
    }));

/** The name of a column, such as 'Demand (kg)'. */
function byColumn({ names, table }: PlaceTable, field: Field, of: Unit['of'], what: string): UnitClaim[] {
  const unit = names.unitOf(field);
  const refuse = (reason: string) => table.source.fault('E_SYNTAX', reason, { line: table.headerLine, field: names.nameOf(field) });
  return unit?.of === of ? [{ unit: unit.name, what, refuse }] : [];
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

/** Converts the price to the unit of distances: a price per km would be a thousand times too high per metre. */
export function pricePerUnit(
  { costPer, settings }: ToldSettings,
  unit: string | undefined,
  [source]: readonly Source[],
): number | undefined {
  if (costPer === undefined || settings.costPerDistance === undefined || unit === undefined) return settings.costPerDistance;
  const price = convertPrice(settings.costPerDistance, costPer.unit, unit);
  if (price === undefined)
    throw source.fault('E_SYNTAX', `the cost is per ${costPer.unit}, but distances are in ${unit}; use one unit for both`, {
      line: costPer.line,
      field: 'costPerDistance',
    });
  return price;
}
