/** Finds out whether dot or comma is the decimal mark, and reads numbers accordingly. */
import { parseDecimal } from './numbers.ts';

type Mark = '.' | ',';

/** A comma or dot that is not a thousands separator: not before three digits, or after a single zero, or the last of both marks. */
const decimals = {
  ',': /^[+-]?(?:\d*,(?:\d{1,2}|\d{4,})|0+,\d+|\d{4,},\d+|\d{1,3}(?:\.\d{3})+,\d+)$/,
  '.': /^[+-]?(?:\d*\.(?:\d{1,2}|\d{4,})|0+\.\d+|\d{4,}\.\d+|\d{1,3}(?:,\d{3})+\.\d+)$/,
} as const;
const grouped = { ',': /^[+-]?[1-9]\d{0,2}(?:,\d{3})+$/, '.': /^[+-]?[1-9]\d{0,2}(?:\.\d{3})+$/ } as const;

/** The decimal mark that some text proves, unless another text proves the other. */
function shownBy(texts: Iterable<string>): Mark | undefined {
  let [comma, dot] = [false, false];
  for (const text of texts) {
    comma ||= decimals[','].test(text);
    dot ||= decimals['.'].test(text);
  }
  return comma === dot ? undefined : comma ? ',' : '.';
}

export class DecimalMarks {
  readonly #columns: readonly (Mark | undefined)[];
  readonly #table: Mark | undefined;
  readonly #separator: string;

  constructor(rows: readonly (readonly string[])[], separator: string) {
    this.#separator = separator;
    const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
    this.#columns = Array.from({ length: width }, (_, k) => shownBy(rows.map((row) => row[k] ?? '')));
    const shown = shownBy(rows.flat());
    // If commas separate columns, a comma in another column may belong to text.
    if (shown !== undefined) this.#table = separator === ',' && shown === ',' ? undefined : shown;
    else if (separator === ';' && rows.some((row) => row.some((cell) => grouped[','].test(cell)))) this.#table = ',';
  }

  /** `doubt` if the number may be a thousand times as large; undefined if it is not a number. */
  read(text: string, column: number): { readonly value: number; readonly doubt: boolean } | undefined {
    const mark = this.#columns[column] ?? this.#table;
    for (const [own, other] of [
      ['.', ','],
      [',', '.'],
    ] as const) {
      // 1,250.50, and 1.250.000
      const isWhole = grouped[other].test(text) && (text.split(other).length > 2 || mark === own);
      if (isWhole || (text.includes(other) && decimals[own].test(text))) return exact(text.replaceAll(other, '').replace(own, '.'));
    }
    const doubt = mark === undefined && (grouped['.'].test(text) || grouped[','].test(text));
    if (doubt && this.#separator === ',' && text.includes(',')) return undefined;
    const value = parseDecimal(text.includes('.') ? text : text.replace(',', '.'));
    return value === undefined ? undefined : { value, doubt };
  }
}

function exact(text: string): { readonly value: number; readonly doubt: boolean } | undefined {
  const value = parseDecimal(text);
  return value === undefined ? undefined : { value, doubt: false };
}

/** How to write the number, if that can be guessed. */
export function numberAdvice(text: string): string {
  if (grouped[','].test(text)) return `; write ${text.replaceAll(',', '')} or ${text.replace(',', '.')}, whichever is meant`;
  const [, number, unit] = /^([+-]?[\d.,]*\d)\s*([^\d\s.,]\D*)$/.exec(text) ?? [];
  if (number !== undefined) return `; write ${number} alone, and the unit '${unit.trim().slice(0, 20)}' in the name of the column`;
  const spaced = text.replace(/[\s'’\u00A0\u202F]/g, '');
  return spaced !== text && parseDecimal(spaced.replace(',', '.')) !== undefined ? `; write ${spaced.replace(',', '.')}` : '';
}
