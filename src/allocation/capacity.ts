/**
 * Assignments of units to open depots within the capacities, where shifts and swaps alone find none: prices of depots even out the loads,
 * and chains of shifts carry what is left over through full depots to those with room.
 */
import type { LocationProblem } from './location-problem.ts';

type Loads = Pick<LocationProblem, 'units' | 'depots' | 'demand' | 'capacity'>;

/** The open depots that each unit may use, at least one, and what it costs there: of unit u at from[u] … from[u + 1] − 1. */
export interface Choices {
  readonly from: Int32Array;
  readonly depot: Int32Array;
  readonly cost: Float64Array;
}

/** Rounds in which prices even out the loads of depots. */
const priceRounds = 100;
/** Chains per depot before it is given up. */
const chainsPerDepot = 20;

/**
 * The choices with prices of depots per unit of demand in their costs. At these prices units choose depots about within their capacities:
 * subgradients of the transport problem.
 */
export function evenlyPriced({ units, depots, demand, capacity }: Loads, { from, depot, cost }: Choices): Choices {
  const price = new Float64Array(depots);
  const load = new Float64Array(depots);
  const priced = cost.slice();
  let regret = 0;
  for (let u = 0; u < units; u++) {
    const [first, second] = cheapestTwo(from, cost, u);
    if (second >= 0) regret += (cost[second] - cost[first]) / (demand[u] || 1) / units;
  }
  for (let round = 0; round < priceRounds; round++) {
    load.fill(0);
    for (let u = 0; u < units; u++) load[depot[cheapestTwo(from, priced, u)[0]]] += demand[u];
    const step = (4 * regret) / (1 + round / 10);
    for (let d = 0; d < depots; d++)
      if (capacity[d] < Number.POSITIVE_INFINITY) price[d] = Math.max(0, price[d] + step * (load[d] / capacity[d] - 1));
    for (let u = 0; u < units; u++) for (let k = from[u]; k < from[u + 1]; k++) priced[k] = cost[k] + price[depot[k]] * demand[u];
  }
  return { from, depot, cost: priced };
}

/**
 * Each unit at its cheapest depot with room left, those first that lose most by their second choice (Martello & Toth 1990, section 7.4).
 * Where no room is left, at the cheapest.
 */
export function withinRoom({ units, demand, capacity }: Loads, { from, depot, cost }: Choices): Int32Array {
  const regret = new Float64Array(units);
  for (let u = 0; u < units; u++) {
    const [first, second] = cheapestTwo(from, cost, u);
    regret[u] = second < 0 ? Number.POSITIVE_INFINITY : (cost[second] - cost[first]) / (demand[u] || 1);
  }
  const room = capacity.slice();
  const depotOf = new Int32Array(units);
  const order = Int32Array.from(regret.keys()).sort((a, b) => (regret[a] === regret[b] ? a - b : regret[b] - regret[a]));
  for (const u of order) {
    let best = -1;
    for (let k = from[u]; k < from[u + 1]; k++) if (room[depot[k]] >= demand[u] && (best < 0 || cost[k] < cost[best])) best = k;
    if (best < 0) [best] = cheapestTwo(from, cost, u);
    depotOf[u] = depot[best];
    room[depot[best]] -= demand[u];
  }
  return depotOf;
}

/** Positions of the two cheapest choices of unit u; −1 where there is one only. */
function cheapestTwo(from: Int32Array, cost: Float64Array, u: number): readonly [first: number, second: number] {
  let first = from[u];
  let second = -1;
  for (let k = first + 1; k < from[u + 1]; k++)
    if (cost[k] < cost[first]) [first, second] = [k, first];
    else if (second < 0 || cost[k] < cost[second]) second = k;
  return [first, second];
}

/**
 * Brings an assignment within the capacities by chains of shifts: a unit of an overfull depot moves to a neighbouring one, from there
 * another moves on, until a depot has room. Costs of `choices` need prices that even out the loads, or units would come back at once.
 * Changes `depotOf`; false if depots stay overfull.
 */
export function relieve(problem: Loads, depotOf: Int32Array, choices: Choices): boolean {
  const { capacity } = problem;
  const chains = new Chains(problem, depotOf, choices);
  for (let k = 0; k < chainsPerDepot * chains.inPlay.length; k++) {
    const from = chains.load.findIndex((amount, d) => amount > capacity[d]);
    if (from < 0) return true;
    if (!chains.carryFrom(from)) return false;
  }
  return false;
}

class Chains {
  /** Depots that somebody may choose. */
  readonly inPlay: readonly number[];
  readonly load: Float64Array;
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
    this.inPlay = [...new Set(choices.depot)].sort((a, b) => a - b);
    this.load = new Float64Array(depots);
    this.unitsAt = Array.from({ length: depots }, () => new Set<number>());
    for (let u = 0; u < units; u++) {
      this.load[depotOf[u]] += demand[u];
      this.unitsAt[depotOf[u]].add(u);
    }
    this.mover = new Int32Array(depots * depots);
    this.price = new Float64Array(depots * depots);
    for (const d of this.inPlay) this.findMovers(d);
  }

  /** False where no chain leads to a depot with room. */
  carryFrom(start: number): boolean {
    const { load, depotOf, unitsAt, mover } = this;
    const { demand, depots } = this.problem;
    const { end, before } = this.nearestRoom(start);
    if (end < 0) return false;
    const touched = new Set<number>();
    for (let to = end; before[to] >= 0; to = before[to]) {
      const from = before[to];
      const unit = mover[from * depots + to];
      load[from] -= demand[unit];
      load[to] += demand[unit];
      unitsAt[from].delete(unit);
      unitsAt[to].add(unit);
      depotOf[unit] = to;
      touched.add(from).add(to);
    }
    for (const d of touched) this.findMovers(d);
    return true;
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
   * The nearest depot with room for who comes last (Dijkstra 1959), and the depot before each on the way there; −1 if there is none.
   * Shifts that save something count as free, so that no chain runs in circles.
   */
  private nearestRoom(start: number): { readonly end: number; readonly before: Int32Array } {
    const { inPlay, mover, price, load } = this;
    const { depots, demand, capacity } = this.problem;
    const reached = new Float64Array(depots).fill(Number.POSITIVE_INFINITY);
    const before = new Int32Array(depots).fill(-1);
    const isDone = new Uint8Array(depots);
    reached[start] = 0;
    for (;;) {
      let at = -1;
      for (const d of inPlay) if (!isDone[d] && reached[d] < (at < 0 ? Number.POSITIVE_INFINITY : reached[at])) at = d;
      if (at < 0 || (at !== start && load[at] + demand[mover[before[at] * depots + at]] <= capacity[at])) return { end: at, before };
      isDone[at] = 1;
      for (const e of inPlay) {
        const total = reached[at] + Math.max(0, price[at * depots + e]);
        if (total >= reached[e]) continue;
        reached[e] = total;
        before[e] = at;
      }
    }
  }
}
