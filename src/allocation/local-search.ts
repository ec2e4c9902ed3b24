/**
 * Descent over assignments of one set of open depots: shifts of a unit to another depot and swaps of two units, priced exactly by the
 * network. Capacities and `apart` rules may be broken at a price that rises until the local optimum satisfies them, as in strategic
 * oscillation (Glover 1989).
 */
import type { DepotSet } from '../problem/depot-set.ts';
import type { Random } from '../run/random.ts';
import type { Allocation } from './allocation.ts';
import { Assignment, priceNoise } from './assignment.ts';
import { type Choices, evenlyPriced, relieve, withinRoom } from './capacity.ts';
import type { LocationProblem } from './location-problem.ts';

/** Open depots tried per unit: the cheapest by guide cost. */
const candidateDepots = 10;
/** Swaps priced per pair of depots. */
const swapTrials = 3000;
/** How often the price of broken rules is raised before a set is given up. */
const priceRises = 7;
const risesBeforeChains = 1;
/** How much that price is raised where loads are within the capacities and shall stay there. */
const firmly = 1000;
/** Units up to which a set is tried from everyone's cheapest depot first, whatever the capacities. */
const cheapestFirstUpTo = 1000;

export class LocalSearch {
  private readonly at: Assignment;
  /** Depots that each unit may use, cheapest first by the guide costs, from rankedFrom[u] on. */
  private readonly ranking: Int32Array;
  private readonly rankedFrom: Int32Array;
  private readonly order: Int32Array;
  private readonly near: Int32Array;
  private readonly nearCount: Int32Array;
  /** Moves made at each depot, and their sum for a pair when it was last searched without success. */
  private readonly moves: Int32Array;
  private readonly looked: Int32Array;
  private readonly leaveGain: Float64Array;
  /** Units of each depot. */
  private unitsAt: readonly (readonly number[])[] = [];
  private guideCost: Float64Array = new Float64Array(0);
  private overloadPrice = 0;
  private conflictPrice = 0;

  constructor(
    private readonly problem: LocationProblem,
    private readonly random: Random,
  ) {
    const { units, depots } = problem;
    this.at = new Assignment(problem);
    this.rankedFrom = positionsOf(problem);
    this.ranking = new Int32Array(this.rankedFrom[units]);
    this.order = Int32Array.from({ length: units }, (_, u) => u);
    this.near = new Int32Array(units * candidateDepots);
    this.nearCount = new Int32Array(units);
    this.moves = new Int32Array(depots);
    this.looked = new Int32Array(depots * depots);
    this.leaveGain = new Float64Array(units);
  }

  /** Guide costs, d · units + u: approximate cost of a unit at a depot. */
  guide(costs: Float64Array): void {
    this.guideCost = costs;
    const { units, servable } = this.problem;
    const next = this.rankedFrom.slice();
    servable.forEach((list, d) => {
      for (const u of list) this.ranking[next[u]++] = d;
    });
    for (let u = 0; u < units; u++) {
      const price = (d: number) => costs[d * units + u];
      this.ranking.subarray(this.rankedFrom[u], this.rankedFrom[u + 1]).sort((a, b) => price(a) - price(b) || a - b);
    }
  }

  /** A local optimum of the set, every unit first at its cheapest depot by guide cost; undefined if rules stay broken. */
  solve(open: DepotSet): Allocation | undefined {
    const { units } = this.problem;
    const depotOf = new Int32Array(units);
    for (let u = 0; u < units; u++) {
      depotOf[u] = this.cheapestIn(open, u);
      if (depotOf[u] < 0) return undefined;
    }
    const overfills = this.overfills(depotOf);
    const found = overfills && units > cheapestFirstUpTo ? undefined : this.improve(open, depotOf);
    return found ?? (overfills ? this.improveWithin(open) : undefined);
  }

  /** −1 where a unit may use no open depot. */
  private cheapestIn(open: DepotSet, u: number): number {
    for (let k = this.rankedFrom[u]; k < this.rankedFrom[u + 1]; k++) if (open[this.ranking[k]]) return this.ranking[k];
    return -1;
  }

  private overfills(depotOf: Int32Array): boolean {
    const { depots, demand, capacity } = this.problem;
    const load = new Float64Array(depots);
    depotOf.forEach((d, u) => {
      load[d] += demand[u];
    });
    return load.some((amount, d) => amount > capacity[d]);
  }

  /** From each unit's cheapest open depot with room left, by prices that even out the loads; chains of shifts repair the rest. */
  private improveWithin(open: DepotSet): Allocation | undefined {
    const { problem } = this;
    const priced = evenlyPriced(problem, this.choicesIn(open));
    const depotOf = withinRoom(problem, priced);
    const isWithin = relieve(problem, depotOf, priced);
    // Where even chains fail, prices of broken rules seldom help, and with many units they take long to find that out.
    return isWithin || problem.units <= cheapestFirstUpTo ? this.improve(open, depotOf, isWithin ? firmly : 1) : undefined;
  }

