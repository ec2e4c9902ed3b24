/** Numbers in decimal notation, and readers of the plain-text files of benchmarks, which are numbers by line or one after another. */
import type { ErrorCode, NeoLrpError } from '../problem/errors.ts';
import type { Source } from './source.ts';

const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** The whole text as a number in decimal notation: no hexadecimal, no Infinity. */
export function parseDecimal(text: string): number | undefined {
  const value = decimal.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? value : undefined;
}

export class NumberReader {
  readonly #source: Source;
  readonly #tokens: string[] = [];
  readonly #lines: number[] = [];
  #at = 0;

  constructor(source: Source) {
    this.#source = source;
    source.text.split('\n').forEach((line, k) => {
      for (const token of line.split(/\s+/)) {
        if (token === '') continue;
        this.#tokens.push(token);
        this.#lines.push(k + 1);
      }
    });
  }

  get count(): number {
    return this.#tokens.length;
  }

  /** How many numbers stand on the line of the `k`-th number from the start. */
  countOnLineOf(k: number): number {
    let [first, last] = [k, k];
    while (this.#lines[first - 1] === this.#lines[k]) first--;
    while (this.#lines[last + 1] === this.#lines[k]) last++;
    return last - first + 1;
  }

  next(expected: string): number {
    if (this.#at >= this.#tokens.length)
      throw this.#source.fault('E_SYNTAX', `the file ends where ${expected} was expected`, { line: this.#lines.at(-1) });
    const token = this.#tokens[this.#at];
    const value = parseDecimal(token);
    if (value === undefined)
      throw this.#source.fault('E_SYNTAX', `expected ${expected}, a number, but found '${token.slice(0, 40)}'`, {
        line: this.#lines[this.#at],
        value: token,
      });
    this.#at++;
    return value;
  }

  /** A whole number of at least `least`. */
  nextCount(expected: string, least = 1): number {
    const value = this.next(expected);
    if (!Number.isSafeInteger(value) || value < least)
      throw this.#source.fault('E_VALUE', `${expected} must be a whole number of at least ${least}, not ${value}`, {
        line: this.#lines[this.#at - 1],
        value,
      });
    return value;
  }

  nextNonNegative(expected: string): number {
    const value = this.next(expected);
    if (value < 0)
      throw this.#source.fault('E_VALUE', `${expected} must not be negative, but is ${value}`, { line: this.#lines[this.#at - 1], value });
    return value;
  }

  get line(): number {
    return this.#lines[Math.max(0, this.#at - 1)];
  }

  requireEnd(after: string): void {
    const left = this.#tokens.length - this.#at;
    if (left > 0)
      throw this.#source.fault('E_SYNTAX', `the file should end after ${after}, but ${left} more value${left > 1 ? 's' : ''} follow`, {
        line: this.#lines[this.#at],
        value: this.#tokens[this.#at],
      });
  }
}

/** Lines that are not blank, as rows of numbers. */
export class LineReader {
  readonly #source: Source;
  readonly #lines: readonly { readonly text: string; readonly line: number }[];
  #at = 0;

  constructor(source: Source) {
    this.#source = source;
    this.#lines = source.text
      .split('\n')
      .map((text, k) => ({ text: text.trim(), line: k + 1 }))
      .filter(({ text }) => text !== '');
  }

  get atEnd(): boolean {
    return this.#at === this.#lines.length;
  }

  text(expected: string): string {
    const row = this.#lines[this.#at++];
    if (row) return row.text;
    throw this.#source.fault('E_SYNTAX', `the file ends where a line was expected: ${expected}`, { line: this.#lines.at(-1)?.line });
  }

  /** At least, or exactly, so many numbers. */
  numbers(expected: string, least: number, most = Number.POSITIVE_INFINITY): number[] {
    const numbers = this.text(expected)
      .split(/\s+/)
      .map((token) => {
        const value = parseDecimal(token);
        if (value === undefined) throw this.fault('E_SYNTAX', `expected a number, but found '${token.slice(0, 40)}' (${expected})`);
        return value;
      });
    if (numbers.length >= least && numbers.length <= most) return numbers;
    const bound = least === most ? '' : numbers.length < least ? 'at least ' : 'at most ';
    throw this.fault(
      'E_SYNTAX',
      `expected ${bound}${numbers.length < least ? least : most} numbers, but found ${numbers.length} (${expected})`,
    );
  }

  /** A fault on the line read last. */
  fault(code: ErrorCode, reason: string): NeoLrpError {
    return this.#source.fault(code, reason, { line: this.#lines[this.#at - 1]?.line });
  }

  requireEnd(after: string): void {
    const extra = this.#lines[this.#at];
    if (extra) throw this.#source.fault('E_SYNTAX', `the file should end after ${after}, but goes on`, { line: extra.line });
  }
}
