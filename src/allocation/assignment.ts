/** Units at depots, with everything needed to price a move in O(bent neurons): sums of gains, loads, and costs by depot. */
import { evaluateHead } from '../mip/relu/head.ts';
import type { DepotSet } from '../problem/depot-set.ts';
import type { Allocation } from './allocation.ts';
import { isUsable, type LocationProblem } from './location-problem.ts';

/** Running sums drift by rounding; differences below this share of the objective are noise. */
export const priceNoise = 1e-10;

export class Assignment {
  /** Depots in use; others take nobody. */
  readonly open: DepotSet;
  /** Depot of each unit. */
  readonly depotOf: Int32Array;
  readonly size: Int32Array;
  readonly load: Float64Array;
  /** Cost of each depot, opening included. */
  readonly cost: Float64Array;
  private readonly linearSum: Float64Array;
  /** Pre-activations of bent neurons, d · stride + k. */
  private readonly preActivation: Float64Array;
  /** Maxima over the units of each depot, for networks with a peak. */
  private readonly top: Float64Array;
  private openCount = 0;

  constructor(readonly problem: LocationProblem) {
    const { depots, units, prices } = problem;
    this.open = new Uint8Array(depots);
    this.depotOf = new Int32Array(units).fill(-1);
    this.size = new Int32Array(depots);
    this.load = new Float64Array(depots);
    this.cost = new Float64Array(depots);
    this.linearSum = new Float64Array(depots);
    this.preActivation = new Float64Array(depots * prices.stride);
    this.top = new Float64Array(depots);
  }

  /** Everything from scratch; every unit must be at an open depot. */
  set(open: DepotSet, depotOf: ArrayLike<number>): void {
    const { units, depots, demand, prices } = this.problem;
    this.open.set(open);
    this.openCount = open.reduce((sum, o) => sum + o, 0);
    this.size.fill(0);
    this.load.fill(0);
    this.linearSum.fill(0);
    this.top.fill(0);
    this.preActivation.set(prices.bias);
    for (let u = 0; u < units; u++) {
      const d = depotOf[u];
      this.depotOf[u] = d;
      this.size[d]++;
      this.load[d] += demand[u];
      this.addGains(d, u, 1);
      if (prices.peak) this.top[d] = Math.max(this.top[d], prices.peak.of[d * units + u]);
    }
    for (let d = 0; d < depots; d++) this.cost[d] = open[d] ? this.priceNow(d) : 0;
  }

  objective(): number {
    let sum = 0;
    for (let d = 0; d < this.cost.length; d++) sum += this.cost[d];
    return sum;
  }

  /** Cost of depot d with unit u more (sign 1) or less (sign −1). O(bent). */
  priceWith(d: number, u: number, sign: 1 | -1): number {
    if (sign > 0) return this.price(d, u, -1);
    const cost = this.price(d, -1, u);
    return this.size[d] === 1 ? this.orClosed(d, cost) : cost;
  }

  /** Cost of depot d with unit `out` replaced by `into`. O(bent). */
  priceSwapped(d: number, out: number, into: number): number {
    return this.price(d, into, out);
  }

  /** Cost of depot d once a unit has joined and another has left (−1 for none). */
  private price(d: number, joins: number, leaves: number): number {
    const { units, prices, openingCost } = this.problem;
    const { stride, gains, weight, linear, peak } = prices;
    const row = d * units;
    const own = d * stride;
    let top = leaves >= 0 && peak && peak.of[row + leaves] >= this.top[d] ? this.topOf(d, leaves) : this.top[d];
    if (joins >= 0 && peak) top = Math.max(top, peak.of[row + joins]);
    let cost = openingCost[d] + prices.constant[d] + this.linearSum[d];
    if (joins >= 0) cost += linear[row + joins];
    if (leaves >= 0) cost -= linear[row + leaves];
    if (peak) cost += peak.top[d] * top;
    for (let k = 0; k < prices.bent[d]; k++) {
      let x = this.preActivation[own + k];
      if (joins >= 0) x += gains[(row + joins) * stride + k];
      if (leaves >= 0) x -= gains[(row + leaves) * stride + k];
      if (peak) x += peak.lift[own + k] * top;
      if (x > 0) cost += weight[own + k] * x;
    }
    return cost;
  }

  /** What unit u costs at depot d while no neuron changes sign and the maximum is another's. O(bent). */
  marginal(d: number, u: number): number {
    const { units, prices } = this.problem;
    const { stride, gains, weight } = prices;
    const from = (d * units + u) * stride;
    const own = d * stride;
    let cost = prices.linear[d * units + u];
    const { peak } = prices;
    for (let k = 0; k < prices.bent[d]; k++)
      if (this.preActivation[own + k] + (peak ? peak.lift[own + k] * this.top[d] : 0) > 0) cost += weight[own + k] * gains[from + k];
    return cost;
  }

