/**
 * Which depots to open at given values ψ: min Σ_d ψ_d y_d under supply, counts, budget and locks. A depth-first branch and bound. If the
 * node limit ends it, the relaxation of the root is the bound and the best set found is the proposal.
 */
import type { DepotRules, DepotSet } from '../problem/depot-set.ts';

export interface Cover {
  /** Lower bound on the minimum, or the minimum itself if `open` attains it. ∞ if no set satisfies the rules. */
  readonly bound: number;
  readonly open: DepotSet | undefined;
}

const nodeLimit = 1000;

export function solveCover(values: Float64Array, rules: DepotRules): Cover {
  return new CoverSearch(values, rules).solve();
}

class CoverSearch {
  /** Free depots: first those with a negative value, then by value per supply. */
  private readonly order: number[];
  private readonly byValue: number[];
  /** restNegative[k]: sum of the negative values from position k on. */
  private readonly restNegative: Float64Array;
  private readonly chosen: DepotSet;
  private readonly decided: Uint8Array;
  private best = Number.POSITIVE_INFINITY;
  private bestOpen: DepotSet | undefined;
  private nodes = 0;

  constructor(
    private readonly values: Float64Array,
    private readonly rules: DepotRules,
  ) {
    const { supply, lockedOpen, lockedClosed } = rules;
    const free = [...values.keys()].filter((d) => !lockedOpen[d] && !lockedClosed[d]);
    const rank = (d: number) => (values[d] < 0 ? values[d] : values[d] / Math.max(supply[d], 1e-12));
    this.order = free.toSorted((a, b) => Number(values[a] >= 0) - Number(values[b] >= 0) || rank(a) - rank(b) || a - b);
    this.byValue = free.toSorted((a, b) => values[a] - values[b] || a - b);
    this.restNegative = new Float64Array(free.length + 1);
    for (let k = free.length - 1; k >= 0; k--) this.restNegative[k] = this.restNegative[k + 1] + Math.min(0, values[this.order[k]]);
    this.chosen = lockedOpen.slice();
    this.decided = Uint8Array.from(values, (_, d) => (lockedOpen[d] || lockedClosed[d] ? 1 : 0));
  }

  solve(): Cover {
    const { supply, openingCost, lockedOpen } = this.rules;
    let [sum, count, supplied, spent] = [0, 0, 0, 0];
    for (let d = 0; d < supply.length; d++) {
      if (!lockedOpen[d]) continue;
      sum += this.values[d];
      count++;
      supplied += supply[d];
      spent += openingCost[d];
    }
    const root = this.relaxation(0, sum, count, supplied);
    this.branch(0, sum, count, supplied, spent);
    if (this.nodes >= nodeLimit) return { bound: root, open: this.bestOpen };
    return { bound: this.best, open: this.bestOpen };
  }

  private branch(k: number, sum: number, count: number, supplied: number, spent: number): void {
    const { supply, demand, openingCost, budget, minOpen, maxOpen } = this.rules;
    if (this.nodes >= nodeLimit || count > maxOpen || spent > budget) return;
    this.nodes++;
    const kept = supplied >= demand && count >= minOpen;
    if (kept && sum < this.best) {
      this.best = sum;
      this.bestOpen = this.chosen.slice();
    }
    if (k === this.order.length || this.relaxation(k, sum, count, supplied) >= this.best) return;
    const d = this.order[k];
    this.decided[d] = 1;
    this.chosen[d] = 1;
    this.branch(k + 1, sum + this.values[d], count + 1, supplied + supply[d], spent + openingCost[d]);
    this.chosen[d] = 0;
    this.branch(k + 1, sum, count, supplied, spent);
    this.decided[d] = 0;
  }

  /** The larger of two relaxations from position k on: fractional supply, or counts alone. */
  private relaxation(k: number, sum: number, count: number, supplied: number): number {
    const { values, order, byValue, decided } = this;
    const { supply, demand, minOpen, maxOpen } = this.rules;
    let short = demand - supplied;
    let bySupply = sum + this.restNegative[k];
    for (let j = k; j < order.length && short > 0; j++) {
      const d = order[j];
      if (values[d] >= 0 && supply[d] > 0) bySupply += values[d] * Math.min(1, short / supply[d]);
      short -= supply[d];
    }
    if (short > 1e-9 * demand) return Number.POSITIVE_INFINITY;
    let byCount = sum;
    let opened = count;
    for (const d of byValue) {
      if (opened >= maxOpen || (opened >= minOpen && values[d] >= 0)) break;
      if (decided[d]) continue;
      byCount += values[d];
      opened++;
    }
    return opened < minOpen ? Number.POSITIVE_INFINITY : Math.max(bySupply, byCount);
  }
}
