/** src/search/engine/moves/two-opt.ts */
import { arc, int, next, prev, put, real, reversalUpTo, route } from './memory';
import { at, countMove, link, refresh } from './state';

export function twoOptDelta(u: i32, v: i32): f64 {
  const x = int(next, u);
  const from = at(u);
  const to = at(int(next, v));
  return arc(from, v) + arc(x, to) - arc(from, x) - arc(v, to) + real(reversalUpTo, v) - real(reversalUpTo, x);
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
