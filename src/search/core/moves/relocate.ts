/** One customer, or two in a row, in order or reversed, goes behind node v. */
import { arcsDecide, cannotImprove, depotsDelta, fixedChange, needsTimes, overload, transferPrice, trialDelta, withTimes } from '../evaluate';
import { rulePenalty } from '../rules';
import { begin, head, loadOf, makeMove, startMove, startSizing, stretch, tail, turned, Make, Try } from '../segment';
import { arc } from '../travel';

/** i … last are one or two customers; v is not among them and not right before them. */
export function relocateDelta(i: i32, last: i32, v: i32, reversed: bool): f64 {
  const before = int(prev, i);
  const after = int(next, last);
  const then = int(next, v);
  const front = reversed ? last : i;
  const back = reversed ? i : last;
  let delta = arc(at(before), at(after)) - real(leg, before) - real(leg, last) + arc(at(v), front) + arc(back, at(then)) - real(leg, v);
  if (reversed && i != last) delta += arc(last, i) - real(leg, i);

  const a = int(route, i);
  const b = int(route, v);
  if (a == b) return arcsDecide(a, delta) ? delta : delta + within<Try>(a, i, last, v, reversed);
  const count = i == last ? 1 : 2;
  const fixed = fixedChange(a, int(routeSize, a) - count, b, int(routeSize, b) + count);
  if (FLEET) {
    const left = arc(at(before), at(after)) - real(leg, before) - real(leg, last) - (i != last ? real(leg, i) : 0);
    if (cannotImprove(a, b, delta, delta - left, fixed + transferPrice(i, last, a, b) + overload(a, b, loadOf(i, last)))) return max<f64>(0, delta + fixed);
  }
  delta += fixed;
  return !FLEET && cannotImprove(a, b, delta) ? delta : relocationDelta(a, b, i, last, v, reversed, delta, -epsilon);
}

/** With all that is paid and broken, on top of the change of arcs; at least, where that is not below `worth`. */
@inline export function relocationDelta(a: i32, b: i32, i: i32, last: i32, v: i32, reversed: bool, arcs: f64, worth: f64): f64 {
  startSizing();
  const delta = between<Try>(a, b, i, last, v, reversed, arcs);
  return needsTimes(delta, worth) ? withTimes(between<Try>(a, b, i, last, v, reversed, delta)) : delta;
}

export function relocate(i: i32, last: i32, v: i32, reversed: bool): void {
  const a = int(route, i);
  const b = int(route, v);
  startMove();
  if (a == b) within<Make>(a, i, last, v, reversed);
  else between<Make>(a, b, i, last, v, reversed, 0);
  makeMove();
}

function between<T>(a: i32, b: i32, i: i32, last: i32, v: i32, reversed: bool, arcs: f64): f64 {
  const rules = RULES ? rulePenalty() : 0;
  begin<T>(a);
  head<T>(int(prev, i));
  tail<T>(last);
  const delta = arcs + trialDelta<T>(a);
  begin<T>(b);
  head<T>(v);
  if (reversed) turned<T>(i, last);
  else stretch<T>(i, last);
  tail<T>(v);
  return delta + (trialDelta<T>(b) + depotsDelta<T>(a, b, rules));
}

function within<T>(r: i32, i: i32, last: i32, v: i32, reversed: bool): f64 {
  const ahead = int(position, v) < int(position, i);
  begin<T>(r);
  if (ahead) head<T>(v);
  else {
    head<T>(int(prev, i));
    stretch<T>(int(next, last), v);
  }
  if (reversed) turned<T>(i, last);
  else stretch<T>(i, last);
  if (ahead) {
    stretch<T>(int(next, v), int(prev, i));
    tail<T>(last);
  } else tail<T>(v);
  return trialDelta<T>(r);
}
