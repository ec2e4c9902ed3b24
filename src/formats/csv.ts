/** Tables of customers and depots, with further tables or options for everything else. */
import { NeoLrpError, nameSome } from '../problem/errors.ts';
import { createInstance, type Instance, type InstanceInput } from '../problem/instance.ts';
import type { Attention, ReadWarning } from './attention.ts';
import { looksLikeDistances, readDistances } from './csv-distances.ts';
import { isSettings, mergeSettings, type Settings, settingRows } from './csv-settings.ts';
import { CsvTable } from './csv-table.ts';
import { formatCsv, formatRows, requirePlainText, type TableStyle } from './csv-text.ts';
import { pricePerUnit, statedUnits } from './csv-units.ts';
import type { Field } from './field-names.ts';
import type { InstanceFormat, InstanceOptions } from './format.ts';
import { formatJson } from './json-text.ts';
import { limitInUnit, withSpeed } from './length-settings.ts';
import { customerFrom, depotFrom, depotRules } from './place-record.ts';
import { customerRows, depotRows } from './place-rows.ts';
import { PlaceTable, speaksOf, suspectColumns } from './place-table.ts';
import type { Source, SourceFile } from './source.ts';
import { isVehicleTable, readVehicles, vehicleRows } from './vehicle-table.ts';

export const csvFormat: InstanceFormat = {
  name: 'csv',
  title: 'CSV tables (customers.csv, depots.csv, vehicles.csv, settings.csv)',
  extensions: ['.csv', '.tsv'],
  lossless: 'every instance; with a matrix or with rules that name customers, instance.json replaces settings.csv',

  /** The first line has several names. */
  recognises(source) {
    const line = source.text.trimStart().slice(0, 10_000).split('\n')[0];
    return !source.looksLikeJson && /\p{L}/u.test(line) && /[,;\t]/.test(line) && !/^\w+\s*:/.test(line);
  },

  read: readTables,

  write: (instance, style) => {
    requirePlainText(instance);
    return [
      { name: 'customers.csv', text: formatRows(customerRows(instance), style) },
      { name: 'depots.csv', text: formatRows(depotRows(instance), style) },
      ...writeSettings(instance, style),
    ];
  },
};

export function readTables(sources: readonly Source[], options: InstanceOptions, attention: Attention): Instance {
  const sorted = sortOut(sources, attention);
  const told = mergeSettings(sorted.settings);
  const { settings } = told;
  attention.ignoreAlso(told.ignore);
  for (const table of [sorted.customers, sorted.depots, sorted.vehicles, sorted.distances])
    if (table) attention.columns(table.source.label, table.header);
  const vehicleCapacity = options.vehicleCapacity ?? settings.vehicleCapacity;
  const fleet = sorted.vehicles !== undefined || settings.vehicles !== undefined;
  if (vehicleCapacity === undefined && !fleet)
    throw new NeoLrpError(
      'E_SYNTAX',
      "no vehicle capacity is given: add 'vehicle capacity' to settings.csv, or a table vehicles.csv, or give --vehicle-capacity",
      {
        file: sorted.settings[0]?.label ?? sorted.customers.source.label,
        field: 'vehicleCapacity',
      },
    );
  const knows = { speed: told.speed !== undefined || hasSpeed(options.travel ?? settings.travel), vehicles: fleet };
  const suspects = suspectColumns(sorted.depots, 'depots', attention, knows);
  const customers = new PlaceTable(sorted.customers, 'customers', attention, knows, suspects);
  const depots = new PlaceTable(sorted.depots, 'depots', attention, knows);
  const time = settings.units?.time ?? 'min';
  customers.require('demand');
  const degrees = [customers, depots].map((table) => table.require('longitude', 'x') === 'longitude');
  if (degrees[0] !== degrees[1])
    throw sorted.depots.source.fault(
      'E_SYNTAX',
      'one table has longitude and latitude, the other plane coordinates; give both the same kind',
      {
        line: 1,
      },
    );
  const [served, sites] = [customers.places(customerFrom(time)), depots.places(depotFrom(time))];
  const measured = options.travel ?? travelOf(settings, sorted.distances, served.places, sites.places, degrees[0], attention);
  const units = statedUnits({ ...sorted, customers, depots, told, travel: measured });
  const travel = withSpeed(measured, told, units.distance, sorted.settings);
  const vehicles = sorted.vehicles ? readVehicles(sorted.vehicles, { time, distance: units.distance }, attention) : settings.vehicles;
  const assumed = assumptions(options, { ...settings, vehicles }, travel);
  warnOfPeriods(customers, depots, attention);
  warnOfDoubts([sorted.customers, sorted.depots, ...(sorted.distances ? [sorted.distances] : [])], [customers, depots], attention);
  if (assumed.length > 0) attention.warn(defaultsWarning(assumed, units.distance, sorted.customers.source.name));
  try {
    return createInstance({
      name: options.name ?? settings.name ?? nameOf(sources, sorted.customers.source),
      depots: sites.places,
      customers: served.places,
      vehicleCapacity,
      vehicleCost: options.vehicleCost ?? settings.vehicleCost,
      vehicles,
      emissionPrice: settings.emissionPrice,
      costPerDistance: pricePerUnit(told, units.distance, sorted.settings),
      maxRouteDistance: limitInUnit(told, units.distance, sorted.settings),
      units: travel.kind === 'great-circle' ? { ...units, distance: settings.units?.distance } : units,
      travel,
      rules: mergeRules(depotRules(served.records, served.places, sites.places), settings.rules, customers),
    });
  } catch (error) {
    throw error instanceof NeoLrpError ? inTable(error, { customers, depots }) : error;
  }
}

