/** Bounds [L, U] on a pre-activation x = Σ_j g_j w_j + bias while the switch is on. The tighter they are, the fewer neurons need a binary. */

export interface Bounds {
  readonly lower: number;
  readonly upper: number;
}

export interface Inputs {
  /** Bounds of every w_j, within [0, 1]; equal ends fix it. */
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  /** Σ_j demands[j] w_j ≤ limit. */
  readonly capacity?: { readonly demands: Float64Array; readonly limit: number };
}

/** Each w_j at the worse end of its own bounds; within a capacity, a continuous knapsack, solved greedily by g_j / q_j (Dantzig 1957). */
export function boundsOf(gains: Float64Array, bias: number, inputs: Inputs): Bounds {
  return { lower: bias - maximum(gains, inputs, -1), upper: bias + maximum(gains, inputs, 1) };
}

/** max Σ sign·g_j w_j. */
function maximum(gains: Float64Array, { lower, upper, capacity }: Inputs, sign: 1 | -1): number {
  let sum = 0;
  let room = capacity?.limit ?? 0;
  const rising: number[] = [];
  for (let j = 0; j < gains.length; j++) {
    const rises = sign * gains[j] > 0 && upper[j] > lower[j];
    sum += sign * gains[j] * (rises && !capacity ? upper[j] : lower[j]);
    if (capacity) room -= capacity.demands[j] * lower[j];
    if (rises) rising.push(j);
  }
  if (!capacity) return sum;
  const { demands } = capacity;
  rising.sort((a, b) => (sign * gains[b]) / demands[b] - (sign * gains[a]) / demands[a]);
  for (const j of rising) {
    const most = upper[j] - lower[j];
    const share = demands[j] > 0 ? Math.min(most, Math.max(0, room) / demands[j]) : most;
    sum += sign * gains[j] * share;
    room -= demands[j] * share;
    if (share < most) break;
  }
  return sum;
}
