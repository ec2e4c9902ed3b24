/**
 * Split: cuts a giant tour into routes at least cost by Bellman's recursion (Prins 2004; Vidal 2016), each route hung on the open depot
 * where it costs least. Depot capacities enter through prices per unit of load, raised where a depot is overfull, for a few rounds.
 * O(n · customers a route · open depots) a round.
 */
import { type DepotSet, depotsOf } from '../../problem/depot-set.ts';
import type { IndexedRoute } from '../../problem/solution.ts';
import type { SearchData } from '../data.ts';
import type { Penalties } from '../population/penalties.ts';
import { FleetSplit } from './fleet-split.ts';

/** Routes may exceed the vehicle by this factor, at the penalty's price. */
const overload = 1.5;
const noOverload: Penalties = { vehicle: Number.POSITIVE_INFINITY, depot: 0, rule: 0, length: 1e12, time: 1e12 };
const priceRounds = 4;

export class Splitter {
  private readonly data: SearchData;
  readonly label: Float64Array;
  readonly from: Int32Array;
  /** The base of the route that ends there: its depot, where there is one kind of vehicle. */
  readonly via: Int32Array;
  /** Of a unit of load, by depot. */
  readonly price: Float64Array;
  private readonly load: Float64Array;
  private readonly barred: Int32Array;
  private readonly bases: FleetSplit | undefined;

  constructor(data: SearchData) {
    this.data = data;
    this.label = new Float64Array(data.n + 1);
    this.from = new Int32Array(data.n + 1);
    this.via = new Int32Array(data.n + 1);
    this.price = new Float64Array(data.m);
    this.load = new Float64Array(data.m);
    this.barred = new Int32Array(data.m);
    if (data.fleet) this.bases = new FleetSplit(data, data.fleet);
  }

  split(tour: Int32Array, open: DepotSet, penalties: Penalties): IndexedRoute[] {
    const { depotCapacity } = this.data;
    const depots = depotsOf(open);
    this.price.fill(0);
    let best: IndexedRoute[] = [];
    let least = Number.POSITIVE_INFINITY;
    for (let round = 0; round < priceRounds; round++) {
      this.bellman(tour, depots, penalties);
      const routes = this.collect(tour);
      let priced = 0;
      let excess = 0;
      for (const d of depots) {
        const over = this.load[d] - depotCapacity[d];
        priced += this.price[d] * this.load[d];
        excess += Math.max(0, over);
        if (over > 0) this.price[d] += penalties.depot * Math.min(0.5, 0.1 + over / depotCapacity[d]);
        else this.price[d] *= 0.8;
      }
      const cost = this.label[tour.length] - priced + penalties.depot * excess;
      if (cost < least) {
        least = cost;
        best = routes;
      }
      if (excess === 0) break;
    }
    return best;
  }

  /** Splits the customers of one depot; no vehicle is overfull. */
  splitAt(depot: number, tour: Int32Array): IndexedRoute[] {
    this.price[depot] = 0;
    this.bellman(tour, [depot], noOverload);
    return this.collect(tour);
  }

  private bellman(tour: Int32Array, depots: readonly number[], penalties: Penalties): void {
    if (this.bases) {
      this.bases.bellman(tour, depots, penalties, this);
      return;
    }
    const { n, m, travel, demand, vehicleCapacity, vehicleCost, rules, lengthLimit } = this.data;
    const { arc, out, back } = travel;
    const { label, from, via, price, barred } = this;
    const limited = lengthLimit < Number.POSITIVE_INFINITY;
    label.fill(Number.POSITIVE_INFINITY, 0, tour.length + 1);
    label[0] = 0;
    for (let i = 0; i < tour.length; i++) {
      const base = label[i] + vehicleCost;
      const first = tour[i];
      let load = 0;
      let path = 0;
      let length = 0;
      if (rules.restricts) barred.fill(0);
      for (let j = i; j < tour.length; j++) {
        const last = tour[j];
        load += demand[last];
        if (j > i) {
          if (load > overload * vehicleCapacity) break;
          path += arc(tour[j - 1], last);
          if (limited) length += travel.length(tour[j - 1], last);
        }
        if (rules.restricts) for (const d of depots) barred[d] += 1 - rules.allowed[last * m + d];
        let ends = Number.POSITIVE_INFINITY;
        let home = depots[0];
        for (let k = 0; k < depots.length; k++) {
          const d = depots[k];
          let hang = out[first * m + d] + back[last * m + d] + price[d] * load;
          if (rules.restricts && barred[d] > 0) hang += penalties.rule * barred[d];
          if (limited) {
            const whole = length + travel.length(n + d, first) + travel.length(last, n + d);
            if (whole > lengthLimit) hang += penalties.length * (whole - lengthLimit);
          }
          if (hang < ends) {
            ends = hang;
            home = d;
          }
        }
        const total = base + path + ends + (load > vehicleCapacity ? penalties.vehicle * (load - vehicleCapacity) : 0);
        if (total < label[j + 1]) {
          label[j + 1] = total;
          from[j + 1] = i;
          via[j + 1] = home;
        }
      }
    }
  }

  private collect(tour: Int32Array): IndexedRoute[] {
    const routes: IndexedRoute[] = [];
    this.load.fill(0);
    for (let end = tour.length; end > 0; end = this.from[end]) {
      const stops = tour.slice(this.from[end], end);
      const base = this.via[end];
      const depot = base % this.data.m;
      for (const i of stops) this.load[depot] += this.data.demand[i];
      routes.push({ depot, vehicle: Math.floor(base / this.data.m), stops });
    }
    return routes;
  }
}
