/** The name of a column or a setting, taken apart: its words, what it is measured in, and per what. */
import { lengthUnit } from '../problem/units.ts';
import type { TimeUnit } from '../problem/vehicle-schema.ts';
import { timeUnitNamed } from './times.ts';
import units from './words/units.json' with { type: 'json' };
import { keysByWord, wordSet, wordsOf } from './words.ts';

export const periods = ['day', 'week', 'month', 'year'] as const;
export type Period = (typeof periods)[number];

export interface Unit {
  readonly of: 'currency' | 'demand';
  readonly name: string;
}

/** What stands behind 'per' or a slash; periods apart. */
export type Per = { readonly of: 'hour' | 'vehicle' } | { readonly of: 'distance' | 'demand'; readonly unit: string };

export interface ColumnName {
  /** Without unit and period, unless nothing else is left. */
  readonly tokens: readonly string[];
  /** The words in brackets: 'kg' of 'Demand (kg)'. */
  readonly bracketed: readonly string[];
  readonly unit?: Unit;
  readonly length?: string;
  readonly time?: TimeUnit;
  readonly per?: Per;
  readonly period?: Period;
}

const letters: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', ł: 'l', æ: 'ae', œ: 'oe', đ: 'd' };

/** Lower case, without accents; a slash becomes 'per'. */
export function tokensOf(text: string): string[] {
  return text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßøłæœđ]/g, (letter) => letters[letter])
    .replaceAll('/', ' per ')
    .replaceAll('#', ' number ')
    .split(/[^\p{L}\p{N}€$£¥₹₺]+/u)
    .map((token) => token.replace(/^(\p{L}{4,})\d$/u, '$1'))
    .filter((token) => token !== '' && !/^\d+$/.test(token));
}

/** All letters of a name as one word. */
export const fold = (name: string): string => tokensOf(name).join('');

const unitNames: ReadonlyMap<string, Unit> = new Map(
  (['currency', 'demand'] as const).flatMap((of) =>
    Object.entries(units[of]).flatMap(([name, spelled]) => spelled.split(' ').map((word) => [word, { of, name }] as const)),
  ),
);

/** The standard spelling of a unit. */
export function knownUnit(of: Unit['of'], text: string): string | undefined {
  const [token, ...more] = tokensOf(text);
  const unit = more.length === 0 ? unitNames.get(token) : undefined;
  return unit?.of === of ? unit.name : undefined;
}

/** 'Pallets' alone is a unit and what is counted; 'to' and 'units' are words like others. */
export const unitNamed = (word: string): Unit | undefined =>
  word.length > 1 && !/^(units?|to)$/.test(word) ? unitNames.get(word) : undefined;

/** Outside brackets, short words are units only at the end ('Demand t'), and some are too common to be units at all. */
function isUnitOutside(token: string, last: boolean): boolean {
  if (['to', 'try', 'ft', 'unit', 'box', 'pound'].includes(token)) return false;
  return last || !['t', 'l', 'g', 'pal', 'units'].includes(token);
}

const periodWords = (part: 'adjective' | 'noun' | 'prefix') =>
  new Map(periods.flatMap((period) => wordsOf('period', period, part).map((word) => [word, period] as const)));
const [adjectives, nouns] = [periodWords('adjective'), periodWords('noun')];
/** 'Wochenmiete', 'maandhuur'. */
const prefixes = [...periodWords('prefix')].map(([word, period]) => [new RegExp(`^${word}(?=.{4,})`), period] as const);
const per = wordSet('per');
const [hours, vehicles, fillers] = [wordSet('hour'), wordSet('vehicle'), wordSet('filler')];

/** The period that a word names: 'week', 'Woche', 'weekly'. */
export const periodNamed = (text: string): Period | undefined => nouns.get(fold(text)) ?? adjectives.get(fold(text));

function perWhat(token: string): Per | undefined {
  const length = lengthUnit(token);
  if (length !== undefined) return { of: 'distance', unit: length };
  if (hours.has(token)) return { of: 'hour' };
  if (vehicles.has(token)) return { of: 'vehicle' };
  const unit = unitNames.get(token);
  return unit?.of === 'demand' ? { of: 'demand', unit: unit.name } : undefined;
}

