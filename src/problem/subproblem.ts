/** The CVRP of one depot and its customers: an instance with a single open depot and no rules left to decide. */
import { requireArgument } from './arguments.ts';
import { type Instance, instanceOfParts } from './instance.ts';
import { requireInstanceShape } from './instance-shape.ts';
import { rulesOfRoutes } from './rules.ts';
import { quantitiesOf } from './vehicles.ts';

/** `depot` and `customers` are positions in the instance; ids are kept, so routes of the part are routes of the whole. */
export function depotSubproblem(instance: Instance, depot: number, customers: readonly number[]): Instance {
  const { travel, depots } = requireInstanceShape(instance);
  requireArgument(depots[depot] !== undefined, 'depot', 'the position of a depot');
  requireArgument(Array.isArray(customers) && customers.every((i) => instance.customers[i]), 'customers', 'positions of customers');
  const places = [depot, ...customers.map((i) => depots.length + i)];
  const cut = <T>(rows: readonly (readonly T[])[]) => places.map((from) => places.map((to) => rows[from][to]));
  const served = customers.map((i) => instance.customers[i]);
  return instanceOfParts({
    ...instance,
    name: `${instance.name} @ ${depots[depot].id}`,
    depots: [{ ...depots[depot], status: 'open' }],
    customers: served,
    ...(instance.vehicles && { vehicles: vehiclesAt(instance, depots[depot].id, quantitiesOf(served)) }),
    rules: rulesOfRoutes(instance.rules, served),
    travel:
      travel.kind === 'matrix'
        ? { ...travel, values: cut(travel.values), ...(travel.durations && { durations: cut(travel.durations) }) }
        : travel,
  });
}

/** Vehicle types stay, so that customers may name them; those of other depots have none here. */
const vehiclesAt = ({ vehicles = [] }: Instance, depot: string, quantities: readonly string[]) =>
  vehicles.map(({ depots, availablePerDepot, capacity: whole, ...type }) => {
    const here =
      typeof availablePerDepot === 'object' ? (Object.hasOwn(availablePerDepot, depot) ? availablePerDepot[depot] : 0) : availablePerDepot;
    const barred = depots !== undefined && !depots.includes(depot);
    // A quantity that no customer here has would be taken for a misspelt one.
    const capacity =
      typeof whole === 'number' ? whole : Object.fromEntries(Object.entries(whole).filter(([name]) => quantities.includes(name)));
    return { ...type, capacity, ...(barred ? { availablePerDepot: 0 } : here !== undefined && { availablePerDepot: here }) };
  });
