/** Which customers the vehicles of a depot can serve at all, and what keeps them from it: necessary conditions, a customer at a time. */
import type { Instance } from './instance.ts';
import { type LeastWays, leastWays } from './round-trip.ts';
import { Steps } from './steps.ts';
import { shortestCourse } from './timetable.ts';
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

interface Ways {
  readonly distances: LeastWays | undefined;
  readonly times: LeastWays | undefined;
}

/** Undefined for instances whose vehicles reach everybody. */
export function reachOf(fleet: Fleet): Reach | undefined {
  const { instance, types, travel } = fleet;
  const limited = types.some(({ maxDistance }) => maxDistance < Number.POSITIVE_INFINITY);
  if (!fleet.namesVehicles && !limited && !fleet.usesTime) return undefined;
  const ways: Ways = {
    distances: limited ? leastWays(instance, travel.distance) : undefined,
    times: fleet.usesTime ? leastWays(instance, travel.time) : undefined,
  };
  const steps = new Steps(mostTries);
  return {
    reaches: (customer, depot) => types.some((type) => !steps.take() || !obstacle(fleet, customer, depot, type, ways)),
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

/** Asked of many pairs: nothing is allocated before something is found. */
function obstacle(
  { instance, quantities }: Fleet,
  i: number,
  depot: number,
  type: VehicleType,
  { distances, times }: Ways,
): Obstacle | undefined {
  const customer = instance.customers[i];
  const { openingHours, loadingTime = 0, maxVehicles } = instance.depots[depot];
  const over = (kind: Obstacle['kind'], amount: number, limit: number): Obstacle => ({ kind, depot, type, amount, limit });
  if (type.availableAt[depot] === 0 || type.available === 0 || maxVehicles === 0 || !mayServe(customer, type)) return over('vehicle', 1, 0);
  for (let q = 0; q < quantities.length; q++) {
    const needed = quantityOf(customer, quantities[q]);
    if (exceeds(needed, type.capacity[q])) return { ...over('load', needed, type.capacity[q]), quantity: quantities[q] };
  }
  const trip = distances ? distances.out(i, depot) + distances.home(i, depot) : 0;
  // Where there is no way at all, another check says so.
  if (trip < Number.POSITIVE_INFINITY && exceeds(trip, type.maxDistance)) return over('distance', trip, type.maxDistance);
  if (!times) return undefined;
  const [out, home] = [times.out(i, depot) / type.speedFactor, times.home(i, depot) / type.speedFactor];
  if (out + home === Number.POSITIVE_INFINITY) return undefined;
  const { timeWindows, serviceTime = 0 } = customer;
  const start = Math.max(openingHours?.[0] ?? 0, type.shift[0]);
  const arrival = start + loadingTime + out;
  const window = timeWindows?.find(([, closes]) => !exceeds(arrival, closes));
  if (timeWindows && !window) return over('window', arrival, timeWindows[timeWindows.length - 1][1]);
  const waiting = Math.max(0, (window?.[0] ?? 0) - arrival);
  const back = arrival + waiting + serviceTime + home;
  const closes = Math.min(openingHours?.[1] ?? Number.POSITIVE_INFINITY, type.shift[1]);
  if (exceeds(back, closes)) return over('return', back, closes);
  if (!exceeds(back - start, type.maxDuration)) return undefined;
  // Who starts later may wait less.
  const visits = [{ travel: out, windows: timeWindows ?? [], service: serviceTime }];
  const { duration } =
    waiting > 0 ? shortestCourse({ visits, loading: loadingTime, travelHome: home, span: [start, closes] }) : { duration: back - start };
  return exceeds(duration, type.maxDuration) ? over('duration', duration, type.maxDuration) : undefined;
}
