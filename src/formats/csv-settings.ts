/** Settings beside the tables: `settings.csv` with a key and a value per line, or `instance.json` with our own field names. */
import { NeoLrpError, retelling } from '../problem/errors.ts';
import { type Instance, type InstanceInput, instanceSchema } from '../problem/instance.ts';
import { firstIssue } from '../problem/schema-fault.ts';
import { lengthUnit } from '../problem/units.ts';
import { type ColumnName, coresOf, fold, lookUp, type Period, parseName, periodNamed, rateOf, type Unit } from './column-name.ts';
import { CsvTable, type Row } from './csv-table.ts';
import { parseJson } from './json-text.ts';
import { listIn } from './lists.ts';
import { daysSetting } from './order-table.ts';
import type { ReadWarnings } from './read-warnings.ts';
import type { Source } from './source.ts';
import { vehicleField } from './vehicle-table.ts';
import { keysByWord, wordSet, wordsOf } from './words.ts';

export type Settings = Partial<Omit<InstanceInput, 'depots' | 'customers' | 'format' | 'version' | 'travel'>> & {
  /** Without a kind where the coordinates decide it. */
  travel?: Partial<NonNullable<InstanceInput['travel']>>;
};

const settingsSchema = instanceSchema.omit({ depots: true, customers: true }).partial();

/** A setting that was read: its name as given, and where it stands. */
interface Told {
  readonly name: string;
  readonly parsed: ColumnName;
  readonly value: unknown;
  readonly source: Source;
  readonly line: number;
}

/** Each setting: its documented name, where its value goes, and its kind. */
const keys = {
  name: { name: 'name', path: 'name', as: 'text' },
  vehicleCapacity: { name: 'vehicle capacity', path: 'vehicleCapacity', as: 'number' },
  vehicleCost: { name: 'vehicle cost', path: 'vehicleCost', as: 'number' },
  costPerDistance: { name: 'cost per distance', path: 'costPerDistance', as: 'number' },
  maxRouteDistance: { name: 'max route distance', path: 'maxRouteDistance', as: 'number' },
  currency: { name: 'currency', path: 'units.currency', as: 'text' },
  distanceUnit: { name: 'distance unit', path: 'units.distance', as: 'text' },
  demandUnit: { name: 'demand unit', path: 'units.demand', as: 'text' },
  timeUnit: { name: 'time unit', path: 'units.time', as: 'text' },
  language: { name: 'language', path: 'units.language', as: 'text' },
  period: { name: 'period', path: '', as: 'period' },
  speed: { name: 'speed', path: '', as: 'number' },
  emissionPrice: { name: 'emission price', path: 'emissionPrice', as: 'number' },
  travel: { name: 'travel', path: 'travel.kind', as: 'travel' },
  scale: { name: 'scale', path: 'travel.scale', as: 'number' },
  rounding: { name: 'rounding', path: 'travel.rounding', as: 'text' },
  unit: { name: 'unit', path: 'travel.unit', as: 'text' },
  detour: { name: 'detour', path: 'travel.detour', as: 'number' },
  minOpen: { name: 'min open', path: 'rules.minOpen', as: 'number' },
  maxOpen: { name: 'max open', path: 'rules.maxOpen', as: 'number' },
  openingBudget: { name: 'opening budget', path: 'rules.openingBudget', as: 'number' },
  oneOf: { name: 'one of', path: 'rules.oneOf', as: 'json' },
  apart: { name: 'apart', path: 'rules.apart', as: 'json' },
  together: { name: 'together', path: 'rules.together', as: 'json' },
  incompatible: { name: 'incompatible', path: 'rules.incompatible', as: 'json' },
  allowed: { name: 'allowed', path: 'rules.allowed', as: 'json' },
  forbidden: { name: 'forbidden', path: 'rules.forbidden', as: 'json' },
  days: { name: 'days', path: 'days', as: 'json' },
  ignore: { name: 'ignore', path: '', as: 'list' },
} as const satisfies Record<string, { readonly name: string; readonly path: string; readonly as: string }>;
type Key = keyof typeof keys;

const dictionary = new Map<string, Key>(keysByWord(Object.keys(keys) as Key[], 'settings'));
for (const [key, { name }] of Object.entries(keys) as [Key, { name: string }][]) dictionary.set(fold(name), key);
/** What a vehicle has goes by the same words, unless a depot has it, too. */
const shared = [
  ['vehicleCapacity', 'capacity', wordSet('fields', 'capacity')],
  ['vehicleCost', 'fixedCost', wordSet('fields', 'openingCost')],
  ['costPerDistance', 'costPerDistance', new Set()],
  ['maxRouteDistance', 'maxDistance', new Set()],
] as const;
for (const [key, field, others] of shared)
  for (const word of wordsOf('vehicleColumns', field)) if (!others.has(word) && !dictionary.has(word)) dictionary.set(word, key);

const vehicleWords = wordSet('vehicle');
const [capacityWords, costWords] = [wordSet('fields', 'capacity'), new Set([...wordsOf('cost'), ...wordsOf('fields', 'openingCost')])];