  shift(u: number, to: number): void {
    const { units, demand, prices } = this.problem;
    const from = this.depotOf[u];
    this.depotOf[u] = to;
    this.size[from]--;
    this.size[to]++;
    this.load[from] -= demand[u];
    this.load[to] += demand[u];
    this.addGains(from, u, -1);
    this.addGains(to, u, 1);
    if (prices.peak) {
      const { of } = prices.peak;
      if (of[from * units + u] >= this.top[from]) this.top[from] = this.topOf(from);
      this.top[to] = Math.max(this.top[to], of[to * units + u]);
    }
    this.cost[from] = this.priceNow(from);
    this.cost[to] = this.priceNow(to);
  }

  /** Units at depot d that u may not meet there. */
  conflicts(u: number, d: number): number {
    let count = 0;
    for (const other of this.problem.apartFrom[u]) if (this.depotOf[other] === d) count++;
    return count;
  }

  /** The allocation, recomputed, with needless depots closed; undefined if a capacity or rule is broken. */
  allocation(): Allocation | undefined {
    const { problem, size, load, depotOf } = this;
    const { depots, units, capacity, instance, unitOf, members } = problem;
    for (let d = 0; d < depots; d++) {
      // Running loads have drifted, so recompute the sum.
      if (load[d] <= capacity[d] * (1 - 1e-9)) continue;
      let exact = 0;
      for (let u = 0; u < units; u++) if (depotOf[u] === d) for (const i of members[u]) exact += instance.customers[i].demand;
      if (exact > capacity[d]) return undefined;
    }
    for (let u = 0; u < units; u++) if (this.conflicts(u, depotOf[u]) > 0) return undefined;
    const open = this.open.slice();
    let count = this.openCount;
    for (let d = 0; d < depots; d++) {
      if (!open[d] || size[d] > 0 || !this.canClose(d, count) || this.price(d, -1, -1) <= 0) continue;
      open[d] = 0;
      count--;
    }
    if (!isUsable(problem, open)) return undefined;
    return evaluate(
      problem,
      open,
      Int32Array.from(unitOf, (u) => depotOf[u]),
    );
  }

  private canClose(d: number, count = this.openCount): boolean {
    const { cover } = this.problem;
    return cover.lockedOpen[d] === 0 && count > cover.minOpen;
  }

  /** The maximum over the units of depot d but one. O(units). */
  private topOf(d: number, without = -1): number {
    const { units, prices } = this.problem;
    let top = 0;
    for (let u = 0; u < units; u++)
      if (prices.peak && this.depotOf[u] === d && u !== without) top = Math.max(top, prices.peak.of[d * units + u]);
    return top;
  }

  /** A depot without units is closed if that is allowed and cheaper than this. */
  private orClosed(d: number, cost: number): number {
    return this.canClose(d) ? Math.min(0, cost) : cost;
  }

  private priceNow(d: number): number {
    const cost = this.price(d, -1, -1);
    return this.size[d] === 0 ? this.orClosed(d, cost) : cost;
  }

  private addGains(d: number, u: number, sign: 1 | -1): void {
    const { units, prices } = this.problem;
    const { stride, gains, linear, bent } = prices;
    this.linearSum[d] += sign * linear[d * units + u];
    const from = (d * units + u) * stride;
    for (let k = 0; k < bent[d]; k++) this.preActivation[d * stride + k] += sign * gains[from + k];
  }
}

/** Prices an allocation by the heads themselves, from z. */
export function evaluate(problem: LocationProblem, open: DepotSet, depotOf: Int32Array): Allocation {
  const { depots, units, latent, embeddings, peaks, heads, members, openingCost } = problem;
  const z = new Float64Array(depots * latent);
  const top = new Float64Array(depots);
  for (let u = 0; u < units; u++) {
    const d = depotOf[members[u][0]];
    for (let l = 0; l < latent; l++) z[d * latent + l] += embeddings[(d * units + u) * latent + l];
    if (peaks) top[d] = Math.max(top[d], peaks[d * units + u]);
  }
  const predicted = Float64Array.from(heads, (head, d) =>
    open[d] ? evaluateHead(head, z.subarray(d * latent, (d + 1) * latent), top[d]) : 0,
  );
  const objective = predicted.reduce((sum, cost, d) => sum + open[d] * openingCost[d] + cost, 0);
  return { open, depotOf, objective, predicted };
}
