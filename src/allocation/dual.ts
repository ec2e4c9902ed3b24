/**
 * The Lagrangian dual of the location-allocation under a network. Dualise Σ_d w_ud = 1 with λ_u, and bound every bent neuron from below
 * by a line: v·relu(x) ≥ θ·v·x for any θ in [0, 1] where v > 0, and the chord v·U/(U − L)·(x − L) where v < 0. Then
 *
 *     D(λ, θ) = Σ_u λ_u + min_y Σ_d ψ_d y_d,      ψ_d = O_d + constant + min_w Σ_u (slope cost_du − λ_u) w_u   (a knapsack)
 *
 * is a lower bound on the surrogate's objective for every λ and θ. It is concave in both; `ascent.ts` climbs it.
 */
import { type Cover, solveCover } from './cover.ts';
import { Knapsack } from './knapsack.ts';
import type { LocationProblem } from './location-problem.ts';

export class Dual {
  readonly lambda: Float64Array;
  /** One a bent neuron, d · stride + k; used where the weight is positive. */
  readonly theta: Float64Array;
  /** linear + Σ_k slope_k gain_k, d · units + u: what a unit costs at a depot by the lines. */
  readonly slopeCost: Float64Array;
  /** ψ. */
  readonly value: Float64Array;
  /** Worth of a unit of capacity at each depot. */
  readonly capacityPrice: Float64Array;
  readonly reduced: Float64Array;
  /** Shares of the knapsacks' solutions by depot: picked[d · units …], so many whole, then one by `part`. */
  readonly picked: Int32Array;
  readonly pickedCount: Int32Array;
  readonly part: Float64Array;
  private readonly slope: Float64Array;
  private readonly intercept: Float64Array;
  private readonly knapsack: Knapsack;

  constructor(readonly problem: LocationProblem) {
    const { depots, units, prices } = problem;
    this.lambda = new Float64Array(units);
    this.theta = new Float64Array(depots * prices.stride).fill(0.5);
    this.slopeCost = new Float64Array(depots * units);
    this.reduced = new Float64Array(depots * units);
    this.value = new Float64Array(depots);
    this.capacityPrice = new Float64Array(depots);
    this.picked = new Int32Array(depots * units);
    this.pickedCount = new Int32Array(depots);
    this.part = new Float64Array(depots);
    this.slope = new Float64Array(depots * prices.stride);
    this.intercept = new Float64Array(depots);
    this.knapsack = new Knapsack(units);
    for (let d = 0; d < depots; d++) this.retilt(d);
    this.startLambda();
  }

  /** Each unit at first pays its cheapest depot, opening cost by share of capacity included. */
  private startLambda(): void {
    const { depots, units, allowed, demand, cover } = this.problem;
    for (let u = 0; u < units; u++) {
      let least = Number.POSITIVE_INFINITY;
      for (let d = 0; d < depots; d++) {
        if (!allowed[d * units + u]) continue;
        const share = cover.demand > 0 ? demand[u] / Math.max(cover.supply[d], 1e-12) : 1 / units;
        least = Math.min(least, this.slopeCost[d * units + u] + this.intercept[d] * share);
      }
      this.lambda[u] = least < Number.POSITIVE_INFINITY ? least : 0;
    }
  }

  /** Lines and slope costs of depot d after a change of its θ. O(units · bent). */
  retilt(d: number): void {
    const { units, prices, openingCost } = this.problem;
    const { stride, bent, weight, bias, lower, upper, linear, gains, constant } = prices;
    const own = d * stride;
    let intercept = openingCost[d] + constant[d];
    for (let k = own; k < own + bent[d]; k++) {
      const v = weight[k];
      this.slope[k] = v > 0 ? v * this.theta[k] : (v * upper[k]) / (upper[k] - lower[k]);
      intercept += this.slope[k] * bias[k] - (v > 0 ? 0 : this.slope[k] * lower[k]);
    }
    this.intercept[d] = intercept;
    for (let u = d * units; u < (d + 1) * units; u++) {
      let cost = linear[u];
      for (let k = 0; k < bent[d]; k++) cost += this.slope[own + k] * gains[u * stride + k];
      this.slopeCost[u] = cost;
    }
  }

  /** D(λ, θ) and the depots that attain it. O(depots · units). */
  evaluate(): { bound: number; cover: Cover } {
    const { depots, units, allowed, demand, capacity } = this.problem;
    const { knapsack, lambda, slopeCost, reduced } = this;
    let sum = 0;
    for (let u = 0; u < units; u++) sum += lambda[u];
    for (let d = 0; d < depots; d++) {
      const row = d * units;
      for (let u = 0; u < units; u++) reduced[row + u] = slopeCost[row + u] - lambda[u];
      this.value[d] = this.intercept[d] + knapsack.solve(reduced, allowed, row, demand, capacity[d]);
      this.capacityPrice[d] = knapsack.price;
      this.picked.set(knapsack.items.subarray(0, Math.min(units, knapsack.taken + 1)), row);
      this.pickedCount[d] = knapsack.taken;
      this.part[d] = knapsack.part;
    }
    const cover = solveCover(this.value, this.problem.cover);
    return { bound: sum + cover.bound, cover };
  }

  copyFrom(other: Dual): void {
    this.lambda.set(other.lambda);
    this.theta.set(other.theta);
    this.slope.set(other.slope);
    this.intercept.set(other.intercept);
    this.slopeCost.set(other.slopeCost);
  }
}
