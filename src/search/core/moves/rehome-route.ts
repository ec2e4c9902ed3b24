/** A whole route goes to another open depot or vehicle, turned to its best starting point; or is only turned where it is. */
import { cannotHang, depotPenaltyDelta, fixedDelta, trialDelta } from '../evaluate';
import { baseOf, depotAt, mayStart, typeAt } from '../fleet';
import { endTrial, rulePenalty } from '../rules';
import { beginAt, stretch, Try } from '../segment';
import { countMove, link, refresh, rehome } from '../state';
import { arc } from '../travel';

/** The customer that comes first, as `hangingDelta` last found. */
export let hangFirst: i32 = -1;
/** The best found: how much it changes, where the route goes and who comes first. */
export let rehomingDelta: f64 = 0;
let bestBase: i32 = -1;
let bestFirst: i32 = -1;

/** The cheapest way to hang the closed tour of route r on a depot: cut one arc (a, b), drive home → b … a → home. The change in travel. */
export function hangingDelta(r: i32, depot: i32): f64 {
  const home = n + depot;
  const head = int(next, first(r));
  const tail = int(prev, last(r));
  const closing = arc(tail, head);
  let best = arc(home, head) + arc(tail, home) - closing;
  hangFirst = head;
  for (let a = head; ; ) {
    const b = int(next, a);
    if (b >= n) break;
    const extra = arc(home, b) + arc(a, home) - real(leg, a);
    if (extra < best) {
      best = extra;
      hangFirst = b;
    }
    a = b;
  }
  return best + closing - real(leg, first(r)) - real(leg, tail);
}

/** The same without a turn. */
export function straightDelta(r: i32, depot: i32): f64 {
  const home = n + depot;
  const tail = int(prev, last(r));
  return arc(home, int(next, first(r))) + arc(tail, home) - real(leg, first(r)) - real(leg, tail);
}

/** Change of all penalties but those of depots for their load, when route r hangs on a base and `front` comes first. */
export function hangingPenalty(r: i32, base: i32, front: i32): f64 {
  if (!RULES) return 0;
  const rules = RULES ? rulePenalty() : 0;
  const head = int(next, first(r));
  beginAt(depotAt(base), typeAt(base));
  stretch<Try>(front, int(prev, last(r)));
  if (front != head) stretch<Try>(head, int(prev, front));
  const delta = trialDelta<Try>(r);
  return RULES ? delta + endTrial(rules) : delta;
}

/** Looks for the best open depot, vehicle and turn for route r; true when it gains. O(size · open depots). */
export function findRehoming(r: i32): bool {
  const from = int(routeDepot, r);
  const now = baseOf(r);
  rehomingDelta = -epsilon;
  bestBase = -1;
  for (let d = 0; d < m; d++) {
    if (!int(open, d)) continue;
    const travel = hangingDelta(r, d);
    const hung = hangFirst;
    const load = d != from ? depotPenaltyDelta(from, d, real(routeLoad, r)) : 0;
    for (let b = d; b < m * types; b += m) {
      if (!mayStart(b)) continue;
      const fixed = b != now ? fixedDelta(now, b) + load : 0;
      let delta = travel + fixed;
      if (RULES) delta = cannotHang(r, b, travel, fixed) ? Infinity : delta + hangingPenalty(r, b, hung);
      if (delta < rehomingDelta) {
        rehomingDelta = delta;
        bestBase = b;
        bestFirst = hung;
      }
      // Turning a route round its depot seldom keeps its hours: the same with the first stop as it is.
      if (!isTimed() || hung == int(next, first(r))) continue;
      const straight = straightDelta(r, d);
      if (cannotHang(r, b, straight, fixed)) continue;
      const kept = straight + fixed + hangingPenalty(r, b, int(next, first(r)));
      if (kept >= rehomingDelta) continue;
      rehomingDelta = kept;
      bestBase = b;
      bestFirst = int(next, first(r));
    }
  }
  return bestBase >= 0;
}

export function applyRehoming(r: i32): void {
  rehomeRoute(r, bestBase, bestFirst);
}

export function rehomeRoute(r: i32, base: i32, front: i32): void {
  const head = int(next, first(r));
  if (front != head) {
    const tail = int(prev, last(r));
    const cut = int(prev, front);
    link(tail, head);
    link(first(r), front);
    link(cut, last(r));
  }
  countMove();
  if (base != baseOf(r)) rehome(r, base);
  refresh(r);
}
