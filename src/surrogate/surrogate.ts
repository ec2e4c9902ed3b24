/**
 * A surrogate as the allocation sees it: an embedding for every customer at every depot, and per depot a cost head with one hidden ReLU
 * layer on the sum of its customers' embeddings (paper, section on the surrogate architecture; only the head enters the MIP).
 */
import { isObject, requireArgument } from '../problem/arguments.ts';
import type { Instance } from '../problem/instance.ts';

/**
 * cost(z, t) = scale · (bias + linear·z + peak·t + Σ_k output_k · relu(W_k·z + peak_k·t + hiddenBias_k)), in cost units of the instance,
 * with t the maximum of the customers' peaks, for surrogates that have one.
 * Spread, distance scale, vehicle cost and the depot's own embedding are folded in, so z is the plain sum over the depot's customers.
 */
export interface CostHead {
  readonly scale: number;
  readonly bias: number;
  readonly linear: Float64Array;
  /** Hidden weights W, row-major: units × latent. */
  readonly hidden: Float64Array;
  readonly hiddenBias: Float64Array;
  readonly output: Float64Array;
  /** A second hidden layer, whose units are those of `output`. Only a MIP solver decides with one, and no heuristic. */
  readonly second?: { readonly weights: Float64Array; readonly biases: Float64Array };
  /** Weights of the maximum over the depot's customers, linear and in every unit; with one, all of them and `output` are ≥ 0. */
  readonly peak?: { readonly linear: number; readonly hidden: Float64Array };
}

/** An instance as a surrogate sees it. */
export interface Embedded {
  readonly latent: number;
  /** h[depot][customer][dimension], flat: ((depot · customers) + customer) · latent + dimension. */
  readonly embeddings: Float64Array;
  readonly heads: readonly CostHead[];
  /** What the maximum is taken of, ≥ 0: depot · customers + customer. Absent if the heads have none. */
  readonly peaks?: Float64Array;
}

/** Predicts the routing cost of a set of customers at a depot. Networks are, and so may be code of your own. */
export interface Surrogate {
  /** How results name it. */
  readonly name: string;
  /** How many pairs of customer and depot it embeds per second on a slow core; unlimited by default. */
  readonly pairsPerSecond?: number;
  /** With `near` (customer · depots + depot), only pairs that are 1 there are asked for; entries of the others are not used. */
  embed(instance: Instance, near?: Uint8Array): Embedded;
  /**
   * Routing cost (travel and vehicles, no opening cost) of one depot and its customers, by the network itself. The MIP must agree with it.
   */
  predict(instance: Instance, depot: number, customers: ArrayLike<number>): number;
  /** The same for a known set of at least one customer, for networks that predict such sets more precisely than the MIP can. */
  appraise?(instance: Instance, depot: number, customers: ArrayLike<number>): number;
  /** Why it cannot predict what plans of the instance cost, in words; empty where it can. Features that no network sees, by default. */
  unseen?(instance: Instance): readonly string[];
}

/** For callers without types. */
export const requireSurrogate = (surrogate: Surrogate): void =>
  requireArgument(isObject(surrogate, 'embed', 'predict'), 'surrogate', 'a surrogate, such as new NetworkSurrogate(model)');
