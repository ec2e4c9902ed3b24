/** What a column of a table of places means, judged by its name alone. */
import { type ColumnName, coresOf, lookUp, type Period, parseName, rateOf, type Unit, unitNamed } from './column-name.ts';
import { wordSet, wordsOf } from './words.ts';

export type TableKind = 'customers' | 'depots';

/** Fields of places, and what else a column needs to be understood: without a speed, nobody can say when a vehicle is where. */
const fields = {
  id: {},
  longitude: {},
  latitude: {},
  x: {},
  y: {},
  demand: { of: 'customers' },
  capacity: { of: 'depots' },
  openingCost: { of: 'depots' },
  closingCost: { of: 'depots' },
  status: { of: 'depots' },
  allowedDepots: { of: 'customers' },
  forbiddenDepots: { of: 'customers' },
  serviceTime: { of: 'customers', needs: 'speed' },
  windowStart: { of: 'customers', needs: 'speed' },
  windowEnd: { of: 'customers', needs: 'speed' },
  timeWindows: { of: 'customers', needs: 'speed' },
  vehicles: { of: 'customers', needs: 'vehicles' },
  quantities: { of: 'customers', needs: 'vehicles' },
  openingHours: { of: 'depots', needs: 'speed' },
  opens: { of: 'depots', needs: 'speed' },
  closes: { of: 'depots', needs: 'speed' },
  loadingTime: { of: 'depots', needs: 'speed' },
  handlingCost: { of: 'depots' },
  minLoad: { of: 'depots' },
  maxVehicles: { of: 'depots' },
} as const satisfies Record<string, { readonly of?: TableKind; readonly needs?: 'speed' | 'vehicles' }>;

export type Field = keyof typeof fields;
export const fieldNames = Object.keys(fields) as Field[];
type Facts = { readonly of?: TableKind; readonly needs?: 'speed' | 'vehicles' };
export const needOf = (field: Field): Facts['needs'] => (fields[field] as Facts).needs;
/** Fields of which two columns would be two statements, whatever their names. */
export const mustBeAlone = (field: Field): boolean => {
  const { of, needs } = fields[field] as Facts;
  return needs !== undefined || of === 'depots';
};

/** Names to suggest where a column is missing. */
export const spellings = (field: Field): readonly string[] => wordsOf('fields', field).slice(0, 7);

export const addressParts = ['address', 'street', 'house', 'postcode', 'city', 'country'] as const;
export type AddressPart = (typeof addressParts)[number];

const suspicions = ['money', 'time', 'restriction'] as const;
export type Suspicion = (typeof suspicions)[number];

export type Meaning =
  /** A number or an id that the problem uses; of several columns for a field, the one with the lowest rank wins. */
  | { readonly as: 'field'; readonly field: Field; readonly rank: number; readonly unit?: Unit; readonly period?: Period }
  | { readonly as: 'name' }
  /** Just the word for the place, such as 'Customer': its id or its name, whichever no other column gives. */
  | { readonly as: 'owner' }
  | { readonly as: 'address'; readonly part: AddressPart }
  | { readonly as: 'detail' }
  /** Money, a time or a restriction that is not understood: skipping it would solve a different problem. */
  | { readonly as: 'suspect'; readonly of: Suspicion }
  | { readonly as: 'unknown' };

const cache = { customers: new Map<string, Meaning>(), depots: new Map<string, Meaning>() };

export function meaningOf(name: string, kind: TableKind): Meaning {
  const known = cache[kind].get(name);
  if (known) return known;
  const meaning = judge(parseName(name), kind);
  // Column names come from users, so the cache must not grow for ever.
  if (cache[kind].size > 10_000) cache[kind].clear();
  cache[kind].set(name, meaning);
  return meaning;
}

const demandRanks = wordsOf('fields', 'demand').length;