  private choicesIn(open: DepotSet): Choices {
    const { units } = this.problem;
    const from = new Int32Array(units + 1);
    const depot = new Int32Array(this.ranking.length);
    const cost = new Float64Array(this.ranking.length);
    let count = 0;
    for (let u = 0; u < units; u++) {
      for (let k = this.rankedFrom[u]; k < this.rankedFrom[u + 1]; k++) {
        const d = this.ranking[k];
        if (!open[d]) continue;
        depot[count] = d;
        cost[count++] = this.guideCost[d * units + u];
      }
      from[u + 1] = count;
    }
    return { from, depot: depot.subarray(0, count), cost: cost.subarray(0, count) };
  }

  /** The allocation under another set of depots: units of closed ones go to their cheapest, and so do those whose cheapest has opened. */
  adapted({ open: before, depotOf }: Allocation, open: DepotSet): Allocation | undefined {
    const { units, members } = this.problem;
    const start = new Int32Array(units);
    for (let u = 0; u < units; u++) {
      const cheapest = this.cheapestIn(open, u);
      if (cheapest < 0) return undefined;
      const home = depotOf[members[u][0]];
      start[u] = !open[home] || !before[cheapest] ? cheapest : home;
    }
    return this.improve(open, start);
  }

  /** Moves about `count` units to other depots at random, then descends. */
  perturbed({ open, depotOf }: Allocation, count: number): Allocation | undefined {
    const { units, members } = this.problem;
    const start = Int32Array.from(members, ([i]) => depotOf[i]);
    this.findNear(open);
    for (let k = 0; k < count; k++) {
      const u = this.random.int(units);
      const choices = Math.min(3, this.nearCount[u]);
      start[u] = this.near[u * candidateDepots + this.random.int(choices)];
    }
    return this.improve(open, start);
  }

  /** Descends from an assignment of units to open, allowed depots; `firmness` multiplies the price of an overload. */
  improve(open: DepotSet, depotOf: ArrayLike<number>, firmness = 1): Allocation | undefined {
    const { at, problem } = this;
    this.findNear(open);
    at.set(open, depotOf);
    const level = Math.abs(at.objective()) / Math.max(problem.cover.demand, 1e-12);
    this.overloadPrice = 0.5 * firmness * level;
    this.conflictPrice = Math.abs(at.objective()) / problem.units;
    for (let rise = 0; rise <= priceRises; rise++) {
      this.descend();
      at.set(open, at.depotOf.slice());
      const allocation = at.allocation();
      if (allocation) return allocation;
      this.overloadPrice *= 3;
      this.conflictPrice *= 3;
      if (rise !== risesBeforeChains) continue;
      if (!this.relieveOverload(open) && problem.units > cheapestFirstUpTo) return undefined;
    }
    return undefined;
  }

  /** Where prices do not bring the loads within the capacities, chains of shifts may; what they repair stays repaired. */
  private relieveOverload(open: DepotSet): boolean {
    const { at, problem } = this;
    const start = at.depotOf.slice();
    if (!relieve(problem, start, evenlyPriced(problem, this.choicesIn(open)))) return false;
    at.set(open, start);
    this.overloadPrice *= firmly;
    return true;
  }

  private findNear(open: DepotSet): void {
    for (let u = 0; u < this.problem.units; u++) {
      let count = 0;
      for (let k = this.rankedFrom[u]; k < this.rankedFrom[u + 1] && count < candidateDepots; k++) {
        const d = this.ranking[k];
        if (open[d]) this.near[u * candidateDepots + count++] = d;
      }
      this.nearCount[u] = count;
    }
  }

  private descend(): void {
    this.moves.fill(1);
    this.looked.fill(0);
    const tolerance = priceNoise * Math.max(1, Math.abs(this.at.objective()));
    for (;;) {
      while (this.shifts(tolerance));
      if (!this.swaps(tolerance)) return;
    }
  }

  /** One round over all units; true if any moved. */
  private shifts(tolerance: number): boolean {
    const { at, near, nearCount } = this;
    let moved = false;
    for (const u of this.random.shuffle(this.order)) {
      const from = at.depotOf[u];
      if (nearCount[u] < 2) continue;
      const leaving = at.priceWith(from, u, -1) - at.cost[from] + this.breach(from, u, -1);
      let best = -1;
      let least = -tolerance;
      for (let k = 0; k < nearCount[u]; k++) {
        const to = near[u * candidateDepots + k];
        if (to === from) continue;
        const delta = leaving + at.priceWith(to, u, 1) - at.cost[to] + this.breach(to, u, 1);
        if (delta < least) {
          least = delta;
          best = to;
        }
      }
      if (best < 0) continue;
      at.shift(u, best);
      this.moves[from]++;
      this.moves[best]++;
      moved = true;
    }
    return moved;
  }

