/**
 * Free MPS, with columns x0, x1, … and rows r0, r1, …, by which a solver's answer is read back. The bounds of every column are written,
 * because readers disagree on defaults for integer columns and negative upper bounds. The constant of the objective is the negated
 * right-hand side of its row, by convention.
 */
import type { MipModel } from './model.ts';

export function writeMps(model: MipModel): string {
  const { columnCount, rowCount, rowLower, rowUpper, offset } = model;
  const senses = Array.from({ length: rowCount }, (_, row) => senseOf(rowLower[row], rowUpper[row]));
  const lines = ['NAME model FREE', 'ROWS', ' N objective', ...senses.map((sense, row) => ` ${sense} r${row}`), 'COLUMNS'];
  const entries = entriesByColumn(model);
  for (let column = 0; column < columnCount; column++) {
    const isInteger = model.integer[column] === 1;
    if (isInteger) lines.push(" MARKER 'MARKER' 'INTORG'");
    // The objective entry is written even if it is 0: a column without entries would be lost.
    lines.push(` x${column} objective ${model.cost[column]}`, ...entries[column]);
    if (isInteger) lines.push(" MARKER 'MARKER' 'INTEND'");
  }

  lines.push('RHS');
  if (offset !== 0) lines.push(` RHS objective ${-offset}`);
  const ranges: string[] = [];
  senses.forEach((sense, row) => {
    const side = sense === 'L' ? rowUpper[row] : sense === 'N' ? 0 : rowLower[row];
    if (side !== 0) lines.push(` RHS r${row} ${side}`);
    if (sense === 'G' && Number.isFinite(rowUpper[row])) ranges.push(` RANGE r${row} ${rowUpper[row] - rowLower[row]}`);
  });
  if (ranges.length > 0) lines.push('RANGES', ...ranges);

  lines.push('BOUNDS');
  for (let column = 0; column < columnCount; column++) lines.push(...boundsOf(model.lower[column], model.upper[column], `x${column}`));
  lines.push('ENDATA', '');
  return lines.join('\n');
}

/** A row with two different finite sides is a G row with a range. */
function senseOf(lower: number, upper: number): 'E' | 'L' | 'G' | 'N' {
  if (lower === upper) return 'E';
  if (Number.isFinite(lower)) return 'G';
  return Number.isFinite(upper) ? 'L' : 'N';
}

function boundsOf(lower: number, upper: number, name: string): readonly string[] {
  if (lower === upper) return [` FX BOUND ${name} ${lower}`];
  if (lower === Number.NEGATIVE_INFINITY && upper === Number.POSITIVE_INFINITY) return [` FR BOUND ${name}`];
  return [
    lower === Number.NEGATIVE_INFINITY ? ` MI BOUND ${name}` : ` LO BOUND ${name} ${lower}`,
    upper === Number.POSITIVE_INFINITY ? ` PL BOUND ${name}` : ` UP BOUND ${name} ${upper}`,
  ];
}

function entriesByColumn({ columnCount, rowCount, rowStarts, columns, coefficients }: MipModel): readonly (readonly string[])[] {
  const entries: string[][] = Array.from({ length: columnCount }, () => []);
  for (let row = 0; row < rowCount; row++)
    for (let entry = rowStarts[row]; entry < rowStarts[row + 1]; entry++)
      entries[columns[entry]].push(` x${columns[entry]} r${row} ${coefficients[entry]}`);
  return entries;
}
