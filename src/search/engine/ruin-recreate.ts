/**
 * Slack induction by string removals (Christiaens & Vanden Berghe 2020), for several depots: strings of customers near a seed leave their
 * routes and return one by one to the cheapest place beside a near customer, or on a new vehicle of an open depot. Vehicle capacities and
 * allowed depots hold at all times; depots may be overfull on the way, at the penalty's price, for in tight instances nothing could move.
 * An iteration takes two to four microseconds in the kernel whatever the size of the instance, so it refines where a descent after crossover,
 * O(n), has become expensive.
 */
import type { IndexedRoute } from '../../problem/solution.ts';
import { Random } from '../../run/random.ts';
import type { SearchData } from '../data.ts';
import { nearDepots } from './local-search.ts';
import type { RoutingState } from './state.ts';

/** Customers removed on average, longest string, chance to keep some of a string, its growth, places between two that are overlooked, on average. */
const removed = 10;
const longestString = 10;
const splitShare = 0.5;
const keepShare = 0.99;
const blinkEvery = 100;
/** Factors on the price of an overfull depot after an iteration that ends with one, and after one without; least share of the first price. */
const raise = 1.002;
const lower = 0.998;
const leastShare = 0.1;
/** Seeds drawn anew while they miss the overfull depots. */
const focusTries = 3;
/** Rounding noise in sums of loads. */
const tinyExcess = 1e-9;
/** First and last temperature of a short refinement, as shares of the mean arc on the routes. */
export const refinement = { hot: 0.3, cold: 0.01 };

export class RuinRecreate {
  private readonly data: SearchData;
  private readonly absent: Int32Array;
  private absentCount = 0;
  private untilBlink = blinkEvery;
  /** Near customers that this iteration looks at. */
  private width = 0;
  private readonly sortKey: Float64Array;
  /** Routes changed in this iteration, with their stops before. */
  private readonly touched: Int32Array;
  private readonly touchedStart: Int32Array;
  private readonly isTouched: Uint8Array;
  private touchedCount = 0;
  private readonly saved: Int32Array;
  private readonly nearestDepot: Float64Array;
  private meanArc = 0;
  /** Cost of the current and of the best solution, relative to the start. */
  private current = 0;
  private best = 0;
  /** Load over the capacities of depots, in all. */
  private excess = 0;
  /** What a unit of it costs now: dearer while there is any, cheaper while there is none. */
  private price = 0;
  private leastPrice = 0;
  private bestIsCurrent = true;
  private snapshot: readonly IndexedRoute[] = [];

  constructor(data: SearchData) {
    const { n, slots } = data;
    this.data = data;
    this.absent = new Int32Array(n);
    this.sortKey = new Float64Array(n);
    this.touched = new Int32Array(slots);
    this.touchedStart = new Int32Array(slots + 1);
    this.isTouched = new Uint8Array(slots);
    this.saved = new Int32Array(n);
    this.nearestDepot = nearestDepots(data);
  }

  /** Begins at the state's solution, which must be feasible. */
  start(state: RoutingState): void {
    this.meanArc = this.travel(state) / this.data.n;
    this.current = 0;
    this.best = 0;
    this.excess = 0;
    this.price = state.depotWeight;
    this.leastPrice = leastShare * state.depotWeight;
    this.bestIsCurrent = true;
  }

  /** Anneals for a number of iterations between two temperatures, in mean arcs. Can be called again to go on. */
  anneal(state: RoutingState, seed: number, iterations: number, hot: number, cold: number, interrupted?: () => boolean): void {
    const { epsilon } = this.data;
    const random = new Random(seed);
    this.untilBlink = blinkEvery;
    const cooling = coolingOver(iterations, hot, cold);
    let temperature = hot * this.meanArc;
    for (let k = 0; k < iterations; k++) {
      if ((k & 255) === 255 && interrupted?.()) break;
      temperature *= cooling;
      const excessBefore = this.excess;
      const delta = this.ruin(state, random) + this.recreate(state, random);
      if (delta < -temperature * Math.log(1 - random.float())) {
        this.current += delta - this.price * (this.excess - excessBefore);
        const feasible = this.excess <= tinyExcess;
        const better = feasible && this.current < this.best - epsilon;
        const level = feasible && this.bestIsCurrent && delta <= epsilon;
        if (this.bestIsCurrent && !better && !level) this.snapshot = this.routesBefore(state);
        this.accept(state);
        if (better) this.best = this.current;
        this.bestIsCurrent = better || level;
      } else {
        this.reject(state);
        this.excess = excessBefore;
      }
      this.price = this.excess > tinyExcess ? this.price * raise : Math.max(this.leastPrice, this.price * lower);
    }
  }

  /** The best solution since `start`. */
  bestRoutes(state: RoutingState): readonly IndexedRoute[] {
    return this.bestIsCurrent ? state.routes() : this.snapshot;
  }