/** The words without those that say per what, and what these say. */
function withoutRates(tokens: readonly string[], mayBegin: boolean): { tokens: string[]; per?: Per; period?: Period } {
  const rest: string[] = [];
  const found: { per?: Per; period?: Period } = {};
  for (let k = 0; k < tokens.length; k++) {
    const token = tokens[k];
    const next = per.has(token) && (k > 0 || mayBegin) ? tokens[k + 1] : undefined;
    const what = next === undefined ? undefined : perWhat(next);
    const prefix = prefixes.find(([pattern]) => pattern.test(token));
    if (adjectives.has(token)) found.period = adjectives.get(token);
    else if (next !== undefined && nouns.has(next) && !hours.has(next)) {
      found.period = nouns.get(next);
      k++;
    } else if (what) {
      found.per ??= what;
      k++;
    } else if (prefix) {
      found.period = prefix[1];
      rest.push(token.replace(prefix[0], ''));
    } else rest.push(token);
  }
  return { tokens: rest, ...found };
}

export function parseName(name: string): ColumnName {
  const text = name.slice(0, 100);
  const inner = withoutRates(tokensOf([...text.matchAll(/[([](.*?)[)\]]/g)].map(([, content]) => content).join(' ')), true);
  const outer = withoutRates(tokensOf(text.replace(/[([].*?[)\]]/g, ' ')), false);
  const last = outer.tokens.length - 1;
  const inBrackets = inner.tokens.find((token) => unitNames.has(token));
  const at = inBrackets === undefined ? outer.tokens.findIndex((token, k) => unitNames.has(token) && isUnitOutside(token, k === last)) : -1;
  const bare = outer.tokens.filter((_, k) => k !== at);
  const tail = last > 0 ? outer.tokens[last] : '';
  const measured = <T>(unitOf: (token: string) => T | undefined) => [...inner.tokens, tail].map(unitOf).find((unit) => unit !== undefined);
  return {
    tokens: bare.length === 0 ? outer.tokens : bare,
    bracketed: inner.tokens,
    unit: unitNames.get(inBrackets ?? outer.tokens[at]),
    length: measured(lengthUnit),
    time: measured(timeUnitNamed),
    per: outer.per ?? inner.per,
    period: outer.period ?? inner.period,
  };
}

const ownerPrefix = new RegExp(
  `^(?:${wordsOf('ownerPrefix')
    .toSorted((a, b) => b.length - a.length)
    .join('|')})(?=.{2,})`,
);

/** The words as one: all of them, then without fillers, without the word for what the table lists, and without a unit at the end. */
export function coresOf({ tokens, length, time }: ColumnName, isOwner: (token: string) => boolean): readonly string[] {
  const lean = tokens.filter((token) => !fillers.has(token));
  const lists = [tokens, lean, ...[tokens, lean].map((list) => list.filter((token) => !isOwner(token)))];
  const measured =
    length === undefined && time === undefined ? [] : lists.filter((list) => endsInUnit(list)).map((list) => list.slice(0, -1));
  const cores = [...lists, ...measured].map((list) => list.join(''));
  return [...new Set([...cores, ...cores.map((core) => core.replace(ownerPrefix, ''))])].filter((core) => core !== '');
}

const endsInUnit = (list: readonly string[]) =>
  list.length > 1 && (lengthUnit(list[list.length - 1]) ?? timeUnitNamed(list[list.length - 1])) !== undefined;

/** What a dictionary says of one of the cores. */
export function lookUp<T>(
  dictionary: ReadonlyMap<string, T>,
  cores: readonly string[],
): { readonly core: string; readonly found: T } | undefined {
  for (const core of cores) {
    const found = dictionary.get(core) ?? dictionary.get(core.replace(/s$/, ''));
    if (found !== undefined) return { core, found };
  }
  return undefined;
}

const costWords = keysByWord(['cost', 'emission']);
const isVehicle = (token: string) => vehicles.has(token);

/** 'Cost per km', '€/h', 'CO2 kg/km': which rate of driving a name states. */
export function rateOf(name: ColumnName): 'costPerDistance' | 'costPerHour' | 'emissionPerDistance' | 'costPerVehicle' | undefined {
  const { per: what, unit, tokens } = name;
  if (what === undefined || what.of === 'demand') return undefined;
  const kinds = tokens.map((token) => costWords.get(token) ?? (unitNames.get(token)?.of === 'currency' ? 'cost' : undefined));
  if (kinds.includes('emission')) return what.of === 'distance' ? 'emissionPerDistance' : undefined;
  const isCost =
    lookUp(costWords, coresOf(name, isVehicle))?.found === 'cost' ||
    (unit?.of === 'currency' && tokens.every((_, k) => kinds[k] !== undefined));
  if (!isCost) return undefined;
  return ({ distance: 'costPerDistance', hour: 'costPerHour', vehicle: 'costPerVehicle' } as const)[what.of];
}
