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
import type { ReluNetwork } from '../mip/relu/head.ts';
import { type DepotRules, type DepotSet, keepsDepotRules } from '../problem/depot-set.ts';
import { NeoLrpError } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import { modelOf } from '../problem/model.ts';
import type { CompiledRules } from '../problem/rules.ts';
import { withNoise } from '../problem/tolerance.ts';
import type { CostHead, Embedded } from '../surrogate/surrogate.ts';
import { type Prices, pricesOf } from './prices.ts';

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
  /** allowed[d · units + u], and the units that each depot may serve: with near pairs only, few of all. */
  readonly allowed: Uint8Array;
  readonly servable: readonly Int32Array[];
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
  'depots' | 'units' | 'demand' | 'capacity' | 'openingCost' | 'servable' | 'cover' | 'prices'
>;

/** With `near` (customer · depots + depot), only these pairs are allowed, and depots near nobody stay closed unless locked open. */
export function locationProblem(instance: Instance, embedded: Embedded, near?: Uint8Array): LocationProblem {
  const { rules, depotRules } = modelOf(instance);
  const depots = instance.depots.length;
  const { members, unitOf } = unitsOf(rules);
  const units = members.length;
  const demand = Float64Array.from(members, (list) => list.reduce((sum, i) => sum + instance.customers[i].demand, 0));
  const capacity = Float64Array.from(instance.depots, (d) => withNoise(d.capacity ?? Number.POSITIVE_INFINITY));
  const cover = near ? closedWithout(near, depotRules) : depotRules;
  const { openingCost } = cover;
  const allowed = new Uint8Array(depots * units);
  for (let d = 0; d < depots; d++)
    for (let u = 0; u < units; u++) {
      const pair = members[u][0] * depots + d;
      allowed[d * units + u] = demand[u] <= capacity[d] && (!near || near[pair]) ? rules.allowed[pair] : 0;
    }
  const servable = servableUnits(allowed, depots);
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
    servable,
    apartFrom,
    cover,
    latent,
    embeddings,
    ...(peaks && { peaks }),
    heads,
    prices: pricesOf(heads, embeddings, peaks, servable, demand, capacity),
  };
}

/** Units that each depot may serve, by `allowed` (d · units + u). */
export function servableUnits(allowed: Uint8Array, depots: number): readonly Int32Array[] {
  const units = allowed.length / depots;
  const every = Int32Array.from({ length: units }, (_, u) => u);
  return Array.from({ length: depots }, (_, d) => every.filter((u) => allowed[d * units + u]));
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

const asNetwork = ({ scale, bias, linear, hidden, hiddenBias, second, output, peak }: CostHead): ReluNetwork => ({
  weights: hidden,
  biases: hiddenBias,
  ...(second && { second }),
  outputWeights: output.map((weight) => scale * weight),
  linear: linear.map((weight) => scale * weight),
  constant: scale * bias,
  ...(peak && { peak: { linear: scale * peak.linear, weights: peak.hidden } }),
});

/** Whether heads have a second hidden layer, of which only MIP solvers know. */
export const isDeep = ({ heads }: LocationProblem): boolean => heads[0]?.second !== undefined;

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
