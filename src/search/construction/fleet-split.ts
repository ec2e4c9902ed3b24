/**
 * Bellman's recursion of the split where vehicles differ or times matter: each route takes the base, a vehicle type at an open depot, with
 * which it costs least. Routes are timed from the start that lets the vehicle be at its first stop as that opens.
 */
import type { SearchData } from '../data.ts';
import { type Fleet, serviceBegin, startsAt } from '../fleet.ts';
import type { Penalties } from '../population/penalties.ts';

/** Where the recursion leaves its result; see Splitter. */
export interface SplitTable {
  readonly label: Float64Array;
  readonly from: Int32Array;
  readonly via: Int32Array;
  readonly price: Float64Array;
}

/** Routes may exceed the largest vehicle by this factor, at the penalty's price. */
const overload = 1.5;

export class FleetSplit {
  private readonly largest: number;
  /** By base, for the route under way: when it began, when its vehicle is done at the last stop, how late it was; what it may not do. */
  private readonly start: Float64Array;
  private readonly now: Float64Array;
  private readonly late: Float64Array;
  private readonly broken: Float64Array;
  private readonly amount: Float64Array;

  constructor(
    private readonly data: SearchData,
    private readonly fleet: Fleet,
  ) {
    const bases = fleet.types * data.m;
    this.largest = fleet.capacity.reduce((most, capacity) => Math.max(most, capacity), 0);
    this.start = new Float64Array(bases);
    this.now = new Float64Array(bases);
    this.late = new Float64Array(bases);
    this.broken = new Float64Array(bases);
    this.amount = new Float64Array(fleet.quantities);
  }

  bellman(tour: Int32Array, depots: readonly number[], penalties: Penalties, { label, from, via, price }: SplitTable): void {
    const { n, m, travel, demand, rules } = this.data;
    const { fleet, broken, amount } = this;
    const bases: number[] = [];
    for (let type = 0; type < fleet.types; type++) for (const d of depots) if (startsAt(fleet, m, type, d)) bases.push(type * m + d);
    // Somebody must serve, if only at the penalty's price.
    if (bases.length === 0) bases.push(depots[0]);
    label.fill(Number.POSITIVE_INFINITY, 0, tour.length + 1);
    label[0] = 0;
    for (let i = 0; i < tour.length; i++) {
      let load = 0;
      let path = 0;
      let length = 0;
      broken.fill(0);
      amount.fill(0);
      for (let j = i; j < tour.length; j++) {
        const stop = tour[j];
        load += demand[stop];
        for (let q = 0; q < fleet.quantities; q++) amount[q] += fleet.amount[q * n + stop];
        if (j > i) {
          if (load > overload * this.largest) break;
          path += travel.arc(tour[j - 1], stop);
          length += travel.length(tour[j - 1], stop);
        }
        let least = Number.POSITIVE_INFINITY;
        let home = bases[0];
        for (let k = 0; k < bases.length; k++) {
          const base = bases[k];
          const type = Math.floor(base / m);
          const d = base % m;
          broken[base] += fleet.barred[type * n + stop] + (rules.restricts ? 1 - rules.allowed[stop * m + d] : 0);
          const whole = length + travel.length(n + d, tour[i]) + travel.length(stop, n + d);
          const over = Math.max(0, load - fleet.capacity[type]) + this.amountOver(type);
          const cost =
            travel.arc(n + d, tour[i]) +
            travel.arc(stop, n + d) +
            fleet.fixedCost[type] +
            fleet.surcharge[type] * whole +
            (price[d] + fleet.handling[d]) * load +
            (over > 0 ? penalties.vehicle * over : 0) +
            penalties.rule * (broken[base] + Math.max(0, j - i + 1 - fleet.mostStops[type])) +
            (whole > fleet.longest[type] ? penalties.length * (whole - fleet.longest[type]) : 0) +
            this.timeCost(base, type, d, j > i ? tour[j - 1] : -1, stop, penalties.time);
          if (cost < least) {
            least = cost;
            home = base;
          }
        }
        const total = label[i] + path + least;
        // A customer that no vehicle can take still has to be on some route: then one alone is as good as any.
        if (total < label[j + 1] || (j === i && label[j + 1] === Number.POSITIVE_INFINITY)) {
          label[j + 1] = Math.min(total, Number.MAX_VALUE);
          from[j + 1] = i;
          via[j + 1] = home;
        }
      }
    }
  }

  private amountOver(type: number): number {
    const { quantities, limit, types } = this.fleet;
    let over = 0;
    for (let q = 0; q < quantities; q++) over += Math.max(0, this.amount[q] - limit[q * types + type]);
    return over;
  }

  /** Drives on from the stop before, or from the depot where there is none; what the route costs in time if it then goes home. */
  private timeCost(base: number, type: number, depot: number, before: number, stop: number, penalty: number): number {
    const { hours, costPerTime, longestTime } = this.fleet;
    if (!hours) return 0;
    const { n } = this.data;
    const { start, now, late } = this;
    const slow = hours.slowness[type];
    const home = n + depot;
    if (before < 0) {
      const away = hours.loading[depot] + slow * hours.time(home, stop);
      start[base] = Math.max(hours.earliest[base], hours.opens[hours.windowsFrom[stop]] - away);
      now[base] = start[base] + away;
      late[base] = 0;
    } else now[base] += slow * hours.time(before, stop);
    const begins = serviceBegin(hours, stop, now[base]);
    late[base] += Math.max(0, now[base] - begins);
    now[base] = begins + hours.service[stop];
    const back = now[base] + slow * hours.time(stop, home);
    const spent = back - start[base];
    const over = late[base] + Math.max(0, back - hours.latest[base]) + Math.max(0, spent - longestTime[type]);
    return costPerTime[type] * spent + (over > 0 ? penalty * over : 0);
  }
}