const hasSpeed = (travel: Settings['travel']) => travel !== undefined && (travel.speed !== undefined || 'durations' in travel);

interface Tables {
  readonly customers: CsvTable;
  readonly depots: CsvTable;
}

const customerFile = /customer|client|shop|store|demand|kunde|filial|magasin|tienda|negoz|klant|winkel|loja|klien|odbiorc|sklep|strank/i;
const depotFile = /depot|site|warehouse|facilit|hub|lager|standort|entrep|almac|dep[oó]sit|magazz|magazij|armaz|magazyn|skladi/i;

/** Tells which file is which, by its name or else by its columns. */
function sortOut(
  sources: readonly Source[],
  attention: Attention,
): Tables & { readonly settings: readonly Source[]; readonly distances?: CsvTable; readonly vehicles?: CsvTable } {
  const settings = sources.filter((source) => source.looksLikeJson || isSettings(source));
  const outputs = sources.filter((source) => !settings.includes(source) && isOwnOutput(source));
  for (const { label, name } of outputs)
    attention.warn({
      code: 'unused-file',
      message: `${label}: this is a plan or a table of route sheets and is not used`,
      file: name,
      columns: [],
    });
  const all = sources.filter((source) => !settings.includes(source) && !outputs.includes(source)).map((source) => new CsvTable(source));
  const [distances, ...moreDistances] = all.filter(looksLikeDistances);
  const [vehicles, ...moreVehicles] = all.filter((table) => isVehicleTable(table.source));
  const tables = all.filter((table) => !looksLikeDistances(table) && !isVehicleTable(table.source));
  const pick = (tables: readonly CsvTable[], name: RegExp, kind: 'customers' | 'depots', fields: readonly Field[]) =>
    tables.find(({ source }) => name.test(source.sheet ?? source.stem)) ??
    tables.find((table) => fields.some((field) => speaksOf(table, kind, field)));
  const customers = pick(tables, customerFile, 'customers', ['demand']);
  const others = tables.filter((table) => table !== customers);
  const depots = pick(others, depotFile, 'depots', ['capacity', 'openingCost']);
  const given = `given: ${sources.map(({ label }) => label).join(', ')}`;
  if (!customers) throw new NeoLrpError('E_FILE', `no table of customers; expected customers.csv with columns id, x, y, demand (${given})`);
  if (!depots)
    throw new NeoLrpError(
      'E_FILE',
      `no table of depots beside the customers; expected depots.csv with columns id, x, y, capacity, opening cost (${given})`,
    );
  for (const { source } of [...others.filter((table) => table !== depots), ...moreDistances, ...moreVehicles]) {
    const reason = 'has neither customers nor depots, vehicles, distances or settings';
    if (source.sheet === undefined) throw source.fault('E_FILE', `this table ${reason}; leave it out`);
    // A workbook often has other sheets; files are given one by one, so a stray one is a mistake.
    attention.warn({
      code: 'unused-sheet',
      message: `${source.label}: this sheet ${reason} and is not used`,
      file: source.name,
      columns: [source.sheet],
    });
  }
  return { customers, depots, settings, distances, ...(vehicles && { vehicles }) };
}

