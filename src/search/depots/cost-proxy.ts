/**
 * What a set of depots costs, estimated before any route exists. The proxy is the line-haul part of the continuous approximation of routing
 * cost (Daganzo 1984): each customer pays its share of the trips to and from its depot, (q/C)·(there + back), at the least total that the
 * depots' capacities allow; fleet-haul.ts says what that is with hours and several vehicle types. The rest, driving from customer to customer, hardly depends on the depots.
 */
import { type DepotSet, depotsOf, keepsDepotRules } from '../../problem/depot-set.ts';
import { exceeds } from '../../problem/tolerance.ts';
import type { SearchData } from '../data.ts';
import { sendsVehicles } from '../fleet.ts';
import { curvePositions } from '../space-curve.ts';
import { fleetHaul, type Haul } from './fleet-haul.ts';
import { Transport, type TransportView } from './transport.ts';

/** Routing cost per unit of line-haul, fitted on T and S where capacity is ample: 1.14–1.19. */
const haulWeight = 1.15;
/** Even a customer with no demand pulls its depot by this part of a vehicle. */
const leastPart = 1e-3;

/** Supply beyond the demand, as a share of it, from which depots need not be filled completely. */
export const looseSupply = 0.02;

export interface Supply {
  readonly opening: number;
  readonly supply: number;
}

export function supplyOf({ m, openingCost, depotCapacity }: SearchData, open: DepotSet): Supply {
  let opening = 0;
  let supply = 0;
  for (let d = 0; d < m; d++) {
    if (!open[d]) continue;
    opening += openingCost[d];
    supply += depotCapacity[d];
  }
  return { opening, supply };
}

/** Whether supply hardly exceeds demand, so that depots must be filled almost completely. */
export const isTight = (data: SearchData, open: DepotSet): boolean => supplyOf(data, open).supply < (1 + looseSupply) * data.totalDemand;

/**
 * Two views of what line-haul leaves out. Either customers between two depots can fill up both depots' vehicles: then no trips are lost, but
 * tight supply costs up to a tenth more haul. Or nothing can be shifted: then a depot's last vehicle is half empty, and tightness adds little.
 */
export interface ProxyVariant {
  /** Trips that a depot makes beyond its load over the vehicles' capacity. */
  readonly rounding: number;
  /** Extra haul where supply just equals demand, falling to nothing at `looseSupply`. */
  readonly tightness: number;
}

export const proxyVariants: readonly ProxyVariant[] = [
  { rounding: 0, tightness: 0.1 },
  { rounding: 0.5, tightness: 0.01 },
];

/** What is known of a set of depots, whatever the variant. */
export interface Estimate extends Supply {
  readonly open: DepotSet;
  readonly haul: number;
  /** Cost of a mean trip from each open depot, summed. */
  readonly trips: number;
}

/** A set from which its neighbours are bounded. */
export interface ProxyView extends Supply {
  readonly transport: TransportView;
}

/** The smallest parts that the proxy assigns: customers or, where there are many, groups of near ones. */
export interface ProxyUnits {
  readonly count: number;
  readonly demand: Float64Array;
  /** Part of a vehicle that each takes. */
  readonly part: Float64Array;
  /** share[u · m + d]: proxy cost of serving unit u from depot d. */
  readonly share: Float64Array;
  /** allowed[u · m + d]: whether somebody of u may use depot d. */
  readonly allowed: Uint8Array;
}

/** Units up to which each is a customer: loads are divided freely in the proxy, so that a few more say nothing. */
const mostUnits = 600;

export class CostProxy {
  readonly units: ProxyUnits;
  /** Line-haul with every depot open: the scale of routing cost. */
  private readonly leastHaul: number;
  /** Keeps its prices from one set to the next: neighbours have similar ones. */
  private readonly transport: Transport;

  constructor(private readonly data: SearchData) {
    const { m, travel, vehicleCapacity, depotCapacity, depotRules, fleet } = data;
    const { noWay, largest } = travel;
    const haulOf = haulsOf(data);
    const dearest = 10 * Math.max(noWay < Number.POSITIVE_INFINITY ? noWay : largest, fleet ? dearestDecision(data, haulOf) : 0);
    this.units = unitsOf(data, haulOf, dearest);
    const { count, share, demand } = this.units;
    let haul = 0;
    for (let u = 0; u < count; u++) {
      let nearest = Number.POSITIVE_INFINITY;
      for (let d = 0; d < m; d++) nearest = Math.min(nearest, share[u * m + d]);
      haul += nearest;
    }
    this.leastHaul = haul;
    // Vehicles, too, limit what a depot supplies.
    const supply = fleet ? depotCapacity.map((capacity, d) => Math.min(capacity, depotRules.supply[d])) : depotCapacity;
    this.transport = new Transport(share, demand, supply, (10 * dearest) / vehicleCapacity);
  }

  cost({ opening, supply, haul, trips }: Estimate, variant: ProxyVariant): number {
    return opening + this.tightness(supply, variant) + haul + variant.rounding * trips;
  }

