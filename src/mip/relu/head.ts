/**
 * The network to embed: one hidden ReLU layer on a sum of embeddings, switched on and off by a binary.
 *
 *     z = Σ_j h_j w_j,      ρ(z) = b₀ + u·z + Σ_k v_k·relu(W_k·z + b_k),      R = ρ(z) if y = 1, else 0
 *
 * A network with a peak also sees t = max_j p_j w_j: u_t·t beside u·z, and m_k·t in every neuron. With all of u_t, m and v ≥ 0, R does not
 * fall in t, so that t ≥ p_j w_j for all j is exact in a model that minimises R.
 *
 * The rows of the caller's model must imply w_j ≤ y for all j, so that y = 0 leaves nothing in the sum.
 */
import { NeoLrpError } from '../../problem/errors.ts';
import type { MipBuilder } from '../model.ts';
import type { Inputs } from './bounds.ts';

export interface ReluNetwork {
  /** Hidden × latent, row by row: W. */
  readonly weights: Float64Array;
  /** b, one per hidden neuron. */
  readonly biases: Float64Array;
  /** A second hidden layer on the activations of the first; only the paper's formulation holds it. */
  readonly second?: { readonly weights: Float64Array; readonly biases: Float64Array };
  /** v, one per neuron of the last hidden layer, in units of the objective (several heads over one hidden layer are added up beforehand). */
  readonly outputWeights: Float64Array;
  /** u, one per latent dimension. */
  readonly linear: Float64Array;
  /** b₀. */
  readonly constant: number;
  /** u_t and m; all ≥ 0, and so are the output weights. */
  readonly peak?: { readonly linear: number; readonly weights: Float64Array };
}

export interface SwitchedSum {
  /** Prefix of the names of columns and rows. */
  readonly name: string;
  /** The columns w_j, binary. */
  readonly inputs: Int32Array;
  /** Inputs × latent, row by row: h. */
  readonly embeddings: Float64Array;
  /** p, one per input, ≥ 0; for networks with a peak. */
  readonly peaks?: Float64Array;
  /** The column y, binary. */
  readonly onOff: number;
  /** Σ_j demands[j] w_j ≤ limit if y = 1. The model must contain this row; here it tightens bounds. */
  readonly capacity?: Inputs['capacity'];
}

/** ρ(z), with the peak t. */
export function evaluateHead(network: ReluNetwork, z: Float64Array, top = 0): number {
  const { weights, biases, second, outputWeights, linear, constant, peak } = network;
  let output = constant + dot(z, linear) + (peak ? peak.linear * top : 0);
  if (second) {
    const first = biases.map((bias, k) => Math.max(0, bias + dot(z, weights, k * z.length)));
    return second.biases.reduce(
      (sum, bias, k) => sum + outputWeights[k] * Math.max(0, bias + dot(first, second.weights, k * first.length)),
      output,
    );
  }
  for (let k = 0; k < biases.length; k++) {
    const preActivation = biases[k] + dot(z, weights, k * z.length) + (peak ? peak.weights[k] * top : 0);
    if (preActivation > 0) output += outputWeights[k] * preActivation;
  }
  return output;
}

/** z. */
export function latentSum(latent: number, sum: SwitchedSum, point: ArrayLike<number>): Float64Array {
  const z = new Float64Array(latent);
  for (let j = 0; j < sum.inputs.length; j++) {
    const weight = point[sum.inputs[j]];
    if (weight !== 0) for (let l = 0; l < latent; l++) z[l] += weight * sum.embeddings[j * latent + l];
  }
  return z;
}

/** t = max_j p_j w_j, at least 0. */
export function peakAt({ inputs, peaks = new Float64Array(inputs.length) }: SwitchedSum, point: ArrayLike<number>): number {
  let top = 0;
  for (let j = 0; j < inputs.length; j++) top = Math.max(top, peaks[j] * point[inputs[j]]);
  return top;
}

/** The column t ≥ p_j w_j with its rows, without a cost, and the most it can be; undefined for a network without a peak. */
export function addPeak(builder: MipBuilder, { peak }: ReluNetwork, { name, inputs, peaks }: SwitchedSum) {
  if (!peak || !peaks) return undefined;
  const most = peaks.reduce((top, own, j) => (builder.bounds(inputs[j])[1] > 0 ? Math.max(top, own) : top), 0);
  const column = builder.addColumn({ name: `${name}_t`, upper: most });
  inputs.forEach((input, j) => {
    if (peaks[j] > 0) builder.atLeast({ columns: [column, input], coefficients: [1, -peaks[j]] }, 0, { name: `${name}_t${j}` });
  });
  return { column, most };
}

/** Of a with the numbers of b from `from` on. */
export function dot(a: Float64Array, b: Float64Array, from = 0): number {
  let total = 0;
  for (let t = 0; t < a.length; t++) total += a[t] * b[from + t];
  return total;
}

/** The bounds of the inputs that the columns have so far. */
export const inputsOf = (builder: MipBuilder, { inputs, capacity }: SwitchedSum): Inputs => ({
  lower: Float64Array.from(inputs, (column) => builder.bounds(column)[0]),
  upper: Float64Array.from(inputs, (column) => builder.bounds(column)[1]),
  capacity,
});

/** For networks of the user's own. */
export function requireShapes(
  { weights, biases, second, outputWeights, linear, peak }: ReluNetwork,
  { name, embeddings, peaks }: Pick<SwitchedSum, 'name' | 'embeddings' | 'peaks'>,
  { lower, capacity }: Pick<Inputs, 'lower' | 'capacity'>,
): void {
  const shapes: Readonly<Record<string, readonly [ArrayLike<number>, number]>> = {
    weights: [weights, biases.length * linear.length],
    'output weights': [outputWeights, second?.biases.length ?? biases.length],
    ...(second && { 'weights of the second layer': [second.weights, second.biases.length * biases.length] }),
    embeddings: [embeddings, lower.length * linear.length],
    ...(capacity && { demands: [capacity.demands, lower.length] }),
    ...(peak && { peaks: [peaks ?? [], lower.length], 'weights of the peak': [peak.weights, biases.length] }),
  };
  for (const [what, [list, wanted]] of Object.entries(shapes))
    if (list.length !== wanted) throw new NeoLrpError('E_MODEL', `${name}: ${what} should have ${wanted} numbers, not ${list.length}`);
  if (peak && [peak.linear, ...peak.weights, ...outputWeights, ...(peaks ?? [])].some((value) => value < 0))
    throw new NeoLrpError('E_MODEL', `${name}: a cost that may fall in a maximum cannot be embedded`);
}
