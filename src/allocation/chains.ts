/**
 * Brings an assignment within the depots' capacities by chains of shifts: a unit of an overfull depot moves to a neighbouring one, from
 * there another moves on, until a depot has room. Shifts alone would have to pass through depots that are full.
 */
import type { LocationProblem } from './location-problem.ts';

/** Shifts in a chain, and chains per depot before it is given up. */
const longest = 8;
const chainsPerDepot = 4;

/**
 * `choices`: open depots that each unit may use; `cost`: of a unit at a depot, with prices that even out the loads, or units would come
 * back at once. Changes `depotOf`; false if depots stay overfull.
 */
export function relieve(
  problem: LocationProblem,
  depotOf: Int32Array,
  choices: readonly Int32Array[],
  cost: (u: number, d: number) => number,
): boolean {
  const { depots, units, demand, capacity } = problem;
  const load = new Float64Array(depots);
  for (let u = 0; u < units; u++) load[depotOf[u]] += demand[u];
  for (let chains = 0; chains < chainsPerDepot * depots; chains++) {
    const from = load.findIndex((amount, d) => amount > capacity[d]);
    if (from < 0) return true;
    const chain = cheapestChain(problem, depotOf, choices, cost, load, from);
    if (chain.length === 0) return false;
    for (const { unit, to } of chain) {
      load[depotOf[unit]] -= demand[unit];
      load[to] += demand[unit];
      depotOf[unit] = to;
    }
  }
  return false;
}

interface Shift {
  readonly unit: number;
  readonly to: number;
}

/** By layers of Bellman and Ford: step k reaches each depot by the cheapest k shifts. Empty if no depot with room is reached. */
function cheapestChain(
  { depots, units, demand, capacity }: LocationProblem,
  depotOf: Int32Array,
  choices: readonly Int32Array[],
  cost: (u: number, d: number) => number,
  load: Float64Array,
  from: number,
): readonly Shift[] {
  /** The unit that moves from d to e most cheaply, and what that costs. */
  const mover = new Int32Array(depots * depots).fill(-1);
  const price = new Float64Array(depots * depots).fill(Number.POSITIVE_INFINITY);
  for (let u = 0; u < units; u++) {
    const d = depotOf[u];
    if (demand[u] === 0) continue;
    const here = cost(u, d);
    for (const e of choices[u]) {
      if (e === d) continue;
      const extra = cost(u, e) - here;
      if (extra < price[d * depots + e]) [price[d * depots + e], mover[d * depots + e]] = [extra, u];
    }
  }
  const reached = [new Float64Array(depots).fill(Number.POSITIVE_INFINITY)];
  const before: Int32Array[] = [new Int32Array(depots).fill(-1)];
  reached[0][from] = 0;
  let best = { cost: Number.POSITIVE_INFINITY, step: 0, depot: -1 };
  for (let step = 1; step <= longest; step++) {
    const next = new Float64Array(depots).fill(Number.POSITIVE_INFINITY);
    const via = new Int32Array(depots).fill(-1);
    for (let d = 0; d < depots; d++) {
      if (reached[step - 1][d] === Number.POSITIVE_INFINITY) continue;
      for (let e = 0; e < depots; e++) {
        const total = reached[step - 1][d] + price[d * depots + e];
        if (e !== from && total < next[e]) [next[e], via[e]] = [total, d];
      }
    }
    reached.push(next);
    before.push(via);
    for (let e = 0; e < depots; e++) {
      if (next[e] >= best.cost || load[e] + demand[mover[via[e] * depots + e]] > capacity[e]) continue;
      best = { cost: next[e], step, depot: e };
    }
  }
  const chain: Shift[] = [];
  for (let { step, depot } = best; step > 0 && depot >= 0; step--) {
    const d = before[step][depot];
    chain.unshift({ unit: mover[d * depots + depot], to: depot });
    depot = d;
  }
  // A path that comes through the same two depots again would move a unit twice.
  return new Set(chain.map(({ unit }) => unit)).size === chain.length ? chain : chain.slice(0, 1);
}
