/** A table of vehicle types: `vehicles.csv`, or a sheet of that name. No column of it is dropped: each is known, ignored by name, or refused. */
import type { Instance, InstanceInput } from '../problem/instance.ts';
import { convertLength, convertPrice, lengthUnit } from '../problem/units.ts';
import type { TimeUnit } from '../problem/vehicle-schema.ts';
import type { Attention } from './attention.ts';
import type { CsvTable, Row } from './csv-table.ts';
import type { Cell } from './csv-text.ts';
import { parseJson } from './json-text.ts';
import { listIn } from './service-record.ts';
import type { Source } from './source.ts';
import { foldName, withoutLastWord } from './spelling.ts';
import { formatSpans, parseDuration, parseSpans, parseTimeOfDay, timeUnitIn } from './times.ts';

type Vehicle = NonNullable<InstanceInput['vehicles']>[number];
type Field = Exclude<keyof Vehicle, 'shift'> | 'shift' | 'shiftStart' | 'shiftEnd';

/** How a cell is read: `length` and `perLength` are converted where the name of the column states another unit. */
type Kind = 'text' | 'amount' | 'count' | 'length' | 'perLength' | 'duration' | 'time' | 'span' | 'list' | 'numberOrJson';

/** A column: its name as we write it, and other spellings, without blanks, accents and units. */
const columns: Readonly<Record<Field, { readonly name: string; readonly as: Kind; readonly also: string }>> = {
  id: {
    name: 'id',
    as: 'text',
    also: 'type vehicletype vehicle typ fahrzeugtyp fahrzeug typevehicule vehicule tipo tipovehiculo tipoveicolo voertuig voertuigtype typpojazdu vrsta code',
  },
  name: { name: 'name', as: 'text', also: 'description bezeichnung nom nombre nome naam nazwa naziv' },
  capacity: {
    name: 'capacity',
    as: 'numberOrJson',
    also: 'vehiclecapacity payload maxload kapazitat kapazitaet nutzlast zuladung capacite chargeutile capacidad cargautil capacita portata capaciteit laadvermogen capacidade pojemnosc ladownosc nosilnost kapaciteta',
  },
  fixedCost: {
    name: 'fixed cost',
    as: 'amount',
    also: 'vehiclecost costpervehicle costperday costpervehicleday dailycost fixedcostperday fixkosten kostenprotag kostenprofahrzeug tageskosten coutfixe coutparjour costefijo costofijo costodia costofisso costoalgiorno vastekosten kostenperdag custofixo kosztstaly fiksnistrosek',
  },
  costPerDistance: {
    name: 'cost per distance',
    as: 'perLength',
    also: 'costperkm costperkilometre costperkilometer costpermile costpermi costperm kmcost kostenprokm kilometerkosten coutparkm coutkilometrique costeporkm costoporkm costoalkm kostenperkm custoporkm kosztzakm strosekkm',
  },
  costPerHour: {
    name: 'cost per hour',
    as: 'amount',
    also: 'hourlycost hourlyrate wage wageperhour drivercostperhour kostenprostunde stundenlohn stundensatz coutparheure couthoraire costeporhora costohora costoallora costoorario kostenperuur uurtarief custoporhora kosztzagodzine strosekuro',
  },
  available: {
    name: 'available',
    as: 'count',
    also: 'number count quantity howmany fleetsize numberavailable numberofvehicles anzahl verfugbar verfuegbar nombre disponibles disponible cantidad numero disponibili aantal beschikbaar quantidade disponiveis liczba ilosc stevilo',
  },
  availablePerDepot: {
    name: 'available per depot',
    as: 'numberOrJson',
    also: 'numberperdepot vehiclesperdepot anzahlprodepot anzahlprolager nombrepardepot',
  },
  depots: {
    name: 'depots',
    as: 'list',
    also: 'depot alloweddepots startdepots startdepot home homedepot lager standort standorte entrepots almacenes magazzini magazijnen magazyny',
  },
  maxDistance: {
    name: 'max distance',
    as: 'length',
    also: 'maxroutedistance maximumdistance maxkm maxkmperroute range drivingrange reichweite maxstrecke distancemax distancemaximale distanciamaxima distanzamassima maxafstand maksymalnydystans',
  },
  maxDuration: {
    name: 'max duration',
    as: 'duration',
    also: 'maxroutetime maxtime maxhours maxworkinghours maxdrivingtime maximumduration workinghours maxdauer maximaldauer maximalezeit maxarbeitszeit lenkzeit dureemax dureemaximale duracionmaxima duratamassima maxduur maxrijtijd duracaomaxima maksymalnyczas',
  },
  maxStops: {
    name: 'max stops',
    as: 'count',
    also: 'maxcustomers maximumstops maxdeliveries maxstopps maxkunden arretsmax maxparadas maxfermate maxstoppen',
  },
  shift: { name: 'shift', as: 'span', also: 'hours workinghoursfromto schicht arbeitszeit einsatzzeit horaires turno werktijd zmiana' },
  shiftStart: {
    name: 'shift start',
    as: 'time',
    also: 'start starttime earlieststart from beginn schichtbeginn debut inicio inizio begin poczatek',
  },
  shiftEnd: { name: 'shift end', as: 'time', also: 'end endtime latestend until ende schichtende fin fine eind koniec' },
  speedFactor: { name: 'speed factor', as: 'amount', also: 'speedfaktor geschwindigkeitsfaktor facteurvitesse' },
  emissionPerDistance: {
    name: 'emission per distance',
    as: 'perLength',
    also: 'emissionperkm emissionsperkm emissionpermile cotwoperkm co2perkm coperkm kgco2perkm emissionen emissionenprokm co2prokm co2parkm emissionsparkm co2porkm co2alkm',
  },
};

