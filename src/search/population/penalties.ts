/** Prices of infeasibility, adapted so that a target share of descents ends feasible (Vidal et al. 2012, §4.5). */
import type { SearchData } from '../data.ts';
import type { SearchParameters } from '../parameters.ts';
import type { Individual } from './individual.ts';

export interface Penalties {
  /** Per unit of load over the vehicle capacity. */
  readonly vehicle: number;
  /** Per unit of load over the depot capacity. */
  readonly depot: number;
  /** Per broken rule. */
  readonly rule: number;
}

export function penalisedCost(individual: Individual, penalties: Penalties): number {
  return (
    individual.cost +
    penalties.vehicle * individual.vehicleExcess +
    penalties.depot * individual.depotExcess +
    penalties.rule * individual.broken
  );
}

export const scaled = ({ vehicle, depot, rule }: Penalties, factor: number): Penalties => ({
  vehicle: vehicle * factor,
  depot: depot * factor,
  rule: rule * factor,
});

/** Keeps the three prices; each is raised or lowered on its own evidence. */
export class AdaptivePenalties {
  private prices: Penalties;
  private readonly smallest: number;
  private readonly largest: Penalties;
  private seen = 0;
  private readonly met = { vehicle: 0, depot: 0, rule: 0 };

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
    const perUnit = Math.max(farthest, 1e-6) / Math.max(heaviest, 1e-6);
    this.smallest = 1e-3 * perUnit;
    // An overfull vehicle saves a vehicle, an overfull depot saves a depot: neither may pay from the start.
    const perVehicle = (data.vehicleCost + 2 * farthest) / data.vehicleCapacity;
    let perDepot = 0;
    for (let d = 0; d < m; d++) if (data.depotCapacity[d] > 0) perDepot = Math.max(perDepot, data.openingCost[d] / data.depotCapacity[d]);
    this.prices = {
      vehicle: Math.max(perUnit, perVehicle),
      depot: Math.max(perUnit, perDepot),
      // A rule that is broken may save a vehicle and a depot.
      rule: Math.max(2 * farthest + data.vehicleCost + data.openingCost.reduce((a, b) => Math.max(a, b), 0), 1e-6),
    };
    // A dearer price would drown the costs that it is added to in rounding noise.
    this.largest = scaled(this.prices, parameters.mostRaised);
  }

  get current(): Penalties {
    return this.prices;
  }

  /** Counts the result of a descent under the current prices. */
  record(individual: Individual): void {
    if (individual.vehicleExcess === 0) this.met.vehicle++;
    if (individual.depotExcess === 0) this.met.depot++;
    if (individual.broken === 0) this.met.rule++;
    const { window, raise, lower, vehicleShare, depotShare, ruleShare } = this.parameters;
    if (++this.seen < window) return;
    const adapt = (price: number, met: number, target: number) => {
      const share = met / this.seen;
      if (share < target - 0.05) return price * raise;
      return share > target + 0.05 ? Math.max(this.smallest, price * lower) : price;
    };
    this.prices = this.limited({
      vehicle: adapt(this.prices.vehicle, this.met.vehicle, vehicleShare),
      depot: adapt(this.prices.depot, this.met.depot, depotShare),
      rule: adapt(this.prices.rule, this.met.rule, ruleShare),
    });
    this.seen = this.met.vehicle = this.met.depot = this.met.rule = 0;
  }

  /** Makes infeasibility dearer at once, where nothing feasible is found at all. */
  tighten(factor: number): void {
    this.prices = this.limited(scaled(this.prices, factor));
  }

  private limited({ vehicle, depot, rule }: Penalties): Penalties {
    const { largest } = this;
    return { vehicle: Math.min(vehicle, largest.vehicle), depot: Math.min(depot, largest.depot), rule: Math.min(rule, largest.rule) };
  }
}
