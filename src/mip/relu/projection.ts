/**
 * A head in terms of its inputs. With g_jk = W_k·h_j the latent z never appears, and every bias is multiplied by the switch:
 *
 *     x_k = Σ_j g_jk w_j + b_k y (+ m_k t),       R = b₀ y + Σ_j (u·h_j) w_j (+ u_t·t) + Σ_k v_k relu(x_k),      x_k ∈ [L, U] while y = 1
 *
 * The signs of v, L and U say what a neuron takes:
 *
 *     v = 0 or U ≤ 0   inactive   nothing
 *     L ≥ 0            active     relu(x) = x, folded into the linear part
 *     v > 0            convex
 *     v < 0            concave
 */
import { type Bounds, boundsOf, type Inputs } from './bounds.ts';
import { dot, type ReluNetwork, requireShapes, type SwitchedSum } from './head.ts';

export type NeuronCase = 'inactive' | 'active' | 'convex' | 'concave';

/** A neuron whose sign its bounds do not settle. */
export interface BentNeuron {
  readonly gains: Float64Array;
  readonly bias: number;
  /** v. */
  readonly weight: number;
  /** m. */
  readonly lift: number;
  readonly bounds: Bounds;
}

export interface ProjectedHead {
  readonly constant: number;
  readonly linear: Float64Array;
  /** u_t. */
  readonly top: number;
  readonly bent: readonly BentNeuron[];
  /** Of all neurons. */
  readonly neurons: readonly { readonly kind: NeuronCase; readonly bounds: Bounds }[];
}

export function neuronCase(weight: number, { lower, upper }: Bounds): NeuronCase {
  if (weight === 0 || upper <= 0) return 'inactive';
  if (lower >= 0) return 'active';
  return weight > 0 ? 'convex' : 'concave';
}

/** `mostPeak`: the largest p_j that may count. */
export function project(
  network: ReluNetwork,
  sum: Pick<SwitchedSum, 'name' | 'embeddings' | 'peaks'>,
  inputs: Inputs,
  mostPeak: number,
): ProjectedHead {
  requireShapes(network, sum, inputs);
  const { weights, biases, outputWeights, peak } = network;
  const latent = network.linear.length;
  const gainsOf = (direction: Float64Array) => Float64Array.from(inputs.lower, (_, j) => dot(direction, sum.embeddings, j * latent));
  const linear = gainsOf(network.linear);
  let { constant } = network;
  let top = peak?.linear ?? 0;
  const bent: BentNeuron[] = [];
  const neurons = Array.from(biases, (bias, k) => {
    const gains = gainsOf(weights.subarray(k * latent, (k + 1) * latent));
    const weight = outputWeights[k];
    const lift = peak?.weights[k] ?? 0;
    const { lower, upper } = boundsOf(gains, bias, inputs);
    const bounds = { lower, upper: upper + lift * mostPeak };
    const kind = neuronCase(weight, bounds);
    if (kind === 'active') {
      constant += weight * bias;
      top += weight * lift;
      for (let j = 0; j < gains.length; j++) linear[j] += weight * gains[j];
    } else if (kind !== 'inactive') bent.push({ gains, bias, weight, lift, bounds });
    return { kind, bounds };
  });
  return { constant, linear, top, bent, neurons };
}
