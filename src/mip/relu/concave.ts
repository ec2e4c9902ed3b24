/**
 * v < 0, L < 0 < U: −|v|·relu(x) is concave and the solver would raise a without limit, so a binary s says whether the neuron is on. The
 * big-M form (Fischetti & Jo 2018) with the tightest constants, multiplied by the switch:
 *
 *     a ≥ x,   a ≥ 0,   a ≤ U s,   a ≤ x − L (y − s),   s ≤ y,   s ∈ {0, 1}
 *
 * written with the negative part n = a − x ≥ 0 as a column of its own, so that the long expression x is in one row instead of two:
 *
 *     a − n = x,   a ≤ U s,   n ≤ −L (y − s)          (n ≥ 0 and L < 0 imply s ≤ y)
 *
 * With y = 0 all of x, s, a and n are 0 and every row holds with equality, so the switch weakens no row.
 */
import type { MipBuilder } from '../model.ts';
import { activationMinus, type EmbeddedNeuron, type Neuron, preActivationAt } from './neuron.ts';

export function concave(builder: MipBuilder, neuron: Neuron): EmbeddedNeuron {
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
}
