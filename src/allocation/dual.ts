/**
 * The Lagrangian dual of the location-allocation under a network. Dualise Σ_d w_ud = 1 with λ_u. Bent neurons of positive weight are
 * bounded from below by a line, v·relu(x) ≥ θ·v·x for any θ in [0, 1]. Those of negative weight are the minimum of two lines, v·relu(x) =
 * min(0, v·x), so a minimum over w is the least of the minima with each of them off or on. The few for which this matters most are treated
 * exactly, the others by the chord v·U/(U − L)·(x − L). Then
 *
 *     D(λ, θ) = Σ_u λ_u + min_y Σ_d ψ_d y_d,      ψ_d = O_d + min over off and on, constant + min_w Σ_u (cost_du − λ_u) w_u   (knapsacks)
 *
 * (with a peak, + τ_d·max over the chosen units, see below) is a lower bound on the surrogate's objective for every λ and θ. It is concave in both; `ascent.ts` climbs it.
 */
import { type Cover, solveCover } from './cover.ts';
import { Knapsack } from './knapsack.ts';
import type { DualProblem } from './location-problem.ts';
import type { PeakPrices, Prices } from './prices.ts';

/** Neurons of negative weight per depot that are treated exactly, with up to eight knapsacks; chords give far worse bounds (docs/lab). */
const mostExact = 3;

/** Pieces into which the units beyond a depot's capacity are cut by their peaks; more make the bound tighter. */
const mostPieces = 8;

/** A lower bound on the sets whose largest peak is at least `peak`, from the first `count` wanted units. */
interface PeakCase {
  readonly value: number;
  readonly peak: number;
  readonly count: number;
}

export class Dual {
  readonly lambda: Float64Array;
  /** One per bent neuron, d · stride + k; used if the weight is positive. */
  readonly theta: Float64Array;
  /** ψ. */
  readonly value: Float64Array;
  /** The knapsacks' solutions by depot, from picked[d · units]: the first ones whole, then one by `part`. */
  readonly picked: Int32Array;
  readonly pickedCount: Int32Array;
  readonly part: Float64Array;
  /** linear + Σ_k slope_k gain_k, d · units + u: cost of a unit at a depot by the lines, with the exact neurons off. */
  private readonly slopeCost: Float64Array;
  private readonly slope: Float64Array;
  private readonly intercept: Float64Array;
  /** The exact neurons of each depot; positions as in `prices`. */
  private readonly exact: readonly (readonly number[])[];
  private readonly reduced: Float64Array;
  private readonly knapsack: Knapsack;
  /** τ, by depot: what one more of its maximum costs by the lines. */
  private readonly peakSlope: Float64Array;
  /** The maximum that the solution of each depot pays for. */
  readonly peakPaid: Float64Array;
  /** Units of negative cost of one depot, by what the maximum is taken of. */
  private readonly wanted: Int32Array;

  /** At the usual start, or a copy of another dual. */
  constructor(
    readonly problem: DualProblem,
    from?: Dual,
  ) {
    const { depots, units, prices } = problem;
    this.lambda = new Float64Array(units);
    // The share of the range above 0 makes a better start than ½.
    this.theta = prices.upper.map((upper, k) => (upper > 0 ? upper / (upper - prices.lower[k]) : 0));
    this.slopeCost = new Float64Array(depots * units);
    this.reduced = new Float64Array(units);
    this.value = new Float64Array(depots);
    this.picked = new Int32Array(depots * units);
    this.pickedCount = new Int32Array(depots);
    this.part = new Float64Array(depots);
    this.slope = new Float64Array(depots * prices.stride);
    this.intercept = new Float64Array(depots);
    this.exact = Array.from({ length: depots }, (_, d) => mostBent(problem, d));
    this.knapsack = new Knapsack(units);
    this.peakSlope = new Float64Array(depots);
    this.peakPaid = new Float64Array(depots);
    this.wanted = new Int32Array(prices.peak ? units : 0);
    if (from) {
      this.copyFrom(from);
      return;
    }
    for (let d = 0; d < depots; d++) this.retilt(d);
    this.startLambda();
  }

  /** Each unit starts with the cost of its cheapest depot, including a share of the opening cost. */
  private startLambda(): void {
    const { units, servable, demand, cover } = this.problem;
    const least = new Float64Array(units).fill(Number.POSITIVE_INFINITY);
    servable.forEach((own, d) => {
      for (const u of own) {
        const share = cover.demand > 0 ? demand[u] / Math.max(cover.supply[d], 1e-12) : 1 / units;
        least[u] = Math.min(least[u], this.slopeCost[d * units + u] + this.intercept[d] * share);
      }
    });
    for (let u = 0; u < units; u++) this.lambda[u] = least[u] < Number.POSITIVE_INFINITY ? least[u] : 0;
  }

