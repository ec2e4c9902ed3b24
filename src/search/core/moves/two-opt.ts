/** The customers behind u up to v, on one route, are driven the other way round. */
import { arcsDecide, trialDelta } from '../evaluate';
import { begin, head, makeMove, startMove, tail, turned, Make, Try } from '../segment';
import { arc } from '../travel';

export function twoOptDelta(u: i32, v: i32): f64 {
  const x = int(next, u);
  const delta = arc(at(u), v) + arc(x, at(int(next, v))) - real(leg, u) - real(leg, v) + real(reversalUpTo, v) - real(reversalUpTo, x);
  return arcsDecide(int(route, u), delta) ? delta : delta + reversed<Try>(u, v);
}

export function twoOpt(u: i32, v: i32): void {
  startMove();
  reversed<Make>(u, v);
  makeMove();
}

function reversed<T>(u: i32, v: i32): f64 {
  const r = int(route, u);
  begin<T>(r);
  head<T>(u);
  turned<T>(int(next, u), v);
  tail<T>(v);
  return trialDelta<T>(r);
}
