/**
 * Opens, closes or exchanges depots under the routes as they are: each route is hung on the depot where its closed tour costs least. With
 * routes for customers this is a capacitated facility-location problem of a few dozen clients, so whole sets of depots are judged by exact
 * route costs in O(open · candidates · routes) instead of by a descent each.
 */
import { interrupted } from './descent';
import { depotBreach, vehiclePrice } from './evaluate';
import { baseOf, mayStart } from './fleet';
import { hangFirst, hangingDelta, hangingPenalty, rehomeRoute, straightDelta } from './moves/rehome-route';
import { closeDepot, loadRoutes, openDepot, saveRoutes } from './state';
import { arc } from './travel';

/** Routes in use, the largest first: they are the hardest to place. */
let clients: i32 = 0;
/** hang[k·m + d]: what client k costs at depot d, relative to now; Infinity at depots locked closed. */
let hang: usize = 0;
/** Who then comes first, and the vehicle. */
let front: usize = 0;
let hangBase: usize = 0;
/** Elements of these three. */
let room: i32 = 0;

/** The best move found: −1 where none closes, or opens. */
let bestDelta: f64 = 0;
let bestClose: i32 = -1;
let bestOpen: i32 = -1;

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
    hang = allocate(<usize>room << 3);
    front = allocate(<usize>room << 2);
    hangBase = allocate(<usize>room << 2);
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
    put(clientDepot, k, now);
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
    for (let turn = 0; turn < (isTimed() && cut != head ? 2 : 1); turn++) {
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
  for (let g = 0; g < exclusiveGroups; g++) {
    let isMember = false;
    let others = 0;
    for (let k = int(exclusiveFrom, g); k < int(exclusiveFrom, g + 1); k++) {
      const e = int(exclusive, k);
      if (e == d) isMember = true;
      else if (e != closing && int(isOpen, e)) others++;
    }
    if (isMember && others > 0) return true;
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
    const now = int(clientDepot, k);
    const row = k * m;
    put(trialClientDepot, k, now);
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
    put(trialClientDepot, k, bestDepot);
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
    const d = int(trialClientDepot, k);
    put(clientDepot, k, d);
    put(used, d, int(used, d) + 1);
  }
}

/** Opens what is to open, hangs every moved route on its depot, closes what is left. */
function apply(): void {
  for (let d = 0; d < m; d++) if (int(isOpen, d) && !int(open, d)) openDepot(d);
  for (let k = 0; k < clients; k++) {
    const r = int(client, k);
    const d = int(clientDepot, k);
    if (d != int(routeDepot, r)) rehomeRoute(r, int(hangBase, k * m + d), int(front, k * m + d));
  }
  for (let d = 0; d < m; d++) if (!int(isOpen, d) && int(open, d) && int(depotRoutes, d) == 0) closeDepot(d);
}