  /** Lines and slope costs of depot d after a change of its θ. O(servable · bent). */
  retilt(d: number): void {
    const { units, servable, prices, openingCost } = this.problem;
    const { stride, bent, weight, bias, lower, linear, gains, constant } = prices;
    const own = d * stride;
    let intercept = openingCost[d] + constant[d];
    for (let k = own; k < own + bent[d]; k++) {
      const v = weight[k];
      if (v > 0) this.slope[k] = v * this.theta[k];
      else this.slope[k] = this.exact[d].includes(k) ? 0 : chordSlope(prices, k);
      intercept += this.slope[k] * bias[k] - (v > 0 ? 0 : this.slope[k] * lower[k]);
    }
    this.intercept[d] = intercept;
    if (prices.peak) {
      let top = prices.peak.top[d];
      for (let k = own; k < own + bent[d]; k++) top += this.slope[k] * prices.peak.lift[k];
      this.peakSlope[d] = top;
    }
    for (const u of servable[d]) {
      const at = d * units + u;
      let cost = linear[at];
      for (let k = 0; k < bent[d]; k++) cost += this.slope[own + k] * gains[at * stride + k];
      this.slopeCost[at] = cost;
    }
  }

  /** D(λ, θ) and the depots that attain it. O(pairs) per pattern of the exact neurons. */
  evaluate(): { bound: number; cover: Cover } {
    const { depots, units, prices, cover: rules } = this.problem;
    let sum = 0;
    for (let u = 0; u < units; u++) sum += this.lambda[u];
    for (let d = 0; d < depots; d++) {
      this.value[d] = Number.POSITIVE_INFINITY;
      if (rules.lockedClosed[d]) continue;
      if (prices.peak) {
        for (const { value, peak } of this.peakCases(d, prices.peak)) {
          if (value >= this.value[d]) continue;
          this.keepSolution(d, value);
          this.peakPaid[d] = peak;
        }
        continue;
      }
      for (let pattern = 0; pattern < 1 << this.exact[d].length; pattern++) {
        const value = this.solvePattern(d, pattern);
        if (value < this.value[d]) this.keepSolution(d, value);
      }
    }
    const cover = solveCover(this.value, rules);
    return { bound: sum + cover.bound, cover };
  }

  private keepSolution(d: number, value: number): void {
    const { knapsack } = this;
    const { units } = this.problem;
    this.value[d] = value;
    this.picked.set(knapsack.items.subarray(0, Math.min(units, knapsack.taken + 1)), d * units);
    this.pickedCount[d] = knapsack.taken;
    this.part[d] = knapsack.part;
  }

  /**
   * ψ_d with a peak: min over sets of Σ (cost − λ) + τ·max. While the capacity does not bind, the units of negative cost up to some peak
   * are such a set, and one pass finds the best; beyond, it is bounded by pieces. Leaves the knapsack with the solution of each case.
   */
  private *peakCases(d: number, peak: PeakPrices): Generator<PeakCase> {
    const { units, demand, capacity } = this.problem;
    const { reduced, knapsack, wanted } = this;
    const row = d * units;
    const count = this.listWanted(d, peak);
    let [free, load, sum, least, leastCount] = [0, 0, 0, 0, 0];
    for (; free < count; free++) {
      const u = wanted[free];
      load += demand[u];
      if (load > capacity[d]) break;
      sum += reduced[u];
      const value = sum + this.peakSlope[d] * peak.of[row + u];
      if (value < least) [least, leastCount] = [value, free + 1];
    }
    knapsack.solve(reduced, wanted.subarray(0, leastCount), demand, capacity[d]);
    const top = leastCount > 0 ? peak.of[row + wanted[leastCount - 1]] : 0;
    yield { value: this.intercept[d] + least, peak: top, count: leastCount };
    yield* this.peakPieces(d, peak, free, count);
  }

  /**
   * The wanted units from `first` on, by ascending peak, in a few pieces: a set whose largest peak lies in a piece costs at least the
   * knapsack of all wanted units up to there, plus τ times the least peak of the piece.
   */
  private *peakPieces(d: number, { of }: PeakPrices, first: number, count: number): Generator<PeakCase> {
    const { units, demand, capacity } = this.problem;
    const { reduced, knapsack, wanted } = this;
    const step = Math.max(1, Math.ceil((count - first) / mostPieces));
    for (let from = first; from < count; from += step) {
      const end = Math.min(count, from + step);
      const peak = of[d * units + wanted[from]];
      const cost = knapsack.solve(reduced, wanted.subarray(0, end), demand, capacity[d]);
      yield { value: this.intercept[d] + cost + this.peakSlope[d] * peak, peak, count: end };
    }
  }

