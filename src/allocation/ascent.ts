/**
 * Climbs the Lagrangian dual by deflected subgradients (Camerini, Fratta & Maffioli 1975) with Polyak's step. λ is in units of cost; θ is
 * measured in units of cost too (θ·v·X, X the widest pre-activation), so that one step length suits both.
 */
import type { DepotSet } from '../problem/depot-set.ts';
import type { Cover } from './cover.ts';
import { Dual } from './dual.ts';
import type { DualProblem } from './location-problem.ts';

/** Steps without a better bound before the step length is halved. */
const patience = 30;
const shortest = 1e-3;
const deflection = 0.9;

export interface AscentStep {
  readonly bound: number;
  readonly cover: Cover;
}

export class Ascent {
  readonly dual: Dual;
  readonly best: Dual;
  bound = Number.NEGATIVE_INFINITY;
  /** How often each depot was open in recent solutions of the dual, from 0 to 1. */
  readonly openness: Float64Array;
  private length = 0.5;
  private fruitless = 0;
  private fresh = true;
  private readonly direction: Float64Array;
  private readonly tilt: Float64Array;
  private readonly served: Float64Array;
  private readonly preActivation: Float64Array;

  /** From the usual start, or with shorter steps from a good point. */
  constructor(
    private readonly problem: DualProblem,
    from?: Dual,
  ) {
    this.dual = new Dual(problem, from);
    this.best = new Dual(problem, from);
    if (from) this.length = 0.1;
    this.openness = new Float64Array(problem.depots);
    this.direction = new Float64Array(problem.units);
    this.tilt = new Float64Array(problem.depots * problem.prices.stride);
    this.served = new Float64Array(problem.units);
    this.preActivation = new Float64Array(problem.prices.stride);
  }

  get settled(): boolean {
    return this.length < shortest;
  }

  /** One evaluation and one step; `target` is the objective of the best allocation known, or ∞. */
  step(target: number): AscentStep {
    const { dual } = this;
    const { bound, cover } = dual.evaluate();
    cover.open?.forEach((open, d) => {
      this.openness[d] += (open - this.openness[d]) / 10;
    });
    // Written so that ∞ (no set of depots satisfies the rules) is better than the −∞ of the start.
    if (bound - 1e-9 * Math.min(Math.abs(bound), Number.MAX_VALUE) > this.bound) {
      this.bound = bound;
      this.best.copyFrom(dual);
      this.fruitless = 0;
    } else if (++this.fruitless >= patience) {
      this.fruitless = 0;
      this.length /= 2;
      dual.copyFrom(this.best);
      this.fresh = true;
      return { bound, cover };
    }
    if (cover.open !== undefined) this.move(bound, cover.open, target);
    return { bound, cover };
  }

  private move(bound: number, open: DepotSet, target: number): void {
    const { dual, direction, tilt, problem } = this;
    const { units, depots, prices } = problem;
    const { stride, bent, weight, lower, upper } = prices;
    this.serve(open);
    const keep = this.fresh ? 0 : deflection;
    this.fresh = false;
    let norm = 0;
    for (let u = 0; u < units; u++) {
      direction[u] = keep * direction[u] + (1 - keep) * (1 - this.served[u]);
      norm += direction[u] * direction[u];
    }
    for (let d = 0; d < depots; d++) {
      if (!open[d]) {
        for (let k = d * stride; k < d * stride + bent[d]; k++) tilt[k] *= keep;
      } else {
        this.activate(d);
        for (let k = 0; k < bent[d]; k++) {
          const at = d * stride + k;
          tilt[at] = keep * tilt[at] + (1 - keep) * (this.preActivation[k] / Math.max(upper[at], -lower[at]));
        }
      }
      for (let k = d * stride; k < d * stride + bent[d]; k++) if (weight[k] > 0) norm += tilt[k] * tilt[k];
    }
    if (norm < 1e-18) return;
    // Without an allocation to aim at, aim a little above the bound.
    const aim = Number.isFinite(target) ? target : bound + 0.05 * Math.abs(bound) + 1e-9;
    const step = (this.length * Math.max(aim - bound, 1e-6 * Math.abs(aim))) / norm;
    for (let u = 0; u < units; u++) dual.lambda[u] += step * direction[u];
    for (let d = 0; d < depots; d++) {
      let changed = false;
      for (let k = d * stride; k < d * stride + bent[d]; k++) {
        if (weight[k] <= 0 || tilt[k] === 0) continue;
        const width = Math.max(upper[k], -lower[k]);
        const theta = Math.min(1, Math.max(0, dual.theta[k] + (step * tilt[k]) / (weight[k] * width)));
        changed ||= theta !== dual.theta[k];
        dual.theta[k] = theta;
      }
      if (changed) dual.retilt(d);
    }
  }

  /** How often each unit is served by the open depots' knapsacks. */
  private serve(open: DepotSet): void {
    const { served, dual } = this;
    const { units, depots } = this.problem;
    served.fill(0);
    for (let d = 0; d < depots; d++) {
      if (!open[d]) continue;
      const end = d * units + dual.pickedCount[d];
      for (let k = d * units; k < end; k++) served[dual.picked[k]]++;
      if (dual.part[d] > 0) served[dual.picked[end]] += dual.part[d];
    }
  }

  /** Pre-activations at the knapsack's solution of depot d. */
  private activate(d: number): void {
    const { preActivation, dual } = this;
    const { units, prices } = this.problem;
    const { stride, bent, bias, gains, peak } = prices;
    const lift = (at: number) => (peak ? peak.lift[at] * dual.peakPaid[d] : 0);
    for (let k = 0; k < bent[d]; k++) preActivation[k] = bias[d * stride + k] + lift(d * stride + k);
    const whole = dual.pickedCount[d];
    const count = dual.part[d] > 0 ? whole + 1 : whole;
    for (let p = 0; p < count; p++) {
      const share = p < whole ? 1 : dual.part[d];
      const from = (d * units + dual.picked[d * units + p]) * stride;
      for (let k = 0; k < bent[d]; k++) preActivation[k] += share * gains[from + k];
    }
  }
}
