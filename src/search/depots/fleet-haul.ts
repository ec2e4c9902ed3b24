/**
 * A customer's part of a vehicle and of its trip, where vehicles differ or times matter. A vehicle is full when its load is, or when its
 * time is spent on getting there, on service and on driving from stop to stop; of the types that may come, the cheapest does.
 */
import type { SearchData } from '../data.ts';
import { type Fleet, startsAt } from '../fleet.ts';

export interface Haul {
  /** Part of a vehicle that the customer takes. */
  readonly part: number;
  /** Cost of the vehicle and its trip there and back; Infinity where none may come. */
  readonly trip: number;
  /** What the depot charges for the load. */
  readonly handling: number;
}

/** Neighbours whose mean is the way from stop to stop. */
const hops = 3;

/** `leastPart`: even a customer with no demand takes this part of a vehicle. */
export function fleetHaul(data: SearchData, fleet: Fleet, leastPart: number): (customer: number, depot: number) => Haul {
  const { n, m, travel, demand } = data;
  const { types, capacity, fixedCost, surcharge, costPerTime, maxDuration, maxStops, barred, handlingCost, hours } = fleet;
  const hop = hours ? hopTimes(data, hours.time) : undefined;
  return (i, d) => {
    let best: Haul = { part: 1, trip: Number.POSITIVE_INFINITY, handling: handlingCost[d] * demand[i] };
    const length = travel.length(n + d, i) + travel.length(i, n + d);
    const arcs = travel.out[i * m + d] + travel.back[i * m + d];
    for (let type = 0; type < types; type++) {
      if (barred[type * n + i] || !startsAt(fleet, m, type, d)) continue;
      const base = type * m + d;
      let part = Math.max(demand[i] / capacity[type], quantityPart(fleet, n, i, type), 1 / maxStops[type], leastPart);
      let time = 0;
      if (hours && hop) {
        const slow = hours.slowness[type];
        time = hours.loadingTime[d] + slow * (hours.time(n + d, i) + hours.time(i, n + d));
        const left = Math.min(maxDuration[type], hours.latest[base] - hours.earliest[base]) - time;
        if (left < Number.POSITIVE_INFINITY) part = Math.max(part, (hours.serviceTime[i] + slow * hop[i]) / Math.max(left, 1e-9));
      }
      part = Math.min(part, 1);
      const trip = fixedCost[type] + arcs + surcharge[type] * length + costPerTime[type] * time;
      if (part * trip < best.part * best.trip) best = { ...best, part, trip };
    }
    return best;
  };
}

function quantityPart({ quantities, amount, quantityCapacity, types }: Fleet, n: number, i: number, type: number): number {
  let most = 0;
  for (let q = 0; q < quantities; q++)
    if (amount[q * n + i] > 0) most = Math.max(most, amount[q * n + i] / quantityCapacity[q * types + type]);
  return most;
}

function hopTimes({ n, stride, neighbours }: SearchData, time: (from: number, to: number) => number): Float64Array {
  const count = Math.min(hops, stride);
  return Float64Array.from({ length: n }, (_, i) => {
    let sum = 0;
    for (let k = 0; k < count; k++) sum += time(i, neighbours[i * stride + k]);
    return count > 0 ? sum / count : 0;
  });
}
