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

/** Cells with a digit of a table whose cells are separated by tabs or semicolons; where commas may separate them, none can be told. */
const cellsOf = (text: string) =>
  text.includes('\t') ? /[^\t\n\r]*\d[^\t\n\r]*/g : text.includes(';') ? /[^;\n\r]*\d[^;\n\r]*/g : /(?!)/g;

/** Rewrites the numbers of a table with a decimal point and nothing else. */
export const withPlainNumbers = (text: string, mark: DecimalMark): string =>
  text.replaceAll(cellsOf(text), (cell) => (/[,.\s'’]/.test(cell.trim()) && parseNumber(cell, mark)?.toString()) || cell);

/** The cells of such a table that may be numbers. */
export const numbersIn = (text: string): readonly string[] => text.match(cellsOf(text)) ?? [];
