/** Which customers the vehicles of a depot can serve at all, and what keeps them from it: necessary conditions, a customer at a time. */
import type { Instance } from './instance.ts';
import { type LeastWays, leastWays } from './round-trip.ts';
import { Steps } from './steps.ts';
import { type Course, shortestCourse } from './timetable.ts';
import { exceeds } from './tolerance.ts';
import type { TravelCosts } from './travel.ts';
import { mayServe, quantityOf, type VehicleType } from './vehicles.ts';

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

/** Vehicle types tried at pairs of customer and depot; whoever is left then counts as reached. */
const mostTries = 2e8;

export interface Reach {
  /** Whether some vehicle of the depot can serve the customer. */
  reaches(customer: number, depot: number): boolean;
  /** What keeps each of them from it, of the type that comes closest. */
  obstacle(customer: number, depot: number): Obstacle | undefined;
}

/** The part of a model that it follows from. */
interface Fleet {
  readonly instance: Instance;
  readonly quantities: readonly string[];
  readonly types: readonly VehicleType[];
  readonly namesVehicles: boolean;
  readonly usesTime: boolean;
  readonly travel: TravelCosts;
}

/** Undefined for instances whose vehicles reach everybody. */
export function reachOf(fleet: Fleet): Reach | undefined {
  const { instance, quantities, types, travel } = fleet;
  const { customers } = instance;
  const limited = types.some(({ maxDistance }) => maxDistance < Number.POSITIVE_INFINITY);
  if (!fleet.namesVehicles && !limited && !fleet.usesTime) return undefined;
  const distances = limited ? leastWays(instance, travel.distance) : undefined;
  const times = fleet.usesTime ? leastWays(instance, travel.time) : undefined;
  const ways = { distances, times };
  const carriers = customers.map((customer) =>
    types.filter(
      (type) => mayServe(customer, type) && quantities.every((name, q) => !exceeds(quantityOf(customer, name), type.capacity[q])),
    ),
  );
  const steps = new Steps(mostTries);
  return {
    reaches: (customer, depot) => {
      for (const type of carriers[customer]) {
        if (!steps.take()) return true;
        const keeps = keepsLimits(instance, customer, depot, type, ways);
        if (keeps ?? !obstacle(fleet, customer, depot, type, ways)) return true;
      }
      return false;
    },
    obstacle: (customer, depot) => {
      let worst: Obstacle | undefined;
      for (const type of types) {
        const found = obstacle(fleet, customer, depot, type, ways);
        if (!found) return undefined;
        if (!worst || obstacleKinds.indexOf(found.kind) > obstacleKinds.indexOf(worst.kind)) worst = found;
      }
      return worst;
    },
  };
}

interface Ways {
  readonly distances: LeastWays | undefined;
  readonly times: LeastWays | undefined;
}

/**
 * Whether a vehicle that carries what the customer needs keeps all limits; undefined where only a later start might keep them. Quick: there
 * are many pairs.
 */
function keepsLimits(
  { depots, customers }: Instance,
  i: number,
  depot: number,
  type: VehicleType,
  { distances, times }: Ways,
): boolean | undefined {
  const { openingHours, loadingTime = 0, maxVehicles } = depots[depot];
  if (type.availableAt[depot] === 0 || type.available === 0 || maxVehicles === 0) return false;
  const trip = distances ? distances.out(i, depot) + distances.home(i, depot) : 0;
  // Where there is no way at all, another check says so.
  if (trip < Number.POSITIVE_INFINITY && exceeds(trip, type.maxDistance)) return false;
  if (!times) return true;
  const [out, home] = [times.out(i, depot) / type.speedFactor, times.home(i, depot) / type.speedFactor];
  if (out + home === Number.POSITIVE_INFINITY) return true;
  const { timeWindows, serviceTime = 0 } = customers[i];
  const start = Math.max(openingHours?.[0] ?? 0, type.shift[0]);
  const arrival = start + loadingTime + out;
  const window = timeWindows?.find(([, closes]) => !exceeds(arrival, closes));
  if (timeWindows && !window) return false;
  const waiting = Math.max(0, (window?.[0] ?? 0) - arrival);
  const back = arrival + waiting + serviceTime + home;
  const closes = Math.min(openingHours?.[1] ?? Number.POSITIVE_INFINITY, type.shift[1]);
  if (exceeds(back, closes)) return false;
  return !exceeds(back - start, type.maxDuration) || (waiting > 0 ? undefined : false);
}

function obstacle(
  { instance, quantities }: Fleet,
  customer: number,
  depot: number,
  type: VehicleType,
  { distances, times }: Ways,
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
  for (const [q, name] of quantities.entries())
    if (exceeds(quantityOf(place, name), type.capacity[q])) return over('load', quantityOf(place, name), type.capacity[q], name);
  const trip = distances ? distances.out(customer, depot) + distances.home(customer, depot) : 0;
  if (trip < Number.POSITIVE_INFINITY && exceeds(trip, type.maxDistance)) return over('distance', trip, type.maxDistance);
  const [out, home] = [times?.out(customer, depot) ?? 0, times?.home(customer, depot) ?? 0];
  if (!times || !(out + home < Number.POSITIVE_INFINITY)) return undefined;
  const course = courseTo(instance, customer, depot, type, out, home);
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
