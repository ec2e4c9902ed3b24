/** U ≤ 0 or v = 0: the neuron contributes 0, without a column or row. */
import type { EmbeddedNeuron } from './neuron.ts';

export function inactive(): EmbeddedNeuron {
  return { complete: () => {}, contribution: () => 0 };
}
