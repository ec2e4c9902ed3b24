/** A network in training: weights in kernel memory, a forward pass over a few samples at once, and a backward pass. */
import type { Kernels } from '../../kernels/kernels.ts';
import type { Random } from '../../run/random.ts';
import type { Feature } from '../../surrogate/features.ts';
import type { Network } from '../../surrogate/network.ts';
import type { TrainableRegressor } from './regressor.ts';

/** Small samples are processed together, to save calls and padding, but few enough to stay in the cache. */
export const rowsTogether = 128;
export const samplesTogether = 16;

export interface Trainable {
  readonly kernels: Kernels;
  /** Elements of `weights` and of `gradient`, padding included; a multiple of 4. */
  readonly parameters: number;
  /**
   * Where the weights, their gradient and the optimiser's two moments begin, all laid out alike. Four more elements follow the gradient,
   * for numbers that replicas exchange with it.
   */
  readonly weights: number;
  readonly gradient: number;
  readonly firstMoment: number;
  readonly secondMoment: number;
  readonly features: readonly Feature[];
  /** True when row 0 is the depot. */
  readonly seesDepot: boolean;
  /** Limits of one pass; any single sample fits. */
  readonly maxRows: number;
  readonly maxSamples: number;
  /** Where the caller writes the rows of features, and how far apart. */
  readonly input: number;
  readonly inputStride: number;
  /** More features of each row that the network reads beside its input; absent if there are none. */
  readonly beside?: { readonly features: readonly Feature[]; readonly at: number; readonly stride: number };
  readonly regressor: TrainableRegressor;
  /** Dimensions of the pooled embedding in which ρ must not fall; with any, its units must be convex. */
  readonly rising?: readonly number[];
  /** Where the sums of embeddings of the last forward pass are, and how far apart. */
  readonly pooled: number;
  readonly pooledStride: number;
  /** Random start; `meanCustomers` is the average number of embeddings in a sum. */
  initialise(random: Random, meanCustomers: number): void;
  /** Call this when the weights have changed. */
  refresh(): void;
  /**
   * Predicts `samples` samples; sample s has the rows of features start[s] … start[s+1]−1, beginning at row 0.
   * Its outputs go to `outputs` from s · (number of outputs) on. `random` switches dropout on. The last `onlySeen` rows of a network that
   * sees the depot belong to no set.
   */
  forward(start: Int32Array, samples: number, outputs: Float64Array, random?: Random, onlySeen?: number): void;
  /** Takes over the weights of a trained network of the same shape; the inverse of `extract`. Absent if it cannot. */
  adopt?(network: Network, outputScale: ArrayLike<number>): void;
  /** Adds the gradient of the last forward pass, given the loss's derivative by each output, laid out like them. */
  backward(outputGradient: Float64Array): void;
  /** The network as a value; output h is multiplied by `outputScale[h]`. */
  extract(outputScale: ArrayLike<number>): Network;
}
