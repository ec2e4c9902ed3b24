/**
 * L ≥ 0: the neuron is never off, so a = x. It becomes part of the objective, without a column or row:
 *
 *     v·a = Σ_j v g_j w_j + v b y
 */
import type { MipBuilder } from '../model.ts';
import { type EmbeddedNeuron, type Neuron, preActivationAt } from './neuron.ts';

export function active(builder: MipBuilder, neuron: Neuron): EmbeddedNeuron {
  neuron.inputs.forEach((column, j) => {
    builder.addCost(column, neuron.weight * neuron.gains[j]);
  });
  builder.addCost(neuron.onOff, neuron.weight * neuron.bias);
  return { complete: () => {}, contribution: (point) => neuron.weight * preActivationAt(neuron, point) };
}