  private travel(state: RoutingState): number {
    const { n, places, cost } = this.data;
    let travel = 0;
    for (let i = 0; i < n; i++) travel += cost[i * places + state.place[state.next[i]]];
    return travel;
  }

  /** Removes strings around a random customer; the change of cost. */
  private ruin(state: RoutingState, random: Random): number {
    const { n, neighbours, stride } = this.data;
    const { route, routeSize } = state;
    this.absentCount = 0;
    this.touchedCount = 0;
    const routesInUse = state.routeCount;
    const longest = Math.min(longestString, n / routesInUse);
    const strings = Math.floor(1 + random.float() * Math.max(1, (4 * removed) / (1 + longest) - 1));
    const seed = this.seedCustomer(state, random);
    let delta = 0;
    for (let k = -1, done = 0; k < stride && done < strings; k++) {
      const i = k < 0 ? seed : neighbours[seed * stride + k];
      const r = route[i];
      if (r < 0 || this.isTouched[r]) continue;
      const length = Math.floor(1 + random.float() * Math.min(routeSize[r], longest));
      delta += this.removeString(state, random, i, r, length);
      done++;
    }
    return delta;
  }

  /** Any customer; while a depot is overfull, more often one of such a depot. */
  private seedCustomer(state: RoutingState, random: Random): number {
    const { n, depotCapacity } = this.data;
    let i = random.int(n);
    if (this.excess <= tinyExcess) return i;
    for (let tries = 0; tries < focusTries; tries++) {
      const d = state.routeDepot[state.route[i]];
      if (state.depotLoad[d] > depotCapacity[d]) return i;
      i = random.int(n);
    }
    return i;
  }

  /** Removes `length` customers around i, or a longer string of which a random middle stays. */
  private removeString(state: RoutingState, random: Random, i: number, r: number, length: number): number {
    const { n, depotCapacity } = this.data;
    const { next, prev, routeSize } = state;
    this.touch(state, r);
    let kept = 0;
    if (length > 1 && length < routeSize[r] && random.float() < splitShare) {
      kept = 1;
      while (length + kept < routeSize[r] && random.float() > keepShare) kept++;
    }
    const span = length + kept;
    let before = 0;
    for (let node = prev[i]; node < n && before < span - 1; node = prev[node]) before++;
    let after = 0;
    for (let node = next[i]; node < n && after < span - 1; node = next[node]) after++;
    const least = Math.max(0, span - 1 - after);
    let node = i;
    for (let back = least + random.int(before - least + 1); back > 0; back--) node = prev[node];
    const keepFrom = kept > 0 ? 1 + random.int(span - kept) : span;
    let delta = 0;
    for (let k = 0; k < span && node < n; k++) {
      const following = next[node];
      if (k < keepFrom || k >= keepFrom + kept) {
        const d = state.routeDepot[r];
        const over = Math.max(0, state.depotLoad[d] - depotCapacity[d]);
        delta += state.detach(node);
        const relief = Math.max(0, state.depotLoad[d] - depotCapacity[d]) - over;
        this.excess += relief;
        delta += this.price * relief;
        this.absent[this.absentCount++] = node;
      }
      node = following;
    }
    return delta;
  }

  /** Returns the absent in a random sensible order; the change of cost, Infinity when somebody found no place. */
  private recreate(state: RoutingState, random: Random): number {
    this.width = Math.min(this.data.stride, random.float() < wideShare ? wideInsertion : closeInsertion);
    this.sortAbsent(random);
    let delta = 0;
    for (let k = 0; k < this.absentCount; k++) {
      const i = this.absent[k];
      const extra = this.insertBest(state, random, i);
      if (extra === Number.POSITIVE_INFINITY) return extra;
      delta += extra;
    }
    return delta;
  }

  /** Random, large demand first, far from depots first, near first: weights 4, 4, 2, 1. */
  private sortAbsent(random: Random): void {
    const { demand } = this.data;
    const { absent, absentCount, sortKey, nearestDepot } = this;
    const roll = random.int(11);
    for (let k = 0; k < absentCount; k++) {
      const i = absent[k];
      sortKey[i] = roll < 4 ? random.float() : roll < 8 ? -demand[i] : roll < 10 ? -nearestDepot[i] : nearestDepot[i];
    }
    // Insertion sort: a dozen elements, no allocation.
    for (let k = 1; k < absentCount; k++) {
      const i = absent[k];
      let at = k;
      for (; at > 0 && sortKey[absent[at - 1]] > sortKey[i]; at--) absent[at] = absent[at - 1];
      absent[at] = i;
    }
  }