function judge(name: ColumnName, kind: TableKind): Meaning {
  const { tokens, unit, period, bracketed, per } = name;
  // 'Number of pallets', 'Anzahl Paletten', 'Nombre de colis'; in French, nombre is not a name.
  if (kind === 'customers' && unit?.of === 'demand' && bracketed.length === 0 && countWords.has(tokens[0]))
    return { as: 'field', field: 'demand', rank: demandRanks, unit, period };
  const isOwner = (token: string) => owners[kind].has(token) || owners[kind].has(singular(token));
  if (per === undefined || per.of === 'demand') {
    const known = lookUp(dictionaries[kind], coresOf(name, isOwner));
    const found = known && per && known.found.as === 'field' ? perUnit(known.found) : known?.found;
    if (known && found) return found.as === 'field' ? { ...found, unit: unit ?? unitNamed(known.core), period } : found;
  }
  if (bracketed.some((token) => timeUnits.has(token))) return { as: 'suspect', of: 'time' };
  if (rateOf(name) !== undefined) return { as: 'suspect', of: 'money' };
  if (tokens.length > 0 && tokens.every(isOwner) && !tokens.every((token) => weakOwners.has(token))) return { as: 'owner' };
  if (unit?.of !== 'currency' && tokens.some((token) => remarks.has(token))) return { as: 'detail' };
  if (kind === 'customers' && tokens.some((token) => /^sites?$|^locations?$/.test(token) || depotWords.has(singular(token)))) {
    if (tokens.some((token) => permits.some((stem) => token.startsWith(stem)))) return { as: 'field', field: 'allowedDepots', rank: 0 };
    if (tokens.some((token) => forbids.some((stem) => token.startsWith(stem)))) return { as: 'field', field: 'forbiddenDepots', rank: 0 };
  }
  const suspicion = suspicionOf(
    tokens.filter((token) => !isOwner(token)),
    kind,
    unit,
  );
  return suspicion ? { as: 'suspect', of: suspicion } : { as: 'unknown' };
}

/** A cost for each unit of demand is not one of opening. */
const perUnit = (meaning: Extract<Meaning, { as: 'field' }>): Meaning | undefined => {
  if (meaning.field === 'openingCost') return { ...meaning, field: 'handlingCost' };
  return meaning.field === 'handlingCost' ? meaning : undefined;
};

const countWords = wordSet('count');
const remarks = wordSet('remark');
const depotWords = wordSet('depotWord');
const [permits, forbids] = [wordsOf('permit'), wordsOf('forbid')];
const owners = { customers: wordSet('customer'), depots: wordSet('depot') };
/** Words that do not name a place when they stand alone. */
const weakOwners = wordSet('weakOwner');
const timeUnits = wordSet('timeUnit');

const singular = (token: string) => token.replace(/s$/, '');

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
  for (const field of fieldNames)
    if (((fields[field] as Facts).of ?? kind) === kind) add(wordsOf('fields', field), (rank) => ({ as: 'field', field, rank }));
  add(wordsOf('name'), () => ({ as: 'name' }));
  for (const part of addressParts) add(wordsOf('address', part), () => ({ as: 'address', part }));
  add(wordsOf('detail'), () => ({ as: 'detail' }));
  return dictionary;
}

const suspects = suspicions.map((of) => {
  const [start, whole, within] = ['start', 'whole', 'within'].map((part) => wordsOf('suspects', of, part));
  return { of, start: byInitial(start), whole: new Set(whole), within };
});

/** Word beginnings by their first letter: names have many words, and the lists are long. */
function byInitial(stems: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const stem of stems) groups.set(stem[0], [...(groups.get(stem[0]) ?? []), stem]);
  return groups;
}

function suspicionOf(tokens: readonly string[], kind: TableKind, unit: Unit | undefined): Suspicion | undefined {
  const found = suspects.find(({ start, whole, within }) =>
    tokens.some(
      (token) =>
        whole.has(token) || start.get(token[0])?.some((stem) => token.startsWith(stem)) || within.some((word) => token.includes(word)),
    ),
  );
  if (found) return found.of;
  if (unit?.of === 'currency') return 'money';
  return kind === 'customers' && tokens.some((token) => depotWords.has(singular(token))) ? 'restriction' : undefined;
}
