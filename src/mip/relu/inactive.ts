/** U ≤ 0 (or v = 0): the neuron is never on (or nobody listens), so its contribution is 0; no column, no row. */
import type { EmbeddedNeuron } from './neuron.ts';

export function inactive(): EmbeddedNeuron {
  return { complete: () => {}, contribution: () => 0 };
}