  /** Writes reduced costs, and the units of negative ones by ascending peak; returns how many. */
  private listWanted(d: number, { order }: PeakPrices): number {
    const { reduced, wanted, lambda, slopeCost } = this;
    const row = d * this.problem.units;
    let count = 0;
    for (const u of order[d]) {
      reduced[u] = slopeCost[row + u] - lambda[u];
      if (reduced[u] < 0) wanted[count++] = u;
    }
    return count;
  }

  /** Least increase of ψ_d if a unit must be served by depot d, ∞ where it may not; after `evaluate` at the same λ and θ. */
  forcedExtra(d: number): Float64Array {
    const { units, servable, demand, capacity, prices } = this.problem;
    const { reduced, knapsack, wanted } = this;
    const least = new Float64Array(units).fill(Number.POSITIVE_INFINITY);
    const joining = (u: number) => Math.max(0, reduced[u] + knapsack.price * demand[u]);
    if (prices.peak) {
      // The maximum is at least the unit's own.
      const others = this.intercept[d] + knapsack.solve(reduced, wanted.subarray(0, this.listWanted(d, prices.peak)), demand, capacity[d]);
      for (const u of servable[d]) least[u] = others + joining(u) + this.peakSlope[d] * prices.peak.of[d * units + u];
    } else
      for (let pattern = 0; pattern < 1 << this.exact[d].length; pattern++) {
        const value = this.solvePattern(d, pattern);
        for (const u of servable[d]) least[u] = Math.min(least[u], value + joining(u));
      }
    return least.map((value) => value - this.value[d]);
  }

  /** Approximate cost of each unit at each depot by lines and chords, d · units + u, to guide a search. */
  guideCost(): Float64Array {
    const { units, servable, prices } = this.problem;
    const { stride, gains } = prices;
    const cost = this.slopeCost.slice();
    this.exact.forEach((list, d) => {
      for (const k of list) {
        const slope = chordSlope(prices, k);
        for (const u of servable[d]) cost[d * units + u] += slope * gains[(d * units + u) * stride + k - d * stride];
      }
    });
    return cost;
  }

  /** Copies another dual, with ψ of its last evaluation. */
  copyFrom(other: Dual): void {
    this.value.set(other.value);
    this.lambda.set(other.lambda);
    this.theta.set(other.theta);
    this.slope.set(other.slope);
    this.intercept.set(other.intercept);
    this.slopeCost.set(other.slopeCost);
    this.peakSlope.set(other.peakSlope);
  }

  /** The minimum for depot d with its exact neurons off or on by the bits of `pattern`; leaves reduced costs and the knapsack's solution. */
  private solvePattern(d: number, pattern: number): number {
    const { servable, demand, capacity } = this.problem;
    const { reduced, lambda } = this;
    const intercept = this.writeCosts(d, pattern);
    for (const u of servable[d]) reduced[u] -= lambda[u];
    return intercept + this.knapsack.solve(reduced, servable[d], demand, capacity[d]);
  }

  /** Writes the costs of the units to `reduced`; returns the cost of the depot without units. */
  private writeCosts(d: number, pattern: number): number {
    const { units, servable, prices } = this.problem;
    const { stride, weight, bias, gains } = prices;
    const { reduced, exact } = this;
    const row = d * units;
    for (const u of servable[d]) reduced[u] = this.slopeCost[row + u];
    let intercept = this.intercept[d];
    exact[d].forEach((k, bit) => {
      if (((pattern >> bit) & 1) === 0) return;
      intercept += weight[k] * bias[k];
      const column = k - d * stride;
      for (const u of servable[d]) reduced[u] += weight[k] * gains[(row + u) * stride + column];
    });
    return intercept;
  }
}

/** The neurons of negative weight that are farthest from their chords, at most `mostExact`. */
function mostBent({ prices }: DualProblem, d: number): number[] {
  const { stride, bent, weight, lower } = prices;
  const own = Array.from({ length: bent[d] }, (_, k) => d * stride + k).filter((k) => weight[k] < 0);
  const loss = (k: number) => chordSlope(prices, k) * lower[k];
  return own.toSorted((a, b) => loss(b) - loss(a)).slice(0, mostExact);
}

/** Of the line from (L, 0) to (U, v·U). */
const chordSlope = ({ weight, lower, upper }: Prices, k: number): number => (weight[k] * upper[k]) / (upper[k] - lower[k]);
