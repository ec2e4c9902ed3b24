/** What a column of a table of places means, judged by its name alone. */
import {
  type AddressPart,
  addressWords,
  depotWords,
  detailWords,
  type Field,
  fieldWords,
  fillerWords,
  nameWords,
  ownerPrefix,
  ownerWords,
  type Period,
  periodAdjectives,
  periodNouns,
  periodPrefixes,
  perWords,
  remarkWords,
  suspects,
  unitWords,
} from './column-words.ts';

export type TableKind = 'customers' | 'depots';

export interface Unit {
  readonly of: 'currency' | 'demand';
  readonly name: string;
}

export type Meaning =
  /** A number or an id that the problem uses; of several columns for a field, the one with the lowest rank wins. */
  | { readonly as: 'field'; readonly field: Field; readonly rank: number; readonly unit?: Unit; readonly period?: Period }
  | { readonly as: 'name' }
  /** Just the word for the place, such as 'Customer': its id or its name, whichever no other column gives. */
  | { readonly as: 'owner' }
  | { readonly as: 'address'; readonly part: AddressPart }
  | { readonly as: 'detail' }
  /** Money, a time or a restriction that is not understood: skipping it would solve a different problem. */
  | { readonly as: 'suspect'; readonly of: keyof typeof suspects }
  | { readonly as: 'unknown' };

const fieldsOf: Readonly<Record<TableKind, readonly Field[]>> = {
  customers: [
    'id',
    'longitude',
    'latitude',
    'x',
    'y',
    'demand',
    'allowedDepots',
    'forbiddenDepots',
    'serviceTime',
    'windowStart',
    'windowEnd',
    'timeWindows',
    'vehicles',
    'quantities',
  ],
  depots: [
    'id',
    'longitude',
    'latitude',
    'x',
    'y',
    'capacity',
    'openingCost',
    'status',
    'openingHours',
    'opens',
    'closes',
    'loadingTime',
    'handlingCost',
    'minLoad',
    'maxVehicles',
  ],
};

const cache = { customers: new Map<string, Meaning>(), depots: new Map<string, Meaning>() };

export function meaningOf(name: string, kind: TableKind): Meaning {
  const known = cache[kind].get(name);
  if (known) return known;
  const meaning = judge(name, kind);
  // Column names come from users, so the cache must not grow for ever.
  if (cache[kind].size > 10_000) cache[kind].clear();
  cache[kind].set(name, meaning);
  return meaning;
}

function judge(name: string, kind: TableKind): Meaning {
  const { tokens, unit, period, bracketed } = parse(name);
  // 'Number of pallets', 'Anzahl Paletten', 'Nombre de colis'; in French, nombre is not a name.
  if (kind === 'customers' && unit?.of === 'demand' && bracketed.length === 0 && countWords.has(tokens[0]))
    return { as: 'field', field: 'demand', rank: fieldWords.demand.length, unit, period };
  for (const core of coresOf(tokens, kind)) {
    const found = dictionaries[kind].get(core) ?? dictionaries[kind].get(core.replace(/s$/, ''));
    if (found) return found.as === 'field' ? { ...found, unit: unit ?? unitNamed(core), period } : found;
  }
  if (speaksOfTime(bracketed)) return { as: 'suspect', of: 'time' };
  if (tokens.length > 0 && tokens.every((token) => isOwner(token, kind)) && !tokens.every((token) => weakOwners.has(token)))
    return { as: 'owner' };
  if (tokens.some((token) => remarks.has(token))) return { as: 'detail' };
  if (kind === 'customers' && tokens.some((token) => /^sites?$|^locations?$/.test(token) || depotNames.has(singular(token)))) {
    if (tokens.some((token) => permission.test(token))) return { as: 'field', field: 'allowedDepots', rank: 0 };
    if (tokens.some((token) => prohibition.test(token))) return { as: 'field', field: 'forbiddenDepots', rank: 0 };
  }
  const suspect = suspicion(tokens, kind, unit);
  return suspect ? { as: 'suspect', of: suspect } : { as: 'unknown' };
}

