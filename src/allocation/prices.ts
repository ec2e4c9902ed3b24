/** What depots cost in terms of their units: heads of a network with its embeddings multiplied out. */
import type { ReluNetwork } from '../mip/relu/head.ts';
import { project } from '../mip/relu/projection.ts';

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
    constant: new Float64Array(depots),
    linear: new Float64Array(depots * units),
    gains: new Float64Array(depots * units * stride),
    bias: new Float64Array(depots * stride),
    weight: new Float64Array(depots * stride),
    lower: new Float64Array(depots * stride),
    upper: new Float64Array(depots * stride),
    ...(peaks && { peak: peakPrices(peaks, depots, stride, servable) }),
  };
  servable.forEach((own, d) => {
    const row = d * units;
    const rows = new Float64Array(own.length * latent);
    own.forEach((u, j) => {
      rows.set(embeddings.subarray((row + u) * latent, (row + u + 1) * latent), j * latent);
    });
    const tops = peaks && Float64Array.from(own, (u) => peaks[row + u]);
    const inputs = {
      lower: new Float64Array(own.length),
      upper: new Float64Array(own.length).fill(1),
      ...(capacity[d] < Number.POSITIVE_INFINITY && {
        capacity: { demands: Float64Array.from(own, (u) => demand[u]), limit: capacity[d] },
      }),
    };
    const mostPeak = tops?.reduce((most, peak) => Math.max(most, peak), 0) ?? 0;
    const { constant, linear, top, bent } = project(heads[d], { name: `depot ${d}`, embeddings: rows, peaks: tops }, inputs, mostPeak);
    prices.bent[d] = bent.length;
    prices.constant[d] = constant;
    if (prices.peak) prices.peak.top[d] = top;
    own.forEach((u, j) => {
      prices.linear[row + u] = linear[j];
    });
    bent.forEach(({ gains, bias, weight, lift, bounds }, k) => {
      const at = d * stride + k;
      prices.bias[at] = bias;
      prices.weight[at] = weight;
      prices.lower[at] = bounds.lower;
      prices.upper[at] = bounds.upper;
      if (prices.peak) prices.peak.lift[at] = lift;
      own.forEach((u, j) => {
        prices.gains[(row + u) * stride + k] = gains[j];
      });
    });
  });
  return prices;
}

function peakPrices(of: Float64Array, depots: number, stride: number, servable: readonly Int32Array[]): PeakPrices {
  const units = of.length / depots;
  const order = servable.map((own, d) => own.toSorted((a, b) => of[d * units + a] - of[d * units + b] || a - b));
  return { of, order, top: new Float64Array(depots), lift: new Float64Array(depots * stride) };
}