/** CO2 has a digit. */
const fold = (name: string) => foldName(name, /[^a-z0-9]/g);

const bySpelling: ReadonlyMap<string, Field> = new Map(
  (Object.keys(columns) as Field[]).flatMap((field) =>
    [fold(columns[field].name), ...columns[field].also.split(/\s+/)].map((spelling) => [spelling, field] as const),
  ),
);

const fieldNamed = (name: string): Field | undefined => bySpelling.get(fold(name)) ?? bySpelling.get(fold(withoutLastWord(name)));

export const isVehicleTable = ({ sheet, stem }: Source): boolean =>
  /vehicle|fleet|fahrzeug|flotte|v[eé]hicul|veicol|voertuig|ve[ií]cul|pojazd|vozil|lorries|trucks|vans/i.test(sheet ?? stem);

export interface VehicleUnits {
  readonly time: TimeUnit;
  /** Of distances, where it is known. */
  readonly distance: string | undefined;
}

export function readVehicles(table: CsvTable, units: VehicleUnits, attention: Attention): Vehicle[] {
  const { header, source, headerLine } = table;
  const fields = header.map((name) => (attention.ignores(name, table.source.label) ? undefined : fieldNamed(name)));
  const stray = header.filter((name, k) => fields[k] === undefined && !attention.ignores(name, table.source.label));
  if (stray.length > 0)
    throw source.fault(
      'E_FORMAT_UNSUPPORTED',
      `unknown column ${stray.map((name) => `'${name.slice(0, 40)}'`).join(', ')}; known are ${Object.values(columns)
        .map(({ name }) => name)
        .join(', ')}; to plan without it, ignore it`,
      { line: headerLine, field: stray[0], ignorable: stray.map((name) => attention.nameOf(name, source.label)) },
    );
  const twice = fields.findIndex((field, k) => field !== undefined && fields.indexOf(field) < k);
  if (twice >= 0)
    throw source.fault('E_SYNTAX', `both '${header[fields.indexOf(fields[twice])]}' and '${header[twice]}' may be the ${fields[twice]}`, {
      line: headerLine,
      field: header[twice],
    });
  if (table.rows.length === 0) throw source.fault('E_SYNTAX', 'the table has column names, but no rows');
  return table.rows.map((row, k) => vehicleOf(table, row, fields, units, k));
}

