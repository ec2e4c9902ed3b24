/** The customers behind u up to v, on one route, are driven the other way round. */
import { arcsDecide, trialDelta } from '../evaluate';
import { begin, head, tail, turned } from '../segment';
import { countMove, link, refresh } from '../state';
import { arc } from '../travel';

export function twoOptDelta(u: i32, v: i32): f64 {
  const x = int(next, u);
  const delta = arc(at(u), v) + arc(x, at(int(next, v))) - real(leg, u) - real(leg, v) + real(reversalUpTo, v) - real(reversalUpTo, x);
  const r = int(route, u);
  if (arcsDecide(r, delta)) return delta;
  begin(r);
  head(u);
  turned(x, v);
  tail(v);
  return delta + trialDelta(r);
}

export function twoOpt(u: i32, v: i32): void {
  const x = int(next, u);
  const y = int(next, v);
  for (let node = x; node != y; ) {
    const following = int(next, node);
    put(next, node, int(prev, node));
    put(prev, node, following);
    node = following;
  }
  link(u, v);
  link(x, y);
  countMove();
  refresh(int(route, u));
}
