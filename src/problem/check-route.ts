/** Whether one route keeps the limits of its vehicle, its depot and its customers, and whether there are enough vehicles for all. */
import type { Report } from './check-plan.ts';
import { named, nameSome } from './errors.ts';
import type { Model } from './model.ts';
import type { RouteFigures } from './route-figures.ts';
import type { Claim } from './solution.ts';
import type { TimedRoute } from './timetable.ts';
import { exceeds } from './tolerance.ts';
import { clockTexts, durationTexts, roundedTexts } from './units.ts';
import { demandName, mayServe, type VehicleType } from './vehicles.ts';

/** A route by positions in the instance; `route` is its own among the routes. */
export interface DrivenRoute {
  readonly route: number;
  readonly depot: number;
  readonly type: VehicleType;
  readonly stops: readonly number[];
  readonly figures: RouteFigures;
}

export function checkRoute(model: Model, driven: DrivenRoute, report: Report): void {
  checkVehicle(model, driven, report);
  checkAmounts(model, driven, report);
  checkTimes(model, driven, report);
}

function checkVehicle({ instance: { depots, customers } }: Model, { route, depot, type, stops }: DrivenRoute, report: Report): void {
  const start = depots[depot];
  if (type.availableAt[depot] === 0)
    report('wrong-vehicle', `route ${route + 1} starts at depot ${named(start)}, where no vehicle '${type.id}' may start`, {
      route,
      depot: start.id,
    });
  for (const stop of stops) {
    const customer = customers[stop];
    if (!mayServe(customer, type))
      report('wrong-vehicle', `route ${route + 1} serves customer ${named(customer)} with vehicle '${type.id}', which may not serve it`, {
        route,
        customer: customer.id,
      });
  }
}

function checkAmounts({ instance, quantities }: Model, { route, depot: at, type, stops, figures }: DrivenRoute, report: Report): void {
  const where = { route, depot: instance.depots[at].id };
  const shown = `route ${route + 1}`;
  quantities.forEach((name, q) => {
    if (!exceeds(figures.loads[q], type.capacity[q])) return;
    const [carried, limit] = roundedTexts(figures.loads[q], type.capacity[q]);
    const amount = name === demandName ? carried : `${carried} of '${name}'`;
    report('over-vehicle-capacity', `${shown} carries ${amount}, over the vehicle capacity of ${limit}`, where);
  });
  if (exceeds(figures.distance, type.maxDistance)) {
    const [driven, limit] = roundedTexts(figures.distance, type.maxDistance);
    report('over-route-distance', `${shown} is ${driven} long, over the maximum route distance of ${limit}`, where);
  }
  if (stops.length > type.maxStops)
    report('over-route-stops', `${shown} has ${stops.length} stops, more than the ${type.maxStops} of its vehicle`, where);
}

function checkTimes({ instance }: Model, { route, depot: at, type, stops, figures: { times } }: DrivenRoute, report: Report): void {
  if (!times || !Number.isFinite(times.duration)) return;
  const { depots, customers } = instance;
  const depot = depots[at];
  const shown = `route ${route + 1}`;
  for (const k of times.lateAt) {
    const customer = customers[stops[k]];
    const { id, timeWindows = [] } = customer;
    const [arrival, closes] = clockTexts(instance, times.stops[k].arrival, timeWindows[timeWindows.length - 1][1]);
    report('late-arrival', `${shown} reaches customer ${named(customer)} at ${arrival}, after its time window closed at ${closes}`, {
      route,
      customer: id,
    });
  }
  const closing = Math.min(type.shift[1], depot.openingHours?.[1] ?? Number.POSITIVE_INFINITY);
  if (times.lateReturn) {
    const [back, end] = clockTexts(instance, times.return, closing);
    const why = closing === type.shift[1] ? 'the shift of its vehicle ends' : 'the depot closes';
    report('late-return', `${shown} is back at depot ${named(depot)} at ${back}, after ${why} at ${end}`, { route, depot: depot.id });
  }
  if (exceeds(times.duration, type.maxDuration)) {
    const [taken, limit] = durationTexts(instance, times.duration, type.maxDuration);
    report('over-route-duration', `${shown} takes ${taken}, over the maximum duration of ${limit}`, { route, depot: depot.id });
  }
}

/** How many vehicles of each type start where, against how many there are. */
export function checkFleet({ instance, types }: Model, routes: readonly Pick<DrivenRoute, 'depot' | 'type'>[], report: Report): void {
  const { depots } = instance;
  const startAt = depots.map((_, d) => routes.filter(({ depot }) => depot === d));
  depots.forEach((depot, d) => {
    const { id, maxVehicles = Number.POSITIVE_INFINITY } = depot;
    if (startAt[d].length > maxVehicles)
      report('too-many-vehicles', `${startAt[d].length} routes start at depot ${named(depot)}, which has room for ${maxVehicles}`, {
        depot: id,
      });
  });
  for (const type of types) {
    const inAll = routes.filter((route) => route.type === type).length;
    if (inAll > type.available)
      report('too-many-vehicles', `${inAll} routes are driven by vehicles '${type.id}', of which there are ${type.available}`);
    depots.forEach((depot, d) => {
      const here = startAt[d].filter((route) => route.type === type).length;
      if (type.availableAt[d] > 0 && here > type.availableAt[d])
        report(
          'too-many-vehicles',
          `${here} routes start at depot ${named(depot)} with vehicles '${type.id}', of which it has ${type.availableAt[d]}`,
          {
            depot: depot.id,
          },
        );
    });
  }
}

/** The times that a plan states for a route, each with the true one; a plan from a file may state anything. */
export function statedTimes({ duration, times }: Claim['routes'][number], actual: TimedRoute | undefined): [string, number, number][] {
  const told: Readonly<Record<string, unknown>> = {
    duration,
    ...(typeof times === 'object' ? { start: times?.start, return: times?.return } : {}),
  };
  return (['duration', 'start', 'return'] as const).flatMap((what) => {
    const claim = told[what];
    return typeof claim === 'number' ? [[what, claim, actual?.[what] ?? 0] as [string, number, number]] : [];
  });
}

/** The type that drives a route: the only one, or the one that it names. Figures of a route that names none are those of the first. */
export function vehicleNames({ types }: Model, report: Report): (stated: Claim['routes'][number], route: number) => VehicleType {
  const byId = new Map(types.map((type) => [type.id, type]));
  return ({ vehicle }, route) => {
    const type = vehicle === undefined ? undefined : byId.get(vehicle);
    if (vehicle !== undefined && !type)
      report('wrong-vehicle', `route ${route + 1} is driven by vehicle '${vehicle}', which the instance does not have`, { route });
    if (vehicle === undefined && types.length > 1)
      report('wrong-vehicle', `route ${route + 1} does not say which vehicle drives it; there are ${nameSome([...byId.keys()])}`, {
        route,
      });
    return type ?? types[0];
  };
}
