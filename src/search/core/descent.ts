/**
 * Descent over all moves until none gains (Vidal 2022, §2.3), extended to several depots: moves between u and its nearest neighbours first;
 * when these are exhausted, SWAP* between routes that overlap, and whole routes to other depots.
 */
import { byNeighbours, byRehoming, bySwapStar, check, gains, say, startCheck } from './check';
import { isBreached, reachFactor } from './evaluate';
import { applyRehoming, findRehoming, rehomingDelta } from './moves/rehome-route';
import { relocate, relocateDelta } from './moves/relocate';
import { swap, swapDelta } from './moves/swap';
import { applySwapStar, boxesOverlap, findSwapStar, swapStarDelta } from './moves/swap-star';
import { twoOpt, twoOptDelta } from './moves/two-opt';
import { joinHeads, joinHeadsDelta, swapTails, swapTailsDelta } from './moves/two-opt-star';
import { seed, shuffle } from './random';
import { isBroken } from './rules';
import { moves } from './state';
import { arc } from './travel';

/** Asks the host whether to stop early. */
@external('env', 'interrupted') export declare function interrupted(): bool;

/** Customers, or routes, between two looks at the clock. */
const checkEvery: i32 = 256;

/** Some fifty times what a descent needs, so that gains made of rounding noise cannot keep it going. */
@inline function outOfMoves(): bool {
  return moves > 1000 + 100 * n;
}

/** Improves the routes until no move gains; an interruption leaves them whole. */
export function descend(randomSeed: u32): void {
  seed(randomSeed);
  for (let i = 0; i < n; i++) {
    put(customerOrder, i, i);
    put(tried, i, -1);
  }
  for (let r = 0; r < slots; r++) {
    put(triedSwapStar, r, -1);
    put(triedRehoming, r, -1);
  }
  shuffle(customerOrder, n);
  startCheck(true);
  do {
    if (!betweenCustomers()) return;
  } while (betweenRoutes() && !interrupted());
}

/** Neighbour moves until every customer was tried in vain; false when interrupted, or out of moves. */
function betweenCustomers(): bool {
  let countdown = checkEvery;
  let searching = true;
  for (let round = 0; searching; round++) {
    searching = false;
    for (let k = 0; k < n; k++) {
      const u = int(customerOrder, k);
      const since = int(tried, u);
      put(tried, u, moves);
      if (--countdown == 0) {
        if (interrupted()) return false;
        countdown = checkEvery;
      }
      if (outOfMoves()) return false;
      for (let j = 0; j < degree; j++) {
        const v = int(neighbours, u * stride + j);
        // By their hours, neighbours do not come by distance.
        if (arc(u, v) >= reach(u)) {
          if (isTimed()) continue;
          break;
        }
        if (round > 0 && int(modified, int(route, u)) <= since && int(modified, int(route, v)) <= since) continue;
        const before = int(prev, v);
        if (improvePair(u, v) || (before >= n && improveBehind(u, before))) {
          check(byNeighbours);
          if (outOfMoves()) return false;
          searching = true;
          // The surroundings of u have changed: start over with its neighbours.
          j = -1;
        }
      }
      if ((round == 0 || int(modified, int(route, u)) > since) && improveWithEmptyRoute(u)) {
        check(byNeighbours);
        searching = true;
      }
    }
  }
  return true;
}

/**
 * How far a neighbour of u can be and still gain: an exchange that pays has a turn in which the first arc added is shorter than the arc
 * removed (Lin & Kernighan 1973), so a neighbour beyond both arcs of u is left to be found from its own side.
 * Without limit where load has to leave, or where a vehicle or depot could be saved.
 */
@inline function reach(u: i32): f64 {
  const r = int(route, u);
  if (RULES && isBroken()) return Infinity;
  if (isBreached(r) || real(depotPenalty, int(routeDepot, r)) > 0 || int(routeSize, r) <= 2) return Infinity;
  const longest = max<f64>(real(leg, int(prev, u)), real(leg, u));
  return FLEET ? reachFactor * longest : longest;
}

