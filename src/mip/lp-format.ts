/** CPLEX LP text, readable for people and every solver. A row with two finite sides is written as two rows. */
import { type FileOptions, namesFor } from './file-names.ts';
import type { MipModel } from './model.ts';

const termsPerLine = 8;

export function writeLp(model: MipModel, options: FileOptions = {}): string {
  const columnNames = namesFor(model.columnNames, 'x', options);
  const rowNames = namesFor(model.rowNames, 'r', options);
  const lines = [`\\ ${model.name}`, 'Minimize'];
  // Every column is named in the objective, so that a reader sees them all, and in our order.
  const objective = Array.from(model.cost, (cost, column) => term(cost, columnNames[column]));
  if (model.offset !== 0) objective.push(term(model.offset, ''));
  lines.push(...wrap(' objective:', objective), 'Subject To');

  const firstColumn = columnNames[0];
  for (let row = 0; row < model.rowCount; row++) {
    const terms: string[] = [];
    for (let entry = model.rowStarts[row]; entry < model.rowStarts[row + 1]; entry++) {
      terms.push(term(model.coefficients[entry], columnNames[model.columns[entry]]));
    }
    if (terms.length === 0 && firstColumn !== undefined) terms.push(term(0, firstColumn));
    const [lower, upper] = [model.rowLower[row], model.rowUpper[row]];
    const add = (label: string, relation: string) => {
      const wrapped = wrap(` ${label}:`, terms);
      wrapped[wrapped.length - 1] += ` ${relation}`;
      lines.push(...wrapped);
    };
    if (lower === upper) add(rowNames[row], `= ${lower}`);
    else {
      const both = Number.isFinite(lower) && Number.isFinite(upper);
      if (Number.isFinite(lower)) add(both ? `${rowNames[row]}_low` : rowNames[row], `>= ${lower}`);
      if (Number.isFinite(upper)) add(both ? `${rowNames[row]}_high` : rowNames[row], `<= ${upper}`);
    }
  }

  lines.push('Bounds');
  for (let column = 0; column < model.columnCount; column++) {
    const [lower, upper] = [model.lower[column], model.upper[column]];
    const name = columnNames[column];
    if (lower === Number.NEGATIVE_INFINITY && upper === Number.POSITIVE_INFINITY) lines.push(` ${name} free`);
    else if (lower === upper) lines.push(` ${name} = ${lower}`);
    else lines.push(` ${side(lower)} <= ${name} <= ${side(upper)}`);
  }
  const integers = columnNames.filter((_, column) => model.integer[column] === 1);
  if (integers.length > 0) lines.push('Generals', ...integers.map((name) => ` ${name}`));
  lines.push('End', '');
  return lines.join('\n');
}

function term(coefficient: number, name: string): string {
  return `${coefficient < 0 ? '-' : '+'} ${Math.abs(coefficient)}${name && ` ${name}`}`;
}

function side(bound: number): string {
  return bound === Number.POSITIVE_INFINITY ? '+inf' : bound === Number.NEGATIVE_INFINITY ? '-inf' : String(bound);
}

function wrap(label: string, terms: readonly string[]): string[] {
  const lines = [label];
  for (let from = 0; from < terms.length; from += termsPerLine) lines.push(`   ${terms.slice(from, from + termsPerLine).join(' ')}`);
  return lines;
}
