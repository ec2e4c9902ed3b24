/**
 * Free MPS. The bounds of every column are written, because readers disagree on defaults for integer columns and negative upper bounds. The
 * constant of the objective is the negated right-hand side of its row, by convention.
 */
import { type FileOptions, namesFor } from './file-names.ts';
import type { MipModel } from './model.ts';

export function writeMps(model: MipModel, options: FileOptions = {}): string {
  const columnNames = namesFor(model.columnNames, 'x', options);
  const rowNames = namesFor(model.rowNames, 'r', options);
  const objective = freshName('objective', rowNames);
  const lines = [`NAME ${model.name.replace(/\s+/g, '_') || 'model'} FREE`, 'ROWS', ` N ${objective}`];
  const senses = Array.from({ length: model.rowCount }, (_, row) => senseOf(model.rowLower[row], model.rowUpper[row]));
  senses.forEach((sense, row) => {
    lines.push(` ${sense} ${rowNames[row]}`);
  });

  lines.push('COLUMNS');
  const entries = columnEntries(model);
  let inIntegers = false;
  for (let column = 0; column < model.columnCount; column++) {
    if ((model.integer[column] === 1) !== inIntegers) {
      inIntegers = !inIntegers;
      lines.push(` MARKER 'MARKER' ${inIntegers ? "'INTORG'" : "'INTEND'"}`);
    }
    const name = columnNames[column];
    // The objective entry is written even if it is 0: a column without entries would be lost.
    lines.push(` ${name} ${objective} ${model.cost[column]}`);
    for (const { row, coefficient } of entries[column]) lines.push(` ${name} ${rowNames[row]} ${coefficient}`);
  }
  if (inIntegers) lines.push(" MARKER 'MARKER' 'INTEND'");

  lines.push('RHS');
  if (model.offset !== 0) lines.push(` RHS ${objective} ${-model.offset}`);
  const ranges: string[] = [];
  senses.forEach((sense, row) => {
    const [lower, upper] = [model.rowLower[row], model.rowUpper[row]];
    const side = sense === 'L' ? upper : sense === 'N' ? 0 : lower;
    if (side !== 0) lines.push(` RHS ${rowNames[row]} ${side}`);
    if (sense === 'G' && Number.isFinite(upper)) ranges.push(` RANGE ${rowNames[row]} ${upper - lower}`);
  });
  if (ranges.length > 0) lines.push('RANGES', ...ranges);

  lines.push('BOUNDS');
  for (let column = 0; column < model.columnCount; column++) {
    for (const bound of boundsOf(model.lower[column], model.upper[column], columnNames[column])) lines.push(bound);
  }
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

function columnEntries(model: MipModel): readonly { readonly row: number; readonly coefficient: number }[][] {
  const entries: { row: number; coefficient: number }[][] = Array.from({ length: model.columnCount }, () => []);
  for (let row = 0; row < model.rowCount; row++) {
    for (let entry = model.rowStarts[row]; entry < model.rowStarts[row + 1]; entry++) {
      entries[model.columns[entry]].push({ row, coefficient: model.coefficients[entry] });
    }
  }
  return entries;
}

function freshName(wanted: string, taken: readonly string[]): string {
  let name = wanted;
  while (taken.includes(name)) name += '_';
  return name;
}
