/** With fleets: places for the absent where vehicles differ or times matter: a route may take a customer by changing its vehicle. */
import { sameClock, updateClock } from './clock';
import { price } from './crowding';
import { carries, feasiblePrice, fixedDelta, joinPrice, leastPrice, reprice, servedBy, slackOf } from './evaluate';
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

/** Customer i behind node j of route r or behind the one before it, which costs so much in arcs; `over`: by how much it overfills the depot. */
export function tryPlaces(i: i32, r: i32, j: i32, behind: f64, ahead: f64, over: f64): void {
  const own = typeOf(r);
  const others = price * over;
  if (!carries(r, own, i)) {
    tryOtherTypes(i, r, j, behind, over);
    tryOtherTypes(i, r, int(prev, j), ahead, over);
    return;
  }
  const least = others + joinPrice(i, own, int(routeDepot, r)) - slackOf(r);
  const rate = real(arcRate, own);
  if (rate * behind + least < placeCost && !tryPlace(i, r, own, j, behind + others - real(routePenalty, r), over, -1))
    tryOtherTypes(i, r, j, behind, over);
  if (rate * ahead + least < placeCost && !tryPlace(i, r, own, int(prev, j), ahead + others - real(routePenalty, r), over, -1))
    tryOtherTypes(i, r, int(prev, j), ahead, over);
}

/** Whether a vehicle of the type can be in time. `others`: what the place costs beyond the price of the route with customer i. */
@inline function tryPlace(i: i32, r: i32, type: i32, after: i32, others: f64, over: f64, change: i32): bool {
  const cost = others + feasiblePrice(r, type, i, after, placeCost - others);
  if (cost >= placeCost) return cost < Infinity;
  placeCost = cost;
  placeAfter = after;
  placeOver = over;
  placeType = change;
  return true;
}

function tryOtherTypes(i: i32, r: i32, after: i32, arcs: f64, over: f64): void {
  if (types == 1) return;
  const depot = int(routeDepot, r);
  const own = typeOf(r);
  const others = arcs + price * over - real(routePenalty, r) - real(fixedCost, own);
  const length = fact(r, lengthFact) + arcs * lengthOfCost;
  for (let type = 0; type < types; type++) {
    if (type == own || !carries(r, type, i)) continue;
    const base = others + real(fixedCost, type);
    const least = leastPrice(type, depot, real(routeLoad, r), length, servedBy(r)) + joinPrice(i, type, depot);
    if (base + least < placeCost && hasVehicle(type * m + depot)) tryPlace(i, r, type, after, base, over, type);
  }
}

/** Customer i alone on the empty route r. */
export function tryAlone(i: i32, r: i32, arcs: f64, over: f64): void {
  const type = typeOf(r);
  const depot = int(routeDepot, r);
  const least = real(arcRate, type) * arcs + joinPrice(i, type, depot) + real(fixedCost, type);
  if (least >= placeCost || !carries(r, type, i) || !hasVehicle(baseOf(r)) || !hasRoom(depot)) return;
  tryPlace(i, r, type, first(r), arcs + price * over + fixedDelta(-1, baseOf(r)), over, -1);
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
      if (type == typeOf(r)) continue;
      const fixed = real(fixedCost, type) - real(fixedCost, typeOf(r)) - was;
      const least = leastPrice(type, depot, load, fact(r, lengthFact), servedBy(r));
      if (fixed + least >= best || !carries(r, type, -1) || !hasVehicle(other)) continue;
      const delta = fixed + feasiblePrice(r, type, -1, -1, best - fixed);
      if (delta >= best) continue;
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
