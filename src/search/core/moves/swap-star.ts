/**
 * SWAP* (Vidal 2022, §3): exchange two customers of different routes, each going to its best place in the other route, not to the other's.
 * Also finds the best single relocation between the two routes. O(|a|·|b|) a pair of routes.
 */
import {
  depotPenaltyDelta, depotsDelta, fixedDelta, loadDelta, needsTimes, rateOf, transferPrice, trialDelta, withTimes,
} from '../evaluate';
import { baseOf } from '../fleet';
import { rulePenalty } from '../rules';
import { begin, head, makeMove, startMove, startSizing, stretch, tail, Make, Try } from '../segment';
import { arc } from '../travel';
import { relocate, relocationDelta } from './relocate';

/** The best found: who leaves route a and the node it goes behind, who leaves route b; −1: nobody. */
export let swapStarDelta: f64 = 0;
let bestU: i32 = -1;
let bestUAfter: i32 = -1;
let bestV: i32 = -1;
let bestVAfter: i32 = -1;
let insertCost: f64 = 0;

/** Looks for the best exchange between routes a and b; true when it gains. */
export function findSwapStar(a: i32, b: i32): bool {
  const depotA = int(routeDepot, a);
  const depotB = int(routeDepot, b);
  swapStarDelta = -epsilon;
  bestU = bestV = -1;
  for (let i = int(next, first(a)); i < n; i = int(next, i)) prepare(i, b);
  for (let i = int(next, first(b)); i < n; i = int(next, i)) prepare(i, a);
  const rulesGain = RULES ? rulePenalty() : 0;
  for (let u = int(next, first(a)); u < n; u = int(next, u)) {
    for (let v = int(next, first(b)); v < n; v = int(next, v)) {
      const shift = real(demand, u) - real(demand, v);
      let delta = real(removal, u) + real(removal, v) + loadDelta(a, b, shift);
      if (depotA != depotB) delta += depotPenaltyDelta(depotA, depotB, shift);
      if (delta - rulesGain >= swapStarDelta) continue;
      const uAfter = insertion(u, v);
      delta += insertCost;
      if (delta - rulesGain >= swapStarDelta) continue;
      const vAfter = insertion(v, u);
      delta += insertCost;
      if (delta - rulesGain >= swapStarDelta) continue;
      if (RULES) {
        const arcs = arcsOf(u, v, uAfter, vAfter);
        startSizing();
        delta = exchanged<Try>(a, b, u, uAfter, v, vAfter, arcs);
        if (needsTimes(delta, swapStarDelta)) delta = withTimes(exchanged<Try>(a, b, u, uAfter, v, vAfter, delta));
        if (delta >= swapStarDelta) continue;
      }
      bestU = u;
      bestUAfter = uAfter;
      bestV = v;
      bestVAfter = vAfter;
      swapStarDelta = delta;
    }
  }
  findRelocation(a, b, true);
  findRelocation(b, a, false);
  return bestU >= 0 || bestV >= 0;
}

export function applySwapStar(): void {
  if (bestV < 0) relocate(bestU, bestU, bestUAfter, false);
  else if (bestU < 0) relocate(bestV, bestV, bestVAfter, false);
  else {
    startMove();
    exchanged<Make>(int(route, bestU), int(route, bestV), bestU, bestUAfter, bestV, bestVAfter, 0);
    makeMove();
  }
}

/** What i saves in its route, and costs in the other: with fleets, all that it does to their prices but to what is waited and broken. */
function prepare(i: i32, other: i32): void {
  const rate = rateOf(other);
  set(removal, i, FLEET ? rateOf(int(route, i)) * removed(i) + transferPrice(i, i, int(route, i), other) : removed(i));
  let c0: f64 = Infinity;
  let c1: f64 = Infinity;
  let c2: f64 = Infinity;
  let a0 = -1;
  let a1 = -1;
  let a2 = -1;
  let node = first(other);
  let here = at(node);
  for (;;) {
    const following = int(next, node);
    const then = at(following);
    let extra = arc(here, i) + arc(i, then) - real(leg, node);
    if (FLEET) extra *= rate;
    if (extra < c2) {
      if (extra < c1) {
        c2 = c1;
        a2 = a1;
        if (extra < c0) {
          c1 = c0;
          a1 = a0;
          c0 = extra;
          a0 = node;
        } else {
          c1 = extra;
          a1 = node;
        }
      } else {
        c2 = extra;
        a2 = node;
      }
    }
    if (following >= n) break;
    node = following;
    here = then;
  }
  const k = 3 * i;
  set(insertionCost, k, c0);
  set(insertionCost, k + 1, c1);
  set(insertionCost, k + 2, c2);
  put(insertionAfter, k, a0);
  put(insertionAfter, k + 1, a1);
  put(insertionAfter, k + 2, a2);
}