const permission = /^(allow|permit|eligib|possible|erlaubt|zulass|zulaess|autoris|ammess|consentit|toegestan|dozwol|dovoljen)/;
const prohibition = /^(forbid|exclud|prohib|barred|banned|verbot|interdit|vietat|verbod|proibid|zabron|prepoved)/;

const countWords: ReadonlySet<string> = new Set(
  'number no nr num count anzahl zahl nombre nb nbre numero aantal liczba ilosc stevilo'.split(' '),
);

const asSet = (words: readonly string[]): ReadonlySet<string> => new Set(words);
const remarks = asSet(remarkWords);
const depotNames = asSet(depotWords);
const fillers = asSet(fillerWords);
const per = asSet(perWords);
const owners = { customers: asSet(ownerWords.customers), depots: asSet(ownerWords.depots) };
/** Words that do not name a place when they stand alone. */
const weakOwners = asSet(['delivery', 'distribution', 'drop', 'candidate', 'vendita', 'distribucion']);

const singular = (token: string) => token.replace(/s$/, '');
const isOwner = (token: string, kind: TableKind) => owners[kind].has(token) || owners[kind].has(singular(token));

/** Units that, as a column name of their own, mean demand. */
const unitsForDemand = ['kg', 'kgs', 'kilos', 'tons', 'tonnes', 'tonnen', 'toneladas', 'litres', 'liters', 'm3', 'cbm'];

const dictionaries = { customers: dictionaryOf('customers'), depots: dictionaryOf('depots') };

function dictionaryOf(kind: TableKind): ReadonlyMap<string, Meaning> {
  const dictionary = new Map<string, Meaning>();
  const add = (words: readonly string[], meaning: (rank: number) => Meaning) => {
    words.forEach((word, rank) => {
      if (!dictionary.has(word)) dictionary.set(word, meaning(rank));
    });
  };
  // In Italy, CAP is the postcode; a customer has no capacity to confuse it with.
  if (kind === 'customers') add(['cap'], () => ({ as: 'address', part: 'postcode' }));
  if (kind === 'customers') add(unitsForDemand, (rank) => ({ as: 'field', field: 'demand', rank: fieldWords.demand.length + rank }));
  for (const field of fieldsOf[kind]) add(fieldWords[field], (rank) => ({ as: 'field', field, rank }));
  add(nameWords, () => ({ as: 'name' }));
  for (const part of Object.keys(addressWords) as AddressPart[]) add(addressWords[part], () => ({ as: 'address', part }));
  add(detailWords, () => ({ as: 'detail' }));
  return dictionary;
}

/** The words of a name, joined: all of them, then without fillers, then without the word for the place. */
function coresOf(tokens: readonly string[], kind: TableKind): readonly string[] {
  const lean = tokens.filter((token) => !fillers.has(token));
  const ownerless = (list: readonly string[]) => list.filter((token) => !isOwner(token, kind));
  const cores = [tokens, lean, ownerless(tokens), ownerless(lean)].map((list) => list.join(''));
  return [...new Set([...cores, ...cores.map((core) => core.replace(ownerPrefix, ''))])].filter((core) => core !== '');
}

const speaksOfTime = (bracketed: readonly string[]) =>
  bracketed.some((token) => /^(min|mins|minutes?|minuten|h|hh|hrs?|hours?|std|stunden|sec|seconds?)$/.test(token));

function suspicion(tokens: readonly string[], kind: TableKind, unit: Unit | undefined): keyof typeof suspects | undefined {
  const own = tokens.filter((token) => !isOwner(token, kind));
  for (const of of ['money', 'time', 'restriction'] as const) {
    const { start, whole, within } = suspects[of];
    if (
      own.some(
        (token) => whole.includes(token) || start.some((stem) => token.startsWith(stem)) || within.some((word) => token.includes(word)),
      )
    )
      return of;
  }
  if (unit?.of === 'currency') return 'money';
  return kind === 'customers' && own.some((token) => depotNames.has(singular(token))) ? 'restriction' : undefined;
}

