/**
 * An instance and a surrogate as arrays, for the MIP, the dual and the local search.
 *
 * Customers tied together are one unit with the sum of their demands and embeddings, so this rule needs no further attention. A depot that
 * is open costs
 *
 *     O_d + constant_d + Σ_u linear_du w_du + Σ_k weight_dk · relu(bias_dk + Σ_u gain_duk w_du)
 *
 * (with a peak: + top_d · t_d, and + lift_dk · t_d in the neurons, t_d the maximum over its units, all of these and the weights ≥ 0)
 * even without customers (the paper's y_d = 1 ⇒ R̂_d = ρ(z_d)). Neurons whose sign follows from bounds are folded into the linear part, as
 * in the tight formulation; the others are called bent.
 */

import { knapsackBounds } from '../mip/relu/bounds.ts';
import type { ReluNetwork } from '../mip/relu/head.ts';
import { neuronCase } from '../mip/relu/table.ts';
import { type DepotRules, type DepotSet, depotRules, keepsDepotRules } from '../problem/depot-set.ts';
import { NeoLrpError } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import { type CompiledRules, compileRules } from '../problem/rules.ts';
import { withNoise } from '../problem/tolerance.ts';
import type { CostHead, Embedded } from '../surrogate/surrogate.ts';

export interface LocationProblem {
  readonly instance: Instance;
  readonly rules: CompiledRules;
  readonly depots: number;
  readonly units: number;
  /** Customers of each unit, and the unit of each customer. */
  readonly members: readonly Int32Array[];
  readonly unitOf: Int32Array;
  readonly demand: Float64Array;
  readonly capacity: Float64Array;
  readonly openingCost: Float64Array;
  /** allowed[d · units + u]. */
  readonly allowed: Uint8Array;
  /** Units that may not share a depot with a unit. */
  readonly apartFrom: readonly (readonly number[])[];
  readonly cover: DepotRules;
  /** Embeddings of units: ((d · units) + u) · latent + l. */
  readonly latent: number;
  readonly embeddings: Float64Array;
  /** Of units, d · units + u; for heads with a peak. */
  readonly peaks?: Float64Array;
  /** The heads in the terms of the MIP. */
  readonly heads: readonly ReluNetwork[];
  readonly prices: Prices;
}

/** What the dual needs. */
export type DualProblem = Pick<
  LocationProblem,
  'depots' | 'units' | 'demand' | 'capacity' | 'openingCost' | 'allowed' | 'cover' | 'prices'
>;

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
  /** Units of each depot by that, ascending, from d · units on. */
  readonly order: Int32Array;
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

/** With `near` (customer · depots + depot), only these pairs are allowed, and depots near nobody stay closed unless locked open. */
export function locationProblem(instance: Instance, embedded: Embedded, near?: Uint8Array): LocationProblem {
  const rules = compileRules(instance);
  const depots = instance.depots.length;
  const { members, unitOf } = unitsOf(rules);
  const units = members.length;
  const demand = Float64Array.from(members, (list) => list.reduce((sum, i) => sum + instance.customers[i].demand, 0));
  const capacity = Float64Array.from(instance.depots, (d) => withNoise(d.capacity ?? Number.POSITIVE_INFINITY));
  const cover = near ? closedWithout(near, depotRules(instance)) : depotRules(instance);
  const { openingCost } = cover;
  const allowed = new Uint8Array(depots * units);
  for (let d = 0; d < depots; d++)
    for (let u = 0; u < units; u++) {
      const pair = members[u][0] * depots + d;
      allowed[d * units + u] = demand[u] <= capacity[d] && (!near || near[pair]) ? rules.allowed[pair] : 0;
    }
  const apartFrom: number[][] = members.map(() => []);
  for (const [a, b] of rules.apart) {
    apartFrom[unitOf[a]].push(unitOf[b]);
    apartFrom[unitOf[b]].push(unitOf[a]);
  }
  const { latent } = embedded;
  const embeddings = sumOverUnits(embedded, depots, members);
  const heads = embedded.heads.map(asNetwork);
  const peaks = embedded.peaks && mostOverUnits(embedded.peaks, depots, members);
  return {
    instance,
    rules,
    depots,
    units,
    members,
    unitOf,
    demand,
    capacity,
    openingCost,
    allowed,
    apartFrom,
    cover,
    latent,
    embeddings,
    ...(peaks && { peaks }),
    heads,
    prices: pricesOf(heads, embeddings, peaks, allowed, demand, capacity, cover.lockedClosed),
  };
}

function closedWithout(near: Uint8Array, rules: DepotRules): DepotRules {
  const m = rules.lockedClosed.length;
  const served = new Uint8Array(m);
  near.forEach((is, k) => {
    if (is) served[k % m] = 1;
  });
  return { ...rules, lockedClosed: rules.lockedClosed.map((closed, d) => (closed || (!served[d] && !rules.lockedOpen[d]) ? 1 : 0)) };
}

