/** Tables of customers and depots, with further tables or options for everything else. */

import { NeoLrpError, nameSome, retelling } from '../problem/errors.ts';
import { createInstance, type Instance, type InstanceInput } from '../problem/instance.ts';
import type { TimeUnit } from '../problem/vehicle-schema.ts';
import { withoutClosingCosts } from './closing-costs.ts';
import type { Field } from './column-meaning.ts';
import { fold } from './column-name.ts';
import { distanceRows, hasDurations, looksLikeDistances, readDistances } from './csv-distances.ts';
import { readSettings, type Settings, settingRows, type ToldSettings } from './csv-settings.ts';
import { CsvTable } from './csv-table.ts';
import { type Cell, formatRows, requirePlainText } from './csv-text.ts';
import { inOnePeriod, inUnit, statedUnits } from './csv-units.ts';
import type { InstanceFormat, InstanceOptions } from './format.ts';
import { nightWork } from './night-work.ts';
import { dayOfCustomers, joinDays, joinSheets, looksLikeOrders, OrderTable, orderRows, splitDays, withMeanDemand } from './order-table.ts';
import { customerFrom, depotFrom, depotRules, type PlaceRecord } from './place-record.ts';
import { customerRows, depotRows } from './place-rows.ts';
import { PlaceTable, speaksOf, unitsOf } from './place-table.ts';
import { type ReadWarning, ReadWarnings } from './read-warnings.ts';
import { isCalledScenarios } from './scenarios.ts';
import { Source } from './source.ts';
import { VehicleTable, vehicleRows } from './vehicle-table.ts';
import { wordSet, wordsOf } from './words.ts';

export const csvFormat: InstanceFormat = {
  name: 'csv',
  title: 'CSV tables (customers.csv, depots.csv, vehicles.csv, orders.csv, settings.csv, distances.csv)',
  extensions: ['.csv', '.tsv'],
  lossless: 'every instance',

  /** The first line has several names, or stands as a title above one that has. */
  recognises(source) {
    const [first, ...more] = source.text.trimStart().slice(0, 10_000).split('\n', 10);
    const isNamedSo = ['.csv', '.tsv'].includes(source.extension);
    const line = isNamedSo ? ([first, ...more].find((one) => /[,;\t]\s*\S/.test(one)) ?? first) : first;
    return !source.looksLikeJson && /\p{L}/u.test(line) && /[,;\t]/.test(line) && !/^\w+\s*:/.test(line);
  },

  read: readTables,

  write: (instance, style) => tablesOf(instance).map(({ sheet, rows }) => ({ name: `${sheet}.csv`, text: formatRows(rows, style) })),
};

