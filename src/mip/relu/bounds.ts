/**
 * Bounds [L, U] on a pre-activation x = Σ_j g_j w_j + bias while the switch is on. The tighter they are, the fewer neurons need a binary.
 *
 * - interval: each w_j at the worse end of its own bounds.
 * - knapsack: also Σ_j q_j w_j ≤ Q. The relaxation with fractional w is a continuous knapsack, solved greedily by g_j / q_j (Dantzig 1957).
 */

export interface Bounds {
  readonly lower: number;
  readonly upper: number;
}

export interface Inputs {
  /** Bounds of every w_j, within [0, 1]; equal ends fix it. */
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  readonly capacity?: { readonly demands: Float64Array; readonly limit: number };
}

export function intervalBounds(gains: Float64Array, bias: number, inputs: Inputs): Bounds {
  return { lower: -intervalMaximum(gains, inputs, -1) + bias, upper: intervalMaximum(gains, inputs, 1) + bias };
}

export function knapsackBounds(gains: Float64Array, bias: number, inputs: Inputs): Bounds {
  if (inputs.capacity === undefined) return intervalBounds(gains, bias, inputs);
  const { demands, limit } = inputs.capacity;
  return {
    lower: -knapsackMaximum(gains, inputs, demands, limit, -1) + bias,
    upper: knapsackMaximum(gains, inputs, demands, limit, 1) + bias,
  };
}

/** max Σ sign·g_j w_j over the box. */
function intervalMaximum(gains: Float64Array, { lower, upper }: Inputs, sign: 1 | -1): number {
  let maximum = 0;
  for (let j = 0; j < gains.length; j++) {
    const gain = sign * gains[j];
    maximum += gain * (gain > 0 ? upper[j] : lower[j]);
  }
  return maximum;
}

/** max Σ sign·g_j w_j over the box and the capacity row. */
function knapsackMaximum(gains: Float64Array, { lower, upper }: Inputs, demands: Float64Array, limit: number, sign: 1 | -1): number {
  let maximum = 0;
  let room = limit;
  const candidates: number[] = [];
  for (let j = 0; j < gains.length; j++) {
    maximum += sign * gains[j] * lower[j];
    room -= demands[j] * lower[j];
    if (sign * gains[j] > 0 && upper[j] > lower[j]) candidates.push(j);
  }
  candidates.sort((a, b) => (sign * gains[b]) / demands[b] - (sign * gains[a]) / demands[a]);
  for (const j of candidates) {
    const most = upper[j] - lower[j];
    const share = demands[j] > 0 ? Math.min(most, Math.max(0, room) / demands[j]) : most;
    maximum += sign * gains[j] * share;
    room -= demands[j] * share;
    if (share < most) break;
  }
  return maximum;
}
