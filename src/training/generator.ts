/**
 * The streams of routing problems that data sets are taken from. Those of the paper's section on data are XML100 instances of 5, 10, … 100
 * customers, all classes equally likely.
 */
import { Random } from '../run/random.ts';
import { Neighbourhood } from '../surrogate/context.ts';
import { spreadOf } from '../surrogate/features.ts';
import { cellSets } from './cells.ts';
import { countrySets } from './countries.ts';
import type { SetKind } from './dataset.ts';
import { customerPositions, demandTypes, depotPositions, type InstanceClass, routeSizes } from './instance-class.ts';
import { type RoutingSet, requireStream } from './routing-set.ts';
import { drawCustomers, drawDemands, drawDepot, drawRouteSize, vehicleCapacityFor } from './xml100.ts';

/** Numbers of customers of the paper. */
export const paperSizes: readonly number[] = Array.from({ length: 20 }, (_, k) => 5 * (k + 1));

const pick = <T>(random: Random, list: readonly T[]) => list[random.int(list.length)];

/** Set number `index` of the stream that `seed` names; depends on nothing else. */
export function paperSet(seed: number, index: number, sizes: readonly number[] = paperSizes): RoutingSet {
  const random = new Random(seed).split(index);
  const depotPosition = pick(random, depotPositions.slice(0, 3) as Exclude<InstanceClass['depot'], 'one of several'>[]);
  const customerPosition = pick(random, customerPositions);
  const demandType = pick(random, demandTypes.slice(0, 7) as Exclude<InstanceClass['demand'], 'uniform 10–20'>[]);
  const routeSize = pick(random, routeSizes);
  const count = pick(random, sizes);

  const depot = drawDepot(random, depotPosition);
  const customers = drawCustomers(random, count, customerPosition, [depot]);
  const customersPerRoute = drawRouteSize(random, routeSize);
  const demand = drawDemands(random, customers, demandType, customersPerRoute);
  const capacity = vehicleCapacityFor(demand, customersPerRoute);
  const loads = demand.map((q) => q / capacity);
  return {
    depot,
    ...customers,
    demand,
    capacity,
    spread: spreadOf(customers.x, customers.y, depot),
    group: index,
    class: { depot: depotPosition, customers: customerPosition, demand: demandType, routeSize },
    context: new Neighbourhood(customers.x, customers.y, loads).seenFrom(depot.x, depot.y),
  };
}

/** The stream of sets from `first` on; infinite, so that callers take what they need. */
export function* paperSets(seed: number, first = 0): Generator<RoutingSet, never> {
  requireStream(seed, first);
  for (let index = first; ; index++) yield paperSet(seed, index);
}

/** Problem k of a stream depends only on the seed and k. */
export const setStreams = { paper: paperSets, cells: cellSets, countries: countrySets } as const satisfies Record<SetKind, unknown>;
