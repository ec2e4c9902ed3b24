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
  /** Per unit of length over the longest route. */
  readonly length: number;
}

export function penalisedCost({ cost, vehicleExcess, depotExcess, broken, lengthExcess }: Individual, penalties: Penalties): number {
  const { vehicle, depot, rule, length } = penalties;
  return cost + vehicle * vehicleExcess + depot * depotExcess + rule * broken + length * lengthExcess;
}

const kinds = ['vehicle', 'depot', 'rule', 'length'] as const;
/** Prices fall no further than to this share of where they start, or of what a unit of load is worth. */
const leastShare = 1e-3;

/** Each price by itself. */
function priced(price: (kind: keyof Penalties) => number): Penalties {
  return { vehicle: price('vehicle'), depot: price('depot'), rule: price('rule'), length: price('length') };
}

export const scaled = (penalties: Penalties, factor: number): Penalties => priced((kind) => penalties[kind] * factor);

/** How far a solution breaks each kind of limit. */
const excessOf = ({ vehicleExcess, depotExcess, broken, lengthExcess }: Individual) => ({
  vehicle: vehicleExcess,
  depot: depotExcess,
  rule: broken,
  length: lengthExcess,
});

/** Keeps the prices; each is raised or lowered on its own evidence. */
export class AdaptivePenalties {
  private prices: Penalties;
  private readonly smallest: Penalties;
  private readonly largest: Penalties;
  private seen = 0;
  private readonly met = { vehicle: 0, depot: 0, rule: 0, length: 0 };

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
    // An overfull vehicle saves a vehicle, an overfull depot saves a depot: neither may pay from the start.
    const perVehicle = (data.vehicleCost + 2 * farthest) / data.vehicleCapacity;
    let perDepot = 0;
    for (let d = 0; d < m; d++) if (data.depotCapacity[d] > 0) perDepot = Math.max(perDepot, data.openingCost[d] / data.depotCapacity[d]);
    this.prices = {
      vehicle: Math.max(perUnit, perVehicle),
      depot: Math.max(perUnit, perDepot),
      // A rule that is broken may save a vehicle and a depot.
      rule: Math.max(2 * farthest + data.vehicleCost + data.openingCost.reduce((a, b) => Math.max(a, b), 0), 1e-6),
      // A route a tenth too long may save a vehicle.
      length: Math.max(data.vehicleCost + 2 * farthest, 1e-6) / (0.1 * Math.min(data.lengthLimit, 1e12)),
    };
    const { length } = scaled(this.prices, leastShare);
    this.smallest = { vehicle: leastShare * perUnit, depot: leastShare * perUnit, rule: leastShare * perUnit, length };
    // A dearer price would drown the costs that it is added to in rounding noise.
    this.largest = scaled(this.prices, parameters.mostRaised);
  }

  get current(): Penalties {
    return this.prices;
  }

  /** Counts the result of a descent under the current prices. */
  record(individual: Individual): void {
    const excess = excessOf(individual);
    for (const kind of kinds) if (excess[kind] === 0) this.met[kind]++;
    const { window, raise, lower, vehicleShare, depotShare, ruleShare } = this.parameters;
    if (++this.seen < window) return;
    const target = { vehicle: vehicleShare, depot: depotShare, rule: ruleShare, length: vehicleShare };
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
