/**
 * Opens, closes or exchanges depots under the routes as they are: each route is hung on the depot where its closed tour costs least. With
 * routes for customers this is a capacitated facility-location problem of a few dozen clients, so whole sets of depots are judged by exact
 * route costs in O(open · candidates · routes) instead of by a descent each.
 */
import { interrupted } from './descent';
import { depotBreach, vehiclePrice } from './evaluate';
import { baseOf, mayStart } from './fleet';
import {
  alwaysPaid, depotLoad, depotPenalty, depotRoutes, depotWeight, epsilon, first, int, ints, lockedClosed, lockedOpen, m, maxOpen, minOpen, n, next,
  open, openingBudget, openingCost, put, real, reals, routeDepot, routeLoad, routeSize, set, slots, types,
} from './memory';
import { hangFirst, hangingDelta, hangingPenalty, rehomeRoute, straightDelta } from './moves/rehome-route';
import { closeDepot, loadRoutes, openDepot, saveRoutes } from './state';
import { arc } from './travel';

/** Routes in use, the largest first: they are the hardest to place. */
let client: usize = 0;
let clients: i32 = 0;
/** hang[k·m + d]: what client k costs at depot d, relative to now; Infinity at depots locked closed. front: who then comes first. */
let hang: usize = 0;
let front: usize = 0;
/** hangBase[k·m + d]: the vehicle that it then has. */
let hangBase: usize = 0;
let room: i32 = 0;
/** Where each client is now, and in the trial under way. */
let homeOf: usize = 0;
let trialHome: usize = 0;
let isOpen: usize = 0;
let used: usize = 0;
let supplied: usize = 0;
let trialSupplied: usize = 0;

/** Depots for which a depot may be exchanged: the nearest, or all where there are few. */
const mostExchanges: i32 = 24;
/** Cost of the arc to the farthest of them, by depot. */
let exchangeReach: usize = 0;

/** rivals[rivalsFrom[d] … rivalsFrom[d+1]−1]: depots that may not be open beside depot d. */
export let rivalsFrom: usize = 0;
export let rivals: usize = 0;

/** The best move found: −1 where none closes, or opens. */
let bestDelta: f64 = 0;
let bestClose: i32 = -1;
let bestOpen: i32 = -1;

export function allocateDepotMoves(rivalCount: i32): void {
  rivalsFrom = ints(m + 1);
  rivals = ints(rivalCount);
  client = ints(slots);
  homeOf = ints(slots);
  trialHome = ints(slots);
  exchangeReach = reals(m);
  isOpen = ints(m);
  used = ints(m);
  supplied = reals(m);
  trialSupplied = reals(m);
}

/** Once the arcs are known. */
export function findExchanges(): void {
  const near = reals(mostExchanges + 1);
  for (let d = 0; d < m; d++) {
    let count = 0;
    for (let e = 0; e < m; e++) {
      const away = arc(n + d, n + e);
      if (e == d || (count == mostExchanges && away >= real(near, count - 1))) continue;
      let at = count < mostExchanges ? count++ : count - 1;
      for (; at > 0 && real(near, at - 1) > away; at--) set(near, at, real(near, at - 1));
      set(near, at, away);
    }
    set(exchangeReach, d, count < mostExchanges ? Infinity : real(near, count - 1));
  }
}

/** Makes the best close, open or exchange move while one gains; true when anything changed. */
export function relocateDepots(): bool {
  // Routes in the order of a solution just loaded, so that ties do not depend on what came before.
  saveRoutes();
  loadRoutes();
  if (!survey()) return false;
  let changed = false;
  while (!interrupted()) {
    findMove();
    if (!(bestDelta < -epsilon)) break;
    take();
    changed = true;
  }
  if (changed) apply();
  saveRoutes();
  loadRoutes();
  return changed;
}

/** What every route would cost at every depot; false when interrupted. */
function survey(): bool {
  clients = 0;
  for (let r = 0; r < slots; r++) {
    if (int(routeSize, r) == 0) continue;
    let at = clients++;
    for (; at > 0 && real(routeLoad, int(client, at - 1)) < real(routeLoad, r); at--) put(client, at, int(client, at - 1));
    put(client, at, r);
  }
  if (clients * m > room) {
    if (room > 0) {
      heap.free(hang);
      heap.free(front);
      heap.free(hangBase);
    }
    room = 2 * clients * m;
    hang = reals(room);
    front = ints(room);
    hangBase = ints(room);
  }
  for (let d = 0; d < m; d++) {
    // An open depot that serves nobody and owes nothing is as good as closed.
    put(isOpen, d, i32(int(open, d) != 0 && (int(depotRoutes, d) > 0 || int(alwaysPaid, d) != 0)));
    put(used, d, int(depotRoutes, d));
    set(supplied, d, real(depotLoad, d));
  }
  for (let k = 0; k < clients; k++) {
    if ((k & 7) == 7 && interrupted()) return false;
    const r = int(client, k);
    const now = int(routeDepot, r);
    put(homeOf, k, now);
    for (let d = 0; d < m; d++) {
      set(hang, k * m + d, Infinity);
      if (!int(lockedClosed, d)) hangAt(k, r, d);
    }
  }
  return true;
}

