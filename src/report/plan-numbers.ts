/** The numbers that a plan is judged by: how full and how long routes are, what a stop costs, how far customers are, whom each cost is for. */
import type { Instance } from '../problem/instance.ts';
import { modelOf } from '../problem/model.ts';
import { type CostBreakdown, type Plan, type Route, routeCost, type Solution } from '../problem/solution.ts';
import { quantityOf, timePerHour, type VehicleType } from '../problem/vehicles.ts';
import { verify } from '../problem/verify.ts';
import { roundStep } from './chart-frame.ts';
import { depotFigures } from './depot-figures.ts';

export interface PlanNumbers {
  readonly cost: CostBreakdown;
  readonly feasible: boolean;
  readonly openDepots: number;
  readonly vehicles: number;
  readonly stops: number;
  readonly demand: number;
  readonly distance: number;
  /** Hours of all routes together; null where times are no part of the problem. */
  readonly hours: number | null;
  /** In kg CO₂; null where no vehicle has any. */
  readonly emission: number | null;
  /** Null where there is nothing to divide by. */
  readonly costPerStop: number | null;
  readonly costPerUnit: number | null;
  /** Shares of what the vehicles used could carry, and of what open depots with a limit could supply. */
  readonly vehicleUse: number | null;
  readonly depotUse: number | null;
  readonly reach: Reach | null;
}

