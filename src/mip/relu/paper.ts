/**
 * The paper's formulation, literally (its section "Neural Embedded MIP Formulation"), for comparison:
 *
 *     z = Σ_j h_j w_j                                                aggregated embedding
 *     x_k = W_k·z + b_k                                              pre-activation, whether open or not
 *     a_k ≥ x_k,  a_k ≥ 0,  a_k ≤ U_k s_k,  a_k ≤ x_k − L_k (1 − s_k),  s_k ∈ {0, 1}      one binary per neuron (Fischetti & Jo 2018)
 *     ρ = b₀ + u·z + Σ_k v_k a_k
 *     y = 0 ⇒ R̂ = 0:     R̂ ≤ R_max y,   R̂ ≥ R_min y
 *     y = 1 ⇒ R̂ = ρ:     |R̂ − ρ| ≤ M (1 − y)
 *
 * A second hidden layer is as many neurons more, whose x_k are sums of the activations of the first.
 *
 * The indicators are big-M rows, which every solver reads; the constants come from interval arithmetic over z. The paper's R̂ ≥ 0 is left
 * out: it forbids decisions that the network prices below zero, so that optima of the two formulations would differ.
 */
import type { MipBuilder } from '../model.ts';
import { type Bounds, boundsOf, type Inputs } from './bounds.ts';
import type { EmbeddedHead } from './formulation.ts';
import { addPeak, dot, evaluateHead, inputsOf, latentSum, peakAt, type ReluNetwork, requireShapes, type SwitchedSum } from './head.ts';

interface LatentColumn {
  readonly column: number;
  readonly bounds: Bounds;
}

interface PaperNeuron {
  readonly preActivation: number;
  readonly activation: number;
  readonly on: number;
  readonly bounds: Bounds;
}

export function embedPaper(builder: MipBuilder, network: ReluNetwork, sum: SwitchedSum): EmbeddedHead {
  const inputs = inputsOf(builder, sum);
  requireShapes(network, sum, inputs);
  const latent = network.linear.length;
  const top = addPeak(builder, network, sum);
  // A maximum is one more dimension of z, which the objective keeps down.
  const seen = top ? withPeak(network) : network;
  const z = [
    ...addLatentSum(builder, latent, sum, inputs),
    ...(top ? [{ column: top.column, bounds: { lower: 0, upper: top.most } }] : []),
  ];
  const first = Array.from(network.biases, (_, k) => addNeuron(builder, seen, k, z, `${sum.name}_n${k}`));
  const { second: above } = network;
  const activations = first.map(activationOf);
  const second = above ? Array.from(above.biases, (_, k) => addNeuron(builder, above, k, activations, `${sum.name}_m${k}`)) : [];
  const neurons = [...first, ...second];
  const output = addOutput(builder, seen, sum, z, above ? second : first);
  return {
    neurons: neurons.map(({ bounds }) => ({ kind: 'literal', bounds })),
    complete(point) {
      const sums = Float64Array.of(...latentSum(latent, sum, point), ...(top ? [peakAt(sum, point)] : []));
      z.forEach(({ column }, l) => {
        point[column] = sums[l];
      });
      completeLayer(first, seen, sums, point);
      if (above)
        completeLayer(
          second,
          above,
          Float64Array.from(first, ({ activation }) => point[activation]),
          point,
        );
      point[output] = point[sum.onOff] < 0.5 ? 0 : evaluateHead(seen, sums);
    },
  };
}

/** What the neurons of a layer read. */
type DenseWeights = Pick<ReluNetwork, 'weights' | 'biases'>;

function completeLayer(
  neurons: readonly PaperNeuron[],
  { weights, biases }: DenseWeights,
  inputs: Float64Array,
  point: Float64Array,
): void {
  neurons.forEach(({ preActivation, activation, on }, k) => {
    const x = biases[k] + dot(inputs, weights, k * inputs.length);
    point[preActivation] = x;
    point[activation] = Math.max(0, x);
    point[on] = x > 0 ? 1 : 0;
  });
}

/** The output of a neuron as an input of the next layer. */
const activationOf = ({ activation, bounds }: PaperNeuron): LatentColumn => ({
  column: activation,
  bounds: { lower: Math.max(0, bounds.lower), upper: Math.max(0, bounds.upper) },
});

