/** One or two customers in a row change places with one or two others, of the same route or of another. */
import { arcsDecide, cannotImprove, depotsDelta, trialDelta } from '../evaluate';
import { rulePenalty } from '../rules';
import { begin, head, stretch, tail } from '../segment';
import { countMove, link, refresh } from '../state';
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
  if (from == to) {
    if (arcsDecide(from, delta)) return delta;
    return delta + (int(position, a) < int(position, b) ? withinDelta(from, a, aEnd, b, bEnd) : withinDelta(from, b, bEnd, a, aEnd));
  }
  if (cannotImprove(from, to, delta)) return delta;
  const rules = RULES ? rulePenalty() : 0;
  begin(from);
  head(aBefore);
  stretch(b, bEnd);
  tail(aEnd);
  delta += trialDelta(from);
  begin(to);
  head(bBefore);
  stretch(a, aEnd);
  tail(bEnd);
  return delta + (trialDelta(to) + depotsDelta(from, to, rules));
}

function withinDelta(r: i32, a: i32, aEnd: i32, b: i32, bEnd: i32): f64 {
  begin(r);
  head(int(prev, a));
  stretch(b, bEnd);
  stretch(int(next, aEnd), int(prev, b));
  stretch(a, aEnd);
  tail(bEnd);
  return trialDelta(r);
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
