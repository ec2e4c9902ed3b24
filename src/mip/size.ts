/** The size of a model, in the terms of the paper's table "Variable counts". */
import type { MipModel } from './model.ts';
import type { EmbeddedHead, NeuronKind } from './relu/formulation.ts';

export interface ModelSize {
  readonly binaries: number;
  /** Integer columns that are not 0/1. */
  readonly generalIntegers: number;
  readonly continuous: number;
  /** Columns with equal bounds; also counted above. */
  readonly fixed: number;
  readonly rows: number;
  readonly nonzeros: number;
}

export interface HeadsSize {
  readonly neurons: Readonly<Record<NeuronKind, number>>;
  /** Neurons that need neither a column nor a row. */
  readonly settled: number;
  /** The lowest and the highest bound of a pre-activation over all neurons, and their mean width. */
  readonly preActivation: { readonly lower: number; readonly upper: number; readonly meanWidth: number };
}

export function modelSize(model: MipModel): ModelSize {
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

export function headsSize(heads: readonly EmbeddedHead[]): HeadsSize {
  const neurons = { active: 0, inactive: 0, convex: 0, concave: 0, literal: 0 };
  let [lower, upper, width, count] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, 0];
  for (const { kind, bounds } of heads.flatMap((head) => head.neurons)) {
    neurons[kind]++;
    lower = Math.min(lower, bounds.lower);
    upper = Math.max(upper, bounds.upper);
    width += bounds.upper - bounds.lower;
    count++;
  }
  return {
    neurons,
    settled: neurons.active + neurons.inactive,
    preActivation: { lower, upper, meanWidth: count === 0 ? 0 : width / count },
  };
}