function unitsOf({ group }: CompiledRules): { members: Int32Array[]; unitOf: Int32Array } {
  const byGroup = new Map<number, number[]>();
  group.forEach((g, i) => {
    const list = byGroup.get(g);
    if (list) list.push(i);
    else byGroup.set(g, [i]);
  });
  const members = Array.from(byGroup.values(), (list) => Int32Array.from(list));
  const unitOf = new Int32Array(group.length);
  members.forEach((list, u) => {
    for (const i of list) unitOf[i] = u;
  });
  return { members, unitOf };
}

function sumOverUnits({ latent, embeddings, heads }: Embedded, depots: number, members: readonly Int32Array[]): Float64Array {
  const customers = embeddings.length / (depots * latent);
  if (heads.length !== depots || heads.some((head) => head.output.length !== heads[0].output.length))
    throw new NeoLrpError('E_MODEL', `the surrogate has ${heads.length} heads, or heads of several sizes, for ${depots} depots`);
  if (members.length === customers) return embeddings;
  const sums = new Float64Array(depots * members.length * latent);
  for (let d = 0; d < depots; d++)
    members.forEach((list, u) => {
      const to = (d * members.length + u) * latent;
      for (const i of list) for (let l = 0; l < latent; l++) sums[to + l] += embeddings[(d * customers + i) * latent + l];
    });
  return sums;
}

function mostOverUnits(peaks: Float64Array, depots: number, members: readonly Int32Array[]): Float64Array {
  const customers = peaks.length / depots;
  if (members.length === customers) return peaks;
  return Float64Array.from({ length: depots * members.length }, (_, k) => {
    const d = Math.floor(k / members.length);
    return members[k % members.length].reduce((most, i) => Math.max(most, peaks[d * customers + i]), 0);
  });
}

const asNetwork = ({ scale, bias, linear, hidden, hiddenBias, output, peak }: CostHead): ReluNetwork => ({
  weights: hidden,
  biases: hiddenBias,
  outputWeights: output.map((weight) => scale * weight),
  linear: linear.map((weight) => scale * weight),
  constant: scale * bias,
  ...(peak && { peak: { linear: scale * peak.linear, weights: peak.hidden } }),
});

function pricesOf(
  heads: readonly ReluNetwork[],
  embeddings: Float64Array,
  peaks: Float64Array | undefined,
  allowed: Uint8Array,
  demand: Float64Array,
  capacity: Float64Array,
  closed: Uint8Array,
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
    ...(peaks && { peak: peakPrices(heads, peaks, stride, closed) }),
  };
  const gains = new Float64Array(units);
  for (let d = 0; d < depots; d++) {
    if (closed[d]) continue;
    const { weights, biases, outputWeights, linear, peak } = heads[d];
    const row = d * units;
    let mostPeak = 0;
    if (peaks) for (let u = row; u < row + units; u++) if (allowed[u]) mostPeak = Math.max(mostPeak, peaks[u]);
    const project = (direction: Float64Array) => {
      for (let u = 0; u < units; u++) {
        const at = (row + u) * latent;
        let sum = 0;
        for (let l = 0; l < latent; l++) sum += direction[l] * embeddings[at + l];
        gains[u] = sum;
      }
    };
    project(linear);
    prices.linear.set(gains, row);
    const inputs = {
      lower: new Float64Array(units),
      upper: Float64Array.from(allowed.subarray(row, row + units)),
      ...(capacity[d] < Number.POSITIVE_INFINITY && { capacity: { demands: demand, limit: capacity[d] } }),
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
        for (let u = 0; u < units; u++) prices.linear[row + u] += outputWeights[k] * gains[u];
        continue;
      }
      const at = prices.bent[d]++;
      prices.bias[d * stride + at] = biases[k];
      prices.weight[d * stride + at] = outputWeights[k];
      if (prices.peak) prices.peak.lift[d * stride + at] = lift;
      prices.lower[d * stride + at] = bounds.lower;
      prices.upper[d * stride + at] = bounds.upper;
      for (let u = 0; u < units; u++) prices.gains[(row + u) * stride + at] = gains[u];
    }
  }
  return prices;
}

function peakPrices(heads: readonly ReluNetwork[], of: Float64Array, stride: number, closed: Uint8Array): PeakPrices {
  const depots = heads.length;
  const units = of.length / depots;
  const order = new Int32Array(of.length);
  for (let d = 0; d < depots; d++) {
    const row = order.subarray(d * units, (d + 1) * units);
    for (let u = 0; u < units; u++) row[u] = u;
    if (closed[d]) continue;
    row.sort((a, b) => of[d * units + a] - of[d * units + b] || a - b);
  }
  return { of, order, top: Float64Array.from(heads, ({ peak }) => peak?.linear ?? 0), lift: new Float64Array(depots * stride) };
}

/** Whether a set keeps the rules on depots and leaves every unit a depot that it may use. */
export function isUsable({ depots, units, allowed, cover }: LocationProblem, open: DepotSet): boolean {
  if (!keepsDepotRules(open, cover)) return false;
  for (let u = 0; u < units; u++) {
    let d = 0;
    while (d < depots && !(open[d] && allowed[d * units + u])) d++;
    if (d === depots) return false;
  }
  return true;
}