function vehicleOf(table: CsvTable, row: Row, fields: readonly (Field | undefined)[], units: VehicleUnits, index: number): Vehicle {
  const told: Partial<Record<Field, unknown>> = {};
  fields.forEach((field, position) => {
    const text = field === undefined ? '' : table.text(row, position);
    if (field !== undefined && (columns[field].as === 'text' ? text : text.trim()) !== '')
      told[field] = cellOf(table, row, position, columns[field].as, text, units);
  });
  const { shiftStart, shiftEnd, shift = [], capacity, id = told.name ?? String(index + 1), ...rest } = told;
  const fault = (reason: string, field: string) => table.source.fault('E_SYNTAX', reason, { line: row.line, field });
  if (capacity === undefined) throw fault('no capacity is given', 'capacity');
  const spans = shift as (readonly [number, number])[];
  if (spans.length > 1 || (spans.length > 0 && (shiftStart !== undefined || shiftEnd !== undefined)))
    throw fault('a vehicle has one shift; keep one', 'shift');
  const ends =
    shiftStart === undefined && shiftEnd === undefined ? undefined : [shiftStart ?? 0, shiftEnd ?? parseTimeOfDay('24:00', units.time)];
  const span = spans[0] ?? ends;
  // createInstance validates; this is only what the table says.
  return { id, capacity, ...rest, ...(span && { shift: span }) } as Vehicle;
}

function cellOf(table: CsvTable, row: Row, position: number, as: Kind, text: string, units: VehicleUnits): unknown {
  const name = table.header[position];
  const refuse = (expected: string) =>
    table.source.fault('E_SYNTAX', `expected ${expected}, but found '${text.slice(0, 40)}'`, { line: row.line, field: name, value: text });
  const orRefuse = <T>(value: T | undefined, expected: string): T => {
    if (value === undefined) throw refuse(expected);
    return value;
  };
  switch (as) {
    case 'text':
      return text;
    case 'list':
      return listIn(text);
    case 'numberOrJson':
      return text.trim().startsWith('{') ? parseJson(text) : table.number(row, position);
    case 'duration':
      return orRefuse(parseDuration(text, units.time, timeUnitIn(name) ?? units.time), 'a duration, such as 480 or 8:00');
    case 'time':
      return orRefuse(parseTimeOfDay(text, units.time), 'a time, such as 8:30');
    case 'span':
      return orRefuse(parseSpans(text, units.time), 'a span, such as 8:00-17:00');
    case 'length':
    case 'perLength': {
      const value = table.number(row, position);
      const stated = unitIn(name);
      if (value === undefined || stated === undefined || units.distance === undefined || stated === units.distance) return value;
      const convert = as === 'length' ? convertLength : convertPrice;
      return orRefuse(convert(value, stated, units.distance), `the unit of distances, ${units.distance}, in place of ${stated}`);
    }
    default:
      return table.number(row, position);
  }
}

/** The unit of distance that a name states: in brackets, at its end, or after 'per'. */
function unitIn(name: string): string | undefined {
  const parts = name
    .replace(/[()[\]/_]/g, ' ')
    .trim()
    .split(/\s+/);
  return parts
    .slice(1)
    .map(lengthUnit)
    .find((unit) => unit !== undefined);
}

/** The types as rows, column names first; only columns that some type uses. Empty where the instance has no list of vehicles. */
export function vehicleRows({ vehicles, units }: Instance): Cell[][] {
  if (!vehicles) return [];
  const unit = units.time ?? 'min';
  const standard: Partial<Record<Field, unknown>> = { fixedCost: 0, costPerHour: 0, speedFactor: 1, emissionPerDistance: 0 };
  const fields = (Object.keys(columns) as Field[]).filter(
    (field) =>
      field !== 'shiftStart' &&
      field !== 'shiftEnd' &&
      vehicles.some((type) => type[field] !== undefined && type[field] !== standard[field]),
  );
  return [
    fields.map((field) => columns[field].name),
    ...vehicles.map((type) => fields.map((field) => cellText(type, field as keyof typeof type, unit))),
  ];
}

function cellText(type: NonNullable<Instance['vehicles']>[number], field: keyof typeof type, unit: TimeUnit): Cell {
  const value = type[field];
  if (value === undefined) return '';
  if (field === 'shift' && type.shift) return formatSpans([type.shift], unit);
  if (typeof value === 'number' || typeof value === 'string') return value;
  return Array.isArray(value) ? listText(value) : JSON.stringify(value);
}

/** Names as a list, or as JSON where they hold marks that separate. */
export const listText = (names: readonly string[]): string =>
  names.every((name) => /^[^\s,;|[][^,;|\n]*$/.test(name) && name === name.trim()) ? names.join(', ') : JSON.stringify(names);
