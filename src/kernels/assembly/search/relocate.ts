/** src/search/engine/moves/relocate.ts */
import { arc, demand, depotPenalty, int, next, prev, real, route, routeDepot, routePenalty, routeSize } from './memory';
import { at, countMove, depotPenaltyDelta, fixedDelta, link, refresh, vehiclePenaltyDelta } from './state';

export function relocateDelta(first: i32, last: i32, v: i32, reversed: bool): f64 {
  const before = at(int(prev, first));
  const after = at(int(next, last));
  const here = at(v);
  const then = at(int(next, v));
  const head = reversed ? last : first;
  const tail = reversed ? first : last;
  let delta = arc(before, after) - arc(before, first) - arc(last, after) + arc(here, head) + arc(tail, then) - arc(here, then);
  if (reversed && first != last) delta += arc(last, first) - arc(first, last);

  const from = int(route, first);
  const to = int(route, v);
  if (from == to) return delta;
  const count = first == last ? 1 : 2;
  const shift = count == 1 ? real(demand, first) : real(demand, first) + real(demand, last);
  const lost = int(routeDepot, from);
  const gained = int(routeDepot, to);
  const empties = int(routeSize, from) == count;
  const fills = int(routeSize, to) == 0;
  if (empties || fills) delta += fixedDelta(empties ? lost : -1, fills ? gained : -1);
  if (delta >= real(routePenalty, from) + real(routePenalty, to) + real(depotPenalty, lost)) return delta;
  return delta + (vehiclePenaltyDelta(from, to, shift) + depotPenaltyDelta(lost, gained, shift));
}

export function relocate(first: i32, last: i32, v: i32, reversed: bool): void {
  const from = int(route, first);
  const to = int(route, v);
  link(int(prev, first), int(next, last));
  const then = int(next, v);
  if (reversed && first != last) {
    link(v, last);
    link(last, first);
    link(first, then);
  } else {
    link(v, first);
    link(last, then);
  }
  countMove();
  refresh(from);
  if (to != from) refresh(to);
}
