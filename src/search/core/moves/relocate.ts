/** One customer, or two in a row, in order or reversed, goes behind node v. */
import { arcsDecide, cannotImprove, depotsDelta, fixedChange, trialDelta } from '../evaluate';
import { rulePenalty } from '../rules';
import { begin, head, stretch, tail, turned } from '../segment';
import { countMove, link, refresh } from '../state';
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
  if (a == b) return arcsDecide(a, delta) ? delta : delta + withinDelta(a, i, last, v, reversed);
  const count = i == last ? 1 : 2;
  delta += fixedChange(a, int(routeSize, a) - count, b, int(routeSize, b) + count);
  if (cannotImprove(a, b, delta)) return delta;
  const rules = RULES ? rulePenalty() : 0;
  begin(a);
  head(before);
  tail(last);
  delta += trialDelta(a);
  begin(b);
  head(v);
  if (reversed) turned(i, last);
  else stretch(i, last);
  tail(v);
  return delta + (trialDelta(b) + depotsDelta(a, b, rules));
}

function withinDelta(r: i32, i: i32, last: i32, v: i32, reversed: bool): f64 {
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

export function relocate(i: i32, last: i32, v: i32, reversed: bool): void {
  const from = int(route, i);
  const to = int(route, v);
  link(int(prev, i), int(next, last));
  const then = int(next, v);
  if (reversed && i != last) {
    link(v, last);
    link(last, i);
    link(i, then);
  } else {
    link(v, i);
    link(last, then);
  }
  countMove();
  refresh(from);
  if (to != from) refresh(to);
}
