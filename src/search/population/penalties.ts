/** Prices of infeasibility, adapted so that a target share of descents ends feasible (Vidal et al. 2012, §4.5). */
import type { SearchData } from '../data.ts';
import type { Fleet } from '../fleet.ts';
import type { SearchParameters } from '../parameters.ts';
import type { Individual } from './individual.ts';

/** A unit of load over the capacity of a vehicle, of a depot; a broken rule; a unit of length over the longest route; of time late or out for too long. */
const kinds = ['vehicle', 'depot', 'rule', 'distance', 'time'] as const;

export type Penalties = Readonly<Record<(typeof kinds)[number], number>>;

export const penalisedCost = ({ cost, excess }: Individual, penalties: Penalties): number =>
  kinds.reduce((sum, kind) => sum + penalties[kind] * excess[kind], cost);

/** Prices fall no further than to this share of where they start, or of what a unit of load is worth. */
const leastShare = 1e-3;

/** Each kind by itself. */
export const priced = (price: (kind: keyof Penalties) => number) =>
  Object.fromEntries(kinds.map((kind) => [kind, price(kind)])) as Penalties;

export const scaled = (penalties: Penalties, factor: number): Penalties => priced((kind) => penalties[kind] * factor);

/** Share of what a trip costs with the dearest vehicle that any trip is worth. */
const measure = 0.01;

/** To be late by a mean arc's time costs as much as the arc, at the least. */
function timePrice({ n, m, fleet, travel, vehicleCost }: SearchData, farthest: number): number {
  if (!fleet?.hours) return 1;
  let [cost, time] = [0, 0];
  for (let i = 0; i < n; i++)
    for (let d = 0; d < m; d++) {
      const arc = travel.arc(n + d, i);
      if (arc >= travel.noWay) continue;
      cost += arc;
      time += fleet.hours.time(n + d, i);
    }
  return time > 0 && cost > 0 ? (2 * cost) / time : Math.max(vehicleCost, farthest, 1);
}

/** What the type that costs most pays for a vehicle and the trip to the farthest customer from its nearest depot. */
function dearestTrip({ n, m, travel }: SearchData, { types, fixedCost, surcharge }: Fleet): number {
  let most = 0;
  for (let i = 0; i < n; i++) {
    let near = Number.POSITIVE_INFINITY;
    for (let d = 0; d < m; d++)
      if (travel.arc(n + d, i) < travel.noWay && travel.arc(i, n + d) < travel.noWay)
        near = Math.min(near, travel.length(n + d, i) + travel.length(i, n + d));
    const length = near < Number.POSITIVE_INFINITY ? near : 0;
    for (let type = 0; type < types; type++) most = Math.max(most, fixedCost[type] + (travel.costPerDistance + surcharge[type]) * length);
  }
  return most;
}

/** The prices, each raised or lowered by how often its own limit is kept. */
export class AdaptivePenalties {
  private prices: Penalties;
  private readonly smallest: Penalties;
  private readonly largest: Penalties;
  private seen = 0;
  private readonly met = { vehicle: 0, depot: 0, rule: 0, distance: 0, time: 0 };

  constructor(
    data: SearchData,
    private readonly parameters: SearchParameters['penalties'],
  ) {
    const { n, m, travel, demand } = data;
    let heaviest = 0;
    for (let i = 0; i < n; i++) heaviest = Math.max(heaviest, demand[i]);
    let farthest = 0;
    for (let i = 0; i < n; i++) {
      let near = Number.POSITIVE_INFINITY;
      for (let d = 0; d < m; d++) near = Math.min(near, travel.back[i * m + d]);
      if (near < travel.noWay) farthest = Math.max(farthest, near);
    }
    // Where the cheapest vehicle costs next to nothing, the dearest sets the measure.
    const dearest = data.fleet ? dearestTrip(data, data.fleet) : 0;
    const trip = Math.max(data.vehicleCost + 2 * farthest, measure * dearest);
    const perUnit = Math.max(farthest, measure * dearest, 1e-6) / Math.max(heaviest, 1e-6);
    // An overfull vehicle saves a vehicle, an overfull depot saves a depot: neither may pay from the start.
    const perVehicle = trip / data.vehicleCapacity;
    let perDepot = 0;
    for (let d = 0; d < m; d++) if (data.depotCapacity[d] > 0) perDepot = Math.max(perDepot, data.openingCost[d] / data.depotCapacity[d]);
    this.prices = {
      vehicle: Math.max(perUnit, perVehicle),
      depot: Math.max(perUnit, perDepot),
      // A rule that is broken may save a vehicle and a depot.
      rule: Math.max(trip + data.openingCost.reduce((a, b) => Math.max(a, b), 0), 1e-6),
      // A route a tenth too long may save a vehicle.
      distance: Math.max(trip, 1e-6) / (0.1 * Math.min(data.fleet ? Math.min(...data.fleet.maxDistance) : data.maxDistance, 1e12)),
      time: timePrice(data, farthest),
    };
    const { distance, time } = scaled(this.prices, leastShare);
    this.smallest = { vehicle: leastShare * perUnit, depot: leastShare * perUnit, rule: leastShare * perUnit, distance, time };
    // A dearer price would drown the costs that it is added to in rounding noise.
    const { vehicle, depot } = this.prices;
    // An overfull depot may save vehicles of another.
    this.largest = scaled({ ...this.prices, depot: Math.max(depot, vehicle) }, parameters.mostRaised);
  }

  get current(): Penalties {
    return this.prices;
  }

  /** Counts the result of a descent under the current prices. */
  record(individual: Individual): void {
    for (const kind of kinds) if (individual.excess[kind] === 0) this.met[kind]++;
    const { window, raise, lower, vehicleShare, depotShare, ruleShare } = this.parameters;
    if (++this.seen < window) return;
    const target = { vehicle: vehicleShare, depot: depotShare, rule: ruleShare, distance: vehicleShare, time: vehicleShare };
    this.prices = this.limited((kind) => {
      const { [kind]: price } = this.prices;
      const share = this.met[kind] / this.seen;
      if (share < target[kind] - 0.05) return price * raise;
      return share > target[kind] + 0.05 ? Math.max(this.smallest[kind], price * lower) : price;
    });
    this.seen = 0;
    for (const kind of kinds) this.met[kind] = 0;
  }

  /** Makes infeasibility dearer at once, where nothing feasible is found at all. */
  tighten(factor: number): void {
    this.prices = this.limited((kind) => this.prices[kind] * factor);
  }

  private limited(price: (kind: keyof Penalties) => number): Penalties {
    return priced((kind) => Math.min(price(kind), this.largest[kind]));
  }
}
