/**
 * The catalogue of everything that can go wrong for a user. The same code appears in the library, at the command line (as exit status) and
 * over HTTP; `docs/reference/errors.md` lists them all.
 */

/** Exit statuses: 0 solved, 1 a bug in this software, 2 bad input or usage, 3 infeasible, 4 external solver, 5 budget ended. */
export const catalogue = {
  E_INTERNAL: { exit: 1, http: 500, title: 'a bug in this software' },
  E_UNVERIFIED: { exit: 1, http: 500, title: 'a solver returned a solution that the verifier rejects' },

  E_USAGE: { exit: 2, http: 400, title: 'a wrong option or argument' },
  E_FILE: { exit: 2, http: 400, title: 'a file cannot be read or written' },
  E_FORMAT_UNKNOWN: { exit: 2, http: 400, title: 'the file format is not recognised' },
  E_FORMAT_UNSUPPORTED: { exit: 2, http: 400, title: 'the format cannot express the data' },
  E_SYNTAX: { exit: 2, http: 400, title: 'a file breaks the rules of its format' },
  E_VALUE: { exit: 2, http: 400, title: 'a value is out of range' },
  E_DUPLICATE_ID: { exit: 2, http: 400, title: 'two depots or two customers share an id' },
  E_UNKNOWN_ID: { exit: 2, http: 400, title: 'an id names nothing in the instance' },
  E_TOO_LARGE: { exit: 2, http: 413, title: 'the instance, or the request that holds it, is too large' },
  E_UNSUPPORTED: { exit: 2, http: 422, title: 'the instance asks for something that the method does not support' },
  E_MODEL: { exit: 2, http: 400, title: 'a surrogate model is unknown or broken' },
  E_DATASET: { exit: 2, http: 400, title: 'a data set is empty, broken or of mixed kinds' },
  E_UNKNOWN_JOB: { exit: 2, http: 404, title: 'there is no such job' },
  E_IDEMPOTENCY: { exit: 2, http: 422, title: 'an idempotency key was used for another request before' },
  E_QUEUE_FULL: { exit: 2, http: 429, title: 'too many jobs are waiting' },

  E_INFEASIBLE_CAPACITY: { exit: 3, http: 422, title: 'the demand exceeds what depots can supply' },
  E_INFEASIBLE_DEMAND: { exit: 3, http: 422, title: 'a demand exceeds the vehicle capacity' },
  E_INFEASIBLE_RULES: { exit: 3, http: 422, title: 'the rules contradict each other' },
  E_INFEASIBLE_REACH: { exit: 3, http: 422, title: 'a customer cannot be reached' },
  E_INFEASIBLE_TIME: { exit: 3, http: 422, title: 'a time window or working hours cannot be kept' },
  E_INFEASIBLE: { exit: 3, http: 422, title: 'the instance has no feasible solution' },

  E_SOLVER_MISSING: { exit: 4, http: 503, title: 'an optional solver or package is not installed' },
  E_DATABASE: { exit: 4, http: 503, title: 'the database cannot be reached or used' },
  E_DAMAGED: { exit: 4, http: 503, title: 'the files of the database are damaged' },
  E_SOLVER_FAILED: { exit: 4, http: 502, title: 'an external solver failed' },

  E_BUDGET: { exit: 5, http: 504, title: 'the budget ended with no feasible solution' },

  E_KEY: { exit: 2, http: 401, title: 'the API key is missing, wrong or revoked' },
  E_ORIGIN: { exit: 2, http: 403, title: 'the request comes from a page of another site' },
  E_NOT_FOUND: { exit: 2, http: 404, title: 'there is nothing at this address' },
  E_METHOD: { exit: 2, http: 405, title: 'this address answers other methods only' },
  E_NOT_ACCEPTABLE: { exit: 2, http: 406, title: 'the answer cannot be given in a form that is accepted' },
  E_NO_PLAN: { exit: 2, http: 409, title: 'the job has no plan yet' },
  E_MEDIA_TYPE: { exit: 2, http: 415, title: 'a body of this type cannot be read' },
  E_HOST: { exit: 2, http: 421, title: 'the request is for another host' },
  E_LIMIT: { exit: 2, http: 422, title: 'more is asked for than this service allows' },
  E_BUSY: { exit: 2, http: 429, title: 'too many requests at once' },
} as const satisfies Record<string, { exit: number; http: number; title: string }>;

export type ErrorCode = keyof typeof catalogue;

/** Where the fault is: any of file, 1-based line, field path and offending value. */
export interface Place {
  readonly file?: string;
  readonly line?: number;
  readonly field?: string;
  readonly value?: unknown;
  /** Columns that can be listed under `ignore` to avoid the fault. */
  readonly ignorable?: readonly string[];
}

interface ErrorExtras extends ErrorOptions {
  /** Further faults of the same files. */
  readonly others?: readonly NeoLrpError[];
}

/** An error as plain data, for messages between threads, where classes do not survive. */
export interface Fault {
  readonly code: ErrorCode;
  readonly reason: string;
  readonly place: Place;
  /** Further faults of the same files. */
  readonly others?: readonly Fault[];
}

/** Every error of the library: a code of the catalogue, a sentence that a user can act on, and the place. */
export class NeoLrpError extends Error implements Fault {
  override readonly name = 'NeoLrpError';
  readonly code: ErrorCode;
  readonly place: Place;
  /** The message without the place. */
  readonly reason: string;
  /** Further faults of the same files, which the message names, too. */
  readonly others: readonly NeoLrpError[];

