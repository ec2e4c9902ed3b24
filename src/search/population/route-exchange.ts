/**
 * Selective route exchange (Nagata & Kobayashi 2010): some neighbouring routes of the first parent are replaced by as many of the second
 * that serve nearly the same customers. Customers on two routes leave one; customers on none are inserted where that costs least. Most of
 * the child equals the first parent, so a descent has little to repair.
 */
import type { Random } from '../../run/random.ts';
import { insertCustomers, rehang } from '../construction/insert.ts';
import type { SearchData } from '../data.ts';
import type { Engine } from '../engine.ts';
import type { SearchParameters } from '../parameters.ts';
import { listOf, type Route, type RouteList, routesOf } from '../routes.ts';
import type { Individual } from './individual.ts';
import { type Penalties, penalisedCost } from './penalties.ts';

/** On a route that leaves; on one that comes. */
const leaves = 1;
const comes = 2;

export class RouteExchange {
  /** For each customer, `leaves` and `comes` added up. */
  private readonly mark: Uint8Array;

  constructor(
    private readonly data: SearchData,
    private readonly engine: Engine,
    private readonly parameters: SearchParameters['evolution'],
  ) {
    this.mark = new Uint8Array(data.n);
  }

  /** A child that stands on the depots of the first parent; undefined where the routes drawn serve the same customers in both. */
  cross(first: Individual, second: Individual, random: Random, penalties: Penalties): RouteList | undefined {
    const mine = routesOf(this.data, first.routes);
    const theirs = routesOf(this.data, second.routes);
    const order = routeOrder(this.data, mine);
    const otherOrder = routeOrder(this.data, theirs);
    const { exchanged, exchangeDraws } = this.parameters;
    const most = Math.max(1, Math.floor(exchanged * Math.min(order.length, otherOrder.length)));
    for (let draw = 0; draw < exchangeDraws; draw++) {
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
      const newcomers = coming.map((r) => rehang(this.data, theirs[r], first.open));
      random.shuffle(orphans);
      const children = [
        // A customer both on a route that stays and on one that comes must leave one of them: both ways are tried.
        [...staying.map((route) => this.withoutStrangers(route)), ...newcomers],
        [...staying, ...newcomers.map((route) => this.withoutStrangers(route))],
      ].map((routes) => listOf(this.data, insertCustomers(this.data, routes, orphans, first.open, penalties)));
      const [a, b] = children.map((routes) => penalisedCost(this.engine.evaluate(routes, first.open), penalties));
      return children[a <= b ? 0 : 1];
    }
    return undefined;
  }

  /** The successive routes of the other parent with most customers of those that leave. */
  private mostAlike(routes: readonly Route[], order: readonly number[], count: number): number[] {
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

  /** Strangers: customers of the routes that come who were on none that leaves. */
  private withoutStrangers({ stops, ...route }: Route): Route {
    return { ...route, stops: stops.filter((i) => this.mark[i] !== comes) };
  }
}

const successive = (order: readonly number[], start: number, count: number) =>
  Array.from({ length: count }, (_, k) => order[(start + k) % order.length]);

/** Routes by depot (depots around the centre of the customers), then by the angle of their centre seen from the depot. */
function routeOrder({ n, x, y }: SearchData, routes: readonly Route[]): number[] {
  const mean = (values: Float64Array, customers: Iterable<number>, count: number) => {
    let sum = 0;
    for (const i of customers) sum += values[i];
    return sum / count;
  };
  const angleFrom = (cx: number, cy: number, px: number, py: number) => Math.atan2(py - cy, px - cx);
  const [centreX, centreY] = [x, y].map((values) => mean(values, Array(n).keys(), n));
  const key = routes.map(({ depot, stops }, r) => {
    const [depotX, depotY] = [x[n + depot], y[n + depot]];
    const angle = angleFrom(depotX, depotY, mean(x, stops, stops.length), mean(y, stops, stops.length));
    return { r, depot, around: angleFrom(centreX, centreY, depotX, depotY), angle };
  });
  key.sort((a, b) => a.around - b.around || a.depot - b.depot || a.angle - b.angle || a.r - b.r);
  return key.map(({ r }) => r);
}
