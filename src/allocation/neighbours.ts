/** The cheapest allocations one move away from another, to fill a pool when descents keep ending at the same optimum. */
import type { Allocation } from './allocation.ts';
import { Assignment } from './assignment.ts';
import type { LocationProblem } from './location-problem.ts';
import { type AllocationPool, poolSize } from './pool.ts';

interface Move {
  readonly delta: number;
  readonly unit: number;
  readonly to: number;
  /** The unit that goes the other way, or −1. */
  readonly back: number;
}

/** With more units than this, only shifts are tried, not swaps. */
const swapsUpTo = 300;
/** Moves tried per wanted neighbour, cheapest first, as some break a rule. */
const trialsPerNeighbour = 20;

/** Adds neighbours of the best, then of its neighbours, until the pool is large enough or no new one is found. */
export function fillPool(problem: LocationProblem, pool: AllocationPool): void {
  const expanded = new Set<Allocation>();
  while (pool.length < poolSize) {
    const next = pool.list(poolSize).find((allocation) => !expanded.has(allocation));
    if (next === undefined) return;
    expanded.add(next);
    for (const neighbour of cheapestNeighbours(problem, next, poolSize)) pool.add(neighbour);
  }
}

function cheapestNeighbours(problem: LocationProblem, allocation: Allocation, count: number): Allocation[] {
  const at = new Assignment(problem);
  const home = Int32Array.from(problem.members, ([i]) => allocation.depotOf[i]);
  at.set(allocation.open, home);
  const found: Allocation[] = [];
  for (const { unit, to, back } of moves(problem, at).slice(0, trialsPerNeighbour * count)) {
    const from = at.depotOf[unit];
    at.shift(unit, to);
    if (back >= 0) at.shift(back, from);
    const neighbour = at.allocation();
    if (neighbour) found.push(neighbour);
    at.set(allocation.open, home);
    if (found.length === count) break;
  }
  return found;
}

function moves({ depots, units, allowed, demand, capacity }: LocationProblem, at: Assignment): Move[] {
  const list: Move[] = [];
  const fits = (d: number, extra: number) => at.load[d] + extra <= capacity[d];
  for (let unit = 0; unit < units; unit++) {
    const from = at.depotOf[unit];
    const leaving = at.priceWith(from, unit, -1) - at.cost[from];
    for (let to = 0; to < depots; to++) {
      if (to === from || !at.open[to] || !allowed[to * units + unit] || !fits(to, demand[unit])) continue;
      list.push({ delta: leaving + at.priceWith(to, unit, 1) - at.cost[to], unit, to, back: -1 });
    }
    if (units > swapsUpTo) continue;
    for (let back = unit + 1; back < units; back++) {
      const to = at.depotOf[back];
      const more = demand[unit] - demand[back];
      if (to === from || !allowed[to * units + unit] || !allowed[from * units + back] || !fits(to, more) || !fits(from, -more)) continue;
      const delta = at.priceSwapped(from, unit, back) - at.cost[from] + at.priceSwapped(to, back, unit) - at.cost[to];
      list.push({ delta, unit, to, back });
    }
  }
  return list.sort((a, b) => a.delta - b.delta);
}
