/** src/search/engine/moves/two-opt-star.ts */
import { arc, depotPenalty, int, loadUpTo, n, next, prev, real, reversalUpTo, route, routeDepot, routeLoad, routePenalty, routeSize } from './memory';
import { at, countMove, depotPenaltyDelta, first, fixedDelta, last, link, refresh, vehiclePenaltyDelta } from './state';

@inline function fixedPart(a: i32, b: i32, depotA: i32, depotB: i32, emptiesA: bool, emptiesB: bool, fillsA: bool, fillsB: bool): f64 {
  if (emptiesA && int(routeSize, a) > 0) return fixedDelta(depotA, fillsB ? depotB : -1);
  if (emptiesB && int(routeSize, b) > 0) return fixedDelta(depotB, fillsA ? depotA : -1);
  if (fillsA) return fixedDelta(-1, depotA);
  if (fillsB) return fixedDelta(-1, depotB);
  return 0;
}

export function swapTailsDelta(u: i32, v: i32): f64 {
  const a = int(route, u);
  const b = int(route, v);
  const depotA = int(routeDepot, a);
  const depotB = int(routeDepot, b);
  const x = int(next, u);
  const y = int(next, v);
  const pu = at(u);
  const pv = at(v);
  const homeA = n + depotA;
  const homeB = n + depotB;
  const px = x < n ? x : homeB;
  const py = y < n ? y : homeA;
  let delta = arc(pu, py) + arc(pv, px) - arc(pu, at(x)) - arc(pv, at(y));
  if (depotA != depotB) {
    if (x < n) {
      const end = int(prev, last(a));
      delta += arc(end, homeB) - arc(end, homeA);
    }
    if (y < n) {
      const end = int(prev, last(b));
      delta += arc(end, homeA) - arc(end, homeB);
    }
  }
  const tailA = real(routeLoad, a) - (u < n ? real(loadUpTo, u) : 0);
  const tailB = real(routeLoad, b) - (v < n ? real(loadUpTo, v) : 0);
  delta += fixedPart(a, b, depotA, depotB, u >= n && y >= n, v >= n && x >= n, int(routeSize, a) == 0 && y < n, int(routeSize, b) == 0 && x < n);
  if (delta >= real(routePenalty, a) + real(routePenalty, b) + real(depotPenalty, depotA) + real(depotPenalty, depotB)) return delta;
  return delta + (vehiclePenaltyDelta(a, b, tailA - tailB) + depotPenaltyDelta(depotA, depotB, tailA - tailB));
}

export function swapTails(u: i32, v: i32): void {
  const a = int(route, u);
  const b = int(route, v);
  const x = int(next, u);
  const y = int(next, v);
  const endA = int(prev, last(a));
  const endB = int(prev, last(b));
  link(u, y < n ? y : last(a));
  if (y < n) link(endB, last(a));
  link(v, x < n ? x : last(b));
  if (x < n) link(endA, last(b));
  countMove();
  refresh(a);
  refresh(b);
}

export function joinHeadsDelta(u: i32, v: i32): f64 {
  const a = int(route, u);
  const b = int(route, v);
  const depotA = int(routeDepot, a);
  const depotB = int(routeDepot, b);
  const homeA = n + depotA;
  const homeB = n + depotB;
  const x = int(next, u);
  const y = int(next, v);
  const pu = at(u);
  const pv = at(v);
  const px = at(x);
  const py = at(y);
  let delta = -arc(pu, px) - arc(pv, py);
  if (v < n) {
    const firstB = int(next, first(b));
    delta += arc(pu, pv) + arc(firstB, homeA) - arc(homeB, firstB) + real(reversalUpTo, v) - real(reversalUpTo, firstB);
  } else delta += arc(pu, homeA);
  if (x < n) {
    const lastA = int(prev, last(a));
    delta += arc(px, py) + arc(homeB, lastA) - arc(lastA, homeA) + real(reversalUpTo, lastA) - real(reversalUpTo, x);
  } else delta += arc(homeB, py);
  const headB: f64 = v < n ? real(loadUpTo, v) : 0;
  const tailA = real(routeLoad, a) - (u < n ? real(loadUpTo, u) : 0);
  delta += fixedPart(a, b, depotA, depotB, u >= n && v >= n, x >= n && y >= n, int(routeSize, a) == 0 && v < n, int(routeSize, b) == 0 && x < n);
  if (delta >= real(routePenalty, a) + real(routePenalty, b) + real(depotPenalty, depotA) + real(depotPenalty, depotB)) return delta;
  return delta + (vehiclePenaltyDelta(a, b, tailA - headB) + depotPenaltyDelta(depotA, depotB, tailA - headB));
}

export function joinHeads(u: i32, v: i32): void {
  const a = int(route, u);
  const b = int(route, v);
  const x = int(next, u);
  const y = int(next, v);
  const beginB = first(b);
  const lastA = int(prev, last(a));
  let end = u;
  for (let node = v; node < n; ) {
    const before = int(prev, node);
    link(end, node);
    end = node;
    node = before;
  }
  const endOfA = end;
  end = beginB;
  if (x < n) {
    for (let node = lastA; ; ) {
      const before = int(prev, node);
      link(end, node);
      end = node;
      if (node == x) break;
      node = before;
    }
  }
  link(endOfA, last(a));
  link(end, y);
  countMove();
  refresh(a);
  refresh(b);
}
