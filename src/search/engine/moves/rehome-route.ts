/** Give a whole route to another open depot, turned to its best starting point; or only turn it where it is. */
import type { RoutingState } from '../state.ts';

export interface Rehoming {
  depot: number;
  /** The customer that comes first. */
  first: number;
  delta: number;
}

/**
 * The cheapest way to hang the closed tour of route r on a depot: cut one arc (a, b), drive home → b … a → home.
 * Returns the change in travel; the customer to start with is left in `rehoming.first`.
 */
export function hangingDelta(state: RoutingState, r: number, depot: number, rehoming: Rehoming): number {
  const { next, prev } = state;
  const { cost, places, n } = state.data;
  const home = n + depot;
  const head = next[state.first(r)];
  const tail = prev[state.last(r)];
  const now = n + state.routeDepot[r];
  let best = Number.POSITIVE_INFINITY;
  for (let a = tail, b = head; ; ) {
    const extra = cost[home * places + b] + cost[a * places + home] - cost[a * places + b];
    if (extra < best) {
      best = extra;
      rehoming.first = b;
    }
    a = b;
    b = next[b];
    if (b >= n) break;
  }
  return best + cost[tail * places + head] - cost[now * places + head] - cost[tail * places + now];
}

/** The best open depot and turn for route r; `delta` < 0 when it gains. O(size · open depots). */
export function findRehoming(state: RoutingState, r: number, rehoming: Rehoming, scratch: Rehoming): boolean {
  const { open, routeDepot, routeLoad } = state;
  const { m, epsilon } = state.data;
  const from = routeDepot[r];
  rehoming.delta = -epsilon;
  rehoming.depot = -1;
  for (let d = 0; d < m; d++) {
    if (!open[d]) continue;
    let delta = hangingDelta(state, r, d, scratch);
    if (d !== from) {
      delta += state.fixedDelta(from, d) + state.depotPenaltyDelta(from, d, routeLoad[r]);
      if (delta < rehoming.delta && state.ruled) delta += state.ruleDelta(state.next[state.first(r)], state.last(r), d, 0, 0, from);
    }
    if (delta < rehoming.delta) {
      rehoming.delta = delta;
      rehoming.depot = d;
      rehoming.first = scratch.first;
    }
  }
  return rehoming.depot >= 0;
}

export function rehomeRoute(state: RoutingState, r: number, { depot, first }: Rehoming): void {
  const { next, prev, routeDepot } = state;
  const head = next[state.first(r)];
  if (first !== head) {
    const tail = prev[state.last(r)];
    const cut = prev[first];
    state.link(tail, head);
    state.link(state.first(r), first);
    state.link(cut, state.last(r));
  }
  state.moves++;
  if (depot !== routeDepot[r]) state.rehome(r, depot);
  state.refresh(r);
}
