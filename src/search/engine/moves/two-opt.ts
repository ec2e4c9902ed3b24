/** 2-opt within a route: drive the part between u and v, v included, the other way round. */
import type { RoutingState } from '../state.ts';

/** Cost of replacing arcs (u, x) and (v, y) by (u, v) and (x, y); u stands before v on the same route, not right before. */
export function twoOptDelta(state: RoutingState, u: number, v: number): number {
  const { place, next, reversalUpTo } = state;
  const { cost, places } = state.data;
  const x = next[u];
  const from = place[u];
  const to = place[next[v]];
  return (
    cost[from * places + v] + cost[x * places + to] - cost[from * places + x] - cost[v * places + to] + reversalUpTo[v] - reversalUpTo[x]
  );
}

export function twoOpt(state: RoutingState, u: number, v: number): void {
  const { next, prev } = state;
  const x = next[u];
  const y = next[v];
  for (let node = x; node !== y; ) {
    const following = next[node];
    next[node] = prev[node];
    prev[node] = following;
    node = following;
  }
  state.link(u, v);
  state.link(x, y);
  state.moves++;
  state.refresh(state.route[u]);
}
