/** src/search/engine/moves/swap-star.ts */
import { arc, box, demand, epsilon, insertionAfter, insertionCost, int, n, next, prev, put, real, removal, route, routeDepot, routeSize, set } from './memory';
import { at, countMove, depotPenaltyDelta, first, fixedDelta, link, refresh, vehiclePenaltyDelta } from './state';

let bestDelta: f64 = 0;
let bestU: i32 = -1;
let bestUAfter: i32 = -1;
let bestV: i32 = -1;
let bestVAfter: i32 = -1;
let insertCost: f64 = 0;

export function findSwapStar(a: i32, b: i32): bool {
  const depotA = int(routeDepot, a);
  const depotB = int(routeDepot, b);
  bestDelta = -epsilon;
  bestU = bestV = -1;
  for (let i = int(next, first(a)); i < n; i = int(next, i)) prepare(i, b);
  for (let i = int(next, first(b)); i < n; i = int(next, i)) prepare(i, a);
  for (let u = int(next, first(a)); u < n; u = int(next, u)) {
    for (let v = int(next, first(b)); v < n; v = int(next, v)) {
      const shift = real(demand, u) - real(demand, v);
      let delta = real(removal, u) + real(removal, v) + vehiclePenaltyDelta(a, b, shift);
      if (depotA != depotB) delta += depotPenaltyDelta(depotA, depotB, shift);
      if (delta >= bestDelta) continue;
      const uAfter = insertion(u, v);
      delta += insertCost;
      if (delta >= bestDelta) continue;
      const vAfter = insertion(v, u);
      delta += insertCost;
      if (delta >= bestDelta) continue;
      bestU = u;
      bestUAfter = uAfter;
      bestV = v;
      bestVAfter = vAfter;
      bestDelta = delta;
    }
  }
  findRelocation(a, b, true);
  findRelocation(b, a, false);
  return bestU >= 0 || bestV >= 0;
}

export function applySwapStar(): void {
  const a = bestU >= 0 ? int(route, bestU) : int(route, bestVAfter);
  const b = bestV >= 0 ? int(route, bestV) : int(route, bestUAfter);
  if (bestU >= 0) link(int(prev, bestU), int(next, bestU));
  if (bestV >= 0) link(int(prev, bestV), int(next, bestV));
  if (bestU >= 0) insertBehind(bestU, bestUAfter);
  if (bestV >= 0) insertBehind(bestV, bestVAfter);
  countMove();
  refresh(a);
  refresh(b);
}

function prepare(i: i32, other: i32): void {
  const before = at(int(prev, i));
  const after = at(int(next, i));
  set(removal, i, arc(before, after) - arc(before, i) - arc(i, after));
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
    const extra = arc(here, i) + arc(i, then) - arc(here, then);
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

function insertion(i: i32, gone: i32): i32 {
  const before = int(prev, gone);
  const from = at(before);
  const to = at(int(next, gone));
  let bestCost = arc(from, i) + arc(i, to) - arc(from, to);
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

function findRelocation(from: i32, to: i32, forward: bool): void {
  const lost = int(routeDepot, from);
  const gained = int(routeDepot, to);
  for (let i = int(next, first(from)); i < n; i = int(next, i)) {
    let delta = real(removal, i) + real(insertionCost, 3 * i);
    if (int(routeSize, from) == 1) delta += fixedDelta(lost, -1);
    delta += vehiclePenaltyDelta(from, to, real(demand, i)) + depotPenaltyDelta(lost, gained, real(demand, i));
    if (delta >= bestDelta) continue;
    bestDelta = delta;
    bestU = forward ? i : -1;
    bestUAfter = forward ? int(insertionAfter, 3 * i) : -1;
    bestV = forward ? -1 : i;
    bestVAfter = forward ? -1 : int(insertionAfter, 3 * i);
  }
}

function insertBehind(i: i32, after: i32): void {
  const then = int(next, after);
  link(after, i);
  link(i, then);
}

export function boxesOverlap(a: i32, b: i32): bool {
  return (
    real(box, 4 * a) <= real(box, 4 * b + 1) &&
    real(box, 4 * b) <= real(box, 4 * a + 1) &&
    real(box, 4 * a + 2) <= real(box, 4 * b + 3) &&
    real(box, 4 * b + 2) <= real(box, 4 * a + 3)
  );
}