export function readTables(sources: readonly Source[], options: InstanceOptions, warnings: ReadWarnings): Instance {
  const found = sortOut(sources, warnings, options.sites !== undefined);
  const sorted = { ...found, depots: found.depots ?? suggestedSites(found.customers, options, warnings) };
  const told = readSettings(sorted.settings, warnings);
  const { settings } = told;
  warnings.ignoreAlso(told.ignore);
  for (const table of [sorted.customers, sorted.depots, sorted.vehicles, sorted.distances, ...sorted.orders])
    if (table) warnings.columns(table.source.label, table.header);
  const fleet = sorted.vehicles && new VehicleTable(sorted.vehicles, warnings);
  const statedCapacity = options.vehicleCapacity ?? settings.vehicleCapacity;
  const hasFleet = fleet !== undefined || settings.vehicles !== undefined;
  const assumes = options.sites !== undefined;
  if (statedCapacity === undefined && !hasFleet && !assumes)
    warnings.fault(
      new NeoLrpError('E_SYNTAX', "no vehicle capacity is given: add 'vehicle capacity' to the settings, or a table of vehicles", {
        file: sorted.settings[0]?.label ?? sorted.customers.source.label,
        field: 'vehicleCapacity',
      }),
    );
  const speaksOfTime = (travel: object = {}) => 'speed' in travel || 'durations' in travel;
  const capacityUnits = [
    ...(fleet?.capacityUnits ?? ['']),
    ...told.units.map(({ parsed }) => parsed.unit?.name ?? ''),
    ...(settings.vehicles ?? []).flatMap(({ capacity }) => ['', ...(typeof capacity === 'object' ? Object.keys(capacity) : [])]),
  ];
  const knows = {
    speed:
      told.statesSpeed ||
      speaksOfTime(options.travel ?? settings.travel) ||
      (sorted.distances !== undefined && hasDurations(sorted.distances)),
    vehicles: hasFleet,
    capacityUnits: new Set(capacityUnits),
    demandUnit: unitsOf(sorted.depots, 'depots', 'capacity')[0],
  };
  const dated = sorted.orders.length === 0 ? dayOfCustomers(sorted.customers) : undefined;
  const hasOrders = sorted.orders.length > 0;
  const customers = new PlaceTable(
    sorted.customers,
    'customers',
    warnings,
    dated === undefined ? knows : { ...knows, orders: { day: dated } },
  );
  const orders = sorted.orders.map((table) => new OrderTable(table, knows, warnings));
  const depots = new PlaceTable(sorted.depots, 'depots', warnings, knows);
  if (!assumes && !hasOrders) customers.require('demand');
  const [axes, sites] = [customers.axes(), depots.axes()];
  if (axes && sites && axes[0] !== sites[0])
    warnings.fault(
      sorted.depots.source.fault('E_SYNTAX', 'one table has longitude and latitude, the other plane coordinates; give both the same kind', {
        line: sorted.depots.headerLine,
      }),
    );
  // What the columns mean is settled before their cells are read.
  if (!axes || !sites) throw warnings.throwFaults();
  const time = settings.units?.time ?? 'min';
  const [shops, hubs] = [
    customers.places(axes, customerFrom(time, hasOrders ? 0 : assumes ? assumedDemand : undefined)),
    depots.places(sites, depotFrom(time)),
  ];
  const visited = dated === undefined ? undefined : splitDays(sorted.customers, dated, shops.places, warnings);
  const all = visited?.customers ?? shops.places;
  const listed = visited?.days ?? joinSheets(orders.map((table) => table.days(all, time)));
  const days = joinDays(settings.days ?? [], listed);
  const clients = hasOrders && !customers.has('demand') ? withMeanDemand(all, listed) : all;
  const records = visited ? visited.records.map((k) => shops.records[k]) : shops.records;
  const measured = warnings.attempt(
    () => options.travel ?? travelOf(told, fleet?.length, sorted.distances, hubs.places, clients, axes[0] === 'longitude', time, warnings),
  );
  const statements = { ...sorted, orders: orders.map(({ places }) => places), customers, depots, vehicles: fleet, told };
  const units = measured && warnings.attempt(() => statedUnits({ ...statements, travel: measured }));
  const vehicles = fleet?.read({
    time,
    distance: units?.distance,
    demand: customers.names.unitOf('demand')?.name ?? units?.demand,
    quantities: customers.has('quantities') ? undefined : customers.names.quantities.map(({ name }) => name),
  });
  const rules = warnings.attempt(() => mergeRules(depotRules(records, clients, hubs.places), settings.rules, customers));
  const inUnits = warnings.attempt(() => ({
    costPerDistance: inUnit('costPerDistance', settings.costPerDistance, told, units?.distance),
    maxRouteDistance: inUnit('maxRouteDistance', settings.maxRouteDistance, told, units?.distance),
    speed: inUnit('speed', told.speed, told, units?.distance),
  }));
  warnings.throwFaults();
  if (!measured || !units || !inUnits) throw new RangeError('a fault was not kept');
  const { speed, ...amounts } = inUnits;
  const travel = speed === undefined ? measured : { ...measured, speed };
  const places = inOnePeriod(statements, { customers: clients, depots: hubs.places, vehicles }, warnings, days !== undefined);
  const types = vehicles ? places.vehicles : settings.vehicles;
  const vehicleCapacity = statedCapacity ?? (hasFleet ? undefined : assumedCapacity(places.customers));
  if (assumes)
    warnOfAssumptions(
      {
        demand: !hasOrders && !customers.has('demand'),
        sites: found.depots ? 0 : hubs.places.length,
        capacity: statedCapacity ? undefined : vehicleCapacity,
      },
      sorted.customers,
      warnings,
    );
  const assumed = assumptions(options, { ...settings, vehicles: types }, travel);
  const nextDay = nightWork(places.depots, types ?? [], time);
  // A list in JSON states exact times, which are not moved.
  const byNight = (customer: InstanceInput['customers'][number], record: PlaceRecord) =>
    customer.timeWindows === undefined || record.text('timeWindows')?.startsWith('[')
      ? customer
      : { ...customer, timeWindows: nextDay(customer.timeWindows) };
  warnOfDoubts(
    [sorted.customers, sorted.depots, ...sorted.orders, ...(sorted.distances ? [sorted.distances] : [])],
    [customers, depots],
    warnings,
  );
  warnOfSizes(hubs.places, rules, sorted.depots.source.label, warnings);
  if (assumed.length > 0) warnings.warn(defaultsWarning(assumed, units.distance, sorted.customers.source.name));
  return retelling(
    () =>
      createInstance({
        name: options.name ?? settings.name ?? nameOf(sources, sorted.customers.source),
        customers: places.customers.map((customer, k) => byNight(customer, records[k])),
        ...(days && { days }),
        depots: withoutClosingCosts(places.depots, rules, sorted.depots.source.label, warnings),
        vehicleCapacity,
        vehicleCost: options.vehicleCost ?? settings.vehicleCost,
        vehicles: types,
        emissionPrice: settings.emissionPrice,
        ...amounts,
        units: travel.kind === 'great-circle' ? { ...units, distance: settings.units?.distance } : units,
        travel,
        rules,
      }),
    (error) => inTable(error, { customers, depots }, told),
  );
}

