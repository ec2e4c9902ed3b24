/**
 * 2-opt* between two routes, both ways of joining; a tail that changes route drives home to another depot.
 *
 *   tails:    A…u y…   and  B…v x…      (route of u keeps its depot and takes the tail behind v)
 *   heads:    A…u v…b₁  and  B aₙ…x y…   (route of u takes the head of v reversed; route of v takes both tails, the first reversed)
 */
import { cannotImprove, depotsDelta, fixedChange, needsTimes, overload, trialDelta, withTimes } from '../evaluate';
import { typeOf } from '../fleet';
import { rulePenalty } from '../rules';
import { begin, head, makeMove, startMove, startSizing, tail, turnedHead, turnedTail, Make, Try } from '../segment';
import { arc } from '../travel';

/** Whether it does not matter on which of two routes an arc or a customer is. */
@inline function arcsTell(a: i32, b: i32): bool {
  return typeOf(a) == typeOf(b) && real(handlingCost, int(routeDepot, a)) == real(handlingCost, int(routeDepot, b));
}

/** u and v are nodes of two routes; they may be route starts. */
export function swapTailsDelta(u: i32, v: i32): f64 {
  const a = int(route, u);
  const b = int(route, v);
  const depotA = int(routeDepot, a);
  const depotB = int(routeDepot, b);
  const x = int(next, u);
  const y = int(next, v);
  const homeA = n + depotA;
  const homeB = n + depotB;
  // A tail with nobody on it is the way home, to the depot of the route that keeps the head.
  let delta = arc(at(u), y < n ? y : homeA) + arc(at(v), x < n ? x : homeB) - real(leg, u) - real(leg, v);
  if (depotA != depotB) {
    if (x < n) {
      const end = int(prev, last(a));
      delta += arc(end, homeB) - real(leg, end);
    }
    if (y < n) {
      const end = int(prev, last(b));
      delta += arc(end, homeA) - real(leg, end);
    }
  }
  const sizeA = int(position, u) + int(routeSize, b) - int(position, v);
  delta += fixedChange(a, sizeA, b, int(routeSize, a) + int(routeSize, b) - sizeA);
  if (FLEET) {
    const shift = real(routeLoad, a) - real(loadUpTo, u) - (real(routeLoad, b) - real(loadUpTo, v));
    if (arcsTell(a, b) && cannotImprove(a, b, delta, 0, overload(a, b, shift))) return max<f64>(0, delta);
  } else if (cannotImprove(a, b, delta)) return delta;
  startSizing();
  delta = tailsSwapped<Try>(u, v, delta);
  return needsTimes(delta, -epsilon) ? withTimes(tailsSwapped<Try>(u, v, delta)) : delta;
}

export function swapTails(u: i32, v: i32): void {
  startMove();
  tailsSwapped<Make>(u, v, 0);
  makeMove();
}

function tailsSwapped<T>(u: i32, v: i32, arcs: f64): f64 {
  const a = int(route, u);
  const b = int(route, v);
  const rules = RULES ? rulePenalty() : 0;
  begin<T>(a);
  head<T>(u);
  tail<T>(v);
  const delta = arcs + trialDelta<T>(a);
  begin<T>(b);
  head<T>(v);
  tail<T>(u);
  return delta + (trialDelta<T>(b) + depotsDelta<T>(a, b, rules));
}

export function joinHeadsDelta(u: i32, v: i32): f64 {
  const a = int(route, u);
  const b = int(route, v);
  const depotA = int(routeDepot, a);
  const depotB = int(routeDepot, b);
  const homeA = n + depotA;
  const homeB = n + depotB;
  const x = int(next, u);
  const y = int(next, v);
  let delta = -real(leg, u) - real(leg, v);
  // Route of u: u, then the head of v backwards, home to A.
  if (v < n) {
    const firstB = int(next, first(b));
    delta += arc(at(u), v) + arc(firstB, homeA) - real(leg, first(b)) + real(reversalUpTo, v) - real(reversalUpTo, firstB);
  } else delta += arc(at(u), homeA);
  // Route of v: from B the tail of u backwards, then y onwards.
  if (x < n) {
    const lastA = int(prev, last(a));
    delta += arc(x, at(y)) + arc(homeB, lastA) - real(leg, lastA) + real(reversalUpTo, lastA) - real(reversalUpTo, x);
  } else delta += arc(homeB, at(y));
  const sizeA = int(position, u) + int(position, v);
  delta += fixedChange(a, sizeA, b, int(routeSize, a) + int(routeSize, b) - sizeA);
  if (FLEET) {
    const shift = real(routeLoad, a) - real(loadUpTo, u) - real(loadUpTo, v);
    if (arcsTell(a, b) && cannotImprove(a, b, delta, 0, overload(a, b, shift))) return max<f64>(0, delta);
  } else if (cannotImprove(a, b, delta)) return delta;
  startSizing();
  delta = headsJoined<Try>(u, v, delta);
  return needsTimes(delta, -epsilon) ? withTimes(headsJoined<Try>(u, v, delta)) : delta;
}

export function joinHeads(u: i32, v: i32): void {
  startMove();
  headsJoined<Make>(u, v, 0);
  makeMove();
}

function headsJoined<T>(u: i32, v: i32, arcs: f64): f64 {
  const a = int(route, u);
  const b = int(route, v);
  const rules = RULES ? rulePenalty() : 0;
  begin<T>(a);
  head<T>(u);
  turnedHead<T>(v);
  const delta = arcs + trialDelta<T>(a);
  begin<T>(b);
  turnedTail<T>(u);
  tail<T>(v);
  return delta + (trialDelta<T>(b) + depotsDelta<T>(a, b, rules));
}
