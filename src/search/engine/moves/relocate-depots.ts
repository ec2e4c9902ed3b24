/**
 * Open, close or exchange depots under the routes as they are: each route is hung on the depot where its closed tour costs least.
 * With routes for customers this is a capacitated facility-location problem of a few dozen clients, so whole configurations are judged
 * by exact route costs in O(open · candidates · routes) instead of by a descent each.
 */
import type { RoutingState } from '../state.ts';
import { hangingDelta, type Rehoming, rehomeRoute } from './rehome-route.ts';

/** Makes the best close, open or exchange move while one gains; true when anything changed. */
export function relocateDepots(state: RoutingState): boolean {
  const { data } = state;
  const hanging = new RouteHanging(state);
  let changed = false;
  for (let again = true; again; ) {
    const move = hanging.best();
    again = move.delta < -data.epsilon;
    if (again) {
      hanging.take(move);
      changed = true;
    }
  }
  if (changed) hanging.apply();
  return changed;
}

interface DepotMove {
  delta: number;
  close: number;
  open: number;
}

class RouteHanging {
  private readonly state: RoutingState;
  private readonly routes: number[] = [];
  /** hang[k · m + d]: travel of route k when served from depot d, relative to now; Infinity where rules forbid. */
  private readonly hang: Float64Array;
  private readonly first: Int32Array;
  private readonly depot: Int32Array;
  private readonly open: Uint8Array;
  private readonly used: Int32Array;
  private readonly load: Float64Array;
  private readonly trialLoad: Float64Array;
  private readonly trialDepot: Int32Array;

  constructor(state: RoutingState) {
    const { m, rules } = state.data;
    this.state = state;
    for (let r = 0; r < state.slots; r++) if (state.routeSize[r] > 0) this.routes.push(r);
    // Large routes choose first: they are the hardest to place.
    this.routes.sort((a, b) => state.routeLoad[b] - state.routeLoad[a] || a - b);
    const count = this.routes.length;
    this.hang = new Float64Array(count * m).fill(Number.POSITIVE_INFINITY);
    this.first = new Int32Array(count * m);
    this.depot = Int32Array.from(this.routes, (r) => state.routeDepot[r]);
    // An open depot that serves nobody and owes nothing is as good as closed.
    this.open = state.open.map((open, d) => (open && (state.depotRoutes[d] > 0 || state.alwaysPaid[d]) ? 1 : 0));
    this.used = state.depotRoutes.slice();
    this.load = state.depotLoad.slice();
    this.trialLoad = new Float64Array(m);
    this.trialDepot = new Int32Array(count);
    const scratch: Rehoming = { depot: -1, first: -1, delta: 0 };
    this.routes.forEach((r, k) => {
      for (let d = 0; d < m; d++) {
        if (rules.lockedClosed[d]) continue;
        const now = state.routeDepot[r];
        const ruled = state.ruled && d !== now ? state.ruleDelta(state.next[state.first(r)], state.last(r), d, 0, 0, now) : 0;
        this.hang[k * m + d] = hangingDelta(state, r, d, scratch) + ruled;
        this.first[k * m + d] = scratch.first;
      }
    });
  }

  best(): DepotMove {
    const { m, rules, openingCost } = this.state.data;
    let openCount = 0;
    let spent = 0;
    for (let d = 0; d < m; d++)
      if (this.open[d]) {
        openCount++;
        spent += openingCost[d];
      }
    const best: DepotMove = { delta: 0, close: -1, open: -1 };
    const consider = (close: number, open: number) => {
      const delta = this.evaluate(close, open);
      if (delta < best.delta) Object.assign(best, { delta, close, open });
    };
    const affordable = (d: number, refund: number) => spent - refund + openingCost[d] <= rules.openingBudget;
    for (let d = 0; d < m; d++) {
      if (this.open[d]) {
        if (rules.lockedOpen[d] || this.used[d] === 0) continue;
        if (openCount - 1 >= Math.max(1, rules.minOpen)) consider(d, -1);
        for (let e = 0; e < m; e++) if (!this.open[e] && !rules.lockedClosed[e] && affordable(e, openingCost[d])) consider(d, e);
      } else if (!rules.lockedClosed[d] && openCount + 1 <= rules.maxOpen && affordable(d, 0)) consider(-1, d);
    }
    return best;
  }

  /** Exact change of travel, opening cost and depot penalty when `close` shuts, `open` opens and routes choose greedily. */
  private evaluate(close: number, open: number): number {
    const { state, hang, depot, trialLoad, trialDepot } = this;
    const { m, depotCapacity, openingCost } = state.data;
    trialLoad.set(this.load);
    let delta = 0;
    if (close >= 0) delta -= openingCost[close];
    if (open >= 0) delta += openingCost[open];
    for (let k = 0; k < this.routes.length; k++) {
      const now = depot[k];
      trialDepot[k] = now;
      // A route that may stay considers only the new depot.
      const stays = now !== close;
      if (stays && (open < 0 || hang[k * m + open] >= hang[k * m + now] + this.state.depotPenalty[now])) continue;
      const load = state.routeLoad[this.routes[k]];
      let bestDepot = now;
      let bestDelta = stays ? 0 : Number.POSITIVE_INFINITY;
      const overNow = Math.max(0, trialLoad[now] - depotCapacity[now]) - Math.max(0, trialLoad[now] - load - depotCapacity[now]);
      for (let d = stays ? open : 0; d < (stays ? open + 1 : m); d++) {
        if (d === now || d === close || !(this.open[d] || d === open)) continue;
        const over = Math.max(0, trialLoad[d] + load - depotCapacity[d]) - Math.max(0, trialLoad[d] - depotCapacity[d]);
        const change = hang[k * m + d] - hang[k * m + now] + state.depotWeight * (over - overNow);
        if (change < bestDelta) {
          bestDelta = change;
          bestDepot = d;
        }
      }
      if (bestDelta === Number.POSITIVE_INFINITY) return bestDelta;
      delta += bestDelta;
      trialLoad[now] -= load;
      trialLoad[bestDepot] += load;
      trialDepot[k] = bestDepot;
    }
    return delta;
  }

  take({ close, open }: DepotMove): void {
    this.evaluate(close, open);
    if (close >= 0) this.open[close] = 0;
    if (open >= 0) this.open[open] = 1;
    this.depot.set(this.trialDepot);
    this.load.set(this.trialLoad);
    this.used.fill(0);
    for (const d of this.depot) this.used[d]++;
  }

  /** Reloads the state with the new configuration and hangs every moved route on its depot. */
  apply(): void {
    const { state } = this;
    const { m } = state.data;
    state.setOpen(this.open);
    this.routes.forEach((r, k) => {
      const depot = this.depot[k];
      if (depot !== state.routeDepot[r]) rehomeRoute(state, r, { depot, first: this.first[k * m + depot], delta: 0 });
    });
    state.closeUnused(this.open);
  }
}
