/** A network in the making: weights in a kernel memory, a forward pass over one sample, and the way back. */
import type { Kernels } from '../../kernels/kernels.ts';
import type { Random } from '../../run/random.ts';
import type { Feature } from '../../surrogate/features.ts';
import type { Network } from '../../surrogate/network.ts';
import type { TrainableRegressor } from './regressor.ts';

export interface Trainable {
  readonly kernels: Kernels;
  /** Elements of `weights` and of `gradient`, padding included; a multiple of 4. */
  readonly parameters: number;
  /**
   * Where the weights, their gradient and the optimiser's two moments begin, all laid out alike.
   * Four more elements follow the gradient, for numbers that travel with it between replicas.
   */
  readonly weights: number;
  readonly gradient: number;
  readonly firstMoment: number;
  readonly secondMoment: number;
  readonly features: readonly Feature[];
  /** True when row 0 is the depot. */
  readonly seesDepot: boolean;
  /** Where the caller writes the rows of features, and how far apart. */
  readonly input: number;
  readonly inputStride: number;
  readonly regressor: TrainableRegressor;
  /** Where the sum of embeddings of the last forward pass is. */
  readonly pooled: number;
  /** Random start; `meanCustomers` tells how many embeddings a sum usually has. */
  initialise(random: Random, meanCustomers: number): void;
  /** To be called when the weights have changed. */
  refresh(): void;
  /** Predicts from `rows` rows of features; `random` switches dropout on. */
  forward(rows: number, outputs: Float64Array, random?: Random): void;
  /** Adds the gradient of the last forward pass, given the loss's derivative by each output. */
  backward(outputGradient: Float64Array): void;
  /** The network as a value; output h is multiplied by `outputScale[h]`. */
  extract(outputScale: ArrayLike<number>): Network;
}
