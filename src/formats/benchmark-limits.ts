/** What text files of benchmarks can express: few fields, and a great number where there is no limit in time or distance. */
import { NeoLrpError } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import { modelOf } from '../problem/model.ts';
import { mayServe } from '../problem/vehicles.ts';
import { vehicleSlots } from './vehicle-slots.ts';

/** Longer than any plan lasts or drives, unless `requireEnd` refuses the instance. */
export const noEnd = 1e9;

/** Where a unit of distance takes a unit of time. */
export function requireEnd({ depots, customers, travel }: Instance, format: string): void {
  const most = (values: readonly number[]) => values.reduce((greatest, value) => Math.max(greatest, Math.abs(value)), 0);
  const arc =
    travel.kind === 'matrix'
      ? most(travel.values.flat().map((value) => value ?? 0))
      : 3 * most([...depots, ...customers].flatMap(({ x, y }) => [x, y])) + 1;
  const busy = customers.reduce((sum, { serviceTime = 0, timeWindows = [] }) => sum + serviceTime + (timeWindows[0]?.[0] ?? 0), 0);
  if (most(depots.map(({ openingHours: [from] = [0, 0] }) => from)) + busy + 2 * customers.length * arc >= noEnd)
    throw new NeoLrpError(
      'E_FORMAT_UNSUPPORTED',
      `${format} cannot express plans that may last or drive ${noEnd} or more; write JSON instead`,
      {
        field: 'travel',
      },
    );
}

/** Whether the time of anything is limited or costs; service alone changes nothing and is not read. */
export const timesMatter = ({ depots, customers, vehicles = [] }: Instance): boolean =>
  depots.some(({ openingHours }) => openingHours) ||
  customers.some(({ timeWindows }) => timeWindows) ||
  vehicles.some(({ maxDuration, shift, costPerHour }) => maxDuration !== undefined || shift !== undefined || costPerHour > 0);

/**
 * All that the cost and the feasibility of plans depend on, whatever the ids and the names: places by position, and vehicles of several
 * types one by one. A file must be read as an instance of which this is the same.
 */
export function keptByBenchmarks(instance: Instance): unknown {
  const { name, depots, customers, travel, rules, units } = instance;
  const timed = timesMatter(instance);
  const end = (limit: number) => (limit >= noEnd ? Number.POSITIVE_INFINITY : limit);
  const closing = depots.reduce((latest, { openingHours: [, closes] = [0, noEnd] }) => Math.max(latest, end(closes)), 0);
  const types = modelOf(instance).types.map(({ id, name: _, available: __, availableAt: ___, maxDistance, maxDuration, ...type }) => ({
    ...type,
    maxDistance: end(maxDistance),
    maxDuration: end(maxDuration),
    serves: customers.flatMap((customer, i) => (mayServe(customer, { id }) ? [i] : [])),
  }));
  const [only, ...others] = modelOf(instance).types;
  return {
    name,
    travel: { ...travel, speed: timed ? travel.speed : undefined },
    time: timed ? (units.time ?? 'min') : undefined,
    rules: Object.fromEntries(Object.entries(rules).filter(([, rule]) => typeof rule !== 'object' || Object.keys(rule).length > 0)),
    depots: depots.map(({ id: _, name: __, address: ___, details: ____, status, openingHours: [from, to] = [0, noEnd], ...depot }) => ({
      ...depot,
      closed: status === 'closed',
      openingHours: timed && [from, end(to)],
    })),
    customers: customers.map(({ x, y, demand, quantities, serviceTime = 0, timeWindows = [[0, noEnd]] }) => ({
      ...{ x, y, demand, quantities },
      // Who comes after the last depot has closed is not back in time.
      ...(timed && { serviceTime, timeWindows: timeWindows.map(([from, to]) => [from, Math.min(end(to), closing)]) }),
    })),
    vehicles:
      depots.length === 1 && others.length === 0
        ? [{ ...types[0], available: Math.min(only.available, only.availableAt[0]) }]
        : vehicleSlots(instance)?.map(({ type, depot }) => ({ ...types[type], depot })),
  };
}
