/**
 * Vehicle types, hours and what depots charge, as the search sees them. Arcs cost what the cheapest type pays; dearer types pay a surcharge
 * on top, and so do depots that charge more for handling than the cheapest. A base is a type at a depot: type · m + depot.
 */
import type { DepotSet } from '../problem/depot-set.ts';
import type { Instance } from '../problem/instance.ts';
import type { Model } from '../problem/model.ts';
import { withHalfNoise } from '../problem/tolerance.ts';
import { mayServe, quantityOf, timePerHour, type VehicleType } from '../problem/vehicles.ts';

export type Fleet = Readonly<NonNullable<ReturnType<typeof fleetOf>>>;
export type Hours = ReturnType<typeof hoursOf>;

/** What a unit of distance costs at least, whoever drives. */
export const leastRate = ({ instance, types }: Model): number => Math.min(...types.map((type) => rateOf(instance, type)));

const rateOf = ({ emissionPrice = 0 }: Instance, { costPerDistance, emissionPerDistance }: VehicleType) =>
  costPerDistance + emissionPrice * emissionPerDistance;

/** `order`: of the customers in the search. Undefined where there is one kind of vehicle, without hours, and depots charge for nothing but opening. */
export function fleetOf(model: Model, order: Int32Array, scale: number) {
  const { instance, types } = model;
  const { depots } = instance;
  const charged = depots.some(({ handlingCost, minLoad, maxVehicles }) => handlingCost || minLoad || maxVehicles !== undefined);
  const { incompatible } = model.rules;
  if (!model.namesVehicles && !model.usesTime && !charged && incompatible.length === 0) return undefined;
  const customers = Array.from(order, (i) => instance.customers[i]);
  const least = leastRate(model);
  const cheapest = Math.min(...depots.map(({ handlingCost = 0 }) => handlingCost));
  const [, ...names] = model.quantities;
  const demand = customers.reduce((sum, customer) => sum + customer.demand, 0);
  /** Whoever is in one counts as 1 of a quantity without limit. */
  const groups = incompatible.flat();
  // Further quantities are brought to the size of the demand, so that one price of overload fits all.
  const unit = names.map((_, q) => scale * (finite(types[0].capacity[0], demand) / finite(types[0].capacity[q + 1], 1) || 1));
  return {
    types: types.length,
    /** By type, in the search's unit of load. */
    capacity: Float64Array.from(types, ({ capacity }) => withHalfNoise(scale * capacity[0])),
    fixedCost: Float64Array.from(types, ({ fixedCost }) => fixedCost),
    /** Of a unit of length, above the cheapest type's. */
    surcharge: Float64Array.from(types, (type) => rateOf(instance, type) - least),
    costPerTime: Float64Array.from(types, ({ costPerTime }) => costPerTime),
    maxDistance: Float64Array.from(types, ({ maxDistance }) => withHalfNoise(maxDistance)),
    maxDuration: Float64Array.from(types, ({ maxDuration }) => withHalfNoise(maxDuration)),
    maxStops: Int32Array.from(types, ({ maxStops }) => whole(maxStops)),
    available: Int32Array.from(types, ({ available }) => whole(available)),
    /** By base. */
    availableAt: Int32Array.from(types.flatMap(({ availableAt }) => availableAt.map(whole))),
    /** By depot: cost of a unit of load above the cheapest depot's, least load, most routes. */
    handlingCost: Float64Array.from(depots, ({ handlingCost = 0 }) => (handlingCost - cheapest) / scale),
    minLoad: Float64Array.from(depots, ({ minLoad = 0 }) => scale * minLoad * (1 - 5e-10)),
    maxVehicles: Int32Array.from(depots, ({ maxVehicles = Number.POSITIVE_INFINITY }) => whole(maxVehicles)),
    /** What every unit of load costs wherever it is handled, for all demand. */
    handlingOfAll: cheapest * demand,
    /** Quantities beyond the demand: amount[q·n + i] of customer i, quantityCapacity[q·types + type]. */
    quantities: names.length + groups.length,
    amount: Float64Array.from([
      ...names.flatMap((name, q) => customers.map((customer) => unit[q] * quantityOf(customer, name))),
      ...groups.flatMap((group) => Array.from(order, (i) => Number(group.has(i)))),
    ]),
    quantityCapacity: Float64Array.from([
      ...names.flatMap((_, q) => types.map(({ capacity }) => withHalfNoise(unit[q] * capacity[q + 1]))),
      ...groups.flatMap(() => types.map(() => Number.POSITIVE_INFINITY)),
    ]),
    /** Two by two, quantities of which a vehicle may carry one only. */
    clashing: Int32Array.from(groups, (_, g) => names.length + g),
    /** barred[type·n + i]: 1 where the type may not serve customer i. */
    barred: Uint8Array.from(types.flatMap((type) => customers.map((customer) => Number(!mayServe(customer, type))))),
    /** Whether anything is paid beyond openings, vehicles and the least rate of distance, so that a shorter way is not all that gains. */
    isSurcharged:
      types.some((type) => rateOf(instance, type) > least || type.costPerTime > 0) ||
      depots.some(({ handlingCost = 0 }) => handlingCost > cheapest),
    ...(model.usesTime && { hours: hoursOf(model, order) }),
  };
}

