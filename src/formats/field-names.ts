/** Maps the columns of a table, or the properties of a map feature, to the fields of a place. Others are kept as details or refused. */
import type { ErrorCode, NeoLrpError } from '../problem/errors.ts';
import type { Attention } from './attention.ts';
import { type Meaning, meaningOf, type TableKind, type Unit } from './column-meaning.ts';
import { type AddressPart, type Field, fieldWords, type Period } from './column-words.ts';
import { needs, serviceWords } from './service-words.ts';

export type { Field } from './column-words.ts';

export const spellings = (field: Field): readonly string[] => fieldWords[field].slice(0, 7);

export interface FieldSource {
  readonly kind: TableKind;
  readonly noun: 'column' | 'property';
  readonly file: string;
  readonly attention: Attention;
  /** A column without values is ignored, whatever its name. */
  isEmpty(position: number): boolean;
  /** What else is known; columns of times or vehicles need it. */
  readonly knows?: Knowledge;
  /** Columns of other tables that will be refused for the same reason. */
  readonly alsoSuspect?: readonly string[];
  /** `ignorable`: the columns that can be ignored to avoid the fault; `name` by default. */
  refuse(code: ErrorCode, reason: string, name: string, ignorable?: readonly string[]): NeoLrpError;
}

export interface Knowledge {
  readonly speed: boolean;
  readonly vehicles: boolean;
}

/** Whether a column of this field lacks what it needs: a speed, or a list of vehicles. */
export const isHelpless = (field: Field, knows: Knowledge | undefined): boolean => {
  const need = needs[field];
  return need !== undefined && !knows?.[need];
};

/** What people read about a place. */
export interface Information {
  readonly name?: string;
  readonly address?: string;
  readonly details?: Readonly<Record<string, string>>;
}

type Candidate<As extends Meaning['as']> = { readonly position: number; readonly meaning: Extract<Meaning, { readonly as: As }> };

export class FieldNames {
  readonly #given: readonly string[];
  readonly #source: FieldSource;
  readonly #columns: readonly { readonly position: number; readonly meaning: Meaning }[];
  readonly #fields = new Map<Field, Candidate<'field'>>();
  #name: number | undefined;
  readonly #address: Candidate<'address'>[] = [];
  readonly #details: { readonly position: number; readonly key: string }[] = [];

  constructor(given: readonly string[], source: FieldSource) {
    this.#given = given;
    this.#source = source;
    this.#columns = given.map((name, position) => ({ position, meaning: this.#judge(name, position) }));
    const suspects = this.#all('suspect');
    if (suspects.length > 0) throw this.#suspected(suspects);
    this.#identify();
    for (const field of Object.keys(fieldWords) as Field[]) if (field !== 'id') this.#choose(field);
    // With both degrees and plane coordinates, degrees are used; half a pair is ignored.
    const isWhole = (...axes: readonly Field[]) => axes.every((axis) => this.#fields.has(axis));
    const superseded = isWhole('longitude', 'latitude')
      ? (['x', 'y'] as const)
      : isWhole('x', 'y')
        ? (['longitude', 'latitude'] as const)
        : [];
    for (const axis of superseded) this.#fields.delete(axis);
    this.#address.push(...this.#all('address'));
    this.#keepTheRest();
  }

  /** Position of the field's column; undefined if there is none. */
  position(field: Field): number | undefined {
    return this.#fields.get(field)?.position;
  }

  /** The name of the field's column, or of the field itself if there is none. */
  nameOf(field: Field): string {
    return this.#given[this.position(field) ?? -1] ?? field;
  }

  unitOf(field: Field): Unit | undefined {
    return this.#fields.get(field)?.meaning.unit;
  }

  periodOf(field: Field): Period | undefined {
    return this.#fields.get(field)?.meaning.period;
  }

  /** `text` returns the content of a column, or undefined. */
  information(text: (position: number) => string | undefined): Information {
    const name = this.#name === undefined ? undefined : text(this.#name);
    const address = addressOf(this.#address.map(({ position, meaning }) => ({ part: meaning.part, text: text(position) })));
    const details = this.#details.flatMap(({ position, key }) => {
      const value = text(position);
      return value === undefined ? [] : isDetailsColumn(key) ? detailsIn(value, key) : [[key, value] as const];
    });
    return {
      ...(name !== undefined && { name }),
      ...(address !== undefined && { address }),
      ...(details.length > 0 && { details: Object.fromEntries(details) }),
    };
  }