/** Output of `solve`, `convert` or `sheets`. A planner's own table may have a column 'route', but not in this place. */
const isOwnOutput = ({ text }: Source) => /^\s*"?route"?[,;\t]"?(stop|order)"?[,;\t]"?(depot|stop)"?[,;\t]/i.test(text);

type TravelInput = NonNullable<InstanceInput['travel']>;

function travelOf(
  settings: Settings,
  distances: CsvTable | undefined,
  customers: InstanceInput['customers'],
  depots: InstanceInput['depots'],
  degrees: boolean,
  attention: Attention,
): TravelInput {
  if (!distances) return settings.travel ?? (degrees ? { kind: 'great-circle' } : { kind: 'euclidean' });
  if (settings.travel)
    throw distances.source.fault(
      'E_SYNTAX',
      "the settings say how to travel, and so does this table; remove the setting 'travel' or the table",
    );
  const values = readDistances(distances, depots, customers, attention);
  const missing = values.flat().filter((value) => value === null).length;
  const pairs = values.length * (values.length - 1);
  if (missing > 0)
    attention.warn({
      code: 'missing-pairs',
      message: `${distances.source.label}: ${missing} of ${pairs} pairs of places have no distance, which means that there is no way`,
      file: distances.source.label,
      columns: [],
    });
  return { kind: 'matrix', values };
}

/** Fields that affect costs and have a default value because nothing states them. */
function assumptions({ vehicleCost }: InstanceOptions, settings: Settings, travel: TravelInput): string[] {
  /** Where there are vehicle types, each has costs of its own. */
  const lacks = (field: 'costPerDistance' | 'fixedCost') =>
    settings.vehicles === undefined || settings.vehicles.some(({ [field]: cost }) => cost === undefined);
  return [
    ...(travel.kind === 'great-circle' && travel.detour === undefined ? ['travel.detour'] : []),
    ...(settings.costPerDistance === undefined && lacks('costPerDistance') ? ['costPerDistance'] : []),
    ...((vehicleCost ?? settings.vehicleCost) === undefined && lacks('fixedCost') ? ['vehicleCost'] : []),
  ];
}

export function defaultsWarning(fields: readonly string[], unit: string | undefined, file: string): ReadWarning {
  const texts: Readonly<Record<string, string>> = {
    'travel.detour': 'distances are straight lines (travel.detour=1; roads are about 1.3 times as long)',
    costPerDistance: `${unit === undefined ? 'a unit of distance' : `one ${unit}`} costs 1 (costPerDistance)`,
    vehicleCost: 'vehicles cost nothing (vehicleCost=0)',
  };
  return { code: 'defaults', message: `by default, ${fields.map((field) => texts[field]).join('; ')}`, file, columns: fields };
}

