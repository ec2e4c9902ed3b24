/** The customers behind u up to v, on one route, are driven the other way round. */
import { arcsDecide, needsTimes, trialDelta, withTimes } from '../evaluate';
import { begin, head, makeMove, startMove, startSizing, tail, turned } from '../segment';
import { arc } from '../travel';

export function twoOptDelta(u: i32, v: i32): f64 {
  const x = int(next, u);
  let delta = arc(at(u), v) + arc(x, at(int(next, v))) - real(leg, u) - real(leg, v) + real(reversalUpTo, v) - real(reversalUpTo, x);
  if (arcsDecide(int(route, u), delta)) return delta;
  startSizing();
  delta += reversed(u, v);
  return needsTimes(delta, -epsilon) ? withTimes(delta + reversed(u, v)) : delta;
}

export function twoOpt(u: i32, v: i32): void {
  startMove();
  reversed(u, v);
  makeMove();
}

function reversed(u: i32, v: i32): f64 {
  const r = int(route, u);
  begin(r);
  head(u);
  turned(int(next, u), v);
  tail(v);
  return trialDelta(r);
}
