/** src/search/engine/local-search.ts */
import {
  arc, degree, depotOrder, depotPenalty, emptyRoute, epsilon, int, m, modified, n, neighbours, next, open, order, position, prev, put, real, route, routeDepot,
  routeOrder, routePenalty, routeSize, slots, stride, tried, triedRehoming, triedSwapStar,
} from './memory';
import { seed, shuffle } from './random';
import { findRehoming, rehomeRoute } from './rehome-route';
import { relocate, relocateDelta } from './relocate';
import { at, first, moves } from './state';
import { swap, swapDelta } from './swap';
import { applySwapStar, boxesOverlap, findSwapStar } from './swap-star';
import { twoOpt, twoOptDelta } from './two-opt';
import { joinHeads, joinHeadsDelta, swapTails, swapTailsDelta } from './two-opt-star';

/** Asks the host whether to stop early. */
@external('env', 'interrupted') export declare function interrupted(): bool;

const checkEvery: i32 = 2048;
@inline function outOfMoves(): bool {
  return moves > 1000 + 100 * n;
}
export const nearDepots: i32 = 3;

export function localSearch(randomSeed: u32): void {
  seed(randomSeed);
  for (let i = 0; i < n; i++) {
    put(order, i, i);
    put(tried, i, -1);
  }
  for (let r = 0; r < slots; r++) {
    put(triedSwapStar, r, -1);
    put(triedRehoming, r, -1);
  }
  shuffle(order, n);
  do {
    if (!descend()) return;
  } while (betweenRoutes());
}

function descend(): bool {
  let countdown = checkEvery;
  let searching = true;
  for (let round = 0; searching; round++) {
    searching = false;
    for (let k = 0; k < n; k++) {
      const u = int(order, k);
      const since = int(tried, u);
      put(tried, u, moves);
      if (--countdown == 0) {
        if (interrupted()) return false;
        countdown = checkEvery;
      }
      if (outOfMoves()) return false;
      for (let j = 0; j < degree; j++) {
        const v = int(neighbours, u * stride + j);
        if (arc(u, v) >= reach(u)) break;
        if (round > 0 && int(modified, int(route, u)) <= since && int(modified, int(route, v)) <= since) continue;
        if (improvePair(u, v)) {
          if (outOfMoves()) return false;
          searching = true;
          j = -1;
          continue;
        }
        const before = int(prev, v);
        if (before >= n && improveBehind(u, before)) {
          if (outOfMoves()) return false;
          searching = true;
          j = -1;
        }
      }
      if ((round == 0 || int(modified, int(route, u)) > since) && improveWithEmptyRoute(u)) searching = true;
    }
  }
  return true;
}

@inline function reach(u: i32): f64 {
  const r = int(route, u);
  if (real(routePenalty, r) > 0 || real(depotPenalty, int(routeDepot, r)) > 0 || int(routeSize, r) <= 2) return Infinity;
  return max<f64>(arc(at(int(prev, u)), u), arc(u, at(int(next, u))));
}

function improvePair(u: i32, v: i32): bool {
  const x = int(next, u);
  const y = int(next, v);
  if (improveBehind(u, v)) return true;
  if (y != u && x != v) {
    if (u < v && swapDelta(u, u, v, v) < -epsilon) {
      swap(u, u, v, v);
      return true;
    }
    if (x < n && int(next, x) != v && swapDelta(u, x, v, v) < -epsilon) {
      swap(u, x, v, v);
      return true;
    }
    if (u < v && x < n && y < n && int(next, x) != v && int(next, y) != u && swapDelta(u, x, v, y) < -epsilon) {
      swap(u, x, v, y);
      return true;
    }
  }
  if (int(route, u) == int(route, v) && int(position, u) < int(position, v) && x != v && twoOptDelta(u, v) < -epsilon) {
    twoOpt(u, v);
    return true;
  }
  return false;
}

function improveBehind(u: i32, v: i32): bool {
  const x = int(next, u);
  if (int(next, v) != u) {
    if (relocateDelta(u, u, v, false) < -epsilon) {
      relocate(u, u, v, false);
      return true;
    }
    if (x < n && x != v) {
      if (relocateDelta(u, x, v, false) < -epsilon) {
        relocate(u, x, v, false);
        return true;
      }
      if (relocateDelta(u, x, v, true) < -epsilon) {
        relocate(u, x, v, true);
        return true;
      }
    }
  }
  if (int(route, u) != int(route, v)) {
    if (joinHeadsDelta(u, v) < -epsilon) {
      joinHeads(u, v);
      return true;
    }
    const before = int(prev, u);
    if (swapTailsDelta(before, v) < -epsilon) {
      swapTails(before, v);
      return true;
    }
  }
  return false;
}

function improveWithEmptyRoute(u: i32): bool {
  let tries = nearDepots;
  for (let k = u * m; k < (u + 1) * m && tries > 0; k++) {
    const d = int(depotOrder, k);
    if (!int(open, d)) continue;
    if (improveBehind(u, first(int(emptyRoute, d)))) return true;
    tries--;
  }
  return false;
}

function betweenRoutes(): bool {
  let count = 0;
  for (let r = 0; r < slots; r++) if (int(routeSize, r) > 0) put(routeOrder, count++, r);
  shuffle(routeOrder, count);
  let improved = false;
  for (let k = 0; k < count; k++) {
    const a = int(routeOrder, k);
    if (int(routeSize, a) == 0) continue;
    if (int(modified, a) > int(triedRehoming, a)) {
      put(triedRehoming, a, moves);
      if (findRehoming(a)) {
        rehomeRoute(a);
        improved = true;
      }
    }
    const since = int(triedSwapStar, a);
    put(triedSwapStar, a, moves);
    for (let l = 0; l < count; l++) {
      const b = int(routeOrder, l);
      if (b <= a || int(routeSize, b) == 0 || int(routeSize, a) == 0) continue;
      if (int(modified, a) <= since && int(modified, b) <= since) continue;
      if (!boxesOverlap(a, b)) continue;
      if (findSwapStar(a, b)) {
        applySwapStar();
        improved = true;
      }
    }
  }
  return improved;
}