/** So much of the demand is within so much of its depot. */
export interface Reach {
  readonly share: number;
  readonly limit: number;
  /** Of the limit: hours where the instance knows times, else its unit of distance. */
  readonly unit: 'time' | 'distance';
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** `within`: the limit of the reach, where plans are to be compared by the same. */
export function planNumbers(instance: Instance, plan: Plan | Solution, within?: number): PlanNumbers {
  const { cost, feasible, routes: priced } = verify(instance, plan);
  const routes = priced.filter((route) => route !== null);
  const depots = depotFigures(instance, plan, priced);
  const [stops, demand] = [sum(routes.map((route) => route.stops.length)), sum(routes.map(({ load }) => load))];
  const limited = depots.filter(({ depot }) => depot.capacity !== null);
  const per = (part: number, whole: number) => (whole > 0 ? part / whole : null);
  return {
    ...{ cost, feasible, stops, demand, openDepots: depots.length, vehicles: routes.length },
    distance: sum(routes.map(({ distance }) => distance)),
    hours: modelOf(instance).usesTime ? sum(routeHours(instance, routes)) : null,
    emission: routes.some(({ emission }) => emission !== undefined) ? sum(routes.map(({ emission = 0 }) => emission)) : null,
    costPerStop: per(cost.total, stops),
    costPerUnit: per(cost.total, demand),
    vehicleUse: per(demand, sum(routes.map((route) => typeOf(instance, route).capacity[0]))),
    depotUse: per(sum(limited.map(({ load }) => load)), sum(limited.map(({ depot }) => depot.capacity ?? 0))),
    reach: reachOf(instance, routes, within),
  };
}

const typeOf = (instance: Instance, { vehicle }: Route): VehicleType => {
  const { types } = modelOf(instance);
  return types.find(({ id }) => id === vehicle) ?? types[0];
};

/** How full each route is: the share of the quantity of which it carries most. */
export const routeFill = (instance: Instance, routes: readonly Route[]): readonly number[] => {
  const { quantities } = modelOf(instance);
  const customers = new Map(instance.customers.map((customer) => [customer.id, customer]));
  return routes.map((route) => {
    const { capacity } = typeOf(instance, route);
    const carried = (name: string) =>
      sum(route.stops.flatMap((stop) => customers.get(stop) ?? []).map((customer) => quantityOf(customer, name)));
    return quantities.reduce((most, name, q) => Math.max(most, capacity[q] > 0 ? carried(name) / capacity[q] : 0), 0);
  });
};

export const routeHours = (instance: Instance, routes: readonly Route[]): readonly number[] =>
  routes.map(({ duration = 0 }) => duration / timePerHour(instance));

export interface Bin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** How many values there are between round numbers; what is on a border counts below it. */
export function histogram(values: readonly number[], bins = 8): readonly Bin[] {
  const known = values.filter(Number.isFinite);
  if (known.length === 0) return [];
  const most = known.reduce((a, b) => Math.max(a, b));
  const step = roundStep(most / bins || 1);
  const binOf = (value: number) => Math.max(0, Math.ceil(value / step - 1e-9) - 1);
  const counts = new Array<number>(binOf(most) + 1).fill(0);
  for (const value of known) counts[binOf(value)]++;
  return counts.map((count, k) => ({ from: Number((k * step).toPrecision(12)), to: Number(((k + 1) * step).toPrecision(12)), count }));
}

/** How far it is to each customer from the depot that serves it, there by the shortest way, with its demand. */
function waysOf(instance: Instance, routes: readonly Route[]) {
  const { travel, usesTime } = modelOf(instance);
  const byTime = usesTime || instance.travel.speed !== undefined;
  const depots = new Map(instance.depots.map(({ id }, d) => [id, d]));
  const customers = new Map(instance.customers.map(({ id }, c) => [id, c]));
  const perHour = timePerHour(instance);
  const ways = routes.flatMap((route) =>
    route.stops.flatMap((stop) => {
      const [from, to] = [depots.get(route.depot), customers.get(stop)];
      if (from === undefined || to === undefined) return [];
      const place = instance.depots.length + to;
      const way = byTime ? travel.time(from, place) / perHour : travel.distance(from, place);
      return [{ way, demand: instance.customers[to].demand }];
    }),
  );
  return { ways, byTime };
}

const wantedShare = 0.9;
/** Minutes that people speak of. */
const spokenMinutes = [5, 10, 15, 20, 30, 45, 60, 90, 120, 150, 180, 240, 300, 360, 480];

/** The least limit that people speak of within which there is nine tenths of the demand. */
function reachOf(instance: Instance, routes: readonly Route[], wanted?: number): Reach | null {
  const { ways, byTime } = waysOf(instance, routes);
  const total = sum(ways.map(({ demand }) => demand));
  if (!(total > 0)) return null;
  const within = (limit: number) => sum(ways.filter(({ way }) => way <= limit * (1 + 1e-9)).map(({ demand }) => demand)) / total;
  const limit = wanted ?? spokenLimit(leastWithin(ways, wantedShare * total), byTime);
  return Number.isFinite(limit) ? { share: within(limit), limit, unit: byTime ? 'time' : 'distance' } : null;
}

function leastWithin(ways: readonly { readonly way: number; readonly demand: number }[], wanted: number): number {
  let reached = 0;
  let least = 0;
  for (const { way, demand } of ways.toSorted((a, b) => a.way - b.way)) {
    if (reached >= wanted * (1 - 1e-9)) break;
    reached += demand;
    least = way;
  }
  return least;
}

/** The next round one, of a time in hours or of a distance. */
function spokenLimit(least: number, isTime: boolean): number {
  if (isTime) return (spokenMinutes.find((minutes) => minutes / 60 >= least * (1 - 1e-9)) ?? 60 * Math.ceil(least)) / 60;
  const step = roundStep(least / 10 || 1);
  return Number((step * Math.ceil(least / step - 1e-9)).toPrecision(12));
}

export interface ServedCustomer {
  readonly customer: string;
  readonly depot: string;
  readonly demand: number;
  readonly cost: number;
}

/**
 * What it costs to serve each customer, in the order of the routes; together they are the total. A route's vehicle and handling are shared by
 * demand, its driving by the way to the depot and back alone, a depot's opening by the demand that it serves. What nobody uses, all share.
 */
export function costToServe(instance: Instance, plan: Plan | Solution): readonly ServedCustomer[] {
  const { cost, routes: priced } = verify(instance, plan);
  const { travel } = modelOf(instance);
  const depots = new Map(instance.depots.map(({ id }, d) => [id, d]));
  const places = new Map(instance.customers.map(({ id, demand }, c) => [id, { demand, at: instance.depots.length + c }]));
  const served = priced
    .filter((route) => route !== null)
    .flatMap((route) => {
      const from = depots.get(route.depot) ?? 0;
      const stops = route.stops.flatMap((id) => {
        const place = places.get(id);
        return place ? [{ id, demand: place.demand, way: travel.distance(from, place.at) + travel.distance(place.at, from) }] : [];
      });
      const { fixed, handling } = route.costs ?? { fixed: routeCost(instance, route) - route.cost, handling: 0 };
      const driving = routeCost(instance, route) - fixed - handling;
      const byDemand = shares(stops.map(({ demand }) => demand));
      const byWay = shares(stops.map(({ way }) => way));
      return stops.map(({ id, demand }, k) => ({
        customer: id,
        depot: route.depot,
        demand,
        cost: (fixed + handling) * byDemand[k] + driving * byWay[k],
      }));
    });
  const opening = served.map(() => 0);
  for (const { id, openingCost } of instance.depots) {
    const own = [...served.keys()].filter((k) => served[k].depot === id);
    const share = shares(own.map((k) => served[k].demand));
    own.forEach((k, s) => {
      opening[k] = openingCost * share[s];
    });
  }
  const idle = cost.total - sum(served.map((one, k) => one.cost + opening[k]));
  const byDemand = shares(served.map(({ demand }) => demand));
  return served.map((one, k) => ({ ...one, cost: one.cost + opening[k] + idle * byDemand[k] }));
}

/** Parts of 1, equal ones where there is nothing to go by. */
function shares(weights: readonly number[]): readonly number[] {
  const total = sum(weights);
  return weights.map((weight) => (total > 0 && Number.isFinite(total) ? weight / total : 1 / weights.length));
}
