/** What a pair of tables leaves unsaid: `settings.csv` with a key and a value a line, or `instance.json` with our own field names. */
import type { z } from 'zod';
import { firstIssue, type Instance, type InstanceInput, instanceSchema, type Travel } from '../problem/instance.ts';
import { CsvTable } from './csv-table.ts';
import type { Source } from './source.ts';

export type Settings = Partial<Pick<InstanceInput, 'name' | 'vehicleCapacity' | 'vehicleCost' | 'travel' | 'rules'>>;

const settingsSchema = instanceSchema.omit({ depots: true, customers: true }).partial();

export function readJsonSettings(source: Source): Settings {
  return source.locating(() => {
    const parsed = settingsSchema.safeParse(source.json);
    if (!parsed.success) throw firstIssue(parsed.error);
    const { format: _, version: __, ...settings } = parsed.data;
    // Defaults of fields that the file leaves out must not override what the tables imply.
    return Object.fromEntries(Object.entries(settings).filter(([key]) => source.member(key) !== undefined)) as Settings;
  });
}

/** Key in the file → how its value is told; spelled freely as to case, spaces, hyphens and underscores. */
const keys = {
  name: 'text',
  vehiclecapacity: 'number',
  vehiclecost: 'number',
  travel: 'text',
  scale: 'number',
  rounding: 'text',
  unit: 'text',
  detour: 'number',
  minopen: 'number',
  maxopen: 'number',
  openingbudget: 'number',
} as const;
type Key = keyof typeof keys;

const documentedKeys = 'name, vehicle capacity, vehicle cost, travel, scale, rounding, unit, detour, min open, max open, opening budget';

export function readCsvSettings(source: Source): Settings {
  const table = new CsvTable(source);
  const told = new Map<Key, { readonly value: string | number; readonly line: number }>();
  const hasHeader = /^(key|setting|name|field|parameter)$/i.test(table.header[0]) && /^values?$/i.test(table.header[1] ?? '');
  const rows = hasHeader ? table.rows : [{ cells: table.header, line: 1 }, ...table.rows];
  for (const { cells, line } of rows) {
    const [name, value = ''] = cells;
    const key = name.toLowerCase().replace(/[^a-z]/g, '');
    if (!Object.hasOwn(keys, key))
      throw source.fault('E_SYNTAX', `unknown setting '${name.slice(0, 40)}'; known are ${documentedKeys}`, { line, field: name });
    if (told.has(key as Key)) throw source.fault('E_SYNTAX', `the setting '${name}' is given twice`, { line, field: name });
    const number = keys[key as Key] === 'number' ? table.parseNumber(value) : undefined;
    if (keys[key as Key] === 'number' && number === undefined)
      throw source.fault('E_SYNTAX', `expected a number, but found '${value.slice(0, 40)}'`, { line, field: name, value });
    told.set(key as Key, { value: number ?? value, line });
  }
  const get = (key: Key) => told.get(key)?.value;
  const given = (entries: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined));
  const parsed = settingsSchema.safeParse(
    given({
      name: get('name'),
      vehicleCapacity: get('vehiclecapacity'),
      vehicleCost: get('vehiclecost'),
      travel: told.has('travel')
        ? given({ kind: get('travel'), scale: get('scale'), rounding: get('rounding'), unit: get('unit'), detour: get('detour') })
        : undefined,
      rules: given({ minOpen: get('minopen'), maxOpen: get('maxopen'), openingBudget: get('openingbudget') }),
    }),
  );
  if (!parsed.success) {
    const fault = firstIssue(parsed.error);
    const key = fault.place.field?.split('.').at(-1)?.toLowerCase() ?? '';
    throw fault.at({ file: source.name, line: told.get(key as Key)?.line ?? told.get('travel')?.line });
  }
  const orphan = (['scale', 'rounding', 'unit', 'detour'] as const).find((key) => told.has(key) && !told.has('travel'));
  if (orphan)
    throw source.fault('E_SYNTAX', `'${orphan}' needs the setting 'travel' beside it: euclidean or great-circle`, {
      line: told.get(orphan)?.line,
      field: orphan,
    });
  const { name, vehicleCapacity, vehicleCost, travel, rules } = parsed.data;
  return {
    ...(told.has('name') && { name }),
    ...(told.has('vehiclecapacity') && { vehicleCapacity }),
    ...(told.has('vehiclecost') && { vehicleCost }),
    ...(told.has('travel') && { travel }),
    rules,
  };
}

/** Key and value rows, or undefined where a row a setting cannot hold a matrix, or rules that name customers. */
export function settingRows(instance: Instance): readonly (readonly [string, string | number])[] | undefined {
  const { name, vehicleCapacity, vehicleCost, travel, rules } = instance;
  const { minOpen, maxOpen, openingBudget, apart, together, allowed, forbidden } = rules;
  const namesCustomers = apart.length + together.length + Object.keys(allowed).length + Object.keys(forbidden).length > 0;
  if (travel.kind === 'matrix' || namesCustomers) return undefined;
  return [
    ['name', name],
    ['vehicle capacity', vehicleCapacity],
    ['vehicle cost', vehicleCost],
    ...travelRows(travel),
    ...(minOpen === undefined ? [] : [['min open', minOpen] as const]),
    ...(maxOpen === undefined ? [] : [['max open', maxOpen] as const]),
    ...(openingBudget === undefined ? [] : [['opening budget', openingBudget] as const]),
  ];
}

function travelRows(travel: Exclude<Travel, { kind: 'matrix' }>): (readonly [string, string | number])[] {
  const { kind, ...details } = travel;
  return [['travel', kind], ...Object.entries(details)];
}

/** Only for the type of the schema's input. */
export type JsonSettings = z.input<typeof settingsSchema>;