interface Tables {
  readonly customers: CsvTable;
  readonly depots?: CsvTable;
  readonly vehicles?: CsvTable;
  readonly distances?: CsvTable;
  /** Orders by day. */
  readonly orders: readonly CsvTable[];
  readonly settings: readonly Source[];
}

/** Whether a file or a sheet is called like what it may hold: by word beginnings, in all languages. */
function isCalled(source: Source, what: 'customers' | 'depots' | 'vehicles' | 'settings'): boolean {
  const name = fold((source.sheet ?? source.stem).slice(0, 100));
  return tableStems[what].some((stem) => name.includes(stem));
}

const stemsOf = (what: string) => wordsOf('tables', what);
const tableStems = {
  customers: stemsOf('customers'),
  depots: stemsOf('depots'),
  vehicles: stemsOf('vehicles'),
  settings: stemsOf('settings'),
};

const isScenarios = (source: Source) => isCalledScenarios(source) && !isCalled(source, 'customers') && !isCalled(source, 'depots');

/** Tells which file is which, by its name or else by its columns. `alone`: customers suffice. */
function sortOut(sources: readonly Source[], warnings: ReadWarnings, alone: boolean): Tables {
  const settings = sources.filter((source) => source.looksLikeJson || isCalled(source, 'settings'));
  // They are read by those who solve them.
  const scenarios = sources.filter((source) => !settings.includes(source) && isScenarios(source));
  const outputs = sources.filter((source) => !settings.includes(source) && isOwnOutput(source));
  for (const { label, name } of outputs)
    warnings.warn({
      code: 'unused-file',
      message: `${label}: this is a plan or a table of route sheets and is not used`,
      file: name,
      columns: [],
    });
  const all = sources
    .filter((source) => ![settings, scenarios, outputs].some((others) => others.includes(source)))
    .map((source) => new CsvTable(source));
  const [distances, ...moreDistances] = all.filter(looksLikeDistances);
  const [vehicles, ...moreVehicles] = all.filter((table) => isCalled(table.source, 'vehicles'));
  const listed = all
    .filter((table) => !looksLikeDistances(table) && !isCalled(table.source, 'vehicles'))
    .flatMap((table, _, { length }) => (length === 1 ? dividedByKind(table) : [table]));
  const orders = listed.length > 1 ? listed.filter(looksLikeOrders) : [];
  const tables = listed.filter((table) => !orders.includes(table));
  const pick = (candidates: readonly CsvTable[], kind: 'customers' | 'depots', fields: readonly Field[]) =>
    candidates.find(({ source }) => isCalled(source, kind)) ??
    candidates.find((table) => fields.some((field) => speaksOf(table, kind, field)));
  const mixed = tables.length === 2 && tables[0].source === tables[1].source;
  const customers = mixed || (alone && tables.length === 1) ? tables[0] : pick(tables, 'customers', ['demand']);
  const others = tables.filter((table) => table !== customers);
  const depots = mixed ? others[0] : pick(others, 'depots', ['capacity', 'openingCost']);
  const given = `given: ${sources.map(({ label }) => label).join(', ')}`;
  if (!customers) throw new NeoLrpError('E_FILE', `no table of customers; expected customers.csv with columns id, x, y, demand (${given})`);
  if (!depots && !alone)
    throw new NeoLrpError(
      'E_FILE',
      `no table of depots beside the customers; expected depots.csv with columns id, x, y, capacity, opening cost, or \`neo-lrp suggest\` to have sites suggested (${given})`,
    );
  for (const { source } of [...others.filter((table) => table !== depots), ...moreDistances, ...moreVehicles]) {
    const reason = 'has neither customers nor depots, vehicles, orders, distances or settings';
    if (source.sheet === undefined) throw source.fault('E_FILE', `this table ${reason}; leave it out`);
    // A workbook often has other sheets; files are given one by one, so a stray one is a mistake.
    warnings.warn({
      code: 'unused-sheet',
      message: `${source.label}: this sheet ${reason} and is not used`,
      file: source.name,
      columns: [source.sheet],
    });
  }
  return { customers, orders, settings, ...(depots && { depots }), ...(distances && { distances }), ...(vehicles && { vehicles }) };
}

