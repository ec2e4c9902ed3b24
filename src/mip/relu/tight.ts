/**
 * The tight formulation. With g_jk = W_k·h_j the latent z never appears, and every bias is multiplied by the switch:
 *
 *     x_k = Σ_j g_jk w_j + b_k y,       R = b₀ y + Σ_j (u·h_j) w_j + Σ_k v_k a_k
 *
 * With y = 0 (hence w = 0) all terms vanish, so the paper's indicator constraints hold exactly without a big-M. A peak t is one more column
 * with t ≥ p_j w_j, an input of every neuron. Each neuron is then formulated on its own (neuron.ts).
 */
import type { MipBuilder } from '../model.ts';
import { type Inputs, knapsackBounds } from './bounds.ts';
import type { EmbeddedHead } from './formulation.ts';
import { addPeak, dot, peakAt, type ReluNetwork, requireShapes, type SwitchedSum } from './head.ts';
import { embedNeuron, neuronCase } from './neuron.ts';

export function embedTight(builder: MipBuilder, network: ReluNetwork, sum: SwitchedSum): EmbeddedHead {
  requireShapes(network, sum);
  const { name, inputs, onOff, capacity } = sum;
  const latent = network.linear.length;
  const gainsOf = (weights: Float64Array) =>
    Float64Array.from(inputs, (_, j) => dot(weights, sum.embeddings.subarray(j * latent, (j + 1) * latent)));
  const linear = gainsOf(network.linear);
  const box: Inputs = {
    lower: Float64Array.from(inputs, (column) => builder.bounds(column)[0]),
    upper: Float64Array.from(inputs, (column) => builder.bounds(column)[1]),
    capacity,
  };
  builder.addCost(onOff, network.constant);
  inputs.forEach((column, j) => {
    builder.addCost(column, linear[j]);
  });
  const peak = addPeak(builder, network, sum);
  if (peak) builder.addCost(peak.column, peak.linear);
  const neurons = Array.from(network.biases, (bias, k) => {
    const gains = gainsOf(network.weights.subarray(k * latent, (k + 1) * latent));
    const { lower, upper } = knapsackBounds(gains, bias, box);
    const bounds = { lower, upper: upper + (peak ? peak.most * peak.weights[k] : 0) };
    const weight = network.outputWeights[k];
    const kind = neuronCase(weight, bounds);
    const neuron = {
      name: `${name}_n${k}`,
      inputs: peak ? Int32Array.of(...inputs, peak.column) : inputs,
      gains: peak ? Float64Array.of(...gains, peak.weights[k]) : gains,
      onOff,
      bias,
      weight,
      bounds,
    };
    return { kind, bounds, embedded: embedNeuron[kind](builder, neuron) };
  });

  return {
    neurons: neurons.map(({ kind, bounds }) => ({ kind, bounds })),
    complete(point) {
      if (peak) point[peak.column] = peakAt(sum, point);
      for (const { embedded } of neurons) embedded.complete(point);
    },
    output(point) {
      let output = network.constant * point[onOff];
      for (let j = 0; j < inputs.length; j++) output += linear[j] * point[inputs[j]];
      if (peak) output += peak.linear * point[peak.column];
      for (const { embedded } of neurons) output += embedded.contribution(point);
      return output;
    },
  };
}
