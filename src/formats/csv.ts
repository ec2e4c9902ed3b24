/** Two tables, customers and depots, and what they leave unsaid in a third file or in the options. */
import { NeoLrpError } from '../problem/errors.ts';
import { createInstance, type Instance } from '../problem/instance.ts';
import { readCsvSettings, readJsonSettings, type Settings, settingRows } from './csv-settings.ts';
import { CsvTable } from './csv-table.ts';
import { axes, formatCsv } from './csv-text.ts';
import type { Field } from './field-names.ts';
import type { InstanceFormat } from './format.ts';
import { formatJson } from './json-text.ts';
import { customerFrom, depotFrom, type PlaceRecord, type Position, required } from './place-record.ts';
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

  read(sources, options) {
    const { customers, depots, settings } = sortOut(sources);
    const told = mergeSettings(settings);
    const vehicleCapacity = options.vehicleCapacity ?? told.vehicleCapacity;
    if (vehicleCapacity === undefined)
      throw new NeoLrpError(
        'E_SYNTAX',
        "no vehicle capacity is given: add 'vehicle capacity' to settings.csv, or convert with --vehicle-capacity",
        {
          file: settings[0]?.name ?? customers.source.name,
          field: 'vehicleCapacity',
        },
      );
    const degrees = [customers, depots].map((table) => table.require('longitude', 'x') === 'longitude');
    if (degrees[0] !== degrees[1])
      throw depots.source.fault('E_SYNTAX', 'one table has longitude and latitude, the other plane coordinates; give both the same kind', {
        line: 1,
      });
    const travel = options.travel ?? told.travel ?? (degrees[0] ? { kind: 'great-circle' } : undefined);
    customers.require('demand');
    depots.requireClearDepots();
    try {
      return createInstance({
        name: options.name ?? told.name ?? nameOf(sources, customers.source),
        depots: rowsOf(depots, depotFrom),
        customers: rowsOf(customers, customerFrom),
        vehicleCapacity,
        vehicleCost: options.vehicleCost ?? told.vehicleCost,
        travel,
        rules: told.rules,
      });
    } catch (error) {
      throw error instanceof NeoLrpError ? inTable(error, { customers, depots }) : error;
    }
  },

  write: (instance) => [
    {
      name: 'customers.csv',
      text: formatCsv(
        ['id', ...axes(instance), 'demand'],
        instance.customers.map(({ id, x, y, demand }) => [id, x, y, demand]),
      ),
    },
    {
      name: 'depots.csv',
      text: formatCsv(
        ['id', ...axes(instance), 'capacity', 'opening cost', 'status'],
        instance.depots.map(({ id, x, y, capacity, openingCost, status }) => [id, x, y, capacity ?? 'unlimited', openingCost, status]),
      ),
    },
    writeSettings(instance),
  ],
};

interface Tables {
  readonly customers: CsvTable;
  readonly depots: CsvTable;
}

/** Which file is which: by its name, else by its columns. */
function sortOut(sources: readonly Source[]): Tables & { readonly settings: readonly Source[] } {
  const settings = sources.filter((source) => source.looksLikeJson || /settings/i.test(source.stem));
  const tables = sources.filter((source) => !settings.includes(source)).map((source) => new CsvTable(source));
  const pick = (tables: readonly CsvTable[], name: RegExp, fields: readonly Field[]) =>
    tables.find(({ source }) => name.test(source.stem)) ?? tables.find((table) => fields.some((field) => table.has(field)));
  const customers = pick(tables, /customer|client|shop|store|demand/i, ['demand']);
  const others = tables.filter((table) => table !== customers);
  const depots = pick(others, /depot|site|warehouse|facilit|hub/i, ['capacity', 'openingCost']);
  const given = `given: ${sources.map(({ name }) => name).join(', ')}`;
  if (!customers) throw new NeoLrpError('E_FILE', `no table of customers; expected customers.csv with columns id, x, y, demand (${given})`);
  if (!depots)
    throw new NeoLrpError(
      'E_FILE',
      `no table of depots beside the customers; expected depots.csv with columns id, x, y, capacity, opening cost (${given})`,
    );
  const stray = others.find((table) => table !== depots);
  if (stray) throw stray.source.fault('E_FILE', 'this table is neither the customers, nor the depots, nor settings.csv; leave it out');
  return { customers, depots, settings };
}

/** Each setting from one file: of two that speak of the same, nobody could say which is meant. */
function mergeSettings(sources: readonly Source[]): Settings {
  const origin = new Map<string, string>();
  const merged: Settings = {};
  for (const source of sources) {
    const told = source.looksLikeJson ? readJsonSettings(source) : readCsvSettings(source);
    for (const key of Object.keys(told)) {
      const other = origin.get(key);
      if (other !== undefined)
        throw source.fault('E_SYNTAX', `${other} states the same setting; keep it in one of the two`, { field: key });
      origin.set(key, source.name);
    }
    Object.assign(merged, told);
  }
  return merged;
}

/** The folder that holds the tables names the instance; a bare file names it itself. */
function nameOf(sources: readonly Source[], customers: Source): string {
  const folder = customers.name.split(/[/\\]/).at(-2);
  return sources.length > 1 && folder && !/^\.+$/.test(folder) ? folder : customers.stem;
}

/** The places of a table, by the kind of coordinates that it has. */
export function rowsOf<T>(table: CsvTable, make: (record: PlaceRecord, at: Position, index: number) => T): T[] {
  const across = table.require('longitude', 'x');
  const up = across === 'longitude' ? table.require('latitude') : table.require('y');
  if (table.rows.length === 0) throw table.source.fault('E_SYNTAX', 'the table has column names, but no rows');
  return table.records().map((record, k) => make(record, { x: required(record, across), y: required(record, up) }, k));
}

/** The file and line of the row that a fault names by its place in the instance. */
function inTable(error: NeoLrpError, tables: Tables): NeoLrpError {
  const [, kind, index] = /^(customers|depots)\[(\d+)\]/.exec(error.place.field ?? '') ?? [];
  if (!kind) return error;
  const { source, rows } = tables[kind as keyof Tables];
  return error.at({ file: source.name, line: rows[Number(index)]?.line });
}

function writeSettings(instance: Instance): SourceFile {
  const rows = settingRows(instance);
  if (rows) return { name: 'settings.csv', text: formatCsv(['setting', 'value'], rows) };
  const { name, vehicleCapacity, vehicleCost, travel, rules } = instance;
  return { name: 'instance.json', text: `${formatJson({ name, vehicleCapacity, vehicleCost, travel, rules })}\n` };
}
