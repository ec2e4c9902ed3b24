/** Numbers in decimal notation, and the plain-text files of benchmarks, which are numbers by line or one after another. */
import type { ErrorCode, NeoLrpError } from '../problem/errors.ts';
import type { Source } from './source.ts';

const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** The whole text as a number in decimal notation: no hexadecimal, no Infinity. */
export function parseDecimal(text: string): number | undefined {
  const value = decimal.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? value : undefined;
}

/** Reads a text from its beginning, by lines that are not blank or by single numbers. */
export class NumberReader {
  readonly #source: Source;
  readonly #rows: readonly { readonly tokens: readonly string[]; readonly text: string; readonly line: number }[];
  /** Of the row that is read, and of the token in it. */
  #row = 0;
  #token = 0;
  /** Of the number or the line read last. */
  #line: number | undefined;

  constructor(source: Source) {
    this.#source = source;
    this.#rows = source.text.split('\n').flatMap((raw, k) => {
      const text = raw.trim();
      return text === '' ? [] : [{ text, tokens: text.split(/\s+/), line: k + 1 }];
    });
  }

  get count(): number {
    return this.#rows.reduce((sum, { tokens }) => sum + tokens.length, 0);
  }

  /** How many numbers stand on the line of the `k`-th, from 0. */
  countOnLineOf(k: number): number {
    let after = k;
    for (const { tokens } of this.#rows) {
      if (after < tokens.length) return tokens.length;
      after -= tokens.length;
    }
    return 0;
  }

  get atEnd(): boolean {
    return this.#row === this.#rows.length;
  }

  /** The whole line. */
  text(expected: string): string {
    const { text } = this.#current(`a line was expected: ${expected}`);
    this.#row++;
    return text;
  }

  /** A line of at least, or exactly, so many numbers. */
  numbers(expected: string, least: number, most = Number.POSITIVE_INFINITY): number[] {
    const numbers = this.text(expected)
      .split(/\s+/)
      .map((token) => this.#number(token, 'a number', ` (${expected})`));
    if (numbers.length >= least && numbers.length <= most) return numbers;
    const bound = least === most ? '' : numbers.length < least ? 'at least ' : 'at most ';
    throw this.fault(
      'E_SYNTAX',
      `expected ${bound}${numbers.length < least ? least : most} numbers, but found ${numbers.length} (${expected})`,
    );
  }

  next(expected: string): number {
    const { tokens } = this.#current(`${expected} was expected`);
    const value = this.#number(tokens[this.#token], `${expected}, a number`);
    this.#token++;
    if (this.#token === tokens.length) [this.#row, this.#token] = [this.#row + 1, 0];
    return value;
  }

  /** A whole number of at least `least`. */
  nextCount(expected: string, least = 1): number {
    const value = this.next(expected);
    if (Number.isSafeInteger(value) && value >= least) return value;
    throw this.fault('E_VALUE', `${expected} must be a whole number of at least ${least}, not ${value}`, value);
  }

  nextNonNegative(expected: string): number {
    const value = this.next(expected);
    if (value >= 0) return value;
    throw this.fault('E_VALUE', `${expected} must not be negative, but is ${value}`, value);
  }

  /** A fault on the line read last. */
  fault(code: ErrorCode, reason: string, value?: unknown): NeoLrpError {
    return this.#source.fault(code, reason, { line: this.#line, ...(value !== undefined && { value }) });
  }

  requireEnd(after: string): void {
    if (this.atEnd) return;
    const { tokens } = this.#current('');
    const left = this.#rows.slice(this.#row).reduce((sum, row) => sum + row.tokens.length, -this.#token);
    throw this.fault(
      'E_SYNTAX',
      `the file should end after ${after}, but ${left} more value${left > 1 ? 's' : ''} follow`,
      tokens[this.#token],
    );
  }

  #current(expected: string) {
    const row = this.#rows[this.#row];
    this.#line = row?.line ?? this.#rows.at(-1)?.line;
    if (!row) throw this.fault('E_SYNTAX', `the file ends where ${expected}`);
    return row;
  }

  #number(token: string, expected: string, more = ''): number {
    const value = parseDecimal(token);
    if (value !== undefined) return value;
    throw this.fault('E_SYNTAX', `expected ${expected}, but found '${token.slice(0, 40)}'${more}`, token);
  }
}