/** All moves that bring u and v together; the first that gains is made. */
function improvePair(u: i32, v: i32): bool {
  if (improveBehind(u, v)) return true;
  const x = int(next, u);
  const y = int(next, v);
  if (usesSwap && y != u && x != v) {
    if (u < v && trySwap(u, u, v, v)) return true;
    if (x < n && int(next, x) != v) {
      if (trySwap(u, x, v, v)) return true;
      if (u < v && y < n && int(next, y) != u && trySwap(u, x, v, y)) return true;
    }
  }
  if (!usesTwoOpt || int(route, u) != int(route, v) || int(position, u) >= int(position, v) || x == v || !gains(twoOptDelta(u, v))) return false;
  twoOpt(u, v);
  return true;
}

@inline function trySwap(a: i32, aEnd: i32, b: i32, bEnd: i32): bool {
  if (!gains(swapDelta(a, aEnd, b, bEnd))) return false;
  swap(a, aEnd, b, bEnd);
  return true;
}

/** Moves that place u, or the tail behind it, right behind node v, which may be the start of a route. */
function improveBehind(u: i32, v: i32): bool {
  const x = int(next, u);
  if (usesRelocate && int(next, v) != u) {
    if (tryRelocate(u, u, v, false)) return true;
    if (x < n && x != v && (tryRelocate(u, x, v, false) || tryRelocate(u, x, v, true))) return true;
  }
  if (!usesTwoOptStar || int(route, u) == int(route, v)) return false;
  // Both make v and u neighbours: u before v backwards, or u right behind v with all that follows it.
  if (gains(joinHeadsDelta(u, v))) {
    joinHeads(u, v);
    return true;
  }
  const before = int(prev, u);
  if (!gains(swapTailsDelta(before, v))) return false;
  swapTails(before, v);
  return true;
}

@inline function tryRelocate(i: i32, last: i32, v: i32, reversed: bool): bool {
  if (!gains(relocateDelta(i, last, v, reversed))) return false;
  relocate(i, last, v, reversed);
  return true;
}

/** A new vehicle for u, at one of the nearest open depots. */
function improveWithEmptyRoute(u: i32): bool {
  let tries = newVehicles;
  for (let k = u * m; k < (u + 1) * m && tries > 0; k++) {
    const d = int(depotOrder, k);
    if (!int(open, d)) continue;
    if (FLEET) {
      for (let b = d; b < m * types; b += m) if (int(emptyRoute, b) >= 0 && improveBehind(u, first(int(emptyRoute, b)))) return true;
    } else if (improveBehind(u, first(int(emptyRoute, d)))) return true;
    tries--;
  }
  return false;
}

/** SWAP* and whole routes; true when anything gained. */
function betweenRoutes(): bool {
  let count = 0;
  for (let r = 0; r < slots; r++) if (int(routeSize, r) > 0) put(routeOrder, count++, r);
  shuffle(routeOrder, count);
  let improved = false;
  for (let k = 0; k < count; k++) {
    const a = int(routeOrder, k);
    if (int(routeSize, a) == 0) continue;
    if ((k & 7) == 7 && interrupted()) return false;
    if (usesWholeRoute && int(modified, a) > int(triedRehoming, a)) {
      put(triedRehoming, a, moves);
      if (findRehoming(a)) {
        say(rehomingDelta);
        applyRehoming(a);
        check(byRehoming);
        improved = true;
      }
    }
    if (!usesSwapStar) continue;
    const since = int(triedSwapStar, a);
    put(triedSwapStar, a, moves);
    for (let l = 0; l < count; l++) {
      const b = int(routeOrder, l);
      if (b <= a || int(routeSize, b) == 0 || int(routeSize, a) == 0) continue;
      if (int(modified, a) <= since && int(modified, b) <= since) continue;
      if (!boxesOverlap(a, b)) continue;
      if (findSwapStar(a, b)) {
        say(swapStarDelta);
        applySwapStar();
        check(bySwapStar);
        improved = true;
      }
    }
  }
  return improved;
}
