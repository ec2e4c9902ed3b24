/** What the networks do not see of an instance: where there is any of it, what they predict is no cost, and is not shown as one. */
import { NeoLrpError, nameSome } from '../problem/errors.ts';
import type { Customer, Instance } from '../problem/instance.ts';
import { modelOf } from '../problem/model.ts';
import type { ModelCard } from './model.ts';

/** So many customers at one place are priced two to four times too high, unless they are near. */
const crowd = 3;
/** In medians of the distance from a customer to the nearest depot. */
const far = 2;

/** In words; empty where a prediction says what a plan would cost. */
export function unseenByNetworks(instance: Instance, _card?: ModelCard): readonly string[] {
  const { depots, customers } = instance;
  const { types, usesTime, quantities, rules } = modelOf(instance);
  const limited = types.some(({ maxDistance, maxStops }) => Math.min(maxDistance, maxStops) < Number.POSITIVE_INFINITY);
  const counted = types.some(({ available, availableAt }) => Math.min(available, ...availableAt) < Number.POSITIVE_INFINITY);
  const reasons: Readonly<Record<string, boolean>> = {
    'several vehicle types': types.length > 1,
    'costs per hour': types.some(({ costPerTime }) => costPerTime > 0),
    'working hours, windows and other times': usesTime,
    'limits of a route': limited,
    'how many vehicles there are': counted || depots.some(({ maxVehicles }) => maxVehicles !== undefined),
    'which vehicles may serve a customer': customers.some((customer) => customer.vehicles !== undefined),
    'quantities besides the demand': quantities.length > 1,
    'who may share a vehicle': rules.incompatible.length > 0,
    'handling costs': depots.some(({ handlingCost = 0 }) => handlingCost > 0),
    'least loads of depots': depots.some(({ minLoad = 0 }) => minLoad > 0),
    'the price of CO₂': (instance.emissionPrice ?? 0) > 0 && types.some(({ emissionPerDistance }) => emissionPerDistance > 0),
    'where places are: the matrix comes without coordinates': hasNoCoordinates(instance),
  };
  const crowds = farCrowds(instance);
  return [
    ...Object.keys(reasons).filter((reason) => reasons[reason]),
    ...(crowds.length > 0 ? [`that customers far away are at one place: ${crowds.map((ids) => nameSome(ids, 3)).join('; ')}`] : []),
  ];
}

export const unseenText = (reasons: readonly string[]): string => `the network does not see ${reasons.join(', ')}`;

/** For answers that are predictions and nothing else. */
export function requirePredictable(instance: Instance): void {
  const reasons = unseenByNetworks(instance);
  if (reasons.length > 0)
    throw new NeoLrpError('E_UNSUPPORTED', `${unseenText(reasons)}, so it cannot tell what plans would cost; solve each case instead`, {
      field: 'instance',
    });
}

function hasNoCoordinates({ travel, customers }: Instance): boolean {
  const [{ x, y }] = customers;
  return travel.kind === 'matrix' && customers.length > 1 && customers.every((place) => place.x === x && place.y === y);
}

/** Ids of customers at one place that is far from all depots. */
function farCrowds(instance: Instance): readonly (readonly string[])[] {
  const { depots, customers } = instance;
  if (hasNoCoordinates(instance)) return [];
  const groups = new Map<string, number[]>();
  customers.forEach(({ x, y }: Customer, i) => {
    const key = `${x} ${y}`;
    groups.set(key, [...(groups.get(key) ?? []), i]);
  });
  const crowds = [...groups.values()].filter((group) => group.length >= crowd);
  if (crowds.length === 0) return [];
  const { distance } = modelOf(instance).travel;
  const reach = customers.map((_, i) =>
    depots.reduce((least, _, d) => Math.min(least, distance(d, depots.length + i)), Number.POSITIVE_INFINITY),
  );
  // One vote for each place, so that a crowd does not make itself the rule.
  const byPlace = [...groups.values()].map(([i]) => reach[i]).sort((a, b) => a - b);
  const median = byPlace[Math.floor((byPlace.length - 1) / 2)];
  return crowds.filter(([i]) => reach[i] > far * median).map((group) => group.map((i) => customers[i].id));
}
