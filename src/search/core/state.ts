/** The solution that moves work on: routes as doubly linked lists, and what is stored of them and of the depots. */
import { depotBreach, penaltyOf, setRates } from './evaluate';
import { baseOf, clearFleet, countVehicles, depotAt, mayStart, typeAt } from './fleet';
import { clearRules, settleAt } from './rules';
import { note, noteRoute } from './segment';
import { arc } from './travel';

/** Moves made since the routes were loaded; also the clock of `modified`. */
export let moves: i32 = 0;
let freeCount: i32 = 0;
/** Routes with somebody on them. */
export let routesInUse: i32 = 0;

@inline export function countMove(): void {
  moves++;
}
@inline export function link(a: i32, b: i32): void {
  put(next, a, b);
  put(prev, b, a);
}

/** Takes over what stands in `routes` and `routesOpen`. Depots in use count as open. */
export function loadRoutes(): void {
  moves = 0;
  freeCount = 0;
  routesInUse = 0;
  if (RULES) clearRules();
  if (FLEET) {
    clearFleet();
    setRates();
  }
  memory.copy(open, routesOpen, <usize>m << 2);
  for (let k = int(routes, 0), read = 1; k > 0; k--) {
    put(open, depotAt(int(routes, read)), 1);
    read += 2 + int(routes, read + 1);
  }
  for (let d = 0; d < m; d++) {
    set(depotLoad, d, 0);
    put(depotRoutes, d, 0);
    put(alwaysPaid, d, i32(paysAlways(d, int(open, d))));
    priceDepot(d);
  }
  for (let r = slots - 1; r >= 0; r--) {
    put(routeSize, r, 0);
    set(routeLoad, r, 0);
    set(routePenalty, r, 0);
    put(freeSlots, freeCount++, r);
  }
  for (let b = 0; b < m * types; b++) put(emptyRoute, b, int(open, depotAt(b)) && mayStart(b) ? takeSlot(b) : -1);
  let read = 1;
  for (let k = int(routes, 0); k > 0; k--) {
    const base = int(routes, read++);
    const size = int(routes, read++);
    // Where no vehicle may start there is no empty route: such a route is one of a vehicle that does not exist.
    const r = int(emptyRoute, base) >= 0 ? int(emptyRoute, base) : takeSlot(base);
    let before = first(r);
    for (let s = 0; s < size; s++) {
      const i = int(routes, read++);
      link(before, i);
      before = i;
    }
    link(before, last(r));
    refresh(r);
  }
}

/** Where `routes` goes on. */
let written: i32 = 0;

/** Writes the routes in use to `routes`, and the open depots to `routesOpen`. */
export function saveRoutes(): void {
  startList();
  for (let r = 0; r < slots; r++) list(r, baseOf(r), int(routeSize, r), next);
}
export function startList(): void {
  memory.copy(routesOpen, open, <usize>m << 2);
  put(routes, 0, 0);
  written = 1;
}
export function list(r: i32, base: i32, size: i32, links: usize): void {
  if (size == 0) return;
  put(routes, 0, int(routes, 0) + 1);
  put(routes, written++, base);
  put(routes, written++, size);
  for (let i = int(links, first(r)); i < n; i = int(links, i)) put(routes, written++, i);
}

/** Recomputes what is stored of a route after its links changed, and keeps its depot and the stock of empty routes in step. O(size). */
export function refresh(r: i32): void {
  const depot = int(routeDepot, r);
  const begin = first(r);
  let before = begin;
  let load: f64 = 0;
  let size = 0;
  let reversal: f64 = 0;
  let xLow: f64 = Infinity;
  let xHigh: f64 = -Infinity;
  let yLow: f64 = Infinity;
  let yHigh: f64 = -Infinity;
  for (let node = int(next, begin); ; node = int(next, node)) {
    const from = at(before);
    const to = at(node);
    const onward = arc(from, to);
    set(leg, before, onward);
    if (!symmetric) reversal += arc(to, from) - onward;
    set(reversalUpTo, node, reversal);
    put(position, node, size + 1);
    note(before, node, from, to);
    if (node >= n) {
      set(loadUpTo, node, load);
      break;
    }
    load += real(demand, node);
    set(loadUpTo, node, load);
    put(route, node, r);
    if (RULES) settleAt(node, depot);
    const px = real(x, node);
    const py = real(y, node);
    if (px < xLow) xLow = px;
    if (px > xHigh) xHigh = px;
    if (py < yLow) yLow = py;
    if (py > yHigh) yHigh = py;
    before = node;
    size++;
  }
  set(box, 4 * r, xLow);
  set(box, 4 * r + 1, xHigh);
  set(box, 4 * r + 2, yLow);
  set(box, 4 * r + 3, yHigh);
  set(depotLoad, depot, real(depotLoad, depot) + (load - real(routeLoad, r)));
  priceDepot(depot);
  const wasEmpty = int(routeSize, r) == 0;
  set(routeLoad, r, load);
  put(routeSize, r, size);
  noteRoute(r);
  set(routePenalty, r, size > 0 ? penaltyOf(r) : 0);
  if (FLEET && size == 0) setFact(r, breachFact, 0);
  put(modified, r, moves);
  const base = baseOf(r);
  if (wasEmpty && size > 0) {
    countRoutes(base, 1);
    if (int(emptyRoute, base) == r) put(emptyRoute, base, takeSlot(base));
  } else if (!wasEmpty && size == 0) {
    leaveBase(base);
    put(freeSlots, freeCount++, r);
  }
}