const finite = (value: number, otherwise: number) => (value < Number.POSITIVE_INFINITY ? value : otherwise);

/** Far below the largest integer, so that sums do not overflow. */
const whole = (count: number) => Math.min(count, 1e9);

function hoursOf(model: Model, order: Int32Array) {
  const { instance, types } = model;
  const { depots, travel } = instance;
  const customers = Array.from(order, (i) => instance.customers[i]);
  const m = depots.length;
  const n = customers.length;
  const { time: times } = model.travel;
  const placeOf = (place: number) => (place < n ? m + order[place] : place - n);
  const longest = travel.kind === 'matrix' && travel.durations ? Math.max(...travel.durations.flat().map((value) => value ?? 0)) : 0;
  // Stands for missing arcs: longer than any route may take.
  const endless = longest > 0 ? 4 * n * longest : Number.POSITIVE_INFINITY;
  const spans = types.flatMap(({ shift }) =>
    depots.map(({ openingHours: [from, to] = [0, Number.POSITIVE_INFINITY] }) => [Math.max(from, shift[0]), Math.min(to, shift[1])]),
  );
  const windows = customers.map(({ timeWindows = [[0, Number.POSITIVE_INFINITY]] as const }) => timeWindows);
  const windowsFrom = new Int32Array(n + 1);
  windows.forEach((list, i) => {
    windowsFrom[i + 1] = windowsFrom[i] + list.length;
  });
  return {
    /** Travel time between two places; a type takes `slowness` times as long. */
    time: (from: number, to: number) => (from === to ? 0 : Math.min(times(placeOf(from), placeOf(to)), endless)),
    /** Of a unit of length; undefined where times stand in a matrix of their own. */
    timePerLength: longest > 0 ? undefined : travel.speed === undefined ? 0 : timePerHour(instance) / travel.speed,
    slowness: Float64Array.from(types, ({ speedFactor }) => 1 / speedFactor),
    /** By base. */
    earliest: Float64Array.from(spans, ([from]) => from),
    latest: Float64Array.from(spans, ([, to]) => withHalfNoise(to)),
    loadingTime: Float64Array.from(depots, ({ loadingTime = 0 }) => loadingTime),
    serviceTime: Float64Array.from(customers, ({ serviceTime = 0 }) => serviceTime),
    /** Windows of customer i: from windowsFrom[i] to windowsFrom[i+1]−1. */
    windowsFrom,
    opens: Float64Array.from(windows.flat(), ([from]) => from),
    closes: Float64Array.from(windows.flat(), ([, to]) => withHalfNoise(to)),
  };
}

/** The type itself where it may start at the depot, otherwise the first that may. */
export function vehicleAt({ m, fleet }: { readonly m: number; readonly fleet?: Fleet }, depot: number, type = 0): number {
  if (!fleet || startsAt(fleet, m, type, depot)) return type;
  for (let other = 0; other < fleet.types; other++) if (startsAt(fleet, m, other, depot)) return other;
  return type;
}

/** Whether any vehicle of the type may ever start at the depot. */
export const startsAt = ({ availableAt, available }: Fleet, m: number, type: number, depot: number): boolean =>
  availableAt[type * m + depot] > 0 && available[type] > 0;

/** Whether somebody can start at any depot of a set. */
export function sendsVehicles({ m, fleet }: { readonly m: number; readonly fleet?: Fleet }, open: DepotSet): boolean {
  if (!fleet) return true;
  for (let type = 0; type < fleet.types; type++) for (let d = 0; d < m; d++) if (open[d] && startsAt(fleet, m, type, d)) return true;
  return false;
}