function settingNamed(name: ColumnName): Key | undefined {
  const rate = rateOf(name);
  if (rate === 'costPerDistance') return rate;
  if (rate === 'costPerVehicle') return 'vehicleCost';
  if (rate !== undefined) return undefined;
  const found = lookUp(
    dictionary,
    coresOf(name, () => false),
  )?.found;
  if (found) return found;
  if (name.per?.of === 'hour' && name.tokens.length === 1 && lengthOf(name) !== undefined) return 'speed';
  if (name.per?.of !== 'vehicle' && !name.tokens.some((token) => vehicleWords.has(token))) return undefined;
  const cores = coresOf(name, (token) => vehicleWords.has(token));
  if (cores.some((core) => capacityWords.has(core))) return 'vehicleCapacity';
  return cores.some((core) => costWords.has(core)) ? 'vehicleCost' : undefined;
}

/** The unit of distance that a name states: `cost per km`, `max route distance (km)`, `mph`, `Kilometerkosten`. */
function lengthOf({ per, length, tokens }: ColumnName): string | undefined {
  if (per?.of === 'distance') return per.unit;
  const word = tokens.join('');
  return length ?? (/k(m|ilom)|quilom/.test(word) ? 'km' : /mile|mph/.test(word) ? 'mi' : word === 'm' ? 'm' : undefined);
}

export interface ToldSettings {
  readonly settings: Settings;
  readonly period?: Period;
  readonly speed?: number;
  /** A speed is stated, though it may be at fault. */
  readonly statesSpeed: boolean;
  readonly ignore: readonly string[];
  /** Units that the names of settings state, such as t in 'vehicle capacity (t)'. */
  readonly units: readonly (Unit & Told)[];
  /** The unit of distance that the name of a setting states. */
  lengthOf(key: 'costPerDistance' | 'maxRouteDistance' | 'speed'): string | undefined;
  fault(key: Key, reason: string): NeoLrpError;
  /** Where a field of the instance is stated; nothing where no table states it. */
  placeOf(field: string): { readonly file?: string; readonly line?: number };
}

