/** Numbers as people and spreadsheets write them: a decimal comma or point; thousands separated by the other, a space or an apostrophe. */

export type DecimalMark = ',' | '.';

const groups = { ',': "[.\\s'’]", '.': "[,\\s'’]" } as const;
const patternOf = (mark: DecimalMark) =>
  new RegExp(`^[-+]?(?:\\d{1,3}(?:${groups[mark]}\\d{3})+|\\d*)(?:\\${mark}\\d*)?(?:[eE][-+]?\\d+)?$`);
const patterns = { ',': patternOf(','), '.': patternOf('.') } as const;

/** The number that the text spells with this decimal mark. */
export function parseNumber(text: string, mark: DecimalMark): number | undefined {
  const trimmed = text.trim();
  if (!/\d/.test(trimmed) || !patterns[mark].test(trimmed)) return undefined;
  const value = Number(trimmed.replaceAll(new RegExp(groups[mark], 'g'), '').replace(mark, '.'));
  return Number.isFinite(value) ? value : undefined;
}

/** The decimal mark of the user's language. */
export const localMark = (language?: string): DecimalMark =>
  new Intl.NumberFormat(language).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.';

/**
 * The decimal mark of a table, judged by the cells that make sense with one mark only. If none do, points are decimal, as in files, and
 * commas mean what they mean in the user's language: 1,234 alone could be either.
 */
export function markOf(cells: readonly string[], local: DecimalMark = localMark()): DecimalMark {
  let [commas, points, written] = [0, 0, false];
  for (const cell of cells) {
    const [comma, point] = [parseNumber(cell, ',') !== undefined, parseNumber(cell, '.') !== undefined];
    if (comma && !point) commas++;
    if (point && !comma) points++;
    if (comma && point && cell.includes(',')) written = true;
  }
  if (commas !== points) return commas > points ? ',' : '.';
  return written ? local : '.';
}

/** Rewrites the numbers of a table (cells separated by tabs or semicolons) with a decimal point and nothing else. */
export function withPlainNumbers(text: string, mark: DecimalMark): string {
  const separator = separatorOf(text);
  if (separator === undefined) return text;
  return text
    .split('\n')
    .map((line) =>
      line
        .split(separator)
        .map((cell) => plain(cell, mark))
        .join(separator),
    )
    .join('\n');
}

/** The cells of such a table that may be numbers. */
export function numbersIn(text: string): readonly string[] {
  const separator = separatorOf(text);
  return separator === undefined ? [] : text.split(/[\n\r]/).flatMap((line) => line.split(separator).filter((cell) => /\d/.test(cell)));
}

/** Undefined where commas may separate cells. */
const separatorOf = (text: string) => (text.includes('\t') ? '\t' : text.includes(';') ? ';' : undefined);

function plain(cell: string, mark: DecimalMark): string {
  const value = /[,.\s'’]/.test(cell.trim()) ? parseNumber(cell, mark) : undefined;
  return value === undefined ? cell : String(value);
}
