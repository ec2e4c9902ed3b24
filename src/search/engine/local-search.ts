/**
 * Descent over all moves until none gains (Vidal 2022, §2.3), extended to several depots.
 * Moves between u and its Γ nearest neighbours first; when these are exhausted, SWAP* between routes that overlap and whole routes to other depots.
 */
import { Random } from '../../run/random.ts';
import type { SearchData } from '../data.ts';
import { findRehoming, type Rehoming, rehomeRoute } from './moves/rehome-route.ts';
import { relocate, relocateDelta } from './moves/relocate.ts';
import { swap, swapDelta } from './moves/swap.ts';
import { boxesOverlap, SwapStarSearch } from './moves/swap-star.ts';
import { twoOpt, twoOptDelta } from './moves/two-opt.ts';
import { joinHeads, joinHeadsDelta, swapTails, swapTailsDelta } from './moves/two-opt-star.ts';
import type { RoutingState } from './state.ts';

/** Customers between two looks at the clock. */
const checkEvery = 2048;
/** Moves that a descent makes at most: some fifty times what it needs, so that gains made of rounding noise cannot keep it going. */
const mostMoves = (customers: number) => 1000 + 100 * customers;
/** Open depots, nearest first, that may send a new vehicle. */
export const nearDepots = 3;

export class LocalSearch {
  private readonly data: SearchData;
  private readonly order: Int32Array;
  private readonly routeOrder: Int32Array;
  /** Move count when the customer (or route) was last tried in vain. */
  private readonly tried: Int32Array;
  private readonly triedSwapStar: Int32Array;
  private readonly triedRehoming: Int32Array;
  private readonly swapStar: SwapStarSearch;
  private readonly rehoming: Rehoming = { depot: -1, first: -1, delta: 0 };
  private readonly scratch: Rehoming = { depot: -1, first: -1, delta: 0 };

  constructor(data: SearchData) {
    this.data = data;
    this.order = new Int32Array(data.n);
    const { slots } = data;
    this.routeOrder = new Int32Array(slots);
    this.tried = new Int32Array(data.n);
    this.triedSwapStar = new Int32Array(slots);
    this.triedRehoming = new Int32Array(slots);
    this.swapStar = new SwapStarSearch(data.n);
  }

  /** Improves the state in place; `interrupted` ends the descent early, the state stays whole. */
  run(state: RoutingState, seed: number, interrupted?: () => boolean): void {
    const random = new Random(seed);
    for (let i = 0; i < this.data.n; i++) this.order[i] = i;
    this.tried.fill(-1);
    this.triedSwapStar.fill(-1);
    this.triedRehoming.fill(-1);
    random.shuffle(this.order);
    do {
      if (!this.descend(state, interrupted)) return;
    } while (this.betweenRoutes(state, random));
  }

  /** Neighbour moves until every customer was tried in vain; false when interrupted, or out of moves. */
  private descend(state: RoutingState, interrupted?: () => boolean): boolean {
    const { n, degree, stride, neighbours, cost, places } = this.data;
    const { modified, route } = state;
    const { tried, order } = this;
    const most = mostMoves(n);
    let countdown = checkEvery;
    for (let searching = true, round = 0; searching; round++) {
      searching = false;
      for (let k = 0; k < n; k++) {
        const u = order[k];
        const since = tried[u];
        tried[u] = state.moves;
        if (--countdown === 0) {
          if (interrupted?.()) return false;
          countdown = checkEvery;
        }
        if (state.moves > most) return false;
        for (let j = 0; j < degree; j++) {
          const v = neighbours[u * stride + j];
          if (cost[u * places + v] >= this.reach(state, u)) break;
          if (round > 0 && modified[route[u]] <= since && modified[route[v]] <= since) continue;
          if (this.improvePair(state, u, v)) {
            if (state.moves > most) return false;
            searching = true;
            j = -1; // The surroundings of u have changed: start over with its neighbours.
            continue;
          }
          if (state.prev[v] >= n && this.improveBehind(state, u, state.prev[v])) {
            if (state.moves > most) return false;
            searching = true;
            j = -1;
          }
        }
        if ((round === 0 || modified[route[u]] > since) && this.improveWithEmptyRoute(state, u)) searching = true;
      }
    }
    return true;
  }