/** Cheapest place for i in the route of `gone`, once `gone` has left it. Leaves the cost in `insertCost`. */
function insertion(i: i32, gone: i32): i32 {
  const before = int(prev, gone);
  const from = at(before);
  const to = at(int(next, gone));
  let bestCost = arc(from, i) + arc(i, to) - arc(from, to);
  if (FLEET) bestCost *= rateOf(int(route, gone));
  let bestAfter = before;
  for (let k = 3 * i; k < 3 * i + 3; k++) {
    const after = int(insertionAfter, k);
    if (after < 0 || after == gone || after == before) continue;
    if (real(insertionCost, k) < bestCost) {
      bestCost = real(insertionCost, k);
      bestAfter = after;
    }
    break;
  }
  insertCost = bestCost;
  return bestAfter;
}

/** Change of arcs without i. */
@inline function removed(i: i32): f64 {
  return arc(at(int(prev, i)), at(int(next, i))) - real(leg, int(prev, i)) - real(leg, i);
}

/** Change of arcs when u and v change routes. */
function arcsOf(u: i32, v: i32, uAfter: i32, vAfter: i32): f64 {
  return removed(u) + removed(v) + inserted(u, uAfter, v) + inserted(v, vAfter, u);
}
@inline function inserted(i: i32, after: i32, gone: i32): f64 {
  const then = int(next, after) == gone ? int(next, gone) : int(next, after);
  const direct = int(next, after) == gone ? arc(at(after), at(then)) : real(leg, after);
  return arc(at(after), i) + arc(i, at(then)) - direct;
}

/** u goes behind uAfter on route b, and v behind vAfter on route a. */
function exchanged<T>(a: i32, b: i32, u: i32, uAfter: i32, v: i32, vAfter: i32, arcs: f64): f64 {
  const rules = RULES ? rulePenalty() : 0;
  replaced<T>(a, u, v, vAfter);
  const delta = arcs + trialDelta<T>(a);
  replaced<T>(b, v, u, uAfter);
  return delta + trialDelta<T>(b) + depotsDelta<T>(a, b, rules);
}

/** Route r under trial: `gone` has left it, and i stands behind `after`, or in its place where that is the node before it. */
function replaced<T>(r: i32, gone: i32, i: i32, after: i32): void {
  begin<T>(r);
  const before = int(prev, gone);
  if (after == before) {
    head<T>(before);
    stretch<T>(i, i);
    tail<T>(gone);
  } else if (int(position, after) < int(position, gone)) {
    head<T>(after);
    stretch<T>(i, i);
    stretch<T>(int(next, after), before);
    tail<T>(gone);
  } else {
    head<T>(before);
    stretch<T>(int(next, gone), after);
    stretch<T>(i, i);
    tail<T>(after);
  }
}

function findRelocation(from: i32, to: i32, forward: bool): void {
  const lost = int(routeDepot, from);
  const gained = int(routeDepot, to);
  const rulesGain = RULES ? rulePenalty() : 0;
  for (let i = int(next, first(from)); i < n; i = int(next, i)) {
    const fixed = int(routeSize, from) == 1 ? fixedDelta(baseOf(from), -1) : 0;
    let delta = real(removal, i) + real(insertionCost, 3 * i) + fixed;
    const penalties = loadDelta(from, to, real(demand, i)) + depotPenaltyDelta(lost, gained, real(demand, i));
    if (delta + penalties - rulesGain >= swapStarDelta) continue;
    if (RULES) {
      const after = int(insertionAfter, 3 * i);
      delta = relocationDelta(from, to, i, i, after, false, removed(i) + inserted(i, after, -1) + fixed, swapStarDelta);
    } else delta += penalties;
    if (delta >= swapStarDelta) continue;
    swapStarDelta = delta;
    bestU = forward ? i : -1;
    bestUAfter = forward ? int(insertionAfter, 3 * i) : -1;
    bestV = forward ? -1 : i;
    bestVAfter = forward ? -1 : int(insertionAfter, 3 * i);
  }
}

/** Routes whose bounding boxes touch are worth a look. */
export function boxesOverlap(a: i32, b: i32): bool {
  return (
    real(box, 4 * a) <= real(box, 4 * b + 1) &&
    real(box, 4 * b) <= real(box, 4 * a + 1) &&
    real(box, 4 * a + 2) <= real(box, 4 * b + 3) &&
    real(box, 4 * b + 2) <= real(box, 4 * a + 3)
  );
}
