/**
 * Brings an assignment within the depots' capacities by chains of shifts: a unit of an overfull depot moves to a neighbouring one, from
 * there another moves on, until a depot has room. Shifts alone would have to pass through depots that are full.
 */
import type { Choices } from './choices.ts';
import type { LocationProblem } from './location-problem.ts';

/** Chains per depot before it is given up. */
const chainsPerDepot = 20;

type Loads = Pick<LocationProblem, 'units' | 'depots' | 'demand' | 'capacity'>;

/**
 * Costs of `choices` need prices that even out the loads, or units would come back at once. Changes `depotOf`; false if depots stay
 * overfull.
 */
export function relieve(problem: Loads, depotOf: Int32Array, choices: Choices): boolean {
  return new Chains(problem, depotOf, choices).relieve();
}

class Chains {
  /** Depots that somebody may choose. */
  private readonly inPlay: readonly number[];
  private readonly load: Float64Array;
  private readonly unitsAt: readonly Set<number>[];
  /** The unit that moves from d to e most cheaply, d · depots + e, and what that costs; found again when units of d have changed. */
  private readonly mover: Int32Array;
  private readonly price: Float64Array;

  constructor(
    private readonly problem: Loads,
    private readonly depotOf: Int32Array,
    private readonly choices: Choices,
  ) {
    const { depots, units, demand } = problem;
    const used = new Uint8Array(depots);
    for (const d of choices.depot) used[d] = 1;
    this.inPlay = Array.from(used.keys()).filter((d) => used[d]);
    this.load = new Float64Array(depots);
    this.unitsAt = Array.from(used, () => new Set<number>());
    for (let u = 0; u < units; u++) {
      this.load[depotOf[u]] += demand[u];
      this.unitsAt[depotOf[u]].add(u);
    }
    this.mover = new Int32Array(depots * depots);
    this.price = new Float64Array(depots * depots);
    for (const d of this.inPlay) this.findMovers(d);
  }

  relieve(): boolean {
    const { capacity } = this.problem;
    for (let chains = 0; chains < chainsPerDepot * this.inPlay.length; chains++) {
      const from = this.load.findIndex((amount, d) => amount > capacity[d]);
      if (from < 0) return true;
      const chain = this.cheapestFrom(from);
      if (chain.length === 0) return false;
      this.apply(chain);
    }
    return false;
  }

  private apply(chain: readonly Shift[]): void {
    const { load, depotOf, unitsAt } = this;
    const { demand } = this.problem;
    const touched = new Set<number>();
    for (const { unit, to } of chain) {
      const from = depotOf[unit];
      load[from] -= demand[unit];
      load[to] += demand[unit];
      unitsAt[from].delete(unit);
      unitsAt[to].add(unit);
      depotOf[unit] = to;
      touched.add(from).add(to);
    }
    for (const d of touched) this.findMovers(d);
  }

  private findMovers(d: number): void {
    const { mover, price, choices } = this;
    const { depots, demand } = this.problem;
    const { from, depot, cost } = choices;
    const row = d * depots;
    mover.fill(-1, row, row + depots);
    price.fill(Number.POSITIVE_INFINITY, row, row + depots);
    for (const u of this.unitsAt[d]) {
      if (demand[u] === 0) continue;
      let here = 0;
      for (let k = from[u]; k < from[u + 1]; k++) if (depot[k] === d) here = cost[k];
      for (let k = from[u]; k < from[u + 1]; k++) {
        const e = depot[k];
        if (e === d || cost[k] - here >= price[row + e]) continue;
        price[row + e] = cost[k] - here;
        mover[row + e] = u;
      }
    }
  }

  /**
   * To the nearest depot with room for who comes last (Dijkstra 1959); shifts that save something count as free, so that no chain runs in
   * circles. Empty if there is no such depot.
   */
  private cheapestFrom(start: number): readonly Shift[] {
    const { inPlay, mover, price, load } = this;
    const { depots, demand, capacity } = this.problem;
    const reached = new Float64Array(depots).fill(Number.POSITIVE_INFINITY);
    const before = new Int32Array(depots).fill(-1);
    const isDone = new Uint8Array(depots);
    reached[start] = 0;
    for (;;) {
      let at = -1;
      for (const d of inPlay) if (!isDone[d] && reached[d] < (at < 0 ? Number.POSITIVE_INFINITY : reached[at])) at = d;
      if (at < 0) return [];
      isDone[at] = 1;
      if (at !== start && load[at] + demand[mover[before[at] * depots + at]] <= capacity[at]) return this.chainTo(at, before);
      for (const e of inPlay) {
        const total = reached[at] + Math.max(0, price[at * depots + e]);
        if (total >= reached[e]) continue;
        reached[e] = total;
        before[e] = at;
      }
    }
  }

  private chainTo(end: number, before: Int32Array): readonly Shift[] {
    const chain: Shift[] = [];
    for (let to = end; before[to] >= 0; to = before[to]) chain.unshift({ unit: this.mover[before[to] * this.problem.depots + to], to });
    return chain;
  }
}

interface Shift {
  readonly unit: number;
  readonly to: number;
}
