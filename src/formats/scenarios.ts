/** A sheet of scenarios: a row for each, named in the first column; the others say what differs. Or the same as a list in JSON. */
import { changeInstance, type InstanceChanges } from '../problem/change.ts';
import { changeablePaths } from '../problem/change-paths.ts';
import { NeoLrpError } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import { suggestion } from '../problem/nearest.ts';
import { coresOf, fold, lookUp, parseName, rateOf } from './column-name.ts';
import { CsvTable, type Row } from './csv-table.ts';
import { parseJson } from './json-text.ts';
import { listIn } from './lists.ts';
import { Source, type SourceFile } from './source.ts';
import { wordSet, wordsOf } from './words.ts';

export interface Scenario {
  readonly name: string;
  /** As `changeInstance` takes them; none for the data as it is. */
  readonly changes: InstanceChanges;
}

/** What a column may say, each with the words for it in all languages. */
const columns = {
  open: wordsOf('scenarios', 'open'),
  closed: wordsOf('scenarios', 'closed'),
  only: wordsOf('scenarios', 'only'),
  maxOpen: wordsOf('settings', 'maxOpen'),
  minOpen: wordsOf('settings', 'minOpen'),
  openingBudget: wordsOf('settings', 'openingBudget'),
  demandFactor: wordsOf('fields', 'demand'),
  'depots.openingCost': wordsOf('fields', 'openingCost'),
  'depots.capacity': wordsOf('fields', 'capacity'),
  costPerDistance: [...wordsOf('scenarios', 'fuel'), ...wordsOf('vehicleColumns', 'costPerDistance')],
  vehicleCost: wordsOf('settings', 'vehicleCost'),
  vehicleCapacity: wordsOf('settings', 'vehicleCapacity'),
  'vehicles.available': wordsOf('scenarios', 'fleet'),
  emissionPrice: wordsOf('settings', 'emissionPrice'),
} as const;
type Column = keyof typeof columns;
const lists: readonly string[] = ['open', 'closed', 'only'] satisfies readonly Column[];

const dictionary = new Map<string, string>();
for (const [column, words] of Object.entries(columns))
  for (const word of [fold(column), ...words]) if (!dictionary.has(word)) dictionary.set(word, column);
/** Shown where a column is not understood. */
const documented = [
  'open',
  'closed',
  'only',
  'max open',
  'demand',
  'rent',
  'rent L1 (of one site)',
  'fuel',
  'vehicles',
  'vehicle cost',
  'vehicle capacity',
];

const remarks = wordSet('remark');
const stems = wordsOf('tables', 'scenarios');
/** Whether a file or a sheet is called like one of scenarios. */
export const isCalledScenarios = ({ sheet, stem }: Source): boolean =>
  stems.some((word) => fold((sheet ?? stem).slice(0, 100)).includes(word));

export const hasScenarios = (files: readonly SourceFile[]): boolean => files.some((file) => isCalledScenarios(new Source(file)));

/**
 * The scenarios among the files of an instance; `isList`: in a file of their own, whatever it is called. Each has been tried: a change that
 * cannot act is a fault.
 */
export function readScenarios(files: readonly SourceFile[], instance: Instance, isList = false): readonly Scenario[] {
  const sources = files.map((file) => new Source(file));
  const source = sources.find(isCalledScenarios) ?? (isList ? sources[0] : undefined);
  if (!source)
    throw new NeoLrpError('E_FILE', "there are no scenarios: add a sheet 'Scenarios' with a row for each, or name a file with them", {
      file: sources[0]?.name,
    });
  const scenarios = source.looksLikeJson ? listed(source) : tabled(source, instance);
  const names = new Set<string>();
  for (const { name, line } of scenarios) {
    if (names.has(name)) throw source.fault('E_DUPLICATE_ID', `two scenarios are called '${name}'`, { line });
    names.add(name);
  }
  return scenarios.map(({ name, changes, line }) => {
    try {
      changeInstance(instance, changes);
      return { name, changes };
    } catch (error) {
      if (!(error instanceof NeoLrpError)) throw error;
      throw new NeoLrpError(error.code, `scenario '${name}': ${error.reason}`, { file: source.label, line, ...error.place });
    }
  });
}

type Read = Scenario & { readonly line?: number };

function listed(source: Source): readonly Read[] {
  const list = source.locating(() => parseJson(source.text));
  const isScenario = (one: unknown): one is Scenario => {
    const { name, changes } = Object(one) as Partial<Scenario>;
    return typeof name === 'string' && name !== '' && typeof changes === 'object' && changes !== null && !Array.isArray(changes);
  };
  if (Array.isArray(list) && list.length > 0 && list.every(isScenario)) return list.map(({ name, changes }) => ({ name, changes }));
  throw source.fault('E_SYNTAX', 'expected a list of scenarios, such as [{ "name": "two sites", "changes": { "maxOpen": 2 } }]');
}

