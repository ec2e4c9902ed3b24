/**
 * Training runs as equal replicas, one per thread. Each computes the gradient of its share of a batch; all add them up in the order of
 * their ranks and take the same optimiser step. So the weights depend on the thread count, but never on timing.
 */
export interface Communicator {
  readonly rank: number;
  readonly size: number;
  /** Replaces `values` by their sum over all replicas, the same to the bit in each. */
  sum(values: Float32Array | Float64Array): void;
}

export const alone: Communicator = { rank: 0, size: 1, sum: () => {} };
