/**
 * Opens, closes or exchanges depots under the routes as they are: each route is hung on the depot where its closed tour costs least. With
 * routes for customers this is a capacitated facility-location problem of a few dozen clients, so whole sets of depots are judged by exact
 * route costs in O(open · candidates · routes) instead of by a descent each.
 */
import { excess } from './evaluate';
import {
  alwaysPaid, depotCapacity, depotLoad, depotPenalty, depotRoutes, depotWeight, epsilon, int, ints, lockedClosed, lockedOpen, m, maxOpen, minOpen, n,
  open, openingBudget, openingCost, put, real, reals, routeDepot, routeLoad, routeSize, set, slots,
} from './memory';
import { hangFirst, hangingDelta, hangingPenalty, rehomeRoute } from './moves/rehome-route';
import { closeDepot, loadRoutes, openDepot, saveRoutes } from './state';
import { arc } from './travel';

/** Routes in use, the largest first: they are the hardest to place. */
let client: usize = 0;
let clients: i32 = 0;
/** hang[k·m + d]: what client k costs at depot d, relative to now; Infinity at depots locked closed. front: who then comes first. */
let hang: usize = 0;
let front: usize = 0;
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

/** The best move found: −1 where none closes, or opens. */
let bestDelta: f64 = 0;
let bestClose: i32 = -1;
let bestOpen: i32 = -1;

export function allocateDepotMoves(): void {
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
  survey();
  let changed = false;
  for (;;) {
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

/** What every route would cost at every depot. */
function survey(): void {
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
    }
    room = 2 * clients * m;
    hang = reals(room);
    front = ints(room);
  }
  for (let d = 0; d < m; d++) {
    // An open depot that serves nobody and owes nothing is as good as closed.
    put(isOpen, d, i32(int(open, d) != 0 && (int(depotRoutes, d) > 0 || int(alwaysPaid, d) != 0)));
    put(used, d, int(depotRoutes, d));
    set(supplied, d, real(depotLoad, d));
  }
  for (let k = 0; k < clients; k++) {
    const r = int(client, k);
    const now = int(routeDepot, r);
    put(homeOf, k, now);
    for (let d = 0; d < m; d++) {
      const delta = int(lockedClosed, d) ? Infinity : hangingDelta(r, d);
      const comesFirst = hangFirst;
      put(front, k * m + d, comesFirst);
      set(hang, k * m + d, delta < Infinity ? delta + hangingPenalty(r, d, comesFirst) : delta);
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
        if (!int(isOpen, e) && !int(lockedClosed, e) && spent - real(openingCost, d) + real(openingCost, e) <= openingBudget) consider(d, e);
      }
    } else if (!int(lockedClosed, d) && openCount + 1 <= maxOpen && spent + real(openingCost, d) <= openingBudget) consider(-1, d);
  }
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
    const overNow =
      excess(real(trialSupplied, now), real(depotCapacity, now)) - excess(real(trialSupplied, now) - load, real(depotCapacity, now));
    const end = stays ? opened + 1 : m;
    for (let d = stays ? opened : 0; d < end; d++) {
      if (d == now || d == close || !(int(isOpen, d) || d == opened)) continue;
      const over = excess(real(trialSupplied, d) + load, real(depotCapacity, d)) - excess(real(trialSupplied, d), real(depotCapacity, d));
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
    if (d != int(routeDepot, r)) rehomeRoute(r, d, int(front, k * m + d));
  }
  for (let d = 0; d < m; d++) if (!int(isOpen, d) && int(open, d) && int(depotRoutes, d) == 0) closeDepot(d);
}