  /** Cheapest place beside a near customer or on a new vehicle; O(neighbours + open depots). */
  private insertBest(state: RoutingState, random: Random, i: number): number {
    const { n, m, places, cost, demand, vehicleCapacity, depotCapacity, depotOrder, neighbours, stride, rules } = this.data;
    const { next, prev, place, route, routeLoad, routeDepot, depotLoad, emptyRoute, open } = state;
    const room = vehicleCapacity - demand[i];
    let best = Number.POSITIVE_INFINITY;
    let bestAfter = -1;
    let bestOver = 0;
    for (let k = 0; k < this.width; k++) {
      const j = neighbours[i * stride + k];
      const r = route[j];
      if (r < 0 || routeLoad[r] > room) continue;
      const d = routeDepot[r];
      if (rules.restricts && !rules.allowed[i * m + d]) continue;
      if (--this.untilBlink <= 0) {
        this.untilBlink = 1 + random.int(2 * blinkEvery - 1);
        continue;
      }
      const over = Math.max(0, depotLoad[d] + demand[i] - depotCapacity[d]) - Math.max(0, depotLoad[d] - depotCapacity[d]);
      const penalty = over > 0 ? this.price * over : 0;
      const then = place[next[j]];
      const behind = cost[j * places + i] + cost[i * places + then] - cost[j * places + then] + penalty;
      if (behind < best) {
        best = behind;
        bestAfter = j;
        bestOver = over;
      }
      const earlier = place[prev[j]];
      const ahead = cost[earlier * places + i] + cost[i * places + j] - cost[earlier * places + j] + penalty;
      if (ahead < best) {
        best = ahead;
        bestAfter = prev[j];
        bestOver = over;
      }
    }
    for (let k = i * m, tries = nearDepots; k < (i + 1) * m && tries > 0; k++) {
      const d = depotOrder[k];
      if (!open[d] || depotLoad[d] + demand[i] > depotCapacity[d] || (rules.restricts && !rules.allowed[i * m + d])) continue;
      const extra = cost[(n + d) * places + i] + cost[i * places + n + d] + state.fixedDelta(-1, d);
      if (extra < best) {
        best = extra;
        bestAfter = state.first(emptyRoute[d]);
        bestOver = 0;
      }
      tries--;
    }
    if (bestAfter < 0) return best;
    this.excess += bestOver;
    this.touch(state, route[bestAfter]);
    state.attach(i, bestAfter);
    return best;
  }

  private touch(state: RoutingState, r: number): void {
    if (this.isTouched[r]) return;
    this.isTouched[r] = 1;
    let at = this.touchedStart[this.touchedCount];
    for (let node = state.next[state.first(r)]; node < this.data.n; node = state.next[node]) this.saved[at++] = node;
    this.touched[this.touchedCount++] = r;
    this.touchedStart[this.touchedCount] = at;
  }

  private accept(state: RoutingState): void {
    for (let k = 0; k < this.touchedCount; k++) {
      const r = this.touched[k];
      this.isTouched[r] = 0;
      if (state.routeSize[r] === 0) state.release(r);
    }
  }

  private reject(state: RoutingState): void {
    for (let k = 0; k < this.touchedCount; k++) {
      const r = this.touched[k];
      this.isTouched[r] = 0;
      state.restore(r, this.saved, this.touchedStart[k], this.touchedStart[k + 1]);
    }
  }

  /** The routes as they were before the iteration under way. */
  private routesBefore(state: RoutingState): IndexedRoute[] {
    const routes: IndexedRoute[] = [];
    for (let r = 0; r < state.slots; r++) {
      if (this.isTouched[r] || state.routeSize[r] === 0) continue;
      routes.push({ depot: state.routeDepot[r], stops: state.stopsOf(r) });
    }
    for (let k = 0; k < this.touchedCount; k++) {
      const stops = this.saved.slice(this.touchedStart[k], this.touchedStart[k + 1]);
      if (stops.length > 0) routes.push({ depot: state.routeDepot[this.touched[k]], stops });
    }
    return routes;
  }
}

/**
 * Near customers beside whom a place is sought: most of the time a few, and in some iterations many. Where customers stand in clusters, the
 * nearest two dozen of a customer are in its own, so that it could never ride with another one.
 */
const closeInsertion = 12;
const wideInsertion = 80;
const wideShare = 0.3;

/** Distance of each customer from the nearest depot, open or not. */
export function nearestDepots({ n, m, places, cost }: SearchData): Float64Array {
  const nearest = new Float64Array(n).fill(Number.POSITIVE_INFINITY);
  for (let i = 0; i < n; i++) for (let d = 0; d < m; d++) nearest[i] = Math.min(nearest[i], cost[(n + d) * places + i]);
  return nearest;
}

/** Factor on the temperature at each of so many iterations. */
export const coolingOver = (iterations: number, hot: number, cold: number) => (cold / hot) ** (1 / Math.max(1, iterations));