const kinds = { customers: wordSet('customer'), depots: wordSet('depot') };

/** Customers and depots of one table, where a column says which is which. */
function dividedByKind(table: CsvTable): CsvTable[] {
  const kindOf = (text = '') => {
    const word = fold(text.slice(0, 40));
    const names = (kind: keyof typeof kinds) => [word, word.replace(/s$/, '')].some((one) => kinds[kind].has(one));
    return names('customers') ? 'customers' : names('depots') ? 'depots' : undefined;
  };
  const column = table.header.findIndex((_, position) => {
    const found = new Set(table.rows.map(({ cells }) => kindOf(cells[position])));
    return found.size === 2 && !found.has(undefined);
  });
  if (column < 0) return [table];
  return (['customers', 'depots'] as const).map((kind) => new CsvTable(table.source, ({ cells }) => kindOf(cells[column]) === kind));
}

/** Of each customer, where no column has it: every one counts the same. */
const assumedDemand = 1;
/** Customers that an assumed vehicle serves in a round. */
const assumedStops = 20;

function assumedCapacity(customers: InstanceInput['customers']): number {
  const demands = customers.map(({ demand }) => demand);
  const mean = demands.reduce((sum, demand) => sum + demand, 0) / Math.max(1, demands.length);
  const wanted = Math.max(assumedStops * mean, ...demands) || 1;
  // Round, as people would choose it: 1, 2 or 5 and zeros.
  const power = 10 ** Math.floor(Math.log10(wanted));
  return Number((power * ([1, 2, 5].find((factor) => factor * power >= wanted) ?? 10)).toPrecision(12));
}

