/** Allocations one move away from another that keep all rules, the cheapest first: to be tried by routing. */
import type { Allocation } from './allocation.ts';
import { Assignment } from './assignment.ts';
import type { LocationProblem } from './location-problem.ts';

/** A unit goes to another depot, alone, with the unit beside it, or in exchange for another. */
interface Move {
  readonly delta: number;
  readonly unit: number;
  readonly to: number;
  readonly along?: number;
  readonly back?: number;
}

/** Units considered for exchanges, for each depot they would leave and each they would join: those that move most cheaply. */
const exchanged = 15;
/** Units up to which those beside each other move together; finding them takes O(units²). */
const pairsUpTo = 1000;
/** Neighbours of one allocation that are worth a look. */
const trials = 400;

export function* neighbours(problem: LocationProblem, { open, depotOf }: Pick<Allocation, 'open' | 'depotOf'>): Generator<Allocation> {
  const at = new Assignment(problem);
  const home = Int32Array.from(problem.members, ([i]) => depotOf[i]);
  at.set(open, home);
  const shifts = shiftsOf(problem, at);
  const moves = [...shifts.filter(({ unit, to }) => fits(problem, at, to, unit)), ...pairsOf(problem, at, shifts)];
  moves.push(...exchangesOf(problem, at, shifts));
  moves.sort((a, b) => a.delta - b.delta);
  for (const { unit, to, along, back } of moves.slice(0, trials)) {
    at.set(open, home);
    at.shift(unit, to);
    if (along !== undefined) at.shift(along, to);
    if (back !== undefined) at.shift(back, home[unit]);
    const neighbour = at.allocation();
    if (neighbour) yield neighbour;
  }
}

/** Whether a unit may join depot d; a second one along, or another leaves in exchange. */
function fits(
  { allowed, units, demand, capacity }: LocationProblem,
  at: Assignment,
  d: number,
  unit: number,
  along = -1,
  back = -1,
): boolean {
  if (!allowed[d * units + unit]) return false;
  const more = demand[unit] + (along >= 0 ? demand[along] : 0) - (back >= 0 ? demand[back] : 0);
  return at.load[d] + more <= capacity[d];
}

/** Every unit to every other open depot that may serve it, whatever the capacities; the cheapest first. */
function shiftsOf({ servable }: LocationProblem, at: Assignment): Move[] {
  const leaving = Float64Array.from(at.depotOf, (from, unit) => at.priceWith(from, unit, -1) - at.cost[from]);
  const list: Move[] = [];
  servable.forEach((own, to) => {
    if (!at.open[to]) return;
    for (const unit of own)
      if (at.depotOf[unit] !== to) list.push({ delta: leaving[unit] + at.priceWith(to, unit, 1) - at.cost[to], unit, to });
  });
  return list.sort((a, b) => a.delta - b.delta);
}

/** The same together with the nearest unit of the same depot. */
function pairsOf(problem: LocationProblem, at: Assignment, shifts: readonly Move[]): Move[] {
  if (problem.units > pairsUpTo) return [];
  const beside = nearestOfDepot(problem, at.depotOf);
  return shifts.flatMap(({ unit, to }) => {
    const along = beside[unit];
    const from = at.depotOf[unit];
    if (along < 0 || !fits(problem, at, to, along, unit)) return [];
    const before = at.cost[from] + at.cost[to];
    at.shift(unit, to);
    at.shift(along, to);
    const delta = at.cost[from] + at.cost[to] - before;
    at.shift(along, from);
    at.shift(unit, from);
    return [{ delta, unit, to, along }];
  });
}

/** By place; −1 where a unit is alone at its depot. */
function nearestOfDepot({ units, members, instance }: LocationProblem, depotOf: Int32Array): Int32Array {
  const places = members.map(([i]) => instance.customers[i]);
  const nearest = new Int32Array(units).fill(-1);
  for (let u = 0; u < units; u++) {
    let least = Number.POSITIVE_INFINITY;
    for (let v = 0; v < units; v++) {
      if (v === u || depotOf[v] !== depotOf[u]) continue;
      const away = (places[u].x - places[v].x) ** 2 + (places[u].y - places[v].y) ** 2;
      if (away < least) [least, nearest[u]] = [away, v];
    }
  }
  return nearest;
}

function exchangesOf(problem: LocationProblem, at: Assignment, shifts: readonly Move[]): Move[] {
  const { depots } = problem;
  const movers = new Map<number, number[]>();
  for (const { unit, to } of shifts) {
    const key = at.depotOf[unit] * depots + to;
    const list = movers.get(key);
    if (!list) movers.set(key, [unit]);
    else if (list.length < exchanged) list.push(unit);
  }
  const list: Move[] = [];
  for (const [key, outward] of movers) {
    const [from, to] = [Math.floor(key / depots), key % depots];
    if (from > to) continue;
    for (const unit of outward)
      for (const back of movers.get(to * depots + from) ?? []) {
        if (!fits(problem, at, to, unit, -1, back) || !fits(problem, at, from, back, -1, unit)) continue;
        const delta = at.priceSwapped(from, unit, back) - at.cost[from] + at.priceSwapped(to, back, unit) - at.cost[to];
        list.push({ delta, unit, to, back });
      }
  }
  return list;
}