/** Each setting may come from one file only; with two, it would be unclear which one counts. Faults are kept. */
export function readSettings(sources: readonly Source[], warnings: ReadWarnings): ToldSettings {
  const told = new Map<Key, Told>();
  const origin = new Map<string, string>();
  let settings: Settings = {};
  for (const source of sources) {
    const own = warnings.attempt(() => (source.looksLikeJson ? readJsonSettings(source) : readCsvSettings(source, told, warnings))) ?? {};
    for (const key of Object.keys(own)) {
      const other = origin.get(key);
      if (other !== undefined)
        warnings.fault(source.fault('E_SYNTAX', `${other} states the same setting; keep it in one of the two`, { field: key }));
      origin.set(key, source.label);
    }
    settings = { ...settings, ...own };
  }
  return {
    settings,
    period: told.get('period')?.value as Period | undefined,
    speed: told.get('speed')?.value as number | undefined,
    statesSpeed: told.has('speed'),
    ignore: (told.get('ignore')?.value as string[] | undefined) ?? [],
    units: [...told].flatMap(([key, setting]) =>
      keys[key].as === 'number' && setting.parsed.unit ? [{ ...setting.parsed.unit, ...setting }] : [],
    ),
    lengthOf(key) {
      const setting = told.get(key);
      return setting && lengthOf(setting.parsed);
    },
    fault(key, reason) {
      const setting = told.get(key);
      return new NeoLrpError('E_SYNTAX', reason, { file: setting?.source.label, line: setting?.line, field: key });
    },
    placeOf(field) {
      const [, setting] = [...told].find(([key]) => isAt(field, keys[key].path || key)) ?? [];
      const file = setting?.source.label ?? origin.get(field.split(/[.[]/)[0]);
      return { ...(file !== undefined && { file }), ...(setting && { line: setting.line }) };
    },
  };
}

const isAt = (field: string, path: string) => field !== '' && `${field}.`.replaceAll('[', '.').startsWith(`${path}.`);

function readJsonSettings(source: Source): Settings {
  return source.locating(() => {
    const { json } = source;
    if (typeof json !== 'object' || json === null || Array.isArray(json)) throw source.fault('E_SYNTAX', 'expected an object of settings');
    return validated(json);
  });
}

/** Validates, but returns the input without the schema's defaults, which must not override what the tables imply. */
function validated(told: object): Settings {
  const parsed = settingsSchema.safeParse(told);
  if (!parsed.success) throw firstIssue(parsed.error, told);
  const { format: _, version: __, ...settings } = told as Settings & Pick<InstanceInput, 'format' | 'version'>;
  return settings;
}

/** Names for the second column of a table of settings. */
const valueWords = wordSet('value');

function readCsvSettings(source: Source, told: Map<Key, Told>, warnings: ReadWarnings): Settings {
  const table = new CsvTable(source);
  const hasHeader = valueWords.has(fold(table.header[1] ?? ''));
  const own = new Map<Key, Told>();
  for (const row of hasHeader ? table.rows : [{ cells: table.header, line: table.headerLine }, ...table.rows])
    warnings.attempt(() => {
      const { line } = row;
      const [name] = row.cells;
      const parsed = parseName(name);
      const key = settingNamed(parsed);
      if (key === undefined) throw source.fault('E_SYNTAX', unknownSetting(name, parsed), { line, field: name });
      if (own.has(key)) throw source.fault('E_SYNTAX', `the setting '${name}' is given twice`, { line, field: name });
      if (key === 'speed' && parsed.bracketed.some((token) => lengthUnit(token) === undefined && dictionary.get(token) !== key))
        throw source.fault('E_SYNTAX', 'a speed is a distance in an hour, such as km/h or mph', { line, field: name });
      const setting = { name, parsed, source, line };
      // Stated, though its value may be at fault.
      own.set(key, { ...setting, value: undefined });
      own.set(key, { ...setting, value: settingValue(table, key, row) });
    });
  const nested: Record<string, unknown> = {};
  for (const [key, setting] of own) {
    told.set(key, setting);
    const [outer, inner] = keys[key].path.split('.');
    if (outer !== '' && setting.value !== undefined)
      nested[outer] = inner === undefined ? setting.value : { ...(nested[outer] as object | undefined), [inner]: setting.value };
  }
  // Where no kind of travel is said, the coordinates decide; to be checked, it needs one.
  const { travel } = nested as { travel?: { kind?: string } };
  const kind = own.has('detour') || own.has('unit') ? 'great-circle' : 'euclidean';
  const lineOf = (field = '') => [...own].find(([key]) => keys[key].path !== '' && isAt(field, keys[key].path))?.[1].line;
  retelling(
    () => validated(travel === undefined ? nested : { ...nested, travel: { kind, ...travel } }),
    (error) => error.map(({ place }) => ({ file: source.label, line: lineOf(place.field) ?? own.get('travel')?.line, ...place })),
  );
  return nested;
}

function unknownSetting(name: string, parsed: ColumnName): string {
  const field = vehicleField(parsed);
  if (field !== undefined && field !== 'id' && field !== 'name')
    return `'${name.slice(0, 40)}' is told of each type of vehicle: make it a column of the table of vehicles`;
  return `unknown setting '${name.slice(0, 40)}'; the settings are ${Object.values(keys)
    .map((known) => known.name)
    .join(', ')}`;
}

const travelKinds = keysByWord(['euclidean', 'greatCircle', 'direct'], 'travel');

function settingValue(table: CsvTable, key: Key, row: Row): unknown {
  const { as } = keys[key];
  const text = table.text(row, 1);
  const { line } = row;
  const [field] = row.cells;
  const refuse = (expected: string) =>
    table.source.fault('E_VALUE', `expected ${expected}, but found '${text.slice(0, 40)}'`, { line, field });
  switch (as) {
    case 'text':
      return text;
    case 'list':
      return text
        .split(';')
        .map((part) => part.trim())
        .filter(Boolean);
    case 'period': {
      const period = periodNamed(text);
      if (period === undefined) throw refuse('day, week, month or year');
      return period;
    }
    case 'travel': {
      const kind = travelKinds.get(fold(text.slice(0, 40)));
      return kind === 'direct' ? undefined : kind === 'greatCircle' ? 'great-circle' : (kind ?? text);
    }
    case 'json':
      return retelling(
        () => (/^\s*[[{]/.test(text) ? parseJson(text) : [listIn(text)]),
        ({ reason }) => table.source.fault('E_SYNTAX', reason, { line, field }),
      );
  }
  const number = table.number(row, 1, field);
  if (number === undefined) throw table.source.fault('E_SYNTAX', 'no value is given', { line, field });
  if (key === 'speed' && !(number > 0)) throw refuse('a number above 0');
  return number;
}

/** Key and value rows; a matrix has a table of its own, and what names customers is JSON. */
export function settingRows(instance: Instance): [string, string | number][] {
  const { travel, vehicles, costPerDistance } = instance;
  const values: Partial<Record<Key, unknown>> = {
    // A list of vehicles states both.
    ...(vehicles && { vehicleCapacity: undefined, vehicleCost: undefined }),
    ...(costPerDistance === 1 && { costPerDistance: undefined }),
    ...(travel.kind === 'matrix' && { travel: undefined }),
    days: daysSetting(instance),
    speed: travel.speed,
  };
  return (Object.keys(keys) as Key[]).flatMap((key) => {
    const { name, path, as } = keys[key];
    const value = key in values ? values[key] : path === '' ? undefined : memberAt(instance, path);
    const isNothing =
      value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0 && key !== 'oneOf');
    return isNothing ? [] : [[name, as === 'json' ? JSON.stringify(value) : (value as string | number)] as [string, string | number]];
  });
}

const memberAt = (object: object, path: string): unknown =>
  path.split('.').reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], object);
