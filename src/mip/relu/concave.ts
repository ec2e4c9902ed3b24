/**
 * v < 0, L < 0 < U: −|v|·relu(x) is concave, the solver would raise a without end, so a binary s says whether the neuron is on.
 * The big-M form (Fischetti & Jo 2018) with the tightest constants there are, and with the switch in them:
 *
 *     a ≥ x,   a ≥ 0,   a ≤ U s,   a ≤ x − L (y − s),   s ≤ y,   s ∈ {0, 1}
 *
 * With y = 0 all of x, s and a are 0 and every row holds with equality, so no row is weaker for the switch.
 */
import type { MipBuilder } from '../model.ts';
import { activationMinus, type EmbeddedNeuron, type Neuron, preActivationAt } from './neuron.ts';

export function concave(builder: MipBuilder, neuron: Neuron): EmbeddedNeuron {
  const { name, onOff, weight } = neuron;
  const { lower, upper } = neuron.bounds;
  const activation = builder.addColumn({ name: `${name}_a`, upper, cost: weight });
  const on = builder.addBinary(0, `${name}_s`);
  const above = activationMinus(neuron, activation);
  builder.atLeast(above, 0, { name: `${name}_above` });
  builder.atMost({ columns: [activation, on], coefficients: [1, -upper] }, 0, { name: `${name}_off` });
  builder.atMost({ columns: [...above.columns, onOff, on], coefficients: [...above.coefficients, lower, -lower] }, 0, {
    name: `${name}_on`,
  });
  builder.atMost({ columns: [on, onOff], coefficients: [1, -1] }, 0, { name: `${name}_switch` });
  return {
    complete(point) {
      const x = preActivationAt(neuron, point);
      point[activation] = Math.max(0, x);
      point[on] = x > 0 ? 1 : 0;
    },
    contribution: (point) => weight * point[activation],
  };
}
