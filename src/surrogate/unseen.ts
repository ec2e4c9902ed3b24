/** What networks do not see of an instance, or have never seen the like of: where there is any of it, nothing is predicted. */
import * as z from 'zod';
import { nameSome } from '../problem/errors.ts';
import type { Customer, Instance } from '../problem/instance.ts';
import { modelOf } from '../problem/model.ts';
import type { ModelCard } from './model.ts';

/** So many customers at one place are priced two to four times too high, unless they are near. */
const crowd = 3;
/** In medians of the distance from a customer to the nearest depot. */
const far = 2;

/** What instances were like from which networks learn, by the kind of data that their cards name, in the order of `measuresOf`; most of each. */
const learnt: Readonly<Record<string, readonly number[]>> = { cells: [600, 50, 1.6, 5], countries: [600, 30, 1.3, 160] };
/** A network still holds so many times beyond what it learnt: 900 customers are predicted as well as 600. */
const beyond = 1.5;
const taughtSchema = z.object({ sources: z.array(z.object({ kind: z.string() })).default([]), taught: z.array(z.string()).default([]) });

/**
 * Why an instance is out of distribution for a network, in words; empty where a prediction says what a plan would cost. With its card, sizes,
 * demands and distances are held against what it learnt, and what an adapted network was taught is seen.
 */
export function unseenByNetworks(instance: Instance, card?: ModelCard): readonly string[] {
  const { data } = taughtSchema.safeParse(card?.data ?? {});
  const ranges = (data?.sources ?? []).flatMap(({ kind }) => (Object.hasOwn(learnt, kind) ? [learnt[kind]] : []));
  const isTaught = (reason: string) => data?.taught.some((known) => labelOf(known) === labelOf(reason)) === true;
  const measured = ranges.length > 0 ? outOfRange(instance, ranges) : [];
  return [...unseenFeatures(instance), ...measured].filter((reason) => !isTaught(reason));
}

const labelOf = (reason: string): string => reason.split(':')[0];

/** What is beyond all that was learnt. */
function outOfRange(instance: Instance, ranges: readonly (readonly number[])[]): readonly string[] {
  return measuresOf(instance).flatMap(({ said, value }, k) => {
    const most = Math.max(...ranges.map((range) => range[k]));
    return value > beyond * most ? [`${said}: ${Number(value.toPrecision(3))}, where it learnt from at most ${most}`] : [];
  });
}

function measuresOf(instance: Instance): readonly { readonly said: string; readonly value: number }[] {
  const { depots, customers } = instance;
  const { largestVehicle, travel } = modelOf(instance);
  const demands = customers.flatMap(({ demand }) => (demand > 0 ? [demand] : []));
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / Math.max(1, values.length);
  const logs = demands.map(Math.log);
  const middle = mean(logs);
  const reach = customers
    .map((_, i) => depots.reduce((least, _, d) => Math.min(least, travel.distance(d, depots.length + i)), Number.POSITIVE_INFINITY))
    .sort((a, b) => a - b);
  const quantile = (share: number) => reach[Math.round(share * (reach.length - 1))] ?? 0;
  return [
    { said: 'so many customers', value: customers.length },
    {
      said: 'so many customers on a route',
      value: demands.length > 0 ? Math.min(customers.length, largestVehicle.capacity[0] / mean(demands)) : 0,
    },
    {
      said: 'demands that differ so much (standard deviation of the logarithm)',
      value: Math.sqrt(mean(logs.map((log) => (log - middle) ** 2))),
    },
    { said: 'customers so far out (medians of the distance to a depot)', value: quantile(0.99) / Math.max(quantile(0.5), 1e-9) },
  ];
}

function unseenFeatures(instance: Instance): readonly string[] {
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

export const unseenText = (reasons: readonly string[]): string =>
  `it is out of distribution, as the network does not see ${reasons.join(', ')}`;

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