/** A table of sites for customers that have none. */
function suggestedSites(table: CsvTable, { sites, travel }: InstanceOptions, warnings: ReadWarnings): CsvTable {
  const read = (faults: ReadWarnings) => {
    const customers = new PlaceTable(table, 'customers', faults);
    const axes = customers.axes();
    const places = axes && customers.places(axes, customerFrom('min', assumedDemand)).places;
    return axes && places?.length ? { axes, places } : undefined;
  };
  // Faults of rows are told when they are read for good; without any place, they are told now.
  const found = read(new ReadWarnings()) ?? read(warnings);
  if (!sites || !found) throw warnings.throwFaults();
  const { axes, places } = found;
  const suggested = sites({ customers: places, travel: travel ?? (axes[0] === 'longitude' ? { kind: 'great-circle' } : undefined) });
  const rows = suggested.map(({ id, name = '', x, y, capacity, openingCost = 0 }) => [id, name, x, y, capacity ?? '', openingCost]);
  const text = formatRows([['id', 'name', ...axes, 'capacity', 'opening cost'], ...rows]);
  return new CsvTable(new Source({ name: 'suggested sites', text }));
}

interface Assumed {
  readonly demand: boolean;
  /** How many were suggested. */
  readonly sites: number;
  readonly capacity: number | undefined;
}

function warnOfAssumptions({ demand, sites, capacity }: Assumed, { source }: CsvTable, warnings: ReadWarnings): void {
  const assumed = [
    ...(demand ? [`each customer has a demand of ${assumedDemand}, as no column states it`] : []),
    ...(capacity === undefined ? [] : [`a vehicle carries ${capacity} (vehicleCapacity)`]),
    ...(sites > 0 ? [`${sites} sites are suggested, as no table has any`] : []),
  ];
  if (assumed.length > 0) warnings.warn({ code: 'assumed', message: `assumed: ${assumed.join('; ')}`, file: source.label, columns: [] });
}

/** Output of `solve`, `convert` or `sheets`. A planner's own table may have a column 'route', but not in this place. */
const isOwnOutput = ({ text }: Source) => /^\s*"?route"?[,;\t]"?(stop|order)"?[,;\t]"?(depot|stop)"?[,;\t]/i.test(text);

type TravelInput = NonNullable<InstanceInput['travel']>;