/** With fleets: another vehicle of the same depot for route r, which has somebody on it; the caller then times and prices it. */
export function changeVehicle(r: i32, type: i32): void {
  countRoutes(baseOf(r), -1);
  standAt(r, type * m + int(routeDepot, r));
  countRoutes(baseOf(r), 1);
}

/** Hands a whole route over to another base of an open depot; the caller then relinks it and calls `refresh`. */
export function rehome(r: i32, base: i32): void {
  const from = int(routeDepot, r);
  const depot = depotAt(base);
  set(depotLoad, from, real(depotLoad, from) - real(routeLoad, r));
  leaveBase(baseOf(r));
  priceDepot(from);
  set(depotLoad, depot, real(depotLoad, depot) + real(routeLoad, r));
  countRoutes(base, 1);
  standAt(r, base);
}

/** So many routes more from a base. */
export function countRoutes(base: i32, more: i32): void {
  const depot = depotAt(base);
  put(depotRoutes, depot, int(depotRoutes, depot) + more);
  routesInUse += more;
  if (FLEET) countVehicles(base, more);
}

/** One route less; sums that should be nothing are. */
function leaveBase(base: i32): void {
  const depot = depotAt(base);
  countRoutes(base, -1);
  if (int(depotRoutes, depot) == 0) set(depotLoad, depot, 0);
}

@inline function priceDepot(depot: i32): void {
  set(depotPenalty, depot, depotWeight * depotBreach(depot, real(depotLoad, depot)));
}

/** Opens a depot, or closes one that serves nobody. */
export function openDepot(d: i32): void {
  put(open, d, 1);
  put(alwaysPaid, d, i32(paysAlways(d, 1)));
  priceDepot(d);
  for (let b = d; b < m * types; b += m) if (mayStart(b)) put(emptyRoute, b, takeSlot(b));
}
export function closeDepot(d: i32): void {
  put(open, d, 0);
  put(alwaysPaid, d, 0);
  priceDepot(d);
  for (let b = d; b < m * types; b += m) {
    if (int(emptyRoute, b) < 0) continue;
    put(freeSlots, freeCount++, int(emptyRoute, b));
    put(emptyRoute, b, -1);
  }
}

/** Depots that pay whether used or not: those locked open and, where a least number must open, all that are open. */
@inline export function paysAlways(d: i32, isOpen: i32): bool {
  return int(lockedOpen, d) != 0 || (minOpen > 0 && isOpen != 0);
}

/** Gives back the slot of a route that has been emptied. */
export function release(r: i32): void {
  if (int(emptyRoute, baseOf(r)) != r) put(freeSlots, freeCount++, r);
}

/** An empty slot, standing at the base with nobody on it. */
export function takeSlot(base: i32): i32 {
  const r = int(freeSlots, --freeCount);
  standAt(r, base);
  link(first(r), last(r));
  set(leg, first(r), 0);
  put(modified, r, moves);
  set(loadUpTo, last(r), 0);
  set(reversalUpTo, last(r), 0);
  put(position, last(r), 1);
  for (let k = 0; k < facts; k++) setFact(r, k, 0);
  return r;
}

export function standAt(r: i32, base: i32): void {
  const depot = depotAt(base);
  if (FLEET) put(routeType, r, typeAt(base));
  put(routeDepot, r, depot);
  put(place, first(r), n + depot);
  put(place, last(r), n + depot);
}
