/** Numbers as people and spreadsheets write them: a decimal comma or point, thousands set apart by the other one, a blank or an apostrophe. */

export type DecimalMark = ',' | '.';

const groups = { ',': "[.\\s'’]", '.': "[,\\s'’]" } as const;
const patternOf = (mark: DecimalMark) =>
  new RegExp(`^[-+]?(?:\\d{1,3}(?:${groups[mark]}\\d{3})+|\\d*)(?:\\${mark}\\d*)?(?:[eE][-+]?\\d+)?$`);
const patterns = { ',': patternOf(','), '.': patternOf('.') } as const;

/** The number that the whole text spells with that decimal mark. */
export function parseNumber(text: string, mark: DecimalMark): number | undefined {
  const trimmed = text.trim();
  if (!/\d/.test(trimmed) || !patterns[mark].test(trimmed)) return undefined;
  const value = Number(trimmed.replaceAll(new RegExp(groups[mark], 'g'), '').replace(mark, '.'));
  return Number.isFinite(value) ? value : undefined;
}

/** As the visitor's own language has it. */
export const localMark = (language?: string): DecimalMark =>
  new Intl.NumberFormat(language).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.';

/**
 * The decimal mark of a table, by the cells that make sense with one only. Where all could be either, points are decimal, as in files,
 * and commas what they are in the visitor's language: 1,234 alone does not tell.
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

/** Numbers of a table from a spreadsheet (tabs or semicolons between cells) as files have them: a decimal point and nothing else. */
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

/** What could be a number in such a table. */
export function numbersIn(text: string): readonly string[] {
  const separator = separatorOf(text);
  return separator === undefined ? [] : text.split(/[\n\r]/).flatMap((line) => line.split(separator).filter((cell) => /\d/.test(cell)));
}

/** Undefined where commas may be between cells. */
const separatorOf = (text: string) => (text.includes('\t') ? '\t' : text.includes(';') ? ';' : undefined);

function plain(cell: string, mark: DecimalMark): string {
  const value = /[,.\s'’]/.test(cell.trim()) ? parseNumber(cell, mark) : undefined;
  return value === undefined ? cell : String(value);
}
