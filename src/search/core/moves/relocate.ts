/** One customer, or two in a row, in order or reversed, goes behind node v. */
import { arcsDecide, cannotImprove, depotsDelta, fixedChange, needsTimes, overload, transferPrice, trialDelta, withTimes } from '../evaluate';
import { rulePenalty } from '../rules';
import { begin, head, loadOf, makeMove, startMove, startSizing, stretch, tail, turned } from '../segment';
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
  if (a == b) return arcsDecide(a, delta) ? delta : delta + within(a, i, last, v, reversed);
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
export function relocationDelta(a: i32, b: i32, i: i32, last: i32, v: i32, reversed: bool, arcs: f64, worth: f64): f64 {
  startSizing();
  const delta = between(a, b, i, last, v, reversed, arcs);
  return needsTimes(delta, worth) ? withTimes(between(a, b, i, last, v, reversed, delta)) : delta;
}

export function relocate(i: i32, last: i32, v: i32, reversed: bool): void {
  const a = int(route, i);
  const b = int(route, v);
  startMove();
  if (a == b) within(a, i, last, v, reversed);
  else between(a, b, i, last, v, reversed, 0);
  makeMove();
}

function between(a: i32, b: i32, i: i32, last: i32, v: i32, reversed: bool, arcs: f64): f64 {
  const rules = RULES ? rulePenalty() : 0;
  begin(a);
  head(int(prev, i));
  tail(last);
  const delta = arcs + trialDelta(a);
  begin(b);
  head(v);
  if (reversed) turned(i, last);
  else stretch(i, last);
  tail(v);
  return delta + (trialDelta(b) + depotsDelta(a, b, rules));
}

function within(r: i32, i: i32, last: i32, v: i32, reversed: bool): f64 {
  const ahead = int(position, v) < int(position, i);
  begin(r);
  if (ahead) head(v);
  else {
    head(int(prev, i));
    stretch(int(next, last), v);
  }
  if (reversed) turned(i, last);
  else stretch(i, last);
  if (ahead) {
    stretch(int(next, v), int(prev, i));
    tail(last);
  } else tail(v);
  return trialDelta(r);
}