  constructor(code: ErrorCode, reason: string, place: Place = {}, { others = [], ...options }: ErrorExtras = {}) {
    const [told, bounded] = [boundedText(String(reason)), boundedPlace(Object(place))];
    super(`${describePlace(bounded)}${told}${listed(others)}`, options);
    this.code = code;
    this.reason = told;
    this.place = bounded;
    this.others = others.slice(0, mostOthers);
  }

  get exitStatus(): number {
    return catalogue[this.code].exit;
  }

  /** The same fault with more of its place: readers know lines, callers know file names. */
  at(place: Place): NeoLrpError {
    return this.map((error) => ({ ...place, ...error.place }));
  }

  /** The same faults at other places. */
  map(placeOf: (error: NeoLrpError) => Place): NeoLrpError {
    const others = this.others.map((other) => other.map(placeOf));
    return new NeoLrpError(this.code, this.reason, placeOf(this), { cause: this.cause, others });
  }

  toJSON(): {
    code: ErrorCode;
    status: number;
    message: string;
    place: Place;
    others?: { code: ErrorCode; message: string; place: Place }[];
  } {
    const others = this.others.map(({ code, reason, place }) => ({ code, message: reason, place }));
    return { code: this.code, status: this.exitStatus, message: this.reason, place: this.place, ...(others.length > 0 && { others }) };
  }
}

/** Kept; and characters of these in a message. */
const mostOthers = 100;
const mostListed = 1800;

function listed(others: readonly NeoLrpError[]): string {
  let text = '';
  for (const [k, { message }] of others.entries()) {
    if (text.length > mostListed) return `${text}\n  and ${others.length - k} more`;
    text += `\n  ${cut(message.split('\n')[0], longest.place)}`;
  }
  return text;
}

/** The error that a fault tells of. */
export const errorOf = ({ code, reason, place, others = [] }: Fault): NeoLrpError =>
  new NeoLrpError(code, reason, place, { others: others.map(errorOf) });

/** One error for several: the first, with the others, and with the columns that can be ignored to avoid all of them. */
export function joinedFaults([first, ...others]: readonly NeoLrpError[], count = others.length + 1): NeoLrpError {
  if (others.length === 0) return first;
  const ignorable = [...new Set([first, ...others].flatMap(({ place }) => place.ignorable ?? []))];
  const place = { ...first.place, ...(ignorable.length > 0 && { ignorable }) };
  return new NeoLrpError(first.code, `${first.reason} (and ${count - 1} more)`, place, { cause: first.cause, others });
}

/** Characters of input that a message repeats: of one piece, of a path or a field, of all. */
const longest = { quoted: 80, place: 300, text: 2000 } as const;
const mostIgnorable = 100;

/** At most so many characters. */
export const cut = (text: string, length: number = longest.quoted): string =>
  text.length > length ? `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : text;

/** A message with what it quotes cut short. A quotation begins after a blank or a bracket, which tells it from an apostrophe. */
export function boundedText(text: string): string {
  const short = text.length > longest.quoted ? text.replace(/(?<=^|[\s([])'([^']{81,})'/g, (_, quoted) => `'${cut(quoted)}'`) : text;
  if (short.length <= longest.text) return short;
  // The remedy stands at the end.
  const half = longest.text / 2 - 2;
  return `${short.slice(0, half)} … ${short.slice(-half)}`;
}

function boundedPlace(place: Place): Place {
  const { file, field, value, ignorable } = place;
  return {
    ...place,
    ...(file !== undefined && { file: cut(file, longest.place) }),
    ...(field !== undefined && { field: cut(field, longest.place) }),
    ...(value !== undefined && { value: boundedValue(value) }),
    // These are for programs to repeat: whole, or not at all.
    ...(ignorable !== undefined && { ignorable: ignorable.filter((name) => name.length <= longest.place).slice(0, mostIgnorable) }),
  };
}

function boundedValue(value: unknown): unknown {
  if (typeof value === 'string') return cut(value, longest.place);
  if (typeof value !== 'object' || value === null) return value;
  try {
    const text = JSON.stringify(value);
    return text.length <= longest.place ? value : cut(text, longest.place);
  } catch {
    return 'a value that has no JSON form';
  }
}

/** Runs `work`; a coded error that it throws is thrown as `retell` has it, say with more of its place. */
export function retelling<T>(work: () => T, retell: (error: NeoLrpError) => NeoLrpError): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof NeoLrpError ? retell(error) : error;
  }
}

/** Of anything thrown: what the catalogue does not know is a defect of ours. */
export function faultOf(error: unknown): Fault {
  if (error instanceof NeoLrpError) {
    const { code, reason, place, others } = error;
    return { code, reason, place, ...(others.length > 0 && { others: others.map(faultOf) }) };
  }
  return { code: 'E_INTERNAL', reason: error instanceof Error ? error.message : String(error), place: {} };
}

function describePlace({ file, line, field }: Place): string {
  const where = [file !== undefined && line !== undefined ? `${file}:${line}` : (file ?? (line !== undefined ? `line ${line}` : ''))];
  if (field) where.push(field);
  const text = where.filter(Boolean).join(', ');
  return text ? `${text}: ` : '';
}

/** Names and ids of up to `limit` places, and how many more there are. */
export function namePlaces(places: readonly { readonly id: string; readonly name?: string }[], limit = 5): string {
  const shown = places.slice(0, limit).map(({ id, name }) => (name === undefined || name === id ? `'${id}'` : `'${name}' (${id})`));
  return places.length > limit ? `${shown.join(', ')} and ${places.length - limit} more` : shown.join(', ');
}

export const named = (place: { readonly id: string; readonly name?: string }): string => namePlaces([place]);

/** Up to `limit` ids, and how many more there are. */
export const nameSome = (ids: readonly string[], limit?: number): string =>
  namePlaces(
    ids.map((id) => ({ id })),
    limit,
  );
