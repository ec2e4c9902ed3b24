/**
 * The tight formulation. With g_jk = W_k·h_j the latent z never appears, and every bias is multiplied by the switch:
 *
 *     x_k = Σ_j g_jk w_j + b_k y,       R = b₀ y + Σ_j (u·h_j) w_j + Σ_k v_k a_k
 *
 * With y = 0 (hence w = 0) all terms vanish, so the paper's indicator constraints hold exactly without a big-M.
 * A peak t is one more column with t ≥ p_j w_j, an input of every neuron. Each neuron is then formulated on its own, by the table in table.ts.
 */
import type { MipBuilder } from '../model.ts';
import { type Bounds, type Inputs, intervalBounds, knapsackBounds } from './bounds.ts';
import type { EmbeddedHead, EmbedOptions } from './formulation.ts';
import { evaluateHead, peakAt, type ReluNetwork, type SwitchedHead, type SwitchedSum, switchedHead } from './head.ts';
import type { Neuron } from './neuron.ts';
import { addPeak } from './peak.ts';
import { neuronCase, neuronFormulations } from './table.ts';

export function embedTight(builder: MipBuilder, network: ReluNetwork, sum: SwitchedSum, options: EmbedOptions = {}): EmbeddedHead {
  const head = switchedHead(network, sum);
  const bounds = preActivationBounds(builder, head, sum, options.bounds);
  builder.addCost(sum.onOff, head.constant);
  sum.inputs.forEach((column, j) => {
    builder.addCost(column, head.linear[j]);
  });
  const peak = addPeak(builder, network, sum);
  if (peak && network.peak) builder.addCost(peak.column, network.peak.linear);
  const neurons = bounds.map(({ lower, upper }, k) => {
    const range = { lower, upper: upper + (peak?.most ?? 0) * (network.peak?.weights[k] ?? 0) };
    const neuron: Neuron = {
      name: `${sum.name}_n${k}`,
      inputs: peak ? Int32Array.of(...sum.inputs, peak.column) : sum.inputs,
      onOff: sum.onOff,
      gains: network.peak ? Float64Array.of(...head.preActivation[k], network.peak.weights[k]) : head.preActivation[k],
      bias: head.biases[k],
      weight: head.outputWeights[k],
      bounds: range,
    };
    const kind = neuronCase(neuron.weight, range);
    return { kind, bounds: range, embedded: neuronFormulations[kind](builder, neuron) };
  });

  return {
    name: sum.name,
    neurons: neurons.map(({ kind, bounds }) => ({ kind, bounds })),
    complete(point) {
      if (peak) point[peak.column] = peakAt(sum, point);
      for (const { embedded } of neurons) embedded.complete(point);
    },
    output(point) {
      let output = head.constant * point[sum.onOff];
      for (let j = 0; j < sum.inputs.length; j++) output += head.linear[j] * point[sum.inputs[j]];
      if (peak && network.peak) output += network.peak.linear * point[peak.column];
      for (const { embedded } of neurons) output += embedded.contribution(point);
      return output;
    },
    predict: (point) => evaluateHead(network, sum, point),
  };
}

/** Bounds, without the part of a peak, of every neuron's pre-activation while the switch is on; bounds of the inputs' columns (forbidden, forced) count. */
export function preActivationBounds(
  builder: MipBuilder,
  head: SwitchedHead,
  sum: SwitchedSum,
  method: EmbedOptions['bounds'] = 'knapsack',
): readonly Bounds[] {
  if (typeof method !== 'string') return method;
  const inputs: Inputs = {
    lower: Float64Array.from(sum.inputs, (column) => builder.bounds(column)[0]),
    upper: Float64Array.from(sum.inputs, (column) => builder.bounds(column)[1]),
    capacity: sum.capacity,
  };
  const bound = method === 'interval' ? intervalBounds : knapsackBounds;
  return head.preActivation.map((gains, k) => bound(gains, head.biases[k], inputs));
}
