/** Swap one or two customers in a row with one or two others. */
import type { RoutingState } from '../state.ts';

/** Cost of exchanging the segments a…aEnd and b…bEnd (one or two customers each), which neither overlap nor touch. */
export function swapDelta(state: RoutingState, a: number, aEnd: number, b: number, bEnd: number): number {
  const { place, next, prev, route } = state;
  const { cost, places, demand } = state.data;
  const aBefore = place[prev[a]];
  const aAfter = place[next[aEnd]];
  const bBefore = place[prev[b]];
  const bAfter = place[next[bEnd]];
  let delta =
    cost[aBefore * places + b] +
    cost[bEnd * places + aAfter] +
    cost[bBefore * places + a] +
    cost[aEnd * places + bAfter] -
    cost[aBefore * places + a] -
    cost[aEnd * places + aAfter] -
    cost[bBefore * places + b] -
    cost[bEnd * places + bAfter];
  const from = route[a];
  const to = route[b];
  if (from === to) return delta;
  const depotA = state.routeDepot[from];
  const depotB = state.routeDepot[to];
  if (state.prunes && delta >= state.routePenalty[from] + state.routePenalty[to] + state.depotPenalty[depotA] + state.depotPenalty[depotB])
    return delta;
  let shift = demand[a] - demand[b];
  if (aEnd !== a) shift += demand[aEnd];
  if (bEnd !== b) shift -= demand[bEnd];
  delta += state.vehiclePenaltyDelta(from, to, shift) + state.depotPenaltyDelta(depotA, depotB, shift);
  if (state.ruled) delta += state.ruleDelta(a, next[aEnd], depotB, b, next[bEnd], depotA);
  return delta;
}

export function swap(state: RoutingState, a: number, aEnd: number, b: number, bEnd: number): void {
  const { next, prev, route } = state;
  const from = route[a];
  const to = route[b];
  const aBefore = prev[a];
  const aAfter = next[aEnd];
  const bBefore = prev[b];
  const bAfter = next[bEnd];
  state.link(aBefore, b);
  state.link(bEnd, aAfter);
  state.link(bBefore, a);
  state.link(aEnd, bAfter);
  state.moves++;
  state.refresh(from);
  if (to !== from) state.refresh(to);
}
