/**
 * A surrogate as the allocation sees it: an embedding for every customer at every depot, and per depot a cost head with one hidden ReLU
 * layer on the sum of its customers' embeddings (paper, section on the surrogate architecture; only the head enters the MIP).
 */
import type { Instance } from '../problem/instance.ts';

/**
 * cost(z) = scale · (bias + linear·z + Σ_k output_k · relu(W_k·z + hiddenBias_k)), in cost units of the instance.
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
}

/** An instance as a surrogate sees it. */
export interface Embedded {
  readonly latent: number;
  /** h[depot][customer][dimension], flat: ((depot · customers) + customer) · latent + dimension. */
  readonly embeddings: Float64Array;
  readonly heads: readonly CostHead[];
}

export interface Surrogate {
  readonly name: string;
  /** How many pairs of customer and depot it embeds per second on a slow core; unlimited by default. */
  readonly pairsPerSecond?: number;
  /** Its prices rank allocations, but are no predictions of cost. */
  readonly proxy?: boolean;
  embed(instance: Instance): Embedded;
  /**
   * Routing cost (travel and vehicles, no opening cost) of one depot and its customers, by the network itself. The MIP must agree with it.
   */
  predict(instance: Instance, depot: number, customers: ArrayLike<number>): number;
  /** The same for a known set of at least one customer, for networks that predict such sets more precisely than the MIP can. */
  appraise?(instance: Instance, depot: number, customers: ArrayLike<number>): number;
}

/** The head at a sum of embeddings. Not for an empty depot, which is closed and costs nothing. */
export function headCost(head: CostHead, z: ArrayLike<number>): number {
  const latent = head.linear.length;
  let cost = head.bias;
  for (let l = 0; l < latent; l++) cost += head.linear[l] * z[l];
  for (let k = 0; k < head.output.length; k++) {
    let preActivation = head.hiddenBias[k];
    for (let l = 0; l < latent; l++) preActivation += head.hidden[k * latent + l] * z[l];
    if (preActivation > 0) cost += head.output[k] * preActivation;
  }
  return head.scale * cost;
}

/** Predicted routing cost of a depot's customers from existing embeddings: O(latent) per customer, for what-if questions. */
export function embeddedCost({ latent, embeddings, heads }: Embedded, depot: number, customers: ArrayLike<number>): number {
  const perDepot = embeddings.length / heads.length;
  const z = new Float64Array(latent);
  for (let c = 0; c < customers.length; c++) {
    const row = depot * perDepot + customers[c] * latent;
    for (let l = 0; l < latent; l++) z[l] += embeddings[row + l];
  }
  return headCost(heads[depot], z);
}
