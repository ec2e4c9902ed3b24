/** FLEET: places for the absent where vehicles differ: a route may take a customer by changing its vehicle. */
import { price } from './crowding';
import { breach, fixedDelta, trialPrice } from './evaluate';
import { baseOf, hasRoom, hasVehicle, typeCapacity, typeOf } from './fleet';
import { epsilon, first, int, m, next, real, routeDepot, routeLoad, routePenalty, routeSize, types } from './memory';
import { begin, beginAt, carried, head, stretch, tail } from './segment';
import { changeVehicle, reprice } from './state';
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
  begin(r);
  head(after);
  stretch(i, i);
  tail(after);
  const extra = trialPrice() - real(routePenalty, r);
  if (breach == 0) {
    take(base + extra, after, over, -1);
    return;
  }
  if (types == 1) return;
  const load = carried;
  const depot = int(routeDepot, r);
  for (let type = 0; type < types; type++) {
    const other = type * m + depot;
    if (type == typeOf(r) || load > real(typeCapacity, type) || !hasVehicle(other)) continue;
    beginAt(depot, type);
    if (after != first(r)) stretch(int(next, first(r)), after);
    stretch(i, i);
    tail(after);
    const cost = base + trialPrice() - real(routePenalty, r) + fixedDelta(baseOf(r), other);
    if (breach == 0) take(cost, after, over, type);
  }
}

/** Customer i alone on the empty route r. */
export function tryAlone(i: i32, r: i32, arcs: f64, over: f64): void {
  const base = arcs + price * over + fixedDelta(-1, baseOf(r));
  if (base >= placeCost || !hasVehicle(baseOf(r)) || !hasRoom(int(routeDepot, r))) return;
  begin(r);
  stretch(i, i);
  const extra = trialPrice();
  if (breach == 0) take(base + extra, first(r), over, -1);
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
  if (placeType >= 0) changeVehicle(r, placeType);
}

/** Each route that has been changed takes the cheapest vehicle of its depot that does; the change of cost. */
export function chooseVehicles(): f64 {
  let change: f64 = 0;
  if (types == 1) return change;
  for (let k = 0; k < touchedCount; k++) {
    const r = touchedAt(k);
    if (int(routeSize, r) == 0) continue;
    let best = -epsilon;
    let bestType = -1;
    const load = real(routeLoad, r);
    for (let type = 0; type < types; type++) {
      const other = type * m + int(routeDepot, r);
      if (type == typeOf(r) || load > real(typeCapacity, type) || !hasVehicle(other)) continue;
      const fixed = fixedDelta(baseOf(r), other);
      if (fixed >= real(routePenalty, r)) continue;
      beginAt(int(routeDepot, r), type);
      tail(first(r));
      const delta = trialPrice() - real(routePenalty, r) + fixed;
      if (breach > 0 || delta >= best) continue;
      best = delta;
      bestType = type;
    }
    if (bestType < 0) continue;
    change += fixedDelta(baseOf(r), bestType * m + int(routeDepot, r));
    changeVehicle(r, bestType);
    change += reprice(r);
  }
  return change;
}
