/** How many vehicles there are, and what they can carry at the most. */
import type { Model } from './model.ts';
import type { VehicleType } from './vehicles.ts';

/** Of a type, at all depots that `mayOpen` together, and never more than a depot has room for. */
export function vehiclesOf(
  { instance: { depots } }: Model,
  { available, availableAt }: VehicleType,
  mayOpen: (depot: number) => boolean,
): number {
  let atDepots = 0;
  availableAt.forEach((here, d) => {
    if (mayOpen(d)) atDepots += Math.min(here, depots[d].maxVehicles ?? Number.POSITIVE_INFINITY);
  });
  return Math.min(available, atDepots);
}

/** Vehicles of any type at one depot. */
export function vehiclesAt({ instance, types }: Model, depot: number): number {
  const all = types.reduce((sum, { available, availableAt }) => sum + Math.min(available, availableAt[depot]), 0);
  return Math.min(all, instance.depots[depot].maxVehicles ?? Number.POSITIVE_INFINITY);
}

/** Load that the vehicles of one depot carry together, each on one route: the largest first, as many as there is room for. `q`: which quantity. */
export function carriedFrom({ instance, types }: Model, depot: number, q = 0): number {
  let room = instance.depots[depot].maxVehicles ?? Number.POSITIVE_INFINITY;
  let carried = 0;
  for (const { capacity, available, availableAt } of types.toSorted((a, b) => b.capacity[q] - a.capacity[q])) {
    const count = Math.min(available, availableAt[depot], room);
    if (count > 0 && capacity[q] > 0) carried += count * capacity[q];
    room -= count;
    if (!(room > 0)) break;
  }
  return carried;
}

/** Demand that a depot can supply: what it holds, and its vehicles carry. */
export const supplyOf = (model: Model, depot: number): number =>
  Math.min(model.instance.depots[depot].capacity ?? Number.POSITIVE_INFINITY, carriedFrom(model, depot));
