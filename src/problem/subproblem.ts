/** The CVRP of one depot and its customers: an instance with a single open depot and no rules left to decide. */
import { createInstance, type Instance } from './instance.ts';

/** `depot` and `customers` are positions in the instance; ids are kept, so routes of the part are routes of the whole. */
export function depotSubproblem(instance: Instance, depot: number, customers: readonly number[]): Instance {
  const { travel, depots } = instance;
  const places = [depot, ...customers.map((i) => depots.length + i)];
  return createInstance({
    name: `${instance.name} @ ${depots[depot].id}`,
    depots: [{ ...depots[depot], status: 'open' }],
    customers: customers.map((i) => instance.customers[i]),
    vehicleCapacity: instance.vehicleCapacity,
    vehicleCost: instance.vehicleCost,
    costPerDistance: instance.costPerDistance,
    maxRouteDistance: instance.maxRouteDistance,
    units: instance.units,
    travel:
      travel.kind === 'matrix' ? { kind: 'matrix', values: places.map((from) => places.map((to) => travel.values[from][to])) } : travel,
  });
}
