/** Which customers the vehicles of a depot can serve at all, and what keeps them from it: necessary conditions, a customer at a time. */
import { derived } from './derived.ts';
import type { Instance } from './instance.ts';
import { type LeastWays, leastWays } from './round-trip.ts';
import { type Course, shortestCourse } from './timetable.ts';
import { exceeds } from './tolerance.ts';
import { travelCosts, travelTimes } from './travel.ts';
import { mayServe, quantityNames, quantityOf, usesTime, type VehicleType, vehicleTypes } from './vehicles.ts';

/** What keeps a vehicle type of a depot from a customer; `amount` is over `limit`. In the order in which they are looked at. */
export const obstacleKinds = ['vehicle', 'load', 'distance', 'window', 'return', 'duration'] as const;

export interface Obstacle {
  readonly kind: (typeof obstacleKinds)[number];
  readonly depot: number;
  readonly type: VehicleType;
  readonly amount: number;
  readonly limit: number;
  /** Of a load, the name of the quantity. */
  readonly quantity?: string;
}

/** Undefined for instances whose vehicles reach everybody. */
export const reachOf = derived((instance: Instance): ((customer: number, depot: number) => Obstacle | undefined) | undefined => {
  const { depots, vehicles, maxRouteDistance } = instance;
  const timed = usesTime(instance);
  if (vehicles === undefined && maxRouteDistance === undefined && !timed) return undefined;
  const types = vehicleTypes(instance);
  const limited = types.some(({ maxDistance }) => maxDistance < Number.POSITIVE_INFINITY);
  const distances = limited ? leastWays(instance, travelCosts(instance).distance) : undefined;
  const times = timed ? leastWays(instance, travelTimes(instance)) : undefined;
  const m = depots.length;
  return (customer, depot) => {
    let worst: Obstacle | undefined;
    for (const type of types) {
      const found = obstacle(instance, customer, depot, type, { distances, times, at: customer * m + depot });
      if (!found) return undefined;
      if (!worst || obstacleKinds.indexOf(found.kind) > obstacleKinds.indexOf(worst.kind)) worst = found;
    }
    return worst;
  };
});

interface Ways {
  readonly distances: LeastWays | undefined;
  readonly times: LeastWays | undefined;
  readonly at: number;
}

function obstacle(
  instance: Instance,
  customer: number,
  depot: number,
  type: VehicleType,
  { distances, times, at }: Ways,
): Obstacle | undefined {
  const place = instance.customers[customer];
  const over = (kind: Obstacle['kind'], amount: number, limit: number, quantity?: string): Obstacle => ({
    kind,
    depot,
    type,
    amount,
    limit,
    ...(quantity !== undefined && { quantity }),
  });
  if (type.availableAt[depot] === 0 || type.available === 0 || instance.depots[depot].maxVehicles === 0 || !mayServe(place, type))
    return over('vehicle', 1, 0);
  for (const [q, name] of quantityNames(instance).entries())
    if (exceeds(quantityOf(place, name), type.capacity[q])) return over('load', quantityOf(place, name), type.capacity[q], name);
  const trip = distances ? distances.out[at] + distances.home[at] : 0;
  // Where there is no way at all, another check says so.
  if (trip < Number.POSITIVE_INFINITY && exceeds(trip, type.maxDistance)) return over('distance', trip, type.maxDistance);
  if (!times || !(times.out[at] + times.home[at] < Number.POSITIVE_INFINITY)) return undefined;
  const course = courseTo(instance, customer, depot, type, times.out[at], times.home[at]);
  const found = shortestCourse(course);
  if (found.lateAt.length > 0) return over('window', found.stops[0].arrival, place.timeWindows?.at(-1)?.[1] ?? 0);
  if (found.lateReturn) return over('return', found.return, course.span[1]);
  return exceeds(found.duration, type.maxDuration) ? over('duration', found.duration, type.maxDuration) : undefined;
}

/** To one customer and back. */
function courseTo({ depots, customers }: Instance, customer: number, depot: number, type: VehicleType, out: number, home: number): Course {
  const { openingHours: [opens, closes] = [0, Number.POSITIVE_INFINITY], loadingTime = 0 } = depots[depot];
  const { timeWindows = [[0, Number.POSITIVE_INFINITY]] as const, serviceTime = 0 } = customers[customer];
  return {
    visits: [{ travel: out / type.speedFactor, windows: timeWindows, service: serviceTime }],
    loading: loadingTime,
    travelHome: home / type.speedFactor,
    span: [Math.max(opens, type.shift[0]), Math.min(closes, type.shift[1])],
  };
}
