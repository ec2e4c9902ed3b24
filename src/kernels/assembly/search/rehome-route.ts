/** src/search/engine/moves/rehome-route.ts */
import { arc, epsilon, int, m, n, next, open, prev, real, routeDepot, routeLoad } from './memory';
import { countMove, depotPenaltyDelta, first, fixedDelta, last, link, refresh, rehome } from './state';

let hangFirst: i32 = -1;
let bestDepot: i32 = -1;
let bestFirst: i32 = -1;

function hangingDelta(r: i32, depot: i32): f64 {
  const home = n + depot;
  const head = int(next, first(r));
  const tail = int(prev, last(r));
  const now = n + int(routeDepot, r);
  let best: f64 = Infinity;
  let a = tail;
  let b = head;
  for (;;) {
    const extra = arc(home, b) + arc(a, home) - arc(a, b);
    if (extra < best) {
      best = extra;
      hangFirst = b;
    }
    a = b;
    b = int(next, b);
    if (b >= n) break;
  }
  return best + arc(tail, head) - arc(now, head) - arc(tail, now);
}

export function findRehoming(r: i32): bool {
  const from = int(routeDepot, r);
  let bestDelta = -epsilon;
  bestDepot = -1;
  for (let d = 0; d < m; d++) {
    if (!int(open, d)) continue;
    let delta = hangingDelta(r, d);
    if (d != from) delta += fixedDelta(from, d) + depotPenaltyDelta(from, d, real(routeLoad, r));
    if (delta < bestDelta) {
      bestDelta = delta;
      bestDepot = d;
      bestFirst = hangFirst;
    }
  }
  return bestDepot >= 0;
}

export function rehomeRoute(r: i32): void {
  const head = int(next, first(r));
  if (bestFirst != head) {
    const tail = int(prev, last(r));
    const cut = int(prev, bestFirst);
    link(tail, head);
    link(first(r), bestFirst);
    link(cut, last(r));
  }
  countMove();
  if (bestDepot != int(routeDepot, r)) rehome(r, bestDepot);
  refresh(r);
}
