/**
 * SWAP* (Vidal 2022, §3): exchange two customers of different routes, each going to its best place in the other route, not to the other's.
 * Also finds the best single relocation between the two routes. O(|a|·|b|) a pair of routes.
 */
import type { RoutingState } from '../state.ts';

export interface SwapStar {
  /** Customer leaving route a and the node it goes behind; −1: nobody leaves. */
  u: number;
  uAfter: number;
  v: number;
  vAfter: number;
  delta: number;
}

/** Three cheapest insertion places of each customer of one route in another. */
class Insertions {
  readonly cost: Float64Array;
  readonly after: Int32Array;

  constructor(n: number) {
    this.cost = new Float64Array(3 * n);
    this.after = new Int32Array(3 * n);
  }

  find(state: RoutingState, i: number, route: number): void {
    const { place, next } = state;
    const { cost, places, n } = state.data;
    let c0 = Number.POSITIVE_INFINITY;
    let c1 = c0;
    let c2 = c0;
    let a0 = -1;
    let a1 = -1;
    let a2 = -1;
    for (let node = state.first(route), at = place[node]; ; ) {
      const following = next[node];
      const then = place[following];
      const extra = cost[at * places + i] + cost[i * places + then] - cost[at * places + then];
      if (extra < c2) {
        if (extra < c1) {
          c2 = c1;
          a2 = a1;
          if (extra < c0) {
            c1 = c0;
            a1 = a0;
            c0 = extra;
            a0 = node;
          } else {
            c1 = extra;
            a1 = node;
          }
        } else {
          c2 = extra;
          a2 = node;
        }
      }
      if (following >= n) break;
      node = following;
      at = then;
    }
    const k = 3 * i;
    this.cost[k] = c0;
    this.cost[k + 1] = c1;
    this.cost[k + 2] = c2;
    this.after[k] = a0;
    this.after[k + 1] = a1;
    this.after[k + 2] = a2;
  }
}

export class SwapStarSearch {
  private readonly insertions: Insertions;
  private readonly removal: Float64Array;
  readonly best: SwapStar = { u: -1, uAfter: -1, v: -1, vAfter: -1, delta: 0 };
  private insertCost = 0;

  constructor(n: number) {
    this.insertions = new Insertions(n);
    this.removal = new Float64Array(n);
  }

  /** Looks for the best exchange between routes a and b; true when it gains. */
  find(state: RoutingState, a: number, b: number): boolean {
    const { next, routeDepot } = state;
    const { n, demand, epsilon } = state.data;
    const { best, removal } = this;
    const depotA = routeDepot[a];
    const depotB = routeDepot[b];
    const crossing = depotA !== depotB;
    best.delta = -epsilon;
    best.u = best.v = -1;
    for (let i = next[state.first(a)]; i < n; i = next[i]) this.prepare(state, i, b);
    for (let i = next[state.first(b)]; i < n; i = next[i]) this.prepare(state, i, a);

    for (let u = next[state.first(a)]; u < n; u = next[u])
      for (let v = next[state.first(b)]; v < n; v = next[v]) {
        const shift = demand[u] - demand[v];
        let delta = removal[u] + removal[v] + state.vehiclePenaltyDelta(a, b, shift);
        if (crossing) delta += state.depotPenaltyDelta(depotA, depotB, shift);
        if (delta >= best.delta) continue;
        const uAfter = this.insertion(state, u, v);
        delta += this.insertCost;
        if (delta >= best.delta) continue;
        const vAfter = this.insertion(state, v, u);
        delta += this.insertCost;
        if (delta >= best.delta) continue;
        if (state.ruled && crossing) {
          delta += state.ruleDelta(u, next[u], depotB, v, next[v], depotA);
          if (delta >= best.delta) continue;
        }
        best.u = u;
        best.uAfter = uAfter;
        best.v = v;
        best.vAfter = vAfter;
        best.delta = delta;
      }
    this.findRelocation(state, a, b, true);
    this.findRelocation(state, b, a, false);
    return best.u >= 0 || best.v >= 0;
  }

  apply(state: RoutingState): void {
    const { next, prev, route } = state;
    const { u, uAfter, v, vAfter } = this.best;
    const a = u >= 0 ? route[u] : route[vAfter];
    const b = v >= 0 ? route[v] : route[uAfter];
    if (u >= 0) state.link(prev[u], next[u]);
    if (v >= 0) state.link(prev[v], next[v]);
    // "In the other's place" is behind the node that stood before it.
    if (u >= 0) insertBehind(state, u, uAfter);
    if (v >= 0) insertBehind(state, v, vAfter);
    state.moves++;
    state.refresh(a);
    state.refresh(b);
  }

  private prepare(state: RoutingState, i: number, other: number): void {
    const { place, next, prev } = state;
    const { cost, places } = state.data;
    const before = place[prev[i]];
    const after = place[next[i]];
    this.removal[i] = cost[before * places + after] - cost[before * places + i] - cost[i * places + after];
    this.insertions.find(state, i, other);
  }

  /** Cheapest place for i in the route of `gone`, once `gone` has left it. Leaves the cost in `insertCost`. */
  private insertion(state: RoutingState, i: number, gone: number): number {
    const { place, next, prev } = state;
    const { cost, places } = state.data;
    const before = prev[gone];
    const from = place[before];
    const to = place[next[gone]];
    let bestCost = cost[from * places + i] + cost[i * places + to] - cost[from * places + to];
    let bestAfter = before;
    for (let k = 3 * i; k < 3 * i + 3; k++) {
      const after = this.insertions.after[k];
      if (after < 0 || after === gone || after === before) continue;
      if (this.insertions.cost[k] < bestCost) {
        bestCost = this.insertions.cost[k];
        bestAfter = after;
      }
      break;
    }
    this.insertCost = bestCost;
    return bestAfter;
  }

  private findRelocation(state: RoutingState, from: number, to: number, forward: boolean): void {
    const { next, routeDepot, routeSize } = state;
    const { n, demand } = state.data;
    const { best } = this;
    const lost = routeDepot[from];
    const gained = routeDepot[to];
    for (let i = next[state.first(from)]; i < n; i = next[i]) {
      let delta = this.removal[i] + this.insertions.cost[3 * i];
      if (routeSize[from] === 1) delta += state.fixedDelta(lost, -1);
      delta += state.vehiclePenaltyDelta(from, to, demand[i]) + state.depotPenaltyDelta(lost, gained, demand[i]);
      if (delta >= best.delta) continue;
      if (state.ruled) delta += state.ruleDelta(i, next[i], gained, 0, 0, lost);
      if (delta >= best.delta) continue;
      best.delta = delta;
      best.u = forward ? i : -1;
      best.uAfter = forward ? this.insertions.after[3 * i] : -1;
      best.v = forward ? -1 : i;
      best.vAfter = forward ? -1 : this.insertions.after[3 * i];
    }
  }
}

function insertBehind(state: RoutingState, i: number, after: number): void {
  const then = state.next[after];
  state.link(after, i);
  state.link(i, then);
}

/** Routes whose bounding boxes touch are worth a look. */
export function boxesOverlap(state: RoutingState, a: number, b: number): boolean {
  const { box } = state;
  return (
    box[4 * a] <= box[4 * b + 1] && box[4 * b] <= box[4 * a + 1] && box[4 * a + 2] <= box[4 * b + 3] && box[4 * b + 2] <= box[4 * a + 3]
  );
}
