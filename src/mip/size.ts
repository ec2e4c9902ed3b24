/** The size of a model, in the terms of the paper's table "Variable counts". */
import type { MipModel } from './model.ts';
import type { EmbeddedHead } from './relu/formulation.ts';

/** `fixed` columns have equal bounds and are also counted as what they are; `generalIntegers` are not 0/1. */
export function modelSize(model: MipModel) {
  const size = { binaries: 0, generalIntegers: 0, continuous: 0, fixed: 0, rows: model.rowCount, nonzeros: model.columns.length };
  for (let column = 0; column < model.columnCount; column++) {
    const [lower, upper] = [model.lower[column], model.upper[column]];
    if (model.integer[column] === 0) size.continuous++;
    else if (lower >= 0 && upper <= 1) size.binaries++;
    else size.generalIntegers++;
    if (lower === upper) size.fixed++;
  }
  return size;
}

/** Neurons by kind, those `settled` by bounds, which need neither a column nor a row, and the range of all pre-activations. */
export function headsSize(heads: readonly EmbeddedHead[]) {
  const neurons = { active: 0, inactive: 0, convex: 0, concave: 0, literal: 0 };
  let [lower, upper, width, count] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, 0];
  for (const { kind, bounds } of heads.flatMap((head) => head.neurons)) {
    neurons[kind]++;
    lower = Math.min(lower, bounds.lower);
    upper = Math.max(upper, bounds.upper);
    width += bounds.upper - bounds.lower;
    count++;
  }
  const meanWidth = count === 0 ? 0 : width / count;
  return { neurons, settled: neurons.active + neurons.inactive, preActivation: { lower, upper, meanWidth } };
}
