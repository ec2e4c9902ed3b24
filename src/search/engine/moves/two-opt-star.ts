/**
 * 2-opt* between two routes, both ways of joining, with the end-depot correction of the multi-depot case:
 * a tail that changes route drives home to another depot.
 *
 *   tails:    A…u y…   and  B…v x…      (route of u keeps its depot and takes the tail behind v)
 *   heads:    A…u v…b₁  and  B aₙ…x y…   (route of u takes the head of v reversed; route of v takes both tails, the first reversed)
 */
import type { RoutingState } from '../state.ts';

/** Vehicles and depots saved or needed when routes a and b end with nobody (`empties`) or with somebody (`gets`) from the other. */
function routesDelta(
  state: RoutingState,
  a: number,
  b: number,
  emptiesA: boolean,
  emptiesB: boolean,
  getsA: boolean,
  getsB: boolean,
): number {
  const { routeDepot, routeSize } = state;
  const fillsA = routeSize[a] === 0 && getsA;
  const fillsB = routeSize[b] === 0 && getsB;
  if (emptiesA && routeSize[a] > 0) return state.fixedDelta(routeDepot[a], fillsB ? routeDepot[b] : -1);
  if (emptiesB && routeSize[b] > 0) return state.fixedDelta(routeDepot[b], fillsA ? routeDepot[a] : -1);
  if (fillsA) return state.fixedDelta(-1, routeDepot[a]);
  return fillsB ? state.fixedDelta(-1, routeDepot[b]) : 0;
}

/** Cost of swapping the tails behind u and v; nodes of two routes, route starts allowed. */
export function swapTailsDelta(state: RoutingState, u: number, v: number): number {
  const { place, next, prev, route, loadUpTo } = state;
  const { cost, places, n } = state.data;
  const a = route[u];
  const b = route[v];
  const depotA = state.routeDepot[a];
  const depotB = state.routeDepot[b];
  const x = next[u];
  const y = next[v];
  const pu = place[u];
  const pv = place[v];
  const homeA = n + depotA;
  const homeB = n + depotB;
  // A tail with nobody on it is the way home, to the depot of the route that keeps the head.
  const px = x < n ? x : homeB;
  const py = y < n ? y : homeA;
  let delta = cost[pu * places + py] + cost[pv * places + px] - cost[pu * places + place[x]] - cost[pv * places + place[y]];
  if (depotA !== depotB) {
    if (x < n) {
      const end = prev[state.last(a)];
      delta += cost[end * places + homeB] - cost[end * places + homeA];
    }
    if (y < n) {
      const end = prev[state.last(b)];
      delta += cost[end * places + homeA] - cost[end * places + homeB];
    }
  }
  const tailA = state.routeLoad[a] - (u < n ? loadUpTo[u] : 0);
  const tailB = state.routeLoad[b] - (v < n ? loadUpTo[v] : 0);
  delta += routesDelta(state, a, b, u >= n && y >= n, v >= n && x >= n, y < n, x < n);
  if (state.prunes && delta >= state.routePenalty[a] + state.routePenalty[b] + state.depotPenalty[depotA] + state.depotPenalty[depotB])
    return delta;
  delta += state.vehiclePenaltyDelta(a, b, tailA - tailB) + state.depotPenaltyDelta(depotA, depotB, tailA - tailB);
  if (state.ruled) delta += state.ruleDelta(x, state.last(a), depotB, y, state.last(b), depotA);
  return delta;
}

export function swapTails(state: RoutingState, u: number, v: number): void {
  const { next, prev, route } = state;
  const { n } = state.data;
  const a = route[u];
  const b = route[v];
  const x = next[u];
  const y = next[v];
  const endA = prev[state.last(a)];
  const endB = prev[state.last(b)];
  state.link(u, y < n ? y : state.last(a));
  if (y < n) state.link(endB, state.last(a));
  state.link(v, x < n ? x : state.last(b));
  if (x < n) state.link(endA, state.last(b));
  state.moves++;
  state.refresh(a);
  state.refresh(b);
}

/** Cost of joining head to head: u to v backwards, tail of u backwards to y. */
export function joinHeadsDelta(state: RoutingState, u: number, v: number): number {
  const { place, next, prev, route, loadUpTo, reversalUpTo } = state;
  const { cost, places, n } = state.data;
  const a = route[u];
  const b = route[v];
  const depotA = state.routeDepot[a];
  const depotB = state.routeDepot[b];
  const homeA = n + depotA;
  const homeB = n + depotB;
  const x = next[u];
  const y = next[v];
  const pu = place[u];
  const pv = place[v];
  const px = place[x];
  const py = place[y];
  let delta = -cost[pu * places + px] - cost[pv * places + py];
  // Route of u: u, then the head of v backwards, home to A.
  if (v < n) {
    const firstB = next[state.first(b)];
    delta +=
      cost[pu * places + pv] + cost[firstB * places + homeA] - cost[homeB * places + firstB] + reversalUpTo[v] - reversalUpTo[firstB];
  } else delta += cost[pu * places + homeA];
  // Route of v: from B the tail of u backwards, then y onwards.
  if (x < n) {
    const lastA = prev[state.last(a)];
    delta += cost[px * places + py] + cost[homeB * places + lastA] - cost[lastA * places + homeA] + reversalUpTo[lastA] - reversalUpTo[x];
  } else delta += cost[homeB * places + py];
  const headB = v < n ? loadUpTo[v] : 0;
  const tailA = state.routeLoad[a] - (u < n ? loadUpTo[u] : 0);
  delta += routesDelta(state, a, b, u >= n && v >= n, x >= n && y >= n, v < n, x < n);
  if (state.prunes && delta >= state.routePenalty[a] + state.routePenalty[b] + state.depotPenalty[depotA] + state.depotPenalty[depotB])
    return delta;
  delta += state.vehiclePenaltyDelta(a, b, tailA - headB) + state.depotPenaltyDelta(depotA, depotB, tailA - headB);
  if (state.ruled) delta += state.ruleDelta(x, state.last(a), depotB, next[state.first(b)], y, depotA);
  return delta;
}

export function joinHeads(state: RoutingState, u: number, v: number): void {
  const { next, prev, route } = state;
  const { n } = state.data;
  const a = route[u];
  const b = route[v];
  const x = next[u];
  const y = next[v];
  const beginB = state.first(b);
  const lastA = prev[state.last(a)];
  let at = u;
  for (let node = v; node < n; ) {
    const before = prev[node];
    state.link(at, node);
    at = node;
    node = before;
  }
  const endOfA = at;
  at = beginB;
  if (x < n)
    for (let node = lastA; ; ) {
      const before = prev[node];
      state.link(at, node);
      at = node;
      if (node === x) break;
      node = before;
    }
  state.link(endOfA, state.last(a));
  state.link(at, y);
  state.moves++;
  state.refresh(a);
  state.refresh(b);
}
