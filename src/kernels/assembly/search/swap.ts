/** src/search/engine/moves/swap.ts */
import { arc, demand, depotPenalty, int, next, prev, real, route, routeDepot, routePenalty } from './memory';
import { at, countMove, depotPenaltyDelta, link, refresh, vehiclePenaltyDelta } from './state';

export function swapDelta(a: i32, aEnd: i32, b: i32, bEnd: i32): f64 {
  const aBefore = at(int(prev, a));
  const aAfter = at(int(next, aEnd));
  const bBefore = at(int(prev, b));
  const bAfter = at(int(next, bEnd));
  const delta =
    arc(aBefore, b) + arc(bEnd, aAfter) + arc(bBefore, a) + arc(aEnd, bAfter) - arc(aBefore, a) - arc(aEnd, aAfter) - arc(bBefore, b) - arc(bEnd, bAfter);
  const from = int(route, a);
  const to = int(route, b);
  if (from == to) return delta;
  const depotA = int(routeDepot, from);
  const depotB = int(routeDepot, to);
  if (delta >= real(routePenalty, from) + real(routePenalty, to) + real(depotPenalty, depotA) + real(depotPenalty, depotB)) return delta;
  let shift = real(demand, a) - real(demand, b);
  if (aEnd != a) shift += real(demand, aEnd);
  if (bEnd != b) shift -= real(demand, bEnd);
  return delta + (vehiclePenaltyDelta(from, to, shift) + depotPenaltyDelta(depotA, depotB, shift));
}

export function swap(a: i32, aEnd: i32, b: i32, bEnd: i32): void {
  const from = int(route, a);
  const to = int(route, b);
  const aBefore = int(prev, a);
  const aAfter = int(next, aEnd);
  const bBefore = int(prev, b);
  const bAfter = int(next, bEnd);
  link(aBefore, b);
  link(bEnd, aAfter);
  link(bBefore, a);
  link(aEnd, bAfter);
  countMove();
  refresh(from);
  if (to != from) refresh(to);
}