/** What client k, route r, costs at depot d with the vehicle that suits it best. */
function hangAt(k: i32, r: i32, d: i32): void {
  const turned = hangingDelta(r, d);
  const cut = hangFirst;
  const head = int(next, first(r));
  const at = k * m + d;
  for (let b = d; b < m * types; b += m) {
    if (!mayStart(b)) continue;
    const vehicle = FLEET ? vehiclePrice(b) - vehiclePrice(baseOf(r)) : 0;
    for (let turn = 0; turn < (TIME && cut != head ? 2 : 1); turn++) {
      const comesFirst = turn == 0 ? cut : head;
      const cost = (turn == 0 ? turned : straightDelta(r, d)) + hangingPenalty(r, b, comesFirst) + vehicle;
      if (cost >= real(hang, at)) continue;
      set(hang, at, cost);
      put(front, at, comesFirst);
      put(hangBase, at, b);
    }
  }
}

function findMove(): void {
  let openCount = 0;
  let spent: f64 = 0;
  for (let d = 0; d < m; d++) {
    if (!int(isOpen, d)) continue;
    openCount++;
    spent += real(openingCost, d);
  }
  bestDelta = 0;
  bestClose = bestOpen = -1;
  for (let d = 0; d < m; d++) {
    if (int(isOpen, d)) {
      if (int(lockedOpen, d) || int(used, d) == 0) continue;
      if (openCount - 1 >= max<i32>(1, minOpen)) consider(d, -1);
      for (let e = 0; e < m; e++) {
        if (arc(n + d, n + e) > real(exchangeReach, d)) continue;
        if (int(isOpen, e) || int(lockedClosed, e) || hasRival(e, d)) continue;
        if (spent - real(openingCost, d) + real(openingCost, e) <= openingBudget) consider(d, e);
      }
    } else if (!int(lockedClosed, d) && !hasRival(d, -1) && openCount + 1 <= maxOpen && spent + real(openingCost, d) <= openingBudget) consider(-1, d);
  }
}

/** Whether an open depot other than `closing` may not be open beside d. */
function hasRival(d: i32, closing: i32): bool {
  for (let k = int(rivalsFrom, d); k < int(rivalsFrom, d + 1); k++) {
    const e = int(rivals, k);
    if (e != closing && int(isOpen, e)) return true;
  }
  return false;
}

function consider(close: i32, opened: i32): void {
  const delta = evaluate(close, opened);
  if (!(delta < bestDelta)) return;
  bestDelta = delta;
  bestClose = close;
  bestOpen = opened;
}

/** Change of travel, opening cost and penalties when `close` shuts, `opened` opens and routes choose greedily. */
function evaluate(close: i32, opened: i32): f64 {
  for (let d = 0; d < m; d++) set(trialSupplied, d, real(supplied, d));
  let delta: f64 = 0;
  if (close >= 0) delta -= real(openingCost, close);
  if (opened >= 0) delta += real(openingCost, opened);
  for (let k = 0; k < clients; k++) {
    const now = int(homeOf, k);
    const row = k * m;
    put(trialHome, k, now);
    // A route that may stay considers only the new depot.
    const stays = now != close;
    if (stays && (opened < 0 || real(hang, row + opened) >= real(hang, row + now) + real(depotPenalty, now))) continue;
    const load = real(routeLoad, int(client, k));
    let bestDepot = now;
    let least: f64 = stays ? 0 : Infinity;
    const overNow = depotBreach(now, real(trialSupplied, now)) - depotBreach(now, real(trialSupplied, now) - load);
    const end = stays ? opened + 1 : m;
    for (let d = stays ? opened : 0; d < end; d++) {
      if (d == now || d == close || !(int(isOpen, d) || d == opened)) continue;
      const over = depotBreach(d, real(trialSupplied, d) + load) - depotBreach(d, real(trialSupplied, d));
      const change = real(hang, row + d) - real(hang, row + now) + depotWeight * (over - overNow);
      if (change < least) {
        least = change;
        bestDepot = d;
      }
    }
    if (least == Infinity) return least;
    delta += least;
    set(trialSupplied, now, real(trialSupplied, now) - load);
    set(trialSupplied, bestDepot, real(trialSupplied, bestDepot) + load);
    put(trialHome, k, bestDepot);
  }
  return delta;
}

function take(): void {
  evaluate(bestClose, bestOpen);
  if (bestClose >= 0) put(isOpen, bestClose, 0);
  if (bestOpen >= 0) put(isOpen, bestOpen, 1);
  for (let d = 0; d < m; d++) {
    put(used, d, 0);
    set(supplied, d, real(trialSupplied, d));
  }
  for (let k = 0; k < clients; k++) {
    const d = int(trialHome, k);
    put(homeOf, k, d);
    put(used, d, int(used, d) + 1);
  }
}

/** Opens what is to open, hangs every moved route on its depot, closes what is left. */
function apply(): void {
  for (let d = 0; d < m; d++) if (int(isOpen, d) && !int(open, d)) openDepot(d);
  for (let k = 0; k < clients; k++) {
    const r = int(client, k);
    const d = int(homeOf, k);
    if (d != int(routeDepot, r)) rehomeRoute(r, int(hangBase, k * m + d), int(front, k * m + d));
  }
  for (let d = 0; d < m; d++) if (!int(isOpen, d) && int(open, d) && int(depotRoutes, d) == 0) closeDepot(d);
}
