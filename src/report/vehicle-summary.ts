/** Vehicle types, times and what depots charge and demand, in sentences. */
import type { Instance } from '../problem/instance.ts';
import { modelOf } from '../problem/model.ts';
import { clockTexts, durationTexts, unitsOf } from '../problem/units.ts';
import { quantityOf } from '../problem/vehicles.ts';
import { amountsOf } from './amounts.ts';
import { formatCount, formatNumber } from './number.ts';
import { rangeOf } from './range.ts';

export function describeVehicles(instance: Instance): string[] {
  const amounts = amountsOf(instance);
  const { distance = 'unit of distance', currency } = unitsOf(instance);
  return (instance.vehicles ?? []).map((type) => {
    const { id, name = id, capacity, fixedCost, costPerDistance = instance.costPerDistance, costPerHour, shift } = type;
    const loads =
      typeof capacity === 'number'
        ? amounts.demand(capacity)
        : Object.entries(capacity)
            .map(([what, most]) => (what === 'demand' ? amounts.demand(most) : `${formatNumber(most)} ${what}`))
            .join(', ');
    const parts = [
      `capacity ${loads}`,
      `cost ${amounts.cost(fixedCost)}`,
      ...(costPerDistance === 1 && currency === undefined ? [] : [`${amounts.cost(costPerDistance)} per ${distance}`]),
      ...(costPerHour > 0 ? [`${amounts.cost(costPerHour)} per hour`] : []),
      ...available(type),
      ...(type.depots ? [`from ${type.depots.join(', ')} only`] : []),
      ...(type.maxDistance === undefined ? [] : [`at most ${amounts.distance(type.maxDistance)} a route`]),
      ...(type.maxDuration === undefined ? [] : [`at most ${durationTexts(instance, type.maxDuration)[0]} a route`]),
      ...(type.maxStops === undefined ? [] : [`at most ${formatCount(type.maxStops, 'stop')} a route`]),
      ...(shift ? [`shift ${clockTexts(instance, ...shift).join(' to ')}`] : []),
      ...(type.speedFactor === 1 ? [] : [`speed × ${formatNumber(type.speedFactor)}`]),
      ...(type.emissionPerDistance > 0 ? [`${formatNumber(type.emissionPerDistance)} kg CO₂ per ${distance}`] : []),
    ];
    return `${name}: ${parts.join(', ')}`;
  });
}

function available({ available: all, availablePerDepot: each }: NonNullable<Instance['vehicles']>[number]): string[] {
  const here =
    typeof each === 'object'
      ? Object.entries(each)
          .map(([depot, count]) => `${count} at ${depot}`)
          .join(', ')
      : each === undefined
        ? undefined
        : `${each} at each depot`;
  return [...(all === undefined ? [] : [`${all} available`]), ...(here === undefined ? [] : [here])];
}

export function describeTimes(instance: Instance): string[] {
  const { customers, depots, travel, units } = instance;
  const count = (n: number, noun: string, rest: string) => (n > 0 ? [`${formatCount(n, noun)} ${rest}`] : []);
  const { distance = 'units of distance' } = unitsOf(instance);
  return [
    travel.speed === undefined ? 'travel times from a matrix' : `speed ${formatNumber(travel.speed)} ${distance} an hour`,
    ...(units.time === undefined ? [] : [`times in ${units.time}`]),
    ...count(customers.filter(({ serviceTime = 0 }) => serviceTime > 0).length, 'customer', 'with a service time'),
    ...count(customers.filter(({ timeWindows }) => timeWindows !== undefined).length, 'customer', 'with time windows'),
    ...count(depots.filter(({ openingHours }) => openingHours !== undefined).length, 'depot', 'with opening hours'),
    ...count(depots.filter(({ loadingTime = 0 }) => loadingTime > 0).length, 'depot', 'with a loading time'),
  ];
}

/** What else affects cost or feasibility: quantities, restricted vehicles, charges and limits of depots, the price of emission. */
export function describeTerms(instance: Instance): string[] {
  const { customers, depots, emissionPrice } = instance;
  const amounts = amountsOf(instance);
  const [, ...quantities] = modelOf(instance).quantities;
  const ranged = (field: 'handlingCost' | 'minLoad' | 'maxVehicles', text: (value: number) => string, told: (values: string) => string) => {
    const values = depots.flatMap(({ [field]: value }) => (value === undefined ? [] : [value]));
    if (values.length === 0) return [];
    const { min, max } = rangeOf(values);
    const where = values.length < depots.length ? ` at ${values.length} of ${formatCount(depots.length, 'depot')}` : '';
    return [`${told(min === max ? text(min) : `${formatNumber(min)} to ${text(max)}`)}${where}`];
  };
  const restricted = customers.filter(({ vehicles }) => vehicles !== undefined).length;
  return [
    ...quantities.map(
      (name) => `${formatNumber(customers.reduce((sum, customer) => sum + quantityOf(customer, name), 0))} ${name} in total`,
    ),
    ...(restricted > 0 ? [`${formatCount(restricted, 'customer')} served by certain vehicles only`] : []),
    ...ranged('handlingCost', amounts.cost, (values) => `handling costs ${values} a unit`),
    ...ranged('minLoad', amounts.demand, (values) => `an open depot supplies at least ${values}`),
    ...ranged('maxVehicles', formatNumber, (values) => `at most ${values} vehicles of a depot`),
    ...(emissionPrice ? [`a kg of CO₂ costs ${amounts.cost(emissionPrice)}`] : []),
  ];
}
