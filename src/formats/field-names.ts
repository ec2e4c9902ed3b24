/** Which column of a table, or property of a map feature, says what of a place, however people call it. */
import type { ErrorCode, NeoLrpError } from '../problem/errors.ts';

/** Names by which people call a field, best first. Case, spaces, punctuation, plural and units in brackets do not matter. */
const names = {
  id: [
    ...['id', 'name', 'code', 'key', 'number', 'no', 'nr', 'reference', 'ref', 'label'],
    ...['customer', 'client', 'shop', 'store', 'depot', 'site', 'warehouse', 'facility', 'hub'],
  ],
  longitude: ['longitude', 'lon', 'lng', 'long'],
  latitude: ['latitude', 'lat'],
  x: ['x', 'xcoord', 'xcoordinate', 'easting'],
  y: ['y', 'ycoord', 'ycoordinate', 'northing'],
  demand: ['demand', 'quantity', 'qty', 'q', 'load', 'weight', 'volume'],
  capacity: ['capacity', 'cap', 'maxcapacity', 'supply'],
  openingCost: ['openingcost', 'opencost', 'fixedcost', 'setupcost', 'cost', 'rent'],
  status: ['status', 'lock'],
  kind: ['kind', 'role', 'type', 'category'],
} as const satisfies Record<string, readonly string[]>;

export type Field = keyof typeof names;

/** What the place is, in front of what is said of it: 'Customer Name', 'depot_capacity'. */
const owner = /^(?:customer|client|shop|store|depot|site|warehouse|facility|hub)(?=.)/;

/** Fields of richer problems: to solve without them would answer another question, so they are refused, not skipped. */
const unmodelled = /^(timewindow|readytime|duedate|duetime|earliest|latest|servicetime|serviceduration|pickup|priority|skills?)/;

/** What a depot may be silent about; a name that holds such a word is no silence. */
const ofDepots = { capacity: /capacit/, openingCost: /cost/, status: /status/ } as const satisfies Partial<Record<Field, RegExp>>;

export const spellings = (field: Field): readonly string[] => names[field];

export type Refuse = (code: ErrorCode, reason: string, name: string) => NeoLrpError;

export class FieldNames {
  readonly #given: readonly string[];
  readonly #plain: readonly string[];
  readonly #positions = new Map<Field, number>();
  readonly #noun: 'column' | 'property';
  readonly #refuse: Refuse;

  constructor(given: readonly string[], noun: 'column' | 'property', refuse: Refuse) {
    this.#given = given;
    this.#plain = given.map(plain);
    this.#noun = noun;
    this.#refuse = refuse;
    const bare = this.#plain.map((name) => name.replace(owner, ''));
    const foreign = given.find((_, k) => unmodelled.test(bare[k]));
    if (foreign !== undefined)
      throw refuse(
        'E_FORMAT_UNSUPPORTED',
        `${noun} '${foreign}' states something this problem does not model; remove the ${noun} to ignore it`,
        foreign,
      );
    const [whole, withoutOwner] = [positionsOf(this.#plain), positionsOf(bare)];
    for (const field of Object.keys(names) as Field[]) this.#find(field, whole, withoutOwner);
  }

  /** Position among the names given; undefined where none stands for the field. */
  position(field: Field): number | undefined {
    return this.#positions.get(field);
  }

  /** The name given to the field, or the field's own where nothing stands for it. */
  nameOf(field: Field): string {
    return this.#given[this.#positions.get(field) ?? -1] ?? field;
  }

  /** Refuses names that seem to speak of what depots may leave out: to skip those would open unlimited depots for nothing. */
  requireClearDepots(): void {
    for (const [field, word] of Object.entries(ofDepots) as [keyof typeof ofDepots, RegExp][]) {
      const doubtful = this.#positions.has(field) ? undefined : this.#given.find((_, k) => word.test(this.#plain[k]));
      if (doubtful !== undefined)
        throw this.#refuse(
          'E_SYNTAX',
          `is ${this.#noun} '${doubtful}' the ${field}? Call it ${names[field].join(', ')}, or remove the ${this.#noun} to leave it out`,
          doubtful,
        );
    }
  }

  #find(field: Field, ...byName: readonly ReadonlyMap<string, readonly number[]>[]): void {
    for (const spelling of names[field])
      for (const positions of byName) {
        const [first, second] = [spelling, `${spelling}s`].flatMap((name) => positions.get(name) ?? []);
        if (first === undefined) continue;
        if (second !== undefined)
          throw this.#refuse(
            'E_SYNTAX',
            `both '${this.#given[first]}' and '${this.#given[second]}' may be the ${field}; rename or remove one ${this.#noun}`,
            this.#given[second],
          );
        this.#positions.set(field, first);
        return;
      }
  }
}

function positionsOf(list: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const positions = new Map<string, number[]>();
  list.forEach((name, k) => {
    const known = positions.get(name);
    if (known) known.push(k);
    else positions.set(name, [k]);
  });
  return positions;
}

function plain(name: string): string {
  return name
    .slice(0, 100)
    .replace(/[([].*?[)\]]/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