  #judge(name: string, position: number): Meaning {
    if (this.#source.attention.ignores(name, this.#source.file)) return { as: 'detail' };
    const found = meaningOf(name, this.#source.kind);
    const helpless = found.as === 'field' && isHelpless(found.field, this.#source.knows);
    const meaning: Meaning = helpless ? { as: 'suspect', of: needs[found.field] === 'speed' ? 'time' : 'restriction' } : found;
    return meaning.as !== 'field' && this.#source.isEmpty(position) ? { as: 'detail' } : meaning;
  }

  #all<As extends Meaning['as']>(as: As): Candidate<As>[] {
    return this.#columns.filter((column): column is Candidate<As> => column.meaning.as === as);
  }

  /** If there is only one column of ids or names, it gives the id. */
  #identify(): void {
    this.#choose('id');
    const readable = [...this.#all('name'), ...this.#all('owner')];
    const [first] = readable;
    if (first === undefined) return;
    const twin = readable.slice(1).find(({ position }) => fold(this.#given[position]) === fold(this.#given[first.position]));
    if (twin) throw this.#ambiguous('name', first.position, twin.position);
    if (this.#fields.has('id')) this.#name = first.position;
    else this.#fields.set('id', { position: first.position, meaning: { as: 'field', field: 'id', rank: 0 } });
  }

  /** The best column for the field. Two equally good ones, or any two limits or costs, are ambiguous. */
  #choose(field: Field): void {
    const candidates = this.#all('field')
      .filter(({ meaning }) => meaning.field === field)
      .sort((a, b) => a.meaning.rank - b.meaning.rank);
    const [best, second] = candidates;
    if (!best) return;
    const matters = field === 'capacity' || field === 'openingCost' || field === 'status' || Object.hasOwn(serviceWords, field);
    if (second && (matters || best.meaning.rank === second.meaning.rank)) throw this.#ambiguous(field, best.position, second.position);
    this.#fields.set(field, best);
  }

  #keepTheRest(): void {
    const used = new Set([
      ...[...this.#fields.values()].map(({ position }) => position),
      this.#name,
      ...this.#address.map((a) => a.position),
    ]);
    const taken = new Set<string>();
    for (const { position, meaning } of this.#columns) {
      if (used.has(position) || this.#source.isEmpty(position)) continue;
      const given = this.#given[position] || `${this.#source.noun} ${position + 1}`;
      let key = given;
      for (let k = 2; taken.has(key); k++) key = `${given} (${k})`;
      taken.add(key);
      this.#details.push({ position, key });
      const isRecognised = meaning.as === 'detail' || meaning.as === 'name' || (meaning.as === 'field' && meaning.field === 'id');
      if (!isRecognised) this.#source.attention.unused(this.#source.file, this.#source.noun, given);
    }
  }

  #ambiguous(field: string, first: number, second: number): NeoLrpError {
    const { noun, file, attention, refuse } = this.#source;
    const [a, b] = [this.#given[first], this.#given[second]];
    return refuse('E_SYNTAX', `both '${a}' and '${b}' could be the ${field}; rename one ${noun}, or ignore it`, b, [
      attention.nameOf(b, file),
    ]);
  }

  /** Reports all of them at once, so that one option ignores them all. */
  #suspected(suspects: readonly Candidate<'suspect'>[]): NeoLrpError {
    const { noun, kind, file, attention, refuse, alsoSuspect = [] } = this.#source;
    const advice = {
      money: kind === 'depots' ? "call it 'opening cost' if that is what it is" : 'customers have no cost of their own here',
      time: "times need the setting 'speed', the distance in an hour",
      restriction:
        kind === 'depots'
          ? "depots have a 'capacity' and a 'status' (candidate, open or closed)"
          : "'allowed depots' and 'forbidden depots' are understood",
    };
    const what = { money: 'money', time: 'a time', restriction: 'a restriction' };
    const names = suspects.map(({ position }) => this.#given[position]);
    const seen = suspects.map(({ meaning }, k) => `${noun} '${names[k]}' looks like ${what[meaning.of]}`);
    const advised = [...new Set(suspects.map(({ meaning }) => advice[meaning.of]))];
    const all = [...new Set([...names.map((name) => attention.nameOf(name, file)), ...alsoSuspect])];
    const them = all.length > 1 ? 'them' : 'it';
    return refuse(
      'E_FORMAT_UNSUPPORTED',
      `${seen.join(', ')}, and skipping ${seen.length > 1 ? 'them' : 'it'} could change the answer: ${advised.join('; ')}; to plan without ${them}, ignore ${them}`,
      names[0],
      all,
    );
  }
}

const fold = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Street and number, postcode and town, country, in one line, without repetitions. */
function addressOf(parts: readonly { readonly part: AddressPart; readonly text: string | undefined }[]): string | undefined {
  let line = '';
  let previous: AddressPart | undefined;
  for (const part of ['address', 'street', 'house', 'postcode', 'city', 'country'] as const)
    for (const { text } of parts.filter((given) => given.part === part)) {
      if (text === undefined || line.toLowerCase().includes(text.toLowerCase())) continue;
      const joins = (part === 'house' && previous === 'street') || (part === 'city' && previous === 'postcode');
      line += line === '' ? text : `${joins ? ' ' : ', '}${text}`;
      previous = part;
    }
  return line === '' ? undefined : line;
}

/** Details that cannot be columns of their own, such as one named like a field, are written as JSON into this column. */
export const detailsColumn = 'details';
const isDetailsColumn = (key: string) => fold(key) === detailsColumn;

function detailsIn(text: string, key: string): (readonly [string, string])[] {
  const parsed = /^\s*\{/.test(text) ? parsedJson(text) : undefined;
  const entries = typeof parsed === 'object' && parsed !== null ? Object.entries(parsed) : [];
  if (entries.length === 0 || entries.some(([, value]) => typeof value !== 'string')) return [[key, text]];
  return entries;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a column of this name would be read as a detail of the same name, beside columns that are used. */
export const isPlainDetail = (name: string, kind: TableKind): boolean => {
  const { as } = meaningOf(name, kind);
  return (as === 'detail' || as === 'unknown') && name === name.trim() && name !== '' && !isDetailsColumn(name);
};
