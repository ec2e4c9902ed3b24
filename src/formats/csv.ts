/** Two tables, customers and depots, and what they leave unsaid in further tables or in the options. */
import { NeoLrpError } from '../problem/errors.ts';
import { createInstance, type Instance, type InstanceInput, type Units } from '../problem/instance.ts';
import type { Attention } from './attention.ts';
import { looksLikeDistances, readDistances } from './csv-distances.ts';
import { isSettings, mergeSettings, type Settings, settingRows } from './csv-settings.ts';
import { CsvTable } from './csv-table.ts';
import { formatCsv, formatRows, requirePlainText } from './csv-text.ts';
import type { Field } from './field-names.ts';
import type { InstanceFormat, InstanceOptions } from './format.ts';
import { formatJson } from './json-text.ts';
import { customerFrom, depotFrom, depotRules } from './place-record.ts';
import { customerRows, depotRows } from './place-rows.ts';
import { PlaceTable, speaksOf } from './place-table.ts';
import type { Source, SourceFile } from './source.ts';

export const csvFormat: InstanceFormat = {
  name: 'csv',
  title: 'CSV tables (customers.csv, depots.csv, settings.csv)',
  extensions: ['.csv', '.tsv'],
  lossless: 'every instance; with a matrix or with rules that name customers, settings.csv gives way to instance.json',

  /** A first line of several names. */
  recognises(source) {
    const line = source.text.trimStart().slice(0, 10_000).split('\n')[0];
    return !source.looksLikeJson && /\p{L}/u.test(line) && /[,;\t]/.test(line) && !/^\w+\s*:/.test(line);
  },

  read: readTables,

  write: (instance) => {
    requirePlainText(instance);
    return [
      { name: 'customers.csv', text: formatRows(customerRows(instance)) },
      { name: 'depots.csv', text: formatRows(depotRows(instance)) },
      writeSettings(instance),
    ];
  },
};

export function readTables(sources: readonly Source[], options: InstanceOptions, attention: Attention): Instance {
  const sorted = sortOut(sources, attention);
  const told = mergeSettings(sorted.settings);
  const { settings } = told;
  const vehicleCapacity = options.vehicleCapacity ?? settings.vehicleCapacity;
  if (vehicleCapacity === undefined)
    throw new NeoLrpError(
      'E_SYNTAX',
      "no vehicle capacity is given: add 'vehicle capacity' to settings.csv, or convert with --vehicle-capacity",
      { file: sorted.settings[0]?.label ?? sorted.customers.source.label, field: 'vehicleCapacity' },
    );
  const customers = new PlaceTable(sorted.customers, 'customers', attention);
  const depots = new PlaceTable(sorted.depots, 'depots', attention);
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
  const [served, sites] = [customers.places(customerFrom), depots.places(depotFrom)];
  const travel = options.travel ?? travelOf(settings, sorted.distances, served.places, sites.places, degrees[0]);
  requireOneUnit(told, travel, sorted.settings);
  warnOfPeriods(customers, depots, attention);
  try {
    return createInstance({
      name: options.name ?? settings.name ?? nameOf(sources, sorted.customers.source),
      depots: sites.places,
      customers: served.places,
      vehicleCapacity,
      vehicleCost: options.vehicleCost ?? settings.vehicleCost,
      costPerDistance: settings.costPerDistance,
      units: unitsOf(customers, depots, settings.units, travel.kind === 'great-circle' ? undefined : told.costPer?.unit),
      travel,
      rules: mergeRules(depotRules(served.records, served.places, sites.places), settings.rules, customers),
    });
  } catch (error) {
    throw error instanceof NeoLrpError ? inTable(error, { customers, depots }) : error;
  }
}

interface Tables {
  readonly customers: CsvTable;
  readonly depots: CsvTable;
}

const customerFile = /customer|client|shop|store|demand|kunde|filial|magasin|tienda|negoz|klant|winkel|loja|klien|odbiorc|sklep|strank/i;
const depotFile = /depot|site|warehouse|facilit|hub|lager|standort|entrep|almac|dep[oó]sit|magazz|magazij|armaz|magazyn|skladi/i;

/** Which file is which: by its name, else by its columns. */
function sortOut(
  sources: readonly Source[],
  attention: Attention,
): Tables & { readonly settings: readonly Source[]; readonly distances?: CsvTable } {
  const settings = sources.filter((source) => source.looksLikeJson || isSettings(source));
  const all = sources.filter((source) => !settings.includes(source)).map((source) => new CsvTable(source));
  const [distances, ...moreDistances] = all.filter(looksLikeDistances);
  const tables = all.filter((table) => !looksLikeDistances(table));
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
  for (const { source } of [...others.filter((table) => table !== depots), ...moreDistances]) {
    const reason = 'is neither the customers, nor the depots, nor the distances, nor the settings';
    if (source.sheet === undefined) throw source.fault('E_FILE', `this table ${reason}; leave it out`);
    // A workbook often holds more than its tables; a folder is given file by file.
    attention.warn({
      code: 'unused-sheet',
      message: `${source.label}: this sheet ${reason}; it is not used`,
      file: source.name,
      columns: [source.sheet],
    });
  }
  return { customers, depots, settings, distances };
}