/** Once per table: titles above it, hidden rows, and numbers such as 1.500 whose dot may be a thousands separator. */
function warnOfDoubts(tables: readonly CsvTable[], places: readonly PlaceTable[], attention: Attention): void {
  for (const table of tables) {
    const { names } = places.find((known) => known.table === table) ?? {};
    const coordinates = (['longitude', 'latitude', 'x', 'y'] as const).map((field) => names?.position(field));
    const doubt = table.doubts.find(({ position }) => !coordinates.includes(position));
    const { source, header } = table;
    if (doubt)
      attention.warn({
        code: 'ambiguous-number',
        message: `${source.label}:${doubt.line}, ${header[doubt.position]}: '${doubt.text}' is read as ${Number(doubt.text.replace(',', '.'))}; if it is ${doubt.text.replace(/[.,]/, '')}, write it without a separator`,
        file: source.label,
        columns: [header[doubt.position]],
      });
    if (table.titles.length > 0)
      attention.warn({
        code: 'skipped-lines',
        message: `${source.label}: column names are read from line ${table.headerLine}; the text above is not used: ${nameSome(table.titles)}`,
        file: source.label,
        columns: [],
      });
    if (source.hiddenRows > 0)
      attention.warn({
        code: 'hidden-rows',
        message: `${source.label}: ${source.hiddenRows} hidden or filtered ${source.hiddenRows > 1 ? 'rows are' : 'row is'} read as well`,
        file: source.label,
        columns: [],
      });
  }
}

function warnOfPeriods(customers: PlaceTable, depots: PlaceTable, attention: Attention): void {
  const [demand, cost] = [customers.names.periodOf('demand'), depots.names.periodOf('openingCost')];
  if (demand === undefined || cost === undefined || demand === cost) return;
  const columns = [customers.names.nameOf('demand'), depots.names.nameOf('openingCost')];
  attention.warn({
    code: 'mixed-periods',
    message: `'${columns[0]}' is per ${demand}, '${columns[1]}' per ${cost}; opening costs and demand must be for the same period`,
    file: depots.table.source.label,
    columns,
  });
}

function mergeRules(
  stated: ReturnType<typeof depotRules>,
  told: Settings['rules'] = {},
  customers: PlaceTable,
): NonNullable<Settings['rules']> {
  const twice = (['allowed', 'forbidden'] as const).find((rule) => stated[rule] && told[rule] && Object.keys(told[rule]).length > 0);
  if (twice)
    throw customers.table.source.fault('E_SYNTAX', `the settings state '${twice}' depots as well; keep it in one of the two`, {
      line: customers.table.headerLine,
      field: customers.names.nameOf(`${twice}Depots`),
    });
  return { ...told, ...stated };
}

/** The instance is named after the folder or workbook of the tables, or after the file itself. */
function nameOf(sources: readonly Source[], customers: Source): string {
  const folder = customers.name.split(/[/\\]/).at(-2);
  return customers.sheet === undefined && sources.length > 1 && folder && !/^\.+$/.test(folder) ? folder : customers.stem;
}

/** Adds the file and line of the row to a fault about a place of the instance. */
function inTable(error: NeoLrpError, tables: { readonly customers: PlaceTable; readonly depots: PlaceTable }): NeoLrpError {
  const [, kind, index] = /^(customers|depots)\[(\d+)\]/.exec(error.place.field ?? '') ?? [];
  if (!kind) return error;
  const { table, names } = tables[kind as keyof typeof tables];
  const hint = `; they are read from column '${names.nameOf('id')}', and a column 'id' would tell such rows apart`;
  const told = error.code === 'E_DUPLICATE_ID' ? new NeoLrpError(error.code, error.reason + hint, error.place) : error;
  return told.at({ file: table.source.label, line: table.rows[Number(index)]?.line });
}

/** All in instance.json, or settings.csv with vehicles.csv beside it. */
function writeSettings(instance: Instance, style?: TableStyle): SourceFile[] {
  const { depots: _, customers: __, format: ___, version: ____, vehicleCapacity, ...others } = instance;
  const settings = instance.vehicles ? others : { ...others, vehicleCapacity };
  const namesCustomers = Object.values(instance.rules).some((rule) => typeof rule === 'object' && Object.keys(rule).length > 0);
  return instance.travel.kind === 'matrix' || namesCustomers
    ? [{ name: 'instance.json', text: `${formatJson(settings)}\n` }]
    : [
        ...(instance.vehicles ? [{ name: 'vehicles.csv', text: formatRows(vehicleRows(instance), style) }] : []),
        { name: 'settings.csv', text: formatCsv(['setting', 'value'], settingRows(instance), style) },
      ];
}
