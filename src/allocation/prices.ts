/** What depots cost in terms of their units: heads of a network with its embeddings multiplied out. */
import { knapsackBounds } from '../mip/relu/bounds.ts';
import type { ReluNetwork } from '../mip/relu/head.ts';
import { neuronCase } from '../mip/relu/neuron.ts';

/** The cost of a depot in terms of its units; arrays over d · units + u, bent neurons at (…) · stride + k. */
export interface Prices {
  readonly stride: number;
  /** Bent neurons of each depot. */
  readonly bent: Int32Array;
  readonly constant: Float64Array;
  readonly linear: Float64Array;
  readonly gains: Float64Array;
  readonly bias: Float64Array;
  readonly weight: Float64Array;
  /** Bounds of the pre-activations while the depot is open and within its capacity. */
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  readonly peak?: PeakPrices;
}

/** What the maximum over a depot's units costs. */
export interface PeakPrices {
  /** What the maximum is taken of, d · units + u. */
  readonly of: Float64Array;
  /** Units that each depot may serve by that, ascending. */
  readonly order: readonly Int32Array[];
  /** Cost of one more of it beside the neurons, by depot, and what it adds to bent neurons, d · stride + k. */
  readonly top: Float64Array;
  readonly lift: Float64Array;
}

/** Prices without neurons: only `linear`, per unit and depot. */
export const linearPrices = (depots: number, linear: Float64Array): Prices => {
  const none = new Float64Array(0);
  return {
    stride: 0,
    bent: new Int32Array(depots),
    constant: new Float64Array(depots),
    linear,
    gains: none,
    bias: none,
    weight: none,
    lower: none,
    upper: none,
  };
};

/** Only pairs of a depot and a unit that it may serve (`servable`) get prices. */
export function pricesOf(
  heads: readonly ReluNetwork[],
  embeddings: Float64Array,
  peaks: Float64Array | undefined,
  servable: readonly Int32Array[],
  demand: Float64Array,
  capacity: Float64Array,
): Prices {
  const depots = heads.length;
  const units = demand.length;
  const stride = heads[0].biases.length;
  const latent = heads[0].linear.length;
  const prices = {
    stride,
    bent: new Int32Array(depots),
    constant: Float64Array.from(heads, (head) => head.constant),
    linear: new Float64Array(depots * units),
    gains: new Float64Array(depots * units * stride),
    bias: new Float64Array(depots * stride),
    weight: new Float64Array(depots * stride),
    lower: new Float64Array(depots * stride),
    upper: new Float64Array(depots * stride),
    ...(peaks && { peak: peakPrices(heads, peaks, stride, servable) }),
  };
  for (let d = 0; d < depots; d++) {
    const { weights, biases, outputWeights, linear, peak } = heads[d];
    const { [d]: own } = servable;
    const row = d * units;
    const gains = new Float64Array(own.length);
    const demands = Float64Array.from(own, (u) => demand[u]);
    const mostPeak = peaks ? own.reduce((most, u) => Math.max(most, peaks[row + u]), 0) : 0;
    const project = (direction: Float64Array) => {
      for (let k = 0; k < own.length; k++) {
        const at = (row + own[k]) * latent;
        let sum = 0;
        for (let l = 0; l < latent; l++) sum += direction[l] * embeddings[at + l];
        gains[k] = sum;
      }
    };
    project(linear);
    own.forEach((u, k) => {
      prices.linear[row + u] = gains[k];
    });
    const inputs = {
      lower: new Float64Array(own.length),
      upper: new Float64Array(own.length).fill(1),
      ...(capacity[d] < Number.POSITIVE_INFINITY && { capacity: { demands, limit: capacity[d] } }),
    };
    for (let k = 0; k < stride; k++) {
      project(weights.subarray(k * latent, (k + 1) * latent));
      const lift = peak ? peak.weights[k] : 0;
      const { lower, upper } = knapsackBounds(gains, biases[k], inputs);
      const bounds = { lower, upper: upper + lift * mostPeak };
      const kind = neuronCase(outputWeights[k], bounds);
      if (kind === 'inactive') continue;
      if (kind === 'active') {
        prices.constant[d] += outputWeights[k] * biases[k];
        if (prices.peak) prices.peak.top[d] += outputWeights[k] * lift;
        own.forEach((u, j) => {
          prices.linear[row + u] += outputWeights[k] * gains[j];
        });
        continue;
      }
      const at = prices.bent[d]++;
      prices.bias[d * stride + at] = biases[k];
      prices.weight[d * stride + at] = outputWeights[k];
      if (prices.peak) prices.peak.lift[d * stride + at] = lift;
      prices.lower[d * stride + at] = bounds.lower;
      prices.upper[d * stride + at] = bounds.upper;
      own.forEach((u, j) => {
        prices.gains[(row + u) * stride + at] = gains[j];
      });
    }
  }
  return prices;
}

function peakPrices(heads: readonly ReluNetwork[], of: Float64Array, stride: number, servable: readonly Int32Array[]): PeakPrices {
  const depots = heads.length;
  const units = of.length / depots;
  const order = servable.map((own, d) => own.toSorted((a, b) => of[d * units + a] - of[d * units + b] || a - b));
  return { of, order, top: Float64Array.from(heads, ({ peak }) => peak?.linear ?? 0), lift: new Float64Array(depots * stride) };
}
