/** Maps the columns of a table, or the properties of a map feature, to the fields of a place. Others are kept as details or refused. */
import type { ErrorCode, NeoLrpError } from '../problem/errors.ts';
import {
  type AddressPart,
  addressParts,
  type Field,
  fieldNames,
  type Meaning,
  meaningOf,
  mustBeAlone,
  needOf,
  type TableKind,
} from './column-meaning.ts';
import { fold, type Period, type Unit } from './column-name.ts';
import type { ReadWarnings } from './read-warnings.ts';

export interface FieldSource {
  readonly kind: TableKind;
  readonly noun: 'column' | 'property';
  readonly file: string;
  readonly warnings: ReadWarnings;
  /** A column without values is ignored, whatever its name. */
  isEmpty(position: number): boolean;
  /** What else is known; columns of times or vehicles need it. */
  readonly knows?: Knowledge;
  /** `ignorable`: the columns that can be ignored to avoid the fault; `name` by default. */
  refuse(code: ErrorCode, reason: string, name: string, ignorable?: readonly string[]): NeoLrpError;
}

export interface Knowledge {
  readonly speed: boolean;
  readonly vehicles: boolean;
  /** Units that vehicles or depots have a capacity in; an empty text where one states none. */
  readonly capacityUnits?: ReadonlySet<string>;
  /** The unit that depots have a capacity in, which is for the demand. */
  readonly demandUnit?: string | undefined;
  /** Columns of a table of orders that say when and for whom; there, money says what was sold, not what it costs to bring. */
  readonly orders?: { readonly day: number; readonly customer?: number };
}

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
  /** Positions of further quantities, by name. */
  readonly #quantities = new Map<string, Candidate<'field'>>();
  #name: number | undefined;
  readonly #address: readonly Candidate<'address'>[];
  readonly #details: { readonly position: number; readonly key: string }[] = [];

  constructor(given: readonly string[], source: FieldSource) {
    this.#given = given;
    this.#source = source;
    this.#columns = given.map((name, position) => ({ position, meaning: this.#judge(name, position) }));
    const suspects = this.#all('suspect');
    if (suspects.length > 0) source.warnings.fault(this.#suspected(suspects));
    this.#identify();
    for (const field of fieldNames) if (field !== 'id') this.#choose(field);
    // With both degrees and plane coordinates, degrees are used; half a pair is ignored.
    const isWhole = (...axes: readonly Field[]) => axes.every((axis) => this.#fields.has(axis));
    const superseded = isWhole('longitude', 'latitude')
      ? (['x', 'y'] as const)
      : isWhole('x', 'y')
        ? (['longitude', 'latitude'] as const)
        : [];
    for (const axis of superseded) this.#fields.delete(axis);
    this.#address = this.#all('address');
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

  /** Names of all columns that are fields. */
  used(): readonly string[] {
    return Array.from(this.#fields.values(), ({ position }) => this.#given[position]);
  }

  unitOf(field: Field): Unit | undefined {
    return this.#fields.get(field)?.meaning.unit;
  }

  periodOf(field: Field): Period | undefined {
    return this.#fields.get(field)?.meaning.period;
  }

  /** Columns of further quantities: name and position of each. */
  get quantities(): readonly { readonly name: string; readonly position: number; readonly period?: Period }[] {
    return Array.from(this.#quantities, ([name, { position, meaning }]) => ({ name, position, period: meaning.period }));
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
    const { warnings, file, kind, knows } = this.#source;
    if (warnings.ignores(name, file)) return { as: 'detail' };
    const found = this.#inOrders(meaningOf(name, kind), position);
    const need = found.as === 'field' ? needOf(found.field) : undefined;
    const meaning: Meaning = need === undefined || knows?.[need] ? found : { as: 'suspect', of: need === 'speed' ? 'time' : 'restriction' };
    return meaning.as !== 'field' && this.#source.isEmpty(position) ? { as: 'detail' } : meaning;
  }

  #inOrders(meaning: Meaning, position: number): Meaning {
    const { orders } = this.#source.knows ?? {};
    if (!orders) return meaning;
    if (position === orders.day || position === orders.customer) return { as: 'detail' };
    const isOfAnother = orders.customer !== undefined && meaning.as === 'field' && meaning.field === 'id';
    return isOfAnother || (orders.customer !== undefined && meaning.as === 'suspect' && meaning.of === 'money')
      ? { as: 'detail' }
      : meaning;
  }

  #all<As extends Meaning['as']>(as: As): Candidate<As>[] {
    return this.#columns.filter((column): column is Candidate<As> => column.meaning.as === as);
  }

  /** Without a column of ids, the word for the place gives it, or else its name. */
  #identify(): void {
    this.#choose('id');
    const [names, owners] = [this.#all('name'), this.#all('owner')];
    const [first, ...others] = [...names, ...owners];
    if (first === undefined) return;
    const twin = others.find(({ position }) => fold(this.#given[position]) === fold(this.#given[first.position]));
    if (twin) this.#ambiguous('name', first.position, twin.position);
    if (!this.#fields.has('id')) {
      const [{ position }] = [...owners, ...names];
      this.#fields.set('id', { position, meaning: { as: 'field', field: 'id', rank: 0 } });
      if (position === first.position) return;
    }
    this.#name = first.position;
  }

  /** The best column for the field. Two equally good ones, or any two limits or costs, are ambiguous. */
  #choose(field: Field): void {
    const { capacityUnits, demandUnit } = this.#source.knows ?? {};
    // A capacity without a unit is for the quantity that no other capacity is for.
    const likeness = ({ meaning: { unit } }: Candidate<'field'>) =>
      unit !== undefined && unit.name === demandUnit ? 2 : Number(capacityUnits?.has('') !== capacityUnits?.has(unit?.name ?? 'none'));
    const candidates = this.#all('field')
      .filter(({ meaning }) => meaning.field === field)
      .sort((a, b) => (field === 'demand' ? likeness(b) - likeness(a) : 0) || a.meaning.rank - b.meaning.rank);
    const [best, ...others] = candidates;
    if (!best) return;
    this.#fields.set(field, best);
    if (field === 'demand') for (const other of others) this.#further(best, other);
    else if (others.length > 0 && (mustBeAlone(field) || best.meaning.rank === others[0].meaning.rank))
      this.#ambiguous(field, best.position, others[0].position);
  }

  /** A quantity beside the demand counts if vehicles have a capacity for it; else it may be the demand that is meant. */
  #further(demand: Candidate<'field'>, other: Candidate<'field'>): void {
    const { unit } = other.meaning;
    if (this.#source.isEmpty(other.position)) return;
    const name = unit?.name ?? '';
    if (unit === undefined || name === demand.meaning.unit?.name || this.#quantities.has(name))
      this.#ambiguous('demand', demand.position, other.position);
    else if (this.#source.knows?.capacityUnits?.has(name)) this.#quantities.set(name, other);
    else {
      const given = this.#given[other.position];
      const { noun, file, warnings, refuse } = this.#source;
      warnings.fault(
        refuse(
          'E_FORMAT_UNSUPPORTED',
          `${noun} '${given}' states a quantity beside '${this.#given[demand.position]}', but no vehicle has a capacity in ${name}: give the table of vehicles a column 'capacity (${name})'; to plan without it, ignore it`,
          given,
          [warnings.nameOf(given, file)],
        ),
      );
    }
  }

  #keepTheRest(): void {
    const used = new Set([
      ...[...this.#fields.values(), ...this.#quantities.values()].map(({ position }) => position),
      this.#name,
      ...this.#address.map((a) => a.position),
    ]);
    const taken = new Set<string>();
    for (const { position, meaning } of this.#columns) {
      if (used.has(position) || position === this.#source.knows?.orders?.day || this.#source.isEmpty(position)) continue;
      const given = this.#given[position] || `${this.#source.noun} ${position + 1}`;
      let key = given;
      for (let k = 2; taken.has(key); k++) key = `${given} (${k})`;
      taken.add(key);
      this.#details.push({ position, key });
      const isRecognised = meaning.as === 'detail' || meaning.as === 'name' || (meaning.as === 'field' && meaning.field === 'id');
      if (!isRecognised) this.#source.warnings.unused(this.#source.file, this.#source.noun, given);
    }
  }

  #ambiguous(field: string, first: number, second: number): void {
    const { noun, file, warnings, refuse } = this.#source;
    const [a, b] = [this.#given[first], this.#given[second]];
    warnings.fault(
      refuse('E_SYNTAX', `both '${a}' and '${b}' could be the ${field}; rename one ${noun}, or ignore it`, b, [warnings.nameOf(b, file)]),
    );
  }

  /** All of them at once, so that one option ignores them all. */
  #suspected(suspects: readonly Candidate<'suspect'>[]): NeoLrpError {
    const { noun, kind, file, knows, warnings, refuse } = this.#source;
    const times = kind === 'depots' ? "'opening hours' and 'loading time'" : "'time window' and 'service time'";
    const advice = {
      money: kind === 'depots' ? "call it 'opening cost' if that is what it is" : 'customers have no cost of their own here',
      time: knows?.speed ? `${times} are understood` : "times need the setting 'speed', the distance in an hour",
      restriction:
        kind === 'depots'
          ? "depots have a 'capacity' and a 'status' (candidate, open or closed)"
          : "'allowed depots' and 'forbidden depots' are understood",
    };
    const what = { money: 'money', time: 'a time', restriction: 'a restriction' };
    const names = suspects.map(({ position }) => this.#given[position]);
    const seen = suspects.map(({ meaning }, k) => `${noun} '${names[k]}' looks like ${what[meaning.of]}`);
    const advised = [...new Set(suspects.map(({ meaning }) => advice[meaning.of]))];
    const them = suspects.length > 1 ? 'them' : 'it';
    return refuse(
      'E_FORMAT_UNSUPPORTED',
      `${seen.join(', ')}, and skipping ${them} could change the answer: ${advised.join('; ')}; to plan without ${them}, ignore ${them}`,
      names[0],
      [...new Set(names.map((name) => warnings.nameOf(name, file)))],
    );
  }
}

/** Street and number, postcode and town, country, in one line, without repetitions. */
function addressOf(parts: readonly { readonly part: AddressPart; readonly text: string | undefined }[]): string | undefined {
  let line = '';
  let previous: AddressPart | undefined;
  for (const part of addressParts)
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
