/** What a pair of tables leaves unsaid: `settings.csv` with a key and a value a line, or `instance.json` with our own field names. */
import { NeoLrpError } from '../problem/errors.ts';
import { type Instance, type InstanceInput, instanceSchema, type Travel } from '../problem/instance.ts';
import { firstIssue } from '../problem/schema-fault.ts';
import { CsvTable } from './csv-table.ts';
import type { Source } from './source.ts';

export type Settings = Partial<Pick<InstanceInput, 'name' | 'vehicleCapacity' | 'vehicleCost' | 'travel' | 'rules'>>;

const settingsSchema = instanceSchema.omit({ depots: true, customers: true }).partial();

export function readJsonSettings(source: Source): Settings {
  return source.locating(() => {
    const { json } = source;
    if (typeof json !== 'object' || json === null || Array.isArray(json)) throw source.fault('E_SYNTAX', 'expected an object of settings');
    return validated(json);
  });
}

/** Only what is told: a default of the schema must not override what the tables imply. */
function validated(told: object): Settings {
  const parsed = settingsSchema.safeParse(told);
  if (!parsed.success) throw firstIssue(parsed.error, told);
  const { format: _, version: __, ...settings } = parsed.data;
  return Object.fromEntries(Object.entries(settings).filter(([key]) => Object.hasOwn(told, key)));
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
  const orphan = (['scale', 'rounding', 'unit', 'detour'] as const).find((key) => told.has(key) && !told.has('travel'));
  if (orphan)
    throw source.fault('E_SYNTAX', `'${orphan}' needs the setting 'travel' beside it: euclidean or great-circle`, {
      line: told.get(orphan)?.line,
      field: orphan,
    });
  const get = (key: Key) => told.get(key)?.value;
  const rules = present({ minOpen: get('minopen'), maxOpen: get('maxopen'), openingBudget: get('openingbudget') });
  try {
    return validated(
      present({
        name: get('name'),
        vehicleCapacity: get('vehiclecapacity'),
        vehicleCost: get('vehiclecost'),
        travel:
          told.has('travel') &&
          present({ kind: get('travel'), scale: get('scale'), rounding: get('rounding'), unit: get('unit'), detour: get('detour') }),
        rules: Object.keys(rules).length > 0 && rules,
      }),
    );
  } catch (error) {
    if (!(error instanceof NeoLrpError)) throw error;
    const key = error.place.field?.split('.').at(-1)?.toLowerCase() ?? '';
    throw error.at({ file: source.name, line: (told.get(key as Key) ?? told.get('travel'))?.line });
  }
}

const present = (entries: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined && value !== false));

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
