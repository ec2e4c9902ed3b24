/**
 * One hidden neuron in the tight formulation. It contributes v·relu(x) to the objective, x = Σ_j g_j w_j + b y ∈ [L, U] while y = 1; the
 * signs of v, L and U say what that takes:
 *
 *     v = 0 or U ≤ 0   inactive   nothing
 *     L ≥ 0            active     a = x, part of the objective
 *     v > 0            convex     a ≥ x, a ≥ 0: one column, one row
 *     v < 0            concave    a − n = x with a binary that lets only one of them be positive: three columns, three rows
 */
import type { MipBuilder } from '../model.ts';
import type { Bounds } from './bounds.ts';

export interface Neuron {
  readonly name: string;
  readonly inputs: Int32Array;
  readonly onOff: number;
  readonly gains: Float64Array;
  readonly bias: number;
  /** v. */
  readonly weight: number;
  readonly bounds: Bounds;
}

export interface EmbeddedNeuron {
  /** Sets the neuron's own columns from w and y in the point. */
  complete(point: Float64Array): void;
  /** v·a in the model at the point. */
  contribution(point: ArrayLike<number>): number;
}

export type NeuronCase = 'inactive' | 'active' | 'convex' | 'concave';

export function neuronCase(weight: number, { lower, upper }: Bounds): NeuronCase {
  if (weight === 0 || upper <= 0) return 'inactive';
  if (lower >= 0) return 'active';
  return weight > 0 ? 'convex' : 'concave';
}

export const embedNeuron: Readonly<Record<NeuronCase, (builder: MipBuilder, neuron: Neuron) => EmbeddedNeuron>> = {
  inactive: () => ({ complete: () => {}, contribution: () => 0 }),

  active(builder, neuron) {
    const { inputs, gains, onOff, bias, weight } = neuron;
    inputs.forEach((column, j) => {
      builder.addCost(column, weight * gains[j]);
    });
    builder.addCost(onOff, weight * bias);
    return { complete: () => {}, contribution: (point) => weight * preActivationAt(neuron, point) };
  },

  /** v·relu(x) is convex and minimised, so its epigraph is exact at every optimum. */
  convex(builder, neuron) {
    const { name, weight, bounds } = neuron;
    const activation = builder.addColumn({ name: `${name}_a`, upper: bounds.upper, cost: weight });
    builder.atLeast(activationMinus(neuron, activation), 0, { name: `${name}_above` });
    return {
      complete(point) {
        point[activation] = Math.max(0, preActivationAt(neuron, point));
      },
      contribution: (point) => weight * point[activation],
    };
  },

  /**
   * The solver would raise a without limit, so a binary s says whether the neuron is on: the big-M form (Fischetti & Jo 2018) with the
   * tightest constants, multiplied by the switch:
   *
   *     a ≥ x,   a ≥ 0,   a ≤ U s,   a ≤ x − L (y − s),   s ≤ y
   *
   * written with the negative part n = a − x ≥ 0 as a column of its own, so that the long expression x is in one row instead of two:
   *
   *     a − n = x,   a ≤ U s,   n ≤ −L (y − s)          (n ≥ 0 and L < 0 imply s ≤ y)
   *
   * With y = 0 all of x, s, a and n are 0 and every row holds with equality, so the switch weakens no row.
   */
  concave(builder, neuron) {
    const { name, onOff, weight } = neuron;
    const { lower, upper } = neuron.bounds;
    const positive = builder.addColumn({ name: `${name}_a`, upper, cost: weight });
    const negative = builder.addColumn({ name: `${name}_n`, upper: -lower });
    const on = builder.addBinary(0, `${name}_s`);
    const excess = activationMinus(neuron, positive);
    builder.equal({ columns: [...excess.columns, negative], coefficients: [...excess.coefficients, -1] }, 0, { name: `${name}_parts` });
    builder.atMost({ columns: [positive, on], coefficients: [1, -upper] }, 0, { name: `${name}_off` });
    builder.atMost({ columns: [negative, onOff, on], coefficients: [1, lower, -lower] }, 0, { name: `${name}_on` });
    return {
      complete(point) {
        const x = preActivationAt(neuron, point);
        point[positive] = Math.max(0, x);
        point[negative] = Math.max(0, -x);
        point[on] = x > 0 ? 1 : 0;
      },
      contribution: (point) => weight * point[positive],
    };
  },
};

function preActivationAt({ inputs, gains, bias, onOff }: Neuron, point: ArrayLike<number>): number {
  let x = bias * point[onOff];
  for (let j = 0; j < inputs.length; j++) x += gains[j] * point[inputs[j]];
  return x;
}

/** The terms of a − x. */
const activationMinus = ({ inputs, gains, bias, onOff }: Neuron, activation: number) => ({
  columns: [activation, ...inputs, onOff],
  coefficients: [1, ...gains.map((gain) => -gain), -bias],
});
