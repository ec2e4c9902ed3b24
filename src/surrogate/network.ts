/** Trained networks as plain float64 values: what ONNX files contain, prediction evaluates and training exports. */
import type { DeepSetsShape, GraphTransformerShape, LocalSetsShape } from './architecture.ts';

/** y = W·x + b; W is outputs × inputs, row-major, as in PyTorch and ONNX. */
export interface Layer {
  readonly inputs: number;
  readonly outputs: number;
  readonly weights: Float64Array;
  readonly bias: Float64Array;
}

/**
 * ρ: outputs o_h(z) = bias_h + linear_h·z + Σ_k output_hk · a_k, with a = relu(hidden·z + hiddenBias), or with a second hidden layer of that
 * a = relu(second · relu(hidden·z + hiddenBias) + secondBias).
 */
export interface Regressor {
  readonly latent: number;
  readonly units: number;
  readonly outputs: number;
  /** units × latent. */
  readonly hidden: Float64Array;
  readonly hiddenBias: Float64Array;
  readonly second?: SecondLayer;
  /** Outputs × units of the last hidden layer. */
  readonly output: Float64Array;
  /** outputs × latent; zero if ρ has no linear term. */
  readonly linear: Float64Array;
  readonly bias: Float64Array;
}

/** Weights are its units × those of the first. */
export interface SecondLayer {
  readonly weights: Float64Array;
  readonly biases: Float64Array;
}

/** Deep Sets and local sets. */
export interface SetsNetwork<Shape extends DeepSetsShape | LocalSetsShape = DeepSetsShape | LocalSetsShape> {
  readonly shape: Shape;
  /** Hidden layers with ReLU, and a last one without, whose outputs are embeddings or, in local sets, factors of a customer's lengths. */
  readonly phi: readonly Layer[];
  readonly rho: Regressor;
}

/** Graph norm (Cai et al. 2021). */
export interface GraphNorm {
  readonly scale: Float64Array;
  readonly shift: Float64Array;
  /** How much of the mean it subtracts. */
  readonly mean: Float64Array;
}

/** One attention layer (Shi et al. 2021, TransformerConv of PyTorch Geometric), graph norm if there is one, ELU. */
export interface AttentionLayer {
  readonly query: Layer;
  readonly key: Layer;
  readonly value: Layer;
  readonly skip: Layer;
  /** What one unit of distance adds to key and value. */
  readonly edge: Float64Array;
  /** Three weights a channel, of what is received, of the skip, and of their difference; their sum decides which share the skip has. */
  readonly gate?: Float64Array;
  readonly norm?: GraphNorm;
}

export interface GraphTransformerNetwork {
  readonly shape: GraphTransformerShape;
  readonly encoder: Layer;
  readonly attention: readonly AttentionLayer[];
  readonly decoder: Layer;
  readonly rho: Regressor;
}

export type Network = SetsNetwork | GraphTransformerNetwork;

export const isGraphTransformer = (network: Network): network is GraphTransformerNetwork => network.shape.kind === 'graph-transformer';

export function applyRegressor(rho: Regressor, z: ArrayLike<number>): Float64Array {
  const { latent, outputs, hidden, hiddenBias, second, output } = rho;
  const result = rho.bias.slice();
  for (let h = 0; h < outputs; h++) for (let l = 0; l < latent; l++) result[h] += rho.linear[h * latent + l] * z[l];
  const first = reluLayer(hidden, hiddenBias, z);
  const active = second ? reluLayer(second.weights, second.biases, first) : first;
  for (let h = 0; h < outputs; h++) for (let k = 0; k < active.length; k++) result[h] += output[h * active.length + k] * active[k];
  return result;
}

/** relu(W·x + b). */
export function reluLayer(weights: Float64Array, biases: Float64Array, x: ArrayLike<number>): Float64Array {
  const values = biases.slice();
  for (let k = 0; k < values.length; k++) {
    for (let l = 0; l < x.length; l++) values[k] += weights[k * x.length + l] * x[l];
    values[k] = Math.max(0, values[k]);
  }
  return values;
}