  /**
   * How far a neighbour of u can be and still gain: an exchange that pays has a turn in which the first arc added is shorter than the arc
   * removed (Lin & Kernighan 1973), so a neighbour beyond both arcs of u is left to be found from its own side.
   * Without limit where load has to leave, or where a vehicle or depot could be saved.
   */
  private reach(state: RoutingState, u: number): number {
    const { cost, places } = this.data;
    const r = state.route[u];
    if (!state.prunes || state.routePenalty[r] > 0 || state.depotPenalty[state.routeDepot[r]] > 0 || state.routeSize[r] <= 2)
      return Number.POSITIVE_INFINITY;
    return Math.max(cost[state.place[state.prev[u]] * places + u], cost[u * places + state.place[state.next[u]]]);
  }

  /** All moves that bring u and v together; the first that gains is made. */
  private improvePair(state: RoutingState, u: number, v: number): boolean {
    const { next, prev, route, position } = state;
    const { n, epsilon } = this.data;
    const x = next[u];
    const y = next[v];
    if (this.improveBehind(state, u, v)) return true;
    const sameRoute = route[u] === route[v];
    if (y !== u && x !== v) {
      if (u < v && swapDelta(state, u, u, v, v) < -epsilon) {
        swap(state, u, u, v, v);
        return true;
      }
      if (x < n && prev[u] !== v && next[x] !== v && swapDelta(state, u, x, v, v) < -epsilon) {
        swap(state, u, x, v, v);
        return true;
      }
      if (u < v && x < n && y < n && next[x] !== v && next[y] !== u && swapDelta(state, u, x, v, y) < -epsilon) {
        swap(state, u, x, v, y);
        return true;
      }
    }
    if (sameRoute && position[u] < position[v] && x !== v && twoOptDelta(state, u, v) < -epsilon) {
      twoOpt(state, u, v);
      return true;
    }
    return false;
  }

  /** Moves that place u, or the tail behind it, right behind node v, which may be the start of a route. */
  private improveBehind(state: RoutingState, u: number, v: number): boolean {
    const { next, route } = state;
    const { n, epsilon } = this.data;
    const x = next[u];
    if (next[v] !== u) {
      if (relocateDelta(state, u, u, v, false) < -epsilon) {
        relocate(state, u, u, v, false);
        return true;
      }
      if (x < n && x !== v) {
        if (relocateDelta(state, u, x, v, false) < -epsilon) {
          relocate(state, u, x, v, false);
          return true;
        }
        if (relocateDelta(state, u, x, v, true) < -epsilon) {
          relocate(state, u, x, v, true);
          return true;
        }
      }
    }
    if (route[u] !== route[v]) {
      // Both make v and u neighbours: u before v backwards, or u right behind v with all that follows it.
      if (joinHeadsDelta(state, u, v) < -epsilon) {
        joinHeads(state, u, v);
        return true;
      }
      const before = state.prev[u];
      if (swapTailsDelta(state, before, v) < -epsilon) {
        swapTails(state, before, v);
        return true;
      }
    }
    return false;
  }

  /** A new vehicle for u, at one of the nearest open depots. */
  private improveWithEmptyRoute(state: RoutingState, u: number): boolean {
    const { emptyRoute, open } = state;
    const { m, depotOrder } = this.data;
    for (let k = u * m, tries = nearDepots; k < (u + 1) * m && tries > 0; k++) {
      const d = depotOrder[k];
      if (!open[d]) continue;
      if (this.improveBehind(state, u, state.first(emptyRoute[d]))) return true;
      tries--;
    }
    return false;
  }

  /** SWAP* and whole routes; true when anything gained. */
  private betweenRoutes(state: RoutingState, random: Random): boolean {
    const { routeSize, modified } = state;
    const { routeOrder, triedSwapStar, triedRehoming } = this;
    let count = 0;
    for (let r = 0; r < state.slots; r++) if (routeSize[r] > 0) routeOrder[count++] = r;
    random.shuffle(routeOrder.subarray(0, count));
    let improved = false;
    for (let k = 0; k < count; k++) {
      const a = routeOrder[k];
      if (routeSize[a] === 0) continue;
      if (modified[a] > triedRehoming[a]) {
        triedRehoming[a] = state.moves;
        if (findRehoming(state, a, this.rehoming, this.scratch)) {
          rehomeRoute(state, a, this.rehoming);
          improved = true;
        }
      }
      const since = triedSwapStar[a];
      triedSwapStar[a] = state.moves;
      for (let l = 0; l < count; l++) {
        const b = routeOrder[l];
        if (b <= a || routeSize[b] === 0 || routeSize[a] === 0) continue;
        if (modified[a] <= since && modified[b] <= since) continue;
        if (!boxesOverlap(state, a, b)) continue;
        if (this.swapStar.find(state, a, b)) {
          this.swapStar.apply(state);
          improved = true;
        }
      }
    }
    return improved;
  }
}