  /** Undefined where the set breaks a rule, or as soon as its proxy is known to be above `cutoff`. */
  estimate(open: DepotSet, variant: ProxyVariant, cutoff = Number.POSITIVE_INFINITY, rounds?: number): Estimate | undefined {
    if (!keepsDepotRules(open, this.data.depotRules) || !sendsVehicles(this.data, open)) return undefined;
    const { opening, supply } = supplyOf(this.data, open);
    const left = cutoff - opening - this.tightness(supply, variant);
    const haul = this.transport.cost(depotsOf(open), left, rounds);
    if (haul > left) return undefined;
    return { open, opening, supply, haul, trips: this.transport.trips(this.units.part) };
  }

  /** The same from zero prices, in so many rounds. */
  estimateAfresh(open: DepotSet, variant: ProxyVariant, rounds: number): Estimate | undefined {
    this.transport.price.fill(0);
    return this.estimate(open, variant, Number.POSITIVE_INFINITY, rounds);
  }

  view(open: DepotSet, variant: ProxyVariant): ProxyView {
    this.estimate(open, variant);
    return { ...supplyOf(this.data, open), transport: this.transport.view() };
  }

  /** Later estimates start from the prices of this view. */
  resume({ transport }: ProxyView): void {
    this.transport.price.set(transport.price);
  }

  /** A lower bound on the proxy once depots of a view close and others open; Infinity where supply falls short. */
  boundFrom({ opening, supply, transport }: ProxyView, close: readonly number[], open: readonly number[]): number {
    const { openingCost, depotCapacity, totalDemand } = this.data;
    let fixed = opening;
    let left = supply;
    for (const d of close) {
      fixed -= openingCost[d];
      left -= depotCapacity[d];
    }
    for (const d of open) {
      fixed += openingCost[d];
      left += depotCapacity[d];
    }
    return exceeds(totalDemand, left) ? Number.POSITIVE_INFINITY : fixed + this.transport.boundFrom(transport, close, open);
  }

  private tightness(supply: number, variant: ProxyVariant): number {
    const spare = supply / Math.max(this.data.totalDemand, 1e-9) - 1;
    return variant.tightness * this.leastHaul * Math.max(0, 1 - spare / looseSupply);
  }
}

type HaulOf = (customer: number, depot: number) => Haul;

function haulsOf(data: SearchData): HaulOf {
  const { m, travel, demand, vehicleCapacity, vehicleCost, fleet } = data;
  if (fleet) return fleetHaul(data, fleet, leastPart);
  const { out, back } = travel;
  return (i, d) => {
    const part = Math.max(demand[i], leastPart * vehicleCapacity) / vehicleCapacity;
    return { part, trip: out[i * m + d] + back[i * m + d] + vehicleCost, handling: 0 };
  };
}

/** More than leaving a customer without a depot can save: the dearest depot and the dearest trip. */
function dearestDecision({ n, m, openingCost, rules }: SearchData, haulOf: HaulOf): number {
  let most = 0;
  for (let i = 0; i < n; i++)
    for (let d = 0; d < m; d++) {
      const { trip } = haulOf(i, d);
      if (rules.allowed[i * m + d] && trip < Number.POSITIVE_INFINITY) most = Math.max(most, trip);
    }
  return most + openingCost.reduce((a, b) => Math.max(a, b), 0);
}

function unitsOf({ n, m, x, y, demand, rules }: SearchData, haulOf: HaulOf, dearest: number): ProxyUnits {
  const unitOf = n <= mostUnits ? Int32Array.from(demand, (_, i) => i) : alongCurve(x.subarray(0, n), y.subarray(0, n));
  const count = Math.min(n, mostUnits);
  const units = {
    count,
    demand: new Float64Array(count),
    part: new Float64Array(count),
    share: new Float64Array(count * m),
    allowed: new Uint8Array(count * m),
  };
  for (let i = 0; i < n; i++) {
    const u = unitOf[i];
    units.demand[u] += demand[i];
    let smallest = 1;
    for (let d = 0; d < m; d++) {
      const isAllowed = rules.allowed[i * m + d];
      const { part, trip, handling } = haulOf(i, d);
      smallest = Math.min(smallest, part);
      units.share[u * m + d] += (trip < Number.POSITIVE_INFINITY ? haulWeight * part * trip : 0) + handling + (isAllowed ? 0 : dearest);
      units.allowed[u * m + d] |= isAllowed;
    }
    units.part[u] += smallest;
  }
  return units;
}

/** Units of equal size, each a stretch of a curve through all customers. */
function alongCurve(x: Float64Array, y: Float64Array): Int32Array {
  const along = curvePositions(Array.from(x, (_, i) => ({ x: x[i], y: y[i] })));
  const order = Array.from(x.keys()).sort((a, b) => along[a] - along[b] || a - b);
  const unitOf = new Int32Array(x.length);
  order.forEach((i, k) => {
    unitOf[i] = Math.floor((k * mostUnits) / order.length);
  });
  return unitOf;
}