function tabled(source: Source, instance: Instance): readonly Read[] {
  const table = new CsvTable(source);
  const meanings = table.header.map((name, position) => (position === 0 ? undefined : meaningOf(name, table, instance)));
  if (table.rows.length === 0) throw source.fault('E_SYNTAX', 'the table has column names, but no rows');
  return table.rows.map((row) => {
    const [name] = row.cells;
    if (!name) throw source.fault('E_SYNTAX', 'the scenario has no name in the first column', { line: row.line });
    const changes: Record<string, number | string | null> = {};
    const set = (path: string, value: number | string, field: string) => {
      if (Object.hasOwn(changes, path)) throw source.fault('E_VALUE', `two columns say something of ${path}`, { line: row.line, field });
      changes[path] = value;
    };
    meanings.forEach((path, position) => {
      const text = table.text(row, position).trim();
      if (path === undefined || text === '') return;
      const field = table.header[position];
      const sites = lists.includes(path) ? listIn(text) : [];
      if (!lists.includes(path)) set(path, changeIn(table, row, position, path), field);
      const named = new Set(sites.map((one) => siteNamed(one, instance, source, row.line, field)));
      for (const id of named) set(`depots.${id}.status`, path === 'closed' ? 'closed' : 'open', field);
      if (path === 'only') for (const { id } of instance.depots) if (!named.has(id)) set(`depots.${id}.status`, 'closed', field);
    });
    return { name, changes, line: row.line };
  });
}

/** What a column changes, by its path; undefined for remarks. */
function meaningOf(name: string, { source, headerLine }: CsvTable, instance: Instance): string | undefined {
  const parsed = parseName(name);
  if (name === '' || parsed.tokens.some((token) => remarks.has(token))) return undefined;
  if (changeablePaths(instance).includes(name) || /^(depots|customers|vehicles)\../.test(name)) return name;
  const rate = rateOf(parsed);
  if (rate === 'costPerDistance') return rate;
  if (rate === 'costPerVehicle') return 'vehicleCost';
  const cores = coresOf(parsed, (token) => factors.has(token));
  const found = lookUp(dictionary, [...cores, ...cores.map((core) => core.replace(factorTail, ''))])?.found;
  if (found !== undefined) return found;
  // 'Rent Leipzig', 'Miete L1': of one site.
  const word = fold(name);
  for (const { id, name: called = id } of instance.depots)
    for (const rent of columns['depots.openingCost'])
      if ([fold(id), fold(called), id.toLowerCase()].some((site) => site !== '' && sameLetters(name, `${rent}${site}`)))
        return `depots.${id}.openingCost`;
  throw source.fault(
    'E_SYNTAX',
    `it is not clear what '${name}' changes: the columns are ${documented.join(', ')}, or a path such as maxOpen; ${suggestion(word, [...dictionary.keys()])}`,
    {
      line: headerLine,
      field: name,
    },
  );
}

const sameLetters = (a: string, b: string) => a.toLowerCase().replaceAll(/[\s_.-]/g, '') === b.toLowerCase().replaceAll(/[\s_.-]/g, '');

const factors = wordSet('scenarios', 'factor');
const factorTail = new RegExp(`(${[...factors].join('|')})$`);

function siteNamed(text: string, { depots }: Instance, source: Source, line: number, field: string): string {
  const site = depots.find(({ id }) => id === text) ?? depots.find(({ id, name = id }) => sameLetters(id, text) || sameLetters(name, text));
  if (site) return site.id;
  throw source.fault(
    'E_UNKNOWN_ID',
    `there is no depot '${text}'; ${suggestion(
      text,
      depots.map(({ id }) => id),
    )}`,
    { line, field },
  );
}

/** `+10 %`, `110 %`, `×1,1` multiply; a number is the value itself, but of the demand, or where the column says so, a factor. */
function changeIn(table: CsvTable, row: Row, position: number, path: string): number | string {
  const field = table.header[position];
  const text = table.text(row, position).trim();
  const multiply = (factor: number) => (path === 'demandFactor' ? factor : `*${factor}`);
  const [, sign, percent] = /^([+−–-])?\s*(\d+(?:[.,]\d+)?)\s*%$/.exec(text) ?? [];
  if (percent !== undefined) {
    const share = Number(percent.replace(',', '.')) / 100;
    return multiply(Number((sign === undefined ? share : 1 + (sign === '+' ? share : -share)).toPrecision(12)));
  }
  const [, times] = /^[*×x]\s*(\d+(?:[.,]\d+)?)$/i.exec(text) ?? [];
  if (times !== undefined) return multiply(Number(times.replace(',', '.')));
  const isFactor = path === 'demandFactor' || parseName(field).tokens.some((token) => factors.has(token) || factorTail.test(token));
  if (!isFactor && /[^\d.,\s€$£+−-]/.test(text)) return text;
  const value = table.number(row, position);
  if (value === undefined || !isFactor) return value ?? text;
  if (value >= smallestFactor) return multiply(value);
  const left = Number((100 * value).toPrecision(3));
  throw table.source.fault('E_VALUE', `${value} is a factor here, and would leave ${left} %; write 1.1, or +10 % as text`, {
    line: row.line,
    field,
    value,
  });
}

/** A spreadsheet keeps +10 % as 0.1, which nobody means as a factor. */
const smallestFactor = 0.3;
