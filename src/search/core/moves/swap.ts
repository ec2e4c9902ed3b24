/** One or two customers in a row change places with one or two others, of the same route or of another. */
import { arcsDecide, cannotImprove, depotsDelta, needsTimes, overload, transferPrice, trialDelta, withTimes } from '../evaluate';
import { rulePenalty } from '../rules';
import { begin, head, loadOf, makeMove, startMove, startSizing, stretch, tail, Make, Try } from '../segment';
import { arc } from '../travel';

/** a … aEnd and b … bEnd do not overlap, and neither comes right behind the other. */
export function swapDelta(a: i32, aEnd: i32, b: i32, bEnd: i32): f64 {
  const aBefore = int(prev, a);
  const bBefore = int(prev, b);
  let delta =
    arc(at(aBefore), b) + arc(bEnd, at(int(next, aEnd))) + arc(at(bBefore), a) + arc(aEnd, at(int(next, bEnd))) -
    real(leg, aBefore) - real(leg, aEnd) - real(leg, bBefore) - real(leg, bEnd);
  const from = int(route, a);
  const to = int(route, b);
  // Within a route, arcs say as much as sizes.
  if (from == to) return arcsDecide(from, delta) ? delta : exchanged<Try>(a, aEnd, b, bEnd, delta);
  if (FLEET) {
    const ofA = a != aEnd ? real(leg, a) : 0;
    const ofB = b != bEnd ? real(leg, b) : 0;
    const inTo = arc(at(bBefore), a) + arc(aEnd, at(int(next, bEnd))) + ofA - real(leg, bBefore) - real(leg, bEnd) - ofB;
    const transfers = transferPrice(a, aEnd, from, to) + transferPrice(b, bEnd, to, from);
    if (cannotImprove(from, to, delta, inTo, transfers + overload(from, to, loadOf(a, aEnd) - loadOf(b, bEnd)))) return max<f64>(0, delta);
  } else if (cannotImprove(from, to, delta)) return delta;
  startSizing();
  delta = exchanged<Try>(a, aEnd, b, bEnd, delta);
  return needsTimes(delta, -epsilon) ? withTimes(exchanged<Try>(a, aEnd, b, bEnd, delta)) : delta;
}

export function swap(a: i32, aEnd: i32, b: i32, bEnd: i32): void {
  startMove();
  exchanged<Make>(a, aEnd, b, bEnd, 0);
  makeMove();
}

function exchanged<T>(a: i32, aEnd: i32, b: i32, bEnd: i32, arcs: f64): f64 {
  const from = int(route, a);
  const to = int(route, b);
  if (from == to) return arcs + (int(position, a) < int(position, b) ? within<T>(from, a, aEnd, b, bEnd) : within<T>(from, b, bEnd, a, aEnd));
  const rules = RULES ? rulePenalty() : 0;
  begin<T>(from);
  head<T>(int(prev, a));
  stretch<T>(b, bEnd);
  tail<T>(aEnd);
  const delta = arcs + trialDelta<T>(from);
  begin<T>(to);
  head<T>(int(prev, b));
  stretch<T>(a, aEnd);
  tail<T>(bEnd);
  return delta + (trialDelta<T>(to) + depotsDelta<T>(from, to, rules));
}

function within<T>(r: i32, a: i32, aEnd: i32, b: i32, bEnd: i32): f64 {
  begin<T>(r);
  head<T>(int(prev, a));
  stretch<T>(b, bEnd);
  stretch<T>(int(next, aEnd), int(prev, b));
  stretch<T>(a, aEnd);
  tail<T>(bEnd);
  return trialDelta<T>(r);
}
