/** Relocate one customer, or two in a row, in order or reversed, behind node v. */
import type { RoutingState } from '../state.ts';

/** Cost of moving the segment first…last (one or two customers) between v and its successor; v outside the segment and not right before it. */
export function relocateDelta(state: RoutingState, first: number, last: number, v: number, reversed: boolean): number {
  const { place, next, prev, route } = state;
  const { cost, places, demand } = state.data;
  const before = place[prev[first]];
  const after = place[next[last]];
  const at = place[v];
  const then = place[next[v]];
  const head = reversed ? last : first;
  const tail = reversed ? first : last;
  let delta =
    cost[before * places + after] -
    cost[before * places + first] -
    cost[last * places + after] +
    cost[at * places + head] +
    cost[tail * places + then] -
    cost[at * places + then];
  if (reversed && first !== last) delta += cost[last * places + first] - cost[first * places + last];

  const from = route[first];
  const to = route[v];
  if (from === to) return delta;
  const count = first === last ? 1 : 2;
  const shift = count === 1 ? demand[first] : demand[first] + demand[last];
  const lost = state.routeDepot[from];
  const gained = state.routeDepot[to];
  const empties = state.routeSize[from] === count;
  const fills = state.routeSize[to] === 0;
  if (empties || fills) delta += state.fixedDelta(empties ? lost : -1, fills ? gained : -1);
  // Penalties can only shrink by what they are now.
  if (state.prunes && delta >= state.routePenalty[from] + state.routePenalty[to] + state.depotPenalty[lost]) return delta;
  delta += state.vehiclePenaltyDelta(from, to, shift) + state.depotPenaltyDelta(lost, gained, shift);
  if (state.ruled) delta += state.ruleDelta(first, next[last], gained, 0, 0, lost);
  return delta;
}

export function relocate(state: RoutingState, first: number, last: number, v: number, reversed: boolean): void {
  const from = state.route[first];
  const to = state.route[v];
  state.link(state.prev[first], state.next[last]);
  const then = state.next[v];
  if (reversed && first !== last) {
    state.link(v, last);
    state.link(last, first);
    state.link(first, then);
  } else {
    state.link(v, first);
    state.link(last, then);
  }
  state.moves++;
  state.refresh(from);
  if (to !== from) state.refresh(to);
}
