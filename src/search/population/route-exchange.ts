/**
 * Selective route exchange (Nagata & Kobayashi 2010): some neighbouring routes of the first parent are replaced by as many of the second
 * that serve nearly the same customers. Customers on two routes leave one; customers on none are inserted where that costs least. Most of
 * the child equals the first parent, so a descent has little to repair.
 */
import type { DepotSet } from '../../problem/depot-set.ts';
import type { IndexedRoute } from '../../problem/solution.ts';
import type { Random } from '../../run/random.ts';
import type { SearchData } from '../data.ts';
import { vehicleAt } from '../fleet.ts';
import { routeOrder } from './crossover.ts';
import { createIndividual, type FlatRoute, type Individual, individualRoutes } from './individual.ts';
import { type Penalties, penalisedCost } from './penalties.ts';

/** Most routes that are exchanged, as a share of the smaller parent's; and draws until some differ. */
const mostShare = 0.5;
const draws = 5;

/** On a route that leaves; on one that comes. */
const leaves = 1;
const comes = 2;

export class RouteExchange {
  private readonly data: SearchData;
  /** For each customer, `leaves` and `comes` added up. */
  private readonly mark: Uint8Array;

  constructor(data: SearchData) {
    this.data = data;
    this.mark = new Uint8Array(data.n);
  }

  /** A child that stands on the depots of the first parent; undefined where the routes drawn serve the same customers in both. */
  cross(first: Individual, second: Individual, random: Random, penalties: Penalties): IndexedRoute[] | undefined {
    const mine = individualRoutes(first);
    const theirs = individualRoutes(second);
    const order = routeOrder(this.data, first);
    const otherOrder = routeOrder(this.data, second);
    const most = Math.max(1, Math.floor(mostShare * Math.min(order.length, otherOrder.length)));
    for (let draw = 0; draw < draws; draw++) {
      const count = 1 + random.int(most);
      const leaving = successive(order, random.int(order.length), count);
      this.mark.fill(0);
      for (const r of leaving) for (const i of mine[r].stops) this.mark[i] = leaves;
      const coming = this.mostAlike(theirs, otherOrder, count);
      let strangers = 0;
      for (const r of coming)
        for (const i of theirs[r].stops) {
          if (!this.mark[i]) strangers++;
          this.mark[i] |= comes;
        }
      const orphans: number[] = [];
      for (const r of leaving) for (const i of mine[r].stops) if (this.mark[i] === leaves) orphans.push(i);
      if (strangers + orphans.length === 0) continue;
      const staying = mine.filter((_, r) => !leaving.includes(r));
      const newcomers = coming.map((r) => this.home(theirs[r], first.open));
      random.shuffle(orphans);
      const children = [
        // A customer both on a route that stays and on one that comes must leave one of them: both ways are tried.
        [...staying.map((route) => this.withoutStrangers(route)), ...newcomers],
        [...staying, ...newcomers.map((route) => this.withoutStrangers(route))],
      ].map((routes) => this.adopt(routes, orphans, first.open, penalties));
      const [a, b] = children.map((routes) => penalisedCost(createIndividual(this.data, routes, first.open), penalties));
      return children[a <= b ? 0 : 1];
    }
    return undefined;
  }

  /** The successive routes of the other parent with most customers of those that leave. */
  private mostAlike(routes: readonly FlatRoute[], order: readonly number[], count: number): number[] {
    const shared = routes.map(({ stops }) => {
      let sum = 0;
      for (const i of stops) sum += this.mark[i];
      return sum;
    });
    let at = 0;
    let most = -1;
    for (let start = 0; start < order.length; start++) {
      const sum = successive(order, start, count).reduce((total, r) => total + shared[r], 0);
      if (sum > most) {
        most = sum;
        at = start;
      }
    }
    return successive(order, at, count);
  }

  /** A route as it is, or hung on the open depot where its ends cost least. */
  private home(route: FlatRoute, open: DepotSet): FlatRoute {
    const { depot, stops } = route;
    if (open[depot]) return route;
    const { m, travel } = this.data;
    const { out, back } = travel;
    const first = stops[0];
    const last = stops[stops.length - 1];
    let nearest = depot;
    let least = Number.POSITIVE_INFINITY;
    for (let d = 0; d < m; d++) {
      const hang = out[first * m + d] + back[last * m + d];
      if (open[d] && hang < least) {
        least = hang;
        nearest = d;
      }
    }
    return { depot: nearest, vehicle: vehicleAt(this.data, nearest, route.vehicle), stops };
  }

  /** Strangers: customers of the routes that come who were on none that leaves. */
  private withoutStrangers({ stops, ...route }: FlatRoute): FlatRoute {
    return { ...route, stops: stops.filter((i) => this.mark[i] !== comes) };
  }

  /**
   * Puts each where it costs least, on a route or on a vehicle of its own: travel, the vehicle, and what it overloads. Rules are left to the
   * descent. O(orphans · customers).
   */
  private adopt(routes: readonly FlatRoute[], orphans: readonly number[], open: DepotSet, penalties: Penalties): IndexedRoute[] {
    const { n, m, travel, demand, vehicleCapacity, vehicleCost, depotCapacity } = this.data;
    const { arc, out, back } = travel;
    const depotLoad = new Float64Array(m);
    const used = routes.filter(({ stops }) => stops.length > 0);
    const capacityOf = (type: number) => this.data.fleet?.capacity[type] ?? vehicleCapacity;
    const grown = used.map(({ depot, vehicle = 0, stops }) => {
      let load = 0;
      for (const i of stops) load += demand[i];
      depotLoad[depot] += load;
      return { depot, vehicle, stops: Array.from(stops), load };
    });
    for (const i of orphans) {
      const crowding = (depot: number) => penalties.depot * excessDelta(depotLoad[depot], demand[i], depotCapacity[depot]);
      let least = Number.POSITIVE_INFINITY;
      let best = { depot: 0, vehicle: 0, stops: [] as number[], load: 0 };
      let place = 0;
      for (const route of grown) {
        const { depot, vehicle, stops, load } = route;
        const over = penalties.vehicle * excessDelta(load, demand[i], capacityOf(vehicle)) + crowding(depot);
        let before = n + depot;
        for (let k = 0; k <= stops.length; k++) {
          const after = k < stops.length ? stops[k] : n + depot;
          const extra = arc(before, i) + arc(i, after) - arc(before, after) + over;
          if (extra < least) {
            least = extra;
            best = route;
            place = k;
          }
          before = after;
        }
      }
      for (let depot = 0; depot < m; depot++) {
        if (!open[depot]) continue;
        const extra = out[i * m + depot] + back[i * m + depot] + vehicleCost + crowding(depot);
        if (extra >= least) continue;
        least = extra;
        best = { depot, vehicle: vehicleAt(this.data, depot, 0), stops: [], load: 0 };
        place = 0;
      }
      if (best.stops.length === 0) grown.push(best);
      best.stops.splice(place, 0, i);
      best.load += demand[i];
      depotLoad[best.depot] += demand[i];
    }
    return grown;
  }
}

const excessDelta = (load: number, more: number, capacity: number) => Math.max(0, load + more - capacity) - Math.max(0, load - capacity);

const successive = (order: readonly number[], start: number, count: number) =>
  Array.from({ length: count }, (_, k) => order[(start + k) % order.length]);
