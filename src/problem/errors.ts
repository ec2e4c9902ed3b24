/**
 * The one catalogue of everything that can go wrong for a user.
 * The same code appears in the library, at the command line (as exit status) and over HTTP; `docs/reference/errors.md` lists them all.
 */

/** Exit statuses: 0 solved, 1 a defect of ours, 2 bad input or usage, 3 infeasible, 4 external solver, 5 budget ended. */
export const catalogue = {
  E_INTERNAL: { exit: 1, http: 500, title: 'a defect of this software' },
  E_UNVERIFIED: { exit: 1, http: 500, title: 'a solver returned a solution that the verifier refuses' },

  E_USAGE: { exit: 2, http: 400, title: 'a wrong option or argument' },
  E_FILE: { exit: 2, http: 400, title: 'a file cannot be read or written' },
  E_FORMAT_UNKNOWN: { exit: 2, http: 400, title: 'the file format is not recognised' },
  E_FORMAT_UNSUPPORTED: { exit: 2, http: 400, title: 'the format cannot express what is asked of it' },
  E_SYNTAX: { exit: 2, http: 400, title: 'a file breaks the rules of its format' },
  E_VALUE: { exit: 2, http: 400, title: 'a value is out of its range' },
  E_DUPLICATE_ID: { exit: 2, http: 400, title: 'two depots or two customers share an id' },
  E_UNKNOWN_ID: { exit: 2, http: 400, title: 'an id names nothing in the instance' },
  E_TOO_LARGE: { exit: 2, http: 413, title: 'the instance is larger than the search can hold' },
  E_UNSUPPORTED: { exit: 2, http: 422, title: 'the instance asks for what the method cannot honour' },
  E_MODEL: { exit: 2, http: 400, title: 'a surrogate model is unknown or broken' },
  E_DATASET: { exit: 2, http: 400, title: 'a data set is empty, broken or of mixed kinds' },

  E_INFEASIBLE_CAPACITY: { exit: 3, http: 422, title: 'the demand exceeds what depots can supply' },
  E_INFEASIBLE_DEMAND: { exit: 3, http: 422, title: 'a demand exceeds the vehicle' },
  E_INFEASIBLE_RULES: { exit: 3, http: 422, title: 'the rules contradict each other' },
  E_INFEASIBLE_REACH: { exit: 3, http: 422, title: 'a customer cannot be reached' },
  E_INFEASIBLE_TIME: { exit: 3, http: 422, title: 'a time window or working hours cannot be kept' },
  E_INFEASIBLE: { exit: 3, http: 422, title: 'the instance has no feasible solution' },

  E_SOLVER_MISSING: { exit: 4, http: 503, title: 'an optional solver or package is not installed' },
  E_SOLVER_FAILED: { exit: 4, http: 502, title: 'an external solver failed' },

  E_BUDGET: { exit: 5, http: 504, title: 'the budget ended with no feasible solution' },
} as const satisfies Record<string, { exit: number; http: number; title: string }>;

export type ErrorCode = keyof typeof catalogue;

/** Where the fault is: any of file, 1-based line, field path and offending value. */
export interface Place {
  readonly file?: string;
  readonly line?: number;
  readonly field?: string;
  readonly value?: unknown;
  /** Columns to name under `ignore`, where that would do away with the fault. */
  readonly ignorable?: readonly string[];
}

export class NeoLrpError extends Error {
  override readonly name = 'NeoLrpError';
  readonly code: ErrorCode;
  readonly place: Place;
  /** The message without the place. */
  readonly reason: string;

  constructor(code: ErrorCode, reason: string, place: Place = {}, options?: ErrorOptions) {
    super(`${describePlace(place)}${reason}`, options);
    this.code = code;
    this.reason = reason;
    this.place = place;
  }

  get exitStatus(): number {
    return catalogue[this.code].exit;
  }

  /** The same fault, told with more of its place: readers know lines, callers know file names. */
  at(place: Place): NeoLrpError {
    return new NeoLrpError(this.code, this.reason, { ...place, ...this.place }, { cause: this.cause });
  }

  toJSON(): { code: ErrorCode; status: number; message: string; place: Place } {
    return { code: this.code, status: this.exitStatus, message: this.reason, place: this.place };
  }
}

function describePlace({ file, line, field }: Place): string {
  const where = [file !== undefined && line !== undefined ? `${file}:${line}` : (file ?? (line !== undefined ? `line ${line}` : ''))];
  if (field) where.push(field);
  const text = where.filter(Boolean).join(', ');
  return text ? `${text}: ` : '';
}

/** Each by its name, where it has one, with the id. */
export function namePlaces(places: readonly { readonly id: string; readonly name?: string }[], limit = 5): string {
  const shown = places.slice(0, limit).map(({ id, name }) => (name === undefined || name === id ? `'${id}'` : `'${name}' (${id})`));
  return places.length > limit ? `${shown.join(', ')} and ${places.length - limit} more` : shown.join(', ');
}

/** Names up to `limit` culprits, and says how many more there are. */
export function nameSome(ids: readonly string[], limit = 5): string {
  const shown = ids
    .slice(0, limit)
    .map((id) => `'${id}'`)
    .join(', ');
  return ids.length > limit ? `${shown} and ${ids.length - limit} more` : shown;
}
