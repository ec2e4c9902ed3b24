/**
 * v > 0, L < 0 < U: v·relu(x) is convex and minimised, so its epigraph is exact at every optimum and needs no binary:
 *
 *     min v·a   s.t.   a ≥ x,   0 ≤ a ≤ U
 */
import type { MipBuilder } from '../model.ts';
import { activationMinus, type EmbeddedNeuron, type Neuron, preActivationAt } from './neuron.ts';

export function convex(builder: MipBuilder, neuron: Neuron): EmbeddedNeuron {
  const activation = builder.addColumn({ name: `${neuron.name}_a`, upper: neuron.bounds.upper, cost: neuron.weight });
  builder.atLeast(activationMinus(neuron, activation), 0, { name: `${neuron.name}_above` });
  return {
    complete(point) {
      point[activation] = Math.max(0, preActivationAt(neuron, point));
    },
    contribution: (point) => neuron.weight * point[activation],
  };
}