interface Parsed {
  readonly tokens: readonly string[];
  /** The text in brackets: 'kg' of 'Demand (kg)'. */
  readonly bracketed: readonly string[];
  readonly unit?: Unit;
  readonly period?: Period;
}

function parse(name: string): Parsed {
  const text = name.slice(0, 100);
  const inner = tokensOf([...text.matchAll(/[([](.*?)[)\]]/g)].map(([, content]) => content).join(' '));
  const outer = takePeriod(tokensOf(text.replace(/[([].*?[)\]]/g, ' ')));
  const unit = firstUnit(inner, () => true) ?? firstUnit(outer.tokens, (token, k) => isUnitInside(token, k === outer.tokens.length - 1));
  const bare = unit?.outside ? outer.tokens.filter((_, k) => k !== unit.at) : outer.tokens;
  const isWhole = bare.length === 0;
  return {
    tokens: isWhole ? outer.tokens : bare,
    bracketed: inner,
    unit: unit && { of: unit.of, name: unit.name },
    period: outer.period ?? takePeriod(inner).period,
  };

  function firstUnit(tokens: readonly string[], admits: (token: string, k: number) => boolean) {
    const at = tokens.findIndex((token, k) => unitNames.has(token) && admits(token, k));
    const found = unitNames.get(tokens[at]);
    return found && { ...found, at, outside: tokens !== inner };
  }
}

const letters: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', ł: 'l', æ: 'ae', œ: 'oe', đ: 'd' };

/** Lower case, without accents; a slash becomes 'per'. */
function tokensOf(text: string): string[] {
  return text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßøłæœđ]/g, (letter) => letters[letter])
    .replaceAll('/', ' per ')
    .split(/[^\p{L}\p{N}€$£¥₹₺]+/u)
    .map((token) => token.replace(/^(\p{L}{4,})\d$/u, '$1'))
    .filter((token) => token !== '' && !/^\d+$/.test(token));
}

function takePeriod(tokens: readonly string[]): { readonly tokens: readonly string[]; readonly period?: Period } {
  const rest: string[] = [];
  let found: Period | undefined;
  for (let k = 0; k < tokens.length; k++) {
    const adjective = periodIn(periodAdjectives, tokens[k]);
    const noun = per.has(tokens[k]) && k > 0 && k + 1 < tokens.length ? periodIn(periodNouns, tokens[k + 1]) : undefined;
    const prefix = (Object.keys(periodPrefixes) as Period[]).find((period) => periodPrefixes[period].test(tokens[k]));
    if (adjective) found = adjective;
    else if (noun) {
      found = noun;
      k++;
    } else if (prefix) {
      found = prefix;
      rest.push(tokens[k].replace(periodPrefixes[prefix], ''));
    } else rest.push(tokens[k]);
  }
  return { tokens: rest, period: found };
}

const periodIn = (table: Readonly<Record<Period, readonly string[]>>, token: string) =>
  (Object.keys(table) as Period[]).find((period) => table[period].includes(token));

const unitNames: ReadonlyMap<string, Unit> = new Map(
  (['currency', 'demand'] as const).flatMap((of) =>
    Object.entries(unitWords[of]).flatMap(([name, spelled]) => spelled.map((word) => [word, { of, name }] as const)),
  ),
);

/** The unit in a name, in brackets or at its end. */
export const unitInName = (name: string): Unit | undefined => parse(name).unit;

/** The standard spelling of a unit. */
export function knownUnit(of: Unit['of'], text: string): string | undefined {
  const [token, ...more] = tokensOf(text);
  const unit = more.length === 0 ? unitNames.get(token) : undefined;
  return unit?.of === of ? unit.name : undefined;
}

const unitNamed = (core: string): Unit | undefined => (core.length > 1 && !/^(units?|to)$/.test(core) ? unitNames.get(core) : undefined);

/** Outside brackets, short words are units only at the end ('Demand t'), and some are too common to be units at all. */
function isUnitInside(token: string, last: boolean): boolean {
  if (['to', 'try', 'ft', 'unit', 'box', 'pound'].includes(token)) return false;
  return last || !['t', 'l', 'g', 'pal', 'units'].includes(token);
}
