/**
 * The paper's formulation, literally (its section "Neural Embedded MIP Formulation"), for comparison:
 *
 *     z = offset·y + Σ_j h_j w_j                                     aggregated embedding
 *     x_k = W_k·z + b_k                                              pre-activation, whether open or not
 *     a_k ≥ x_k,  a_k ≥ 0,  a_k ≤ U_k s_k,  a_k ≤ x_k − L_k (1 − s_k),  s_k ∈ {0, 1}      one binary per neuron (Fischetti & Jo 2018)
 *     ρ = b₀ + u·z + Σ_k v_k a_k
 *     y = 0 ⇒ R̂ = 0:     R̂ ≤ R_max y,   R̂ ≥ R_min y
 *     y = 1 ⇒ R̂ = ρ:     |R̂ − ρ| ≤ M (1 − y)
 *     R̂ ≥ 0
 *
 * The indicators are big-M rows, which every solver reads; the constants come from interval arithmetic over z. R̂ ≥ 0 forbids decisions
 * that the network prices below zero; `nonNegative: false` allows them, as the tight form does.
 */
import type { MipBuilder } from '../model.ts';
import { type Bounds, type Inputs, intervalBounds } from './bounds.ts';
import type { EmbeddedHead, EmbedOptions } from './formulation.ts';
import { evaluateHead, latentSum, type ReluNetwork, requireShapes, type SwitchedSum } from './head.ts';

interface PaperNeuron {
  readonly preActivation: number;
  readonly activation: number;
  readonly on: number;
}

export function embedPaper(builder: MipBuilder, network: ReluNetwork, sum: SwitchedSum, options: EmbedOptions = {}): EmbeddedHead {
  const { name, inputs, onOff } = sum;
  requireShapes(network, sum);
  const latent = network.linear.length;
  const box: Inputs = {
    lower: Float64Array.from(inputs, (column) => Math.min(0, builder.bounds(column)[0])),
    upper: Float64Array.from(inputs, (column) => builder.bounds(column)[1]),
  };

  const zBounds: Bounds[] = [];
  const z = Array.from({ length: latent }, (_, l) => {
    const gains = Float64Array.from(inputs, (_, j) => sum.embeddings[j * latent + l]);
    const shift = sum.offset?.[l] ?? 0;
    const { lower, upper } = intervalBounds(gains, 0, box);
    zBounds.push({ lower: lower + Math.min(0, shift), upper: upper + Math.max(0, shift) });
    const column = builder.addColumn({ name: `${name}_z${l}`, ...zBounds[l] });
    builder.equal({ columns: [column, ...inputs, onOff], coefficients: [1, ...gains.map((h) => -h), -shift] }, 0, {
      name: `${name}_sum${l}`,
    });
    return column;
  });
  const zBox: Inputs = { lower: Float64Array.from(zBounds, (b) => b.lower), upper: Float64Array.from(zBounds, (b) => b.upper) };

  const neuronBounds: Bounds[] = [];
  const neurons = Array.from(network.biases, (bias, k): PaperNeuron => {
    const weights = network.weights.subarray(k * latent, (k + 1) * latent);
    const bounds = intervalBounds(weights, bias, zBox);
    neuronBounds.push(bounds);
    const label = `${name}_n${k}`;
    const preActivation = builder.addColumn({ name: `${label}_x`, ...bounds });
    builder.equal({ columns: [preActivation, ...z], coefficients: [1, ...weights.map((w) => -w)] }, bias, { name: `${label}_affine` });
    const activation = builder.addColumn({ name: `${label}_a`, upper: Math.max(0, bounds.upper) });
    const on = builder.addBinary(0, `${label}_s`);
    const most = Math.max(0, bounds.upper);
    const least = Math.min(0, bounds.lower);
    builder.atLeast({ columns: [activation, preActivation], coefficients: [1, -1] }, 0, { name: `${label}_above` });
    builder.atMost({ columns: [activation, on], coefficients: [1, -most] }, 0, { name: `${label}_off` });
    builder.atMost({ columns: [activation, preActivation, on], coefficients: [1, -1, -least] }, -least, { name: `${label}_on` });
    return { preActivation, activation, on };
  });

  // ρ and its bounds, from those of z and of the activations.
  const rho = { columns: [...z, ...neurons.map((n) => n.activation)], coefficients: [...network.linear, ...network.outputWeights] };
  const activations: Inputs = {
    lower: Float64Array.from([...zBox.lower, ...neuronBounds.map((b) => Math.max(0, b.lower))]),
    upper: Float64Array.from([...zBox.upper, ...neuronBounds.map((b) => Math.max(0, b.upper))]),
  };
  const { lower: rhoLower, upper: rhoUpper } = intervalBounds(Float64Array.from(rho.coefficients), network.constant, activations);
  const outputLower = options.nonNegative === false ? Math.min(0, rhoLower) : 0;
  const outputUpper = Math.max(0, rhoUpper);
  const output = builder.addColumn({ name: `${name}_R`, lower: outputLower, upper: outputUpper, cost: 1 });
  builder.atMost({ columns: [output, onOff], coefficients: [1, -outputUpper] }, 0, { name: `${name}_closed_above` });
  builder.atLeast({ columns: [output, onOff], coefficients: [1, -outputLower] }, 0, { name: `${name}_closed_below` });
  const difference = { columns: [output, ...rho.columns, onOff], coefficients: [1, ...rho.coefficients.map((c) => -c)] };
  const above = Math.max(0, outputUpper - rhoLower);
  const below = Math.min(0, outputLower - rhoUpper);
  builder.atMost({ ...difference, coefficients: [...difference.coefficients, above] }, network.constant + above, {
    name: `${name}_open_above`,
  });
  builder.atLeast({ ...difference, coefficients: [...difference.coefficients, below] }, network.constant + below, {
    name: `${name}_open_below`,
  });

  return {
    name,
    neurons: neuronBounds.map((bounds) => ({ kind: 'literal', bounds })),
    complete(point) {
      const sums = latentSum(latent, sum, point);
      z.forEach((column, l) => {
        point[column] = sums[l];
      });
      neurons.forEach(({ preActivation, activation, on }, k) => {
        let x = network.biases[k];
        for (let l = 0; l < latent; l++) x += network.weights[k * latent + l] * sums[l];
        point[preActivation] = x;
        point[activation] = Math.max(0, x);
        point[on] = x > 0 ? 1 : 0;
      });
      point[output] = evaluateHead(network, sum, point);
    },
    output: (point) => point[output],
    predict: (point) => evaluateHead(network, sum, point),
  };
}
