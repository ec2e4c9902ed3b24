/** src/search/engine/state.ts without side constraints between customers. */
import {
  alwaysPaid, arc, box, demand, depotCapacity, depotLoad, depotPenalty, depotRoutes, depotWeight, emptyRoute, freeSlots, int, leg, loadUpTo, m,
  modified, n, next, open, openingCost, place, position, prev, put, real, reversalUpTo, route, routeDepot, routeLoad, routePenalty, routes,
  routeSize, set, slots, symmetric, vehicleCapacity, vehicleCost, vehicleWeight, x, y,
} from './memory';

export let moves: i32 = 0;
let freeCount: i32 = 0;

@inline export function countMove(): void {
  moves++;
}
@inline export function first(r: i32): i32 {
  return n + 2 * r;
}
@inline export function last(r: i32): i32 {
  return n + 2 * r + 1;
}
@inline export function at(node: i32): i32 {
  return int(place, node);
}
@inline export function excess(load: f64, capacity: f64): f64 {
  return max<f64>(0, load - capacity);
}
@inline export function link(a: i32, b: i32): void {
  put(next, a, b);
  put(prev, b, a);
}

/** Takes over what stands in `routes`, `open` and `alwaysPaid`. */
export function loadRoutes(): void {
  moves = 0;
  freeCount = 0;
  for (let d = 0; d < m; d++) {
    set(depotLoad, d, 0);
    put(depotRoutes, d, 0);
    set(depotPenalty, d, 0);
  }
  for (let r = slots - 1; r >= 0; r--) {
    put(routeSize, r, 0);
    set(routeLoad, r, 0);
    set(routePenalty, r, 0);
    put(freeSlots, freeCount++, r);
  }
  for (let d = 0; d < m; d++) put(emptyRoute, d, int(open, d) ? takeSlot(d) : -1);
  let read = 1;
  for (let k = int(routes, 0); k > 0; k--) {
    const depot = int(routes, read++);
    const size = int(routes, read++);
    const r = int(emptyRoute, depot);
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

/** Writes the routes in use to `routes`. */
export function saveRoutes(): void {
  let count = 0;
  let written = 1;
  for (let r = 0; r < slots; r++) {
    if (int(routeSize, r) == 0) continue;
    count++;
    put(routes, written++, int(routeDepot, r));
    put(routes, written++, int(routeSize, r));
    for (let i = int(next, first(r)); i < n; i = int(next, i)) put(routes, written++, i);
  }
  put(routes, 0, count);
}

export function routeCount(): i32 {
  let count = 0;
  for (let d = 0; d < m; d++) count += int(depotRoutes, d);
  return count;
}

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
    if (!symmetric) {
      const from = at(before);
      const to = at(node);
      reversal += arc(to, from) - arc(from, to);
    }
    set(reversalUpTo, node, reversal);
    put(position, node, size + 1);
    if (node >= n) {
      set(loadUpTo, node, load);
      break;
    }
    load += real(demand, node);
    set(loadUpTo, node, load);
    put(route, node, r);
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
  set(depotPenalty, depot, depotWeight * excess(real(depotLoad, depot), real(depotCapacity, depot)));
  set(routePenalty, r, vehicleWeight * excess(load, vehicleCapacity));
  const wasEmpty = int(routeSize, r) == 0;
  set(routeLoad, r, load);
  put(routeSize, r, size);
  put(modified, r, moves);
  if (wasEmpty && size > 0) {
    put(depotRoutes, depot, int(depotRoutes, depot) + 1);
    if (int(emptyRoute, depot) == r) put(emptyRoute, depot, takeSlot(depot));
  } else if (!wasEmpty && size == 0) {
    put(depotRoutes, depot, int(depotRoutes, depot) - 1);
    if (int(depotRoutes, depot) == 0) set(depotLoad, depot, 0);
    put(freeSlots, freeCount++, r);
  }
}

export function rehome(r: i32, depot: i32): void {
  const from = int(routeDepot, r);
  set(depotLoad, from, real(depotLoad, from) - real(routeLoad, r));
  put(depotRoutes, from, int(depotRoutes, from) - 1);
  if (int(depotRoutes, from) == 0) set(depotLoad, from, 0);
  set(depotPenalty, from, depotWeight * excess(real(depotLoad, from), real(depotCapacity, from)));
  set(depotLoad, depot, real(depotLoad, depot) + real(routeLoad, r));
  put(depotRoutes, depot, int(depotRoutes, depot) + 1);
  standAt(r, depot);
}

export function fixedDelta(lost: i32, gained: i32): f64 {
  if (lost == gained) return 0;
  let delta: f64 = 0;
  if (lost >= 0) delta -= vehicleCost + (int(depotRoutes, lost) == 1 && !int(alwaysPaid, lost) ? real(openingCost, lost) : 0);
  if (gained >= 0) delta += vehicleCost + (int(depotRoutes, gained) == 0 && !int(alwaysPaid, gained) ? real(openingCost, gained) : 0);
  return delta;
}

@inline export function vehiclePenaltyDelta(a: i32, b: i32, shift: f64): f64 {
  return (
    vehicleWeight * (excess(real(routeLoad, a) - shift, vehicleCapacity) + excess(real(routeLoad, b) + shift, vehicleCapacity)) -
    real(routePenalty, a) -
    real(routePenalty, b)
  );
}

export function depotPenaltyDelta(a: i32, b: i32, shift: f64): f64 {
  if (a == b) return 0;
  return (
    depotWeight *
      (excess(real(depotLoad, a) - shift, real(depotCapacity, a)) + excess(real(depotLoad, b) + shift, real(depotCapacity, b))) -
    real(depotPenalty, a) -
    real(depotPenalty, b)
  );
}

export function detach(i: i32): f64 {
  const r = int(route, i);
  const d = int(routeDepot, r);
  const before = int(prev, i);
  const after = int(next, i);
  const from = at(before);
  const to = at(after);
  const direct = arc(from, to);
  let delta = direct - real(leg, before) - real(leg, i);
  link(before, after);
  set(leg, before, direct);
  put(route, i, -1);
  set(routeLoad, r, real(routeLoad, r) - real(demand, i));
  set(depotLoad, d, real(depotLoad, d) - real(demand, i));
  const size = int(routeSize, r) - 1;
  put(routeSize, r, size);
  if (size == 0) {
    delta += fixedDelta(d, -1);
    put(depotRoutes, d, int(depotRoutes, d) - 1);
  }
  return delta;
}

export function attach(i: i32, after: i32): void {
  const r = int(route, after);
  const d = int(routeDepot, r);
  const then = int(next, after);
  link(after, i);
  link(i, then);
  set(leg, after, arc(at(after), i));
  set(leg, i, arc(i, at(then)));
  put(route, i, r);
  set(routeLoad, r, real(routeLoad, r) + real(demand, i));
  set(depotLoad, d, real(depotLoad, d) + real(demand, i));
  const size = int(routeSize, r);
  put(routeSize, r, size + 1);
  if (size == 0) {
    put(depotRoutes, d, int(depotRoutes, d) + 1);
    if (int(emptyRoute, d) == r) put(emptyRoute, d, takeSlot(d));
  }
}

export function release(r: i32): void {
  if (int(emptyRoute, int(routeDepot, r)) != r) put(freeSlots, freeCount++, r);
}

/** `legs` lies one ahead of `stops` for every route before this one: it begins with the arc from the depot. */
export function restore(r: i32, stops: usize, from: i32, to: i32, legs: usize): void {
  const d = int(routeDepot, r);
  let load: f64 = 0;
  let before = first(r);
  set(leg, before, real(legs, from));
  for (let k = from; k < to; k++) {
    const i = int(stops, k);
    link(before, i);
    set(leg, i, real(legs, k + 1));
    put(route, i, r);
    load += real(demand, i);
    before = i;
  }
  link(before, last(r));
  set(depotLoad, d, real(depotLoad, d) + (load - real(routeLoad, r)));
  put(depotRoutes, d, int(depotRoutes, d) + i32(to > from) - i32(int(routeSize, r) > 0));
  set(routeLoad, r, load);
  put(routeSize, r, to - from);
  if (to == from) release(r);
}

function takeSlot(depot: i32): i32 {
  const r = int(freeSlots, --freeCount);
  standAt(r, depot);
  link(first(r), last(r));
  put(modified, r, moves);
  set(loadUpTo, last(r), 0);
  set(reversalUpTo, last(r), 0);
  put(position, last(r), 1);
  return r;
}

function standAt(r: i32, depot: i32): void {
  put(routeDepot, r, depot);
  put(place, first(r), n + depot);
  put(place, last(r), n + depot);
}