/** The same network with the weights of the maximum behind those of z. */
function withPeak({ peak, weights, linear, ...network }: ReluNetwork): ReluNetwork {
  if (!peak) return { weights, linear, ...network };
  const latent = linear.length;
  return {
    ...network,
    linear: Float64Array.of(...linear, peak.linear),
    weights: Float64Array.from(Array.from(peak.weights, (own, k) => [...weights.subarray(k * latent, (k + 1) * latent), own]).flat()),
  };
}

/** z, with bounds by interval arithmetic over the inputs, which are 0 with the switch off. */
function addLatentSum(builder: MipBuilder, latent: number, { name, inputs, embeddings }: SwitchedSum, box: Inputs): LatentColumn[] {
  const lower = box.lower.map((bound) => Math.min(0, bound));
  return Array.from({ length: latent }, (_, l) => {
    const gains = Float64Array.from(inputs, (_, j) => embeddings[j * latent + l]);
    const bounds = boundsOf(gains, 0, { lower, upper: box.upper });
    const column = builder.addColumn({ name: `${name}_z${l}`, ...bounds });
    builder.equal({ columns: [column, ...inputs], coefficients: [1, ...gains.map((h) => -h)] }, 0, { name: `${name}_sum${l}` });
    return { column, bounds };
  });
}

const boxOf = (bounds: readonly Bounds[]): Inputs => ({
  lower: Float64Array.from(bounds, ({ lower }) => lower),
  upper: Float64Array.from(bounds, ({ upper }) => upper),
});

function addNeuron(
  builder: MipBuilder,
  { weights, biases }: DenseWeights,
  k: number,
  z: readonly LatentColumn[],
  label: string,
): PaperNeuron {
  const own = weights.subarray(k * z.length, (k + 1) * z.length);
  const bounds = boundsOf(own, biases[k], boxOf(z.map((part) => part.bounds)));
  const [least, most] = [Math.min(0, bounds.lower), Math.max(0, bounds.upper)];
  const preActivation = builder.addColumn({ name: `${label}_x`, ...bounds });
  const affine = { columns: [preActivation, ...z.map(({ column }) => column)], coefficients: [1, ...own.map((w) => -w)] };
  builder.equal(affine, biases[k], { name: `${label}_affine` });
  const activation = builder.addColumn({ name: `${label}_a`, upper: most });
  const on = builder.addBinary(0, `${label}_s`);
  builder.atLeast({ columns: [activation, preActivation], coefficients: [1, -1] }, 0, { name: `${label}_above` });
  builder.atMost({ columns: [activation, on], coefficients: [1, -most] }, 0, { name: `${label}_off` });
  builder.atMost({ columns: [activation, preActivation, on], coefficients: [1, -1, -least] }, -least, { name: `${label}_on` });
  return { preActivation, activation, on, bounds };
}

/** R̂, equal to ρ if the switch is on, else 0; bounds of ρ come from those of z and of the activations. */
function addOutput(
  builder: MipBuilder,
  { linear, outputWeights, constant }: ReluNetwork,
  { name, onOff }: SwitchedSum,
  z: readonly LatentColumn[],
  neurons: readonly PaperNeuron[],
): number {
  const terms = [...linear, ...outputWeights];
  const activations = neurons.map(({ bounds }) => ({ lower: Math.max(0, bounds.lower), upper: Math.max(0, bounds.upper) }));
  const rho = boundsOf(Float64Array.from(terms), constant, boxOf([...z.map((part) => part.bounds), ...activations]));
  const lower = Math.min(0, rho.lower);
  const upper = Math.max(0, rho.upper);
  const output = builder.addColumn({ name: `${name}_R`, lower, upper, cost: 1 });
  builder.atMost({ columns: [output, onOff], coefficients: [1, -upper] }, 0, { name: `${name}_closed_above` });
  builder.atLeast({ columns: [output, onOff], coefficients: [1, -lower] }, 0, { name: `${name}_closed_below` });
  const columns = [output, ...z.map(({ column }) => column), ...neurons.map(({ activation }) => activation), onOff];
  const difference = (slack: number) => ({ columns, coefficients: [1, ...terms.map((term) => -term), slack] });
  const above = Math.max(0, upper - rho.lower);
  const below = Math.min(0, lower - rho.upper);
  builder.atMost(difference(above), constant + above, { name: `${name}_open_above` });
  builder.atLeast(difference(below), constant + below, { name: `${name}_open_below` });
  return output;
}