  /** Swaps between all pairs of depots that have changed since they were last searched; true if any was made. */
  private swaps(tolerance: number): boolean {
    const { problem, moves, looked, at } = this;
    const { depots } = problem;
    const unitsAt: number[][] = Array.from({ length: depots }, () => []);
    at.depotOf.forEach((d, u) => {
      unitsAt[d].push(u);
    });
    this.unitsAt = unitsAt;
    let moved = false;
    for (let d = 0; d < depots; d++) {
      for (let e = d + 1; e < depots; e++) {
        if (at.size[d] === 0 || at.size[e] === 0 || looked[d * depots + e] === moves[d] + moves[e]) continue;
        while (this.swapBetween(d, e, tolerance)) moved = true;
        looked[d * depots + e] = moves[d] + moves[e];
      }
    }
    return moved;
  }

  /** The first improving swap of two depots, the most promising by marginal costs first. */
  private swapBetween(d: number, e: number, tolerance: number): boolean {
    const { at } = this;
    const outward = this.leavers(d, e);
    const inward = this.leavers(e, d);
    if (outward.length === 0 || inward.length === 0) return false;
    const gain = this.leaveGain;
    let trials = 0;
    for (const u of outward) {
      if (gain[u] + gain[inward[0]] >= -tolerance) break;
      for (const v of inward) {
        if (gain[u] + gain[v] >= -tolerance) break;
        if (++trials > swapTrials) return false;
        const delta = at.priceSwapped(d, u, v) + at.priceSwapped(e, v, u) - at.cost[d] - at.cost[e] + this.swapBreach(d, e, u, v);
        if (delta >= -tolerance) continue;
        at.shift(u, e);
        at.shift(v, d);
        this.moves[d]++;
        this.moves[e]++;
        return true;
      }
    }
    return false;
  }

  /** Units of `from` that may go to `to`, sorted by marginal cost including relief of an overload (in leaveGain). */
  private leavers(from: number, to: number): Int32Array {
    const { at, problem, leaveGain, overloadPrice, near, nearCount } = this;
    const { demand, capacity } = problem;
    const relief = (at.load[from] > capacity[from] ? overloadPrice : 0) - (at.load[to] > capacity[to] ? overloadPrice : 0);
    const list: number[] = [];
    for (const u of this.unitsAt[from]) {
      let k = u * candidateDepots;
      const end = k + nearCount[u];
      while (k < end && near[k] !== to) k++;
      // The lists are older than the last swaps, so some units have left.
      if (k === end || at.depotOf[u] !== from) continue;
      leaveGain[u] = at.marginal(to, u) - at.marginal(from, u) - relief * demand[u];
      list.push(u);
    }
    return Int32Array.from(list).sort((a, b) => leaveGain[a] - leaveGain[b] || a - b);
  }

  private overload(d: number, extra: number): number {
    const { at, problem } = this;
    return Math.max(0, at.load[d] + extra - problem.capacity[d]) - Math.max(0, at.load[d] - problem.capacity[d]);
  }

  /** Change of the price of broken rules when u joins (1) or leaves (−1) depot d. */
  private breach(d: number, u: number, sign: 1 | -1): number {
    const price = this.overloadPrice * this.overload(d, sign * this.problem.demand[u]);
    return this.problem.apartFrom[u].length === 0 ? price : price + sign * this.conflictPrice * this.at.conflicts(u, d);
  }

  private swapBreach(d: number, e: number, u: number, v: number): number {
    const { at, problem } = this;
    const more = problem.demand[v] - problem.demand[u];
    let price = this.overloadPrice * (this.overload(d, more) + this.overload(e, -more));
    if (problem.apartFrom[u].length + problem.apartFrom[v].length > 0) {
      // If u and v must be kept apart, they still are after the swap.
      const kept = problem.apartFrom[u].includes(v) ? 2 : 0;
      const change = at.conflicts(u, e) - at.conflicts(u, d) + at.conflicts(v, d) - at.conflicts(v, e);
      price += this.conflictPrice * (change - kept);
    }
    return price;
  }
}

/** Where the depots of each unit begin in a list of all pairs that are allowed. */
function positionsOf({ units, servable }: LocationProblem): Int32Array {
  const from = new Int32Array(units + 1);
  for (const list of servable) for (const u of list) from[u + 1]++;
  for (let u = 0; u < units; u++) from[u + 1] += from[u];
  return from;
}