type TravelInput = NonNullable<InstanceInput['travel']>;

function travelOf(
  settings: Settings,
  distances: CsvTable | undefined,
  customers: InstanceInput['customers'],
  depots: InstanceInput['depots'],
  degrees: boolean,
): TravelInput {
  if (!distances) return settings.travel ?? (degrees ? { kind: 'great-circle' } : { kind: 'euclidean' });
  if (settings.travel)
    throw distances.source.fault(
      'E_SYNTAX',
      "the settings say how to travel, and so does this table; remove the setting 'travel' or the table",
    );
  return { kind: 'matrix', values: readDistances(distances, depots, customers) };
}

/** A cost per km is wrong by a thousand where distances are in metres. */
function requireOneUnit({ costPer, settings }: ReturnType<typeof mergeSettings>, travel: TravelInput, [source]: readonly Source[]): void {
  if (!costPer) return;
  const unit = travel.kind === 'great-circle' ? (travel.unit ?? 'km') : settings.units?.distance;
  if (unit !== undefined && unit.toLowerCase() !== costPer.unit)
    throw source.fault('E_SYNTAX', `the cost is per ${costPer.unit}, but distances are in ${unit}; use one unit for both`, {
      line: costPer.line,
      field: 'costPerDistance',
    });
}

/** What the settings say, else the units in the names of columns; demand in one unit and capacity in another cannot be compared. */
function unitsOf(customers: PlaceTable, depots: PlaceTable, told: Units = {}, distance?: string): Units {
  const [demand, capacity] = [customers.names.unitOf('demand'), depots.names.unitOf('capacity')].map((unit) =>
    unit?.of === 'demand' ? unit.name : undefined,
  );
  if (demand !== undefined && capacity !== undefined && demand !== capacity)
    throw depots.table.source.fault(
      'E_SYNTAX',
      `capacity is in ${capacity}, but the demand of customers is in ${demand}; convert one of the two`,
      { line: depots.table.headerLine, field: depots.names.nameOf('capacity') },
    );
  const cost = depots.names.unitOf('openingCost');
  const read = { currency: cost?.of === 'currency' ? cost.name : undefined, distance, demand: demand ?? capacity };
  return Object.fromEntries(Object.entries({ ...read, ...told }).filter(([, unit]) => unit !== undefined));
}

function warnOfPeriods(customers: PlaceTable, depots: PlaceTable, attention: Attention): void {
  const [demand, cost] = [customers.names.periodOf('demand'), depots.names.periodOf('openingCost')];
  if (demand === undefined || cost === undefined || demand === cost) return;
  const columns = [customers.names.nameOf('demand'), depots.names.nameOf('openingCost')];
  attention.warn({
    code: 'mixed-periods',
    message: `'${columns[0]}' is per ${demand}, '${columns[1]}' per ${cost}; opening costs must be of the same period as demand`,
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

/** The folder or workbook that holds the tables names the instance; a bare file names it itself. */
function nameOf(sources: readonly Source[], customers: Source): string {
  const folder = customers.name.split(/[/\\]/).at(-2);
  return customers.sheet === undefined && sources.length > 1 && folder && !/^\.+$/.test(folder) ? folder : customers.stem;
}

/** The file and line of the row that a fault names by its place in the instance. */
function inTable(error: NeoLrpError, tables: { readonly customers: PlaceTable; readonly depots: PlaceTable }): NeoLrpError {
  const [, kind, index] = /^(customers|depots)\[(\d+)\]/.exec(error.place.field ?? '') ?? [];
  if (!kind) return error;
  const { table, names } = tables[kind as keyof typeof tables];
  const hint = `; they are read from column '${names.nameOf('id')}', and a column 'id' with numbers would tell such rows apart`;
  const told = error.code === 'E_DUPLICATE_ID' ? new NeoLrpError(error.code, error.reason + hint, error.place) : error;
  return told.at({ file: table.source.label, line: table.rows[Number(index)]?.line });
}

function writeSettings(instance: Instance): SourceFile {
  const { depots: _, customers: __, format: ___, version: ____, ...settings } = instance;
  const namesCustomers = Object.values(instance.rules).some((rule) => typeof rule === 'object' && Object.keys(rule).length > 0);
  return instance.travel.kind === 'matrix' || namesCustomers
    ? { name: 'instance.json', text: `${formatJson(settings)}\n` }
    : { name: 'settings.csv', text: formatCsv(['setting', 'value'], settingRows(instance)) };
}
