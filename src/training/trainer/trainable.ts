/** A network in training: weights in kernel memory, a forward pass over a few samples at once, and a backward pass. */
import { Arena, type Kernels, type KernelsFactory } from '../../kernels/kernels.ts';
import type { Random } from '../../run/random.ts';
import type { Architecture } from '../../surrogate/architecture.ts';
import type { Feature } from '../../surrogate/features.ts';
import type { Network } from '../../surrogate/network.ts';
import type { TrainableRegressor } from './regressor.ts';

/** Where the weights, their gradient and the optimiser's two moments begin in the kernels' memory, all laid out alike. */
export interface TrainingState {
  readonly kernels: Kernels;
  /** Elements of each of them, padding included; a multiple of 4. */
  readonly parameters: number;
  readonly weights: number;
  /** Four more elements follow the gradient, for numbers that replicas exchange with it. */
  readonly gradient: number;
  readonly firstMoment: number;
  readonly secondMoment: number;
}

export abstract class Trainable<Shape extends Architecture = Architecture> {
  /** Offsets of parameters, relative to the start of all weights. */
  protected readonly layout = new Arena();
  /** Places in the kernels' memory, which `allocate` makes. */
  protected readonly scratch = new Arena();

  constructor(
    readonly shape: Shape,
    protected readonly outputs: number,
    protected readonly maxCustomers: number,
    private readonly factory: KernelsFactory,
  ) {}

  abstract readonly state: TrainingState;
  /** True when row 0 is the depot. */
  abstract readonly seesDepot: boolean;
  /** Limits of one pass; any single sample fits. */
  abstract readonly maxRows: number;
  abstract readonly maxSamples: number;
  /** Where the caller writes the rows of features, and how far apart. */
  abstract readonly input: number;
  abstract readonly inputStride: number;
  /** More features of each row that the network reads beside its input. */
  readonly beside?: { readonly features: readonly Feature[]; readonly at: number; readonly stride: number };
  abstract readonly regressor: TrainableRegressor;
  /** Dimensions of the pooled embedding in which ρ must not fall; with any, its units must be convex. */
  readonly rising: readonly number[] = [];
  /** Where the sums of embeddings of the last forward pass are. */
  abstract readonly pooled: number;

  /** Random start; `meanCustomers` is the average number of embeddings in a sum. */
  abstract initialise(random: Random, meanCustomers: number): void;
  /** Call this when the weights have changed. */
  abstract refresh(): void;
  /**
   * Predicts `samples` samples; sample s has the rows of features start[s] … start[s+1]−1, beginning at row 0.
   * Its outputs go to `outputs` from s · (number of outputs) on. `random` switches dropout on. The last `onlySeen` rows of a network that
   * sees the depot belong to no set.
   */
  abstract forward(start: Int32Array, samples: number, outputs: Float64Array, random?: Random, onlySeen?: number): void;
  /** Adds the gradient of the last forward pass, given the loss's derivative by each output, laid out like them. */
  abstract backward(outputGradient: Float64Array): void;
  /** Takes over the weights of a trained network of the same shape; the inverse of `extract`. Absent if it cannot. */
  adopt?(network: Network, outputScale: ArrayLike<number>): void;
  /** The network as a value; output h is multiplied by `outputScale[h]`. */
  abstract extract(outputScale: ArrayLike<number>): Network;

  /** Makes the memory, once all parameters and scratch are known. */
  protected allocate(): TrainingState {
    const { scratch, factory } = this;
    const { size } = this.layout;
    const [weights, gradient, firstMoment, secondMoment] = [size, size + 4, size, size].map((length) => scratch.take(length));
    return { kernels: factory(scratch.size), parameters: size, weights, gradient, firstMoment, secondMoment };
  }
}
