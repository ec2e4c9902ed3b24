/** With fleets: places for the absent where vehicles differ or times matter: a route may take a customer by changing its vehicle. */
import { leastTime, sameClock, updateClock } from './clock';
import { price } from './crowding';
import { breach, fixedDelta, priceWith, reprice } from './evaluate';
import { baseOf, hasRoom, hasVehicle, typeOf } from './fleet';
import { changeVehicle } from './state';
import { touchedAt, touchedCount } from './touched';

/** The best found: what it costs, the node that it comes behind, and the type that the route changes to (−1: none). */
export let placeCost: f64 = Infinity;
export let placeAfter: i32 = -1;
export let placeOver: f64 = 0;
let placeType: i32 = -1;

export function startPlacing(): void {
  placeCost = Infinity;
  placeAfter = -1;
}

/** Customer i behind a node of route r, which costs `arcs` more in arcs. */
export function tryPlace(i: i32, r: i32, after: i32, arcs: f64, over: f64): void {
  const base = arcs + price * over;
  if (base >= placeCost) return;
  const was = real(routePenalty, r);
  const load = real(routeLoad, r) + real(demand, i);
  const own = typeOf(r);
  if (load <= real(typeCapacity, own)) {
    const extra = priceWith(r, own, i, after, placeCost - base + was) - was;
    if (breach == 0) {
      take(base + extra, after, over, -1);
      return;
    }
  }
  if (types == 1) return;
  const depot = int(routeDepot, r);
  for (let type = 0; type < types; type++) {
    if (type == own || load > real(typeCapacity, type)) continue;
    const other = type * m + depot;
    const fixed = base - was + fixedDelta(baseOf(r), other);
    if (fixed + leastPrice(r, type) >= placeCost || !hasVehicle(other)) continue;
    const cost = fixed + priceWith(r, type, i, after, placeCost - fixed);
    if (breach == 0) take(cost, after, over, type);
  }
}

/** Customer i alone on the empty route r. */
export function tryAlone(i: i32, r: i32, arcs: f64, over: f64): void {
  const base = arcs + price * over + fixedDelta(-1, baseOf(r));
  if (base >= placeCost || !hasVehicle(baseOf(r)) || !hasRoom(int(routeDepot, r))) return;
  const extra = priceWith(r, typeOf(r), i, first(r));
  if (breach == 0) take(base + extra, first(r), over, -1);
}

/** About the least that route r can cost on a vehicle of another type: to know that exactly, its stops have to be timed one by one. */
@inline function leastPrice(r: i32, type: i32): f64 {
  const price = real(surcharge, type) * fact(r, lengthFact);
  return isTimed() ? price + real(costPerTime, type) * leastTime(r, type) : price;
}

@inline function take(cost: f64, after: i32, over: f64, type: i32): void {
  if (cost >= placeCost) return;
  placeCost = cost;
  placeAfter = after;
  placeOver = over;
  placeType = type;
}

/** Before the customer joins: the vehicle that takes it. */
export function prepareVehicle(r: i32): void {
  if (placeType >= 0) exchangeVehicle(r, placeType);
}

/** After customer i has joined. */
export function settlePlace(i: i32, r: i32): void {
  if (isTimed()) updateClock(r, i, i);
  reprice(r);
}

function exchangeVehicle(r: i32, type: i32): void {
  const same = !isTimed() || sameClock(type, typeOf(r), int(routeDepot, r));
  changeVehicle(r, type);
  if (!same) updateClock(r, int(next, first(r)), int(prev, last(r)));
}

/** Each route that has been changed takes the cheapest vehicle of its depot that does; the change of cost. */
export function chooseVehicles(): f64 {
  let change: f64 = 0;
  if (types == 1) return change;
  for (let k = 0; k < touchedCount; k++) {
    const r = touchedAt(k);
    if (int(routeSize, r) == 0) continue;
    const was = real(routePenalty, r);
    const load = real(routeLoad, r);
    const depot = int(routeDepot, r);
    let best = -epsilon;
    let bestType = -1;
    for (let type = 0; type < types; type++) {
      const other = type * m + depot;
      if (type == typeOf(r) || load > real(typeCapacity, type)) continue;
      const fixed = fixedDelta(baseOf(r), other) - was;
      if (fixed + leastPrice(r, type) >= best || !hasVehicle(other)) continue;
      const delta = fixed + priceWith(r, type, -1, -1);
      if (breach > 0 || delta >= best) continue;
      best = delta;
      bestType = type;
    }
    if (bestType < 0) continue;
    change += fixedDelta(baseOf(r), bestType * m + depot);
    exchangeVehicle(r, bestType);
    change += reprice(r);
  }
  return change;
}