function travelOf(
  { settings: { travel, units }, fault, lengthOf }: ToldSettings,
  ofVehicles: string | undefined,
  distances: CsvTable | undefined,
  depots: InstanceInput['depots'],
  customers: InstanceInput['customers'],
  degrees: boolean,
  time: TimeUnit,
  warnings: ReadWarnings,
): TravelInput {
  const globalOnly = (['detour', 'unit'] as const).find((key) => travel && key in travel);
  if (!distances && !degrees && globalOnly && travel?.kind === undefined)
    throw fault(globalOnly, 'this is for longitude and latitude, but the tables have plane coordinates');
  // Who states costs and speeds per mile wants miles.
  const spoken = lengthOf('costPerDistance') ?? lengthOf('maxRouteDistance') ?? lengthOf('speed') ?? ofVehicles;
  const unit = units?.distance === undefined && spoken !== 'km' && { unit: spoken };
  if (!distances) return (degrees ? { kind: 'great-circle', ...unit, ...travel } : { kind: 'euclidean', ...travel }) as TravelInput;
  if (travel)
    throw distances.source.fault(
      'E_SYNTAX',
      "the settings say how to travel, and so does this table; remove the setting 'travel' or the table",
    );
  const matrices = readDistances(distances, depots, customers, time, warnings);
  const places = [...depots, ...customers];
  const lacking = matrices.values.flatMap((row, from) =>
    row.flatMap((value, to) => (value === null ? [`${places[from].id} to ${places[to].id}`] : [])),
  );
  const pairs = matrices.values.length * (matrices.values.length - 1);
  if (lacking.length > 0)
    warnings.warn({
      code: 'missing-pairs',
      message: `${distances.source.label}: ${lacking.length} of ${pairs} pairs of places have no distance, which means that there is no way: ${lacking.slice(0, 5).join(', ')}${lacking.length > 5 ? ` and ${lacking.length - 5} more` : ''}`,
      file: distances.source.label,
      columns: [],
    });
  return { kind: 'matrix', ...matrices };
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
function warnOfDoubts(tables: readonly CsvTable[], places: readonly PlaceTable[], warnings: ReadWarnings): void {
  for (const table of tables) {
    const { names } = places.find((known) => known.table === table) ?? {};
    const coordinates = (['longitude', 'latitude', 'x', 'y'] as const).map((field) => names?.position(field));
    const doubt = table.doubts.find(({ position }) => !coordinates.includes(position));
    const { source, header } = table;
    const file = source.label;
    const warn = (code: ReadWarning['code'], message: string, columns: readonly string[] = []) =>
      warnings.warn({ code, message, file, columns });
    if (doubt)
      warn(
        'ambiguous-number',
        `${file}:${doubt.line}, ${header[doubt.position]}: '${doubt.text}' is read as ${Number(doubt.text.replace(',', '.'))}; if it is ${doubt.text.replace(/[.,]/, '')}, write it without a separator`,
        [header[doubt.position]],
      );
    if (table.titles.length > 0)
      warn(
        'skipped-lines',
        `${file}: column names are read from line ${table.headerLine}; the text above is not used: ${nameSome(table.titles)}`,
      );
    if (source.hiddenRows > 0)
      warn('hidden-rows', `${file}: ${source.hiddenRows} hidden or filtered ${source.hiddenRows > 1 ? 'rows are' : 'row is'} read as well`);
  }
}

/** Sites at one place that may open together are often sizes of one site. */
function warnOfSizes(depots: InstanceInput['depots'], rules: Settings['rules'], file: string, warnings: ReadWarnings): void {
  const groups = new Map<string, string[]>();
  for (const { id, x, y } of depots) groups.set(`${x},${y}`, [...(groups.get(`${x},${y}`) ?? []), String(id)]);
  const stated = (rules?.oneOf ?? []).map((group) => group.map(String));
  const open = [...groups.values()].filter((ids) => ids.length > 1 && !stated.some((group) => ids.every((id) => group.includes(id))));
  if (open.length === 0) return;
  warnings.warn({
    code: 'same-place',
    message: `${open.map((ids) => nameSome(ids)).join('; ')} are at the same place and may open together; if they are sizes of one site, add the setting 'one of' with the value ${JSON.stringify(open)}`,
    file,
    columns: [],
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

/** Adds the file and line of the row, or of the setting, to faults of the instance. */
function inTable(
  error: NeoLrpError,
  tables: { readonly customers: PlaceTable; readonly depots: PlaceTable },
  told: ToldSettings,
): NeoLrpError {
  const placeOf = ({ place }: NeoLrpError) => {
    const [, kind, index] = /^(customers|depots)\[(\d+)\]/.exec(place.field ?? '') ?? [];
    if (!kind) return { ...told.placeOf(place.field ?? ''), ...place };
    const { table } = tables[kind as keyof typeof tables];
    return { file: table.source.label, line: table.rows[Number(index)]?.line, ...place };
  };
  if (error.code !== 'E_DUPLICATE_ID') return error.map(placeOf);
  const { names } = /^customers/.test(error.place.field ?? '') ? tables.customers : tables.depots;
  const hint = `; they are read from column '${names.nameOf('id')}', and a column 'id' would tell such rows apart`;
  return new NeoLrpError(error.code, error.reason + hint, error.place).map(placeOf);
}

/** The tables of an instance, each with the names of its columns first. */
export function tablesOf(instance: Instance): readonly { readonly sheet: string; readonly rows: readonly (readonly Cell[])[] }[] {
  requirePlainText(instance);
  const distances = distanceRows(instance);
  const orders = orderRows(instance);
  return [
    { sheet: 'customers', rows: customerRows(instance) },
    { sheet: 'depots', rows: depotRows(instance) },
    ...(instance.vehicles ? [{ sheet: 'vehicles', rows: vehicleRows(instance) }] : []),
    ...(orders.length > 0 ? [{ sheet: 'orders', rows: orders }] : []),
    { sheet: 'settings', rows: [['setting', 'value'], ...settingRows(instance)] },
    ...(distances.length > 0 ? [{ sheet: 'distances', rows: distances }] : []),
  ];
}
