/**
 * The cheapest plan of a tiny instance by exhaustion: every set of customers on every vehicle type from every depot in its best order, then
 * every way to divide the customers among such routes. Figures of a route are the verifier's; nothing is shared with the search.
 */
import type { Instance } from '../../src/problem/instance.ts';
import { modelOf } from '../../src/problem/model.ts';
import { type RouteFigures, routeFigures } from '../../src/problem/route-figures.ts';
import type { IndexedRoute } from '../../src/problem/solution.ts';
import { exceeds } from '../../src/problem/tolerance.ts';
import { mayServe, quantityOf, type VehicleType } from '../../src/problem/vehicles.ts';

export interface LeastPlan {
  readonly cost: number;
  readonly routes: readonly (IndexedRoute & { readonly vehicle: number })[];
  /** By id. */
  readonly openDepots: readonly string[];
}

interface PricedRoute {
  readonly depot: number;
  readonly vehicle: number;
  readonly stops: readonly number[];
  readonly cost: number;
}

const none = Number.POSITIVE_INFINITY;
const bits = (set: number, size: number) => Array.from({ length: size }, (_, k) => k).filter((k) => (set >> k) & 1);

/** Undefined where nothing is feasible. */
export function leastPlan(instance: Instance): LeastPlan | undefined {
  const { depots, customers } = instance;
  const types = modelOf(instance).types;
  const bySet = pricedRoutes(instance, types);
  const opening = openings(instance);
  const chosen: PricedRoute[] = [];
  let best: LeastPlan | undefined;

  const divide = (left: number, used: number, cost: number) => {
    const { [used]: open } = opening;
    if (cost + (open?.least ?? 0) >= (best?.cost ?? none)) return;
    if (left === 0) {
      if (open && cost + open.cost < (best?.cost ?? none) && keepsDepots(instance, chosen))
        best = { cost: cost + open.cost, routes: [...chosen], openDepots: open.depots.map((d) => depots[d].id) };
      return;
    }
    const first = left & -left;
    const others = left ^ first;
    for (let part = others; ; part = (part - 1) & others) {
      for (const route of bySet[first | part]) {
        if (!isLeft(instance, types, chosen, route)) continue;
        chosen.push(route);
        divide(others ^ part, used | (1 << route.depot), cost + route.cost);
        chosen.pop();
      }
      if (part === 0) return;
    }
  };
  divide((1 << customers.length) - 1, 0, 0);
  return best;
}

/** Whether a vehicle and room for it are left. */
function isLeft(
  { depots }: Instance,
  types: readonly VehicleType[],
  chosen: readonly PricedRoute[],
  { depot, vehicle }: PricedRoute,
): boolean {
  const here = chosen.filter((route) => route.depot === depot);
  return (
    here.length < (depots[depot].maxVehicles ?? none) &&
    here.filter((route) => route.vehicle === vehicle).length < types[vehicle].availableAt[depot] &&
    chosen.filter((route) => route.vehicle === vehicle).length < types[vehicle].available
  );
}

/** For each set of customers the cheapest route of each depot and type that can serve it. */
function pricedRoutes(instance: Instance, types: readonly VehicleType[]): readonly (readonly PricedRoute[])[] {
  const { depots, customers } = instance;
  const figuresOf = routeFigures(modelOf(instance));
  return Array.from({ length: 1 << customers.length }, (_, set) => {
    const members = bits(set, customers.length);
    if (members.length === 0) return [];
    return depots
      .flatMap((_, depot) =>
        types.flatMap((type, vehicle) => {
          if (!mayDrive(instance, depot, type, members)) return [];
          let cheapest: PricedRoute | undefined;
          for (const stops of orders(members)) {
            const figures = figuresOf(depot, type, stops);
            const cost = Object.values(figures.costs).reduce((sum, part) => sum + part, 0);
            if (cost < (cheapest?.cost ?? none) && keepsLimits(type, figures)) cheapest = { depot, vehicle, stops, cost };
          }
          return cheapest ? [cheapest] : [];
        }),
      )
      .sort((a, b) => a.cost - b.cost);
  });
}

/** All that does not depend on the order. */
function mayDrive(instance: Instance, depot: number, type: VehicleType, members: readonly number[]): boolean {
  const { depots, customers, rules } = instance;
  const { id, status } = depots[depot];
  if (status === 'closed' || type.availableAt[depot] === 0 || members.length > type.maxStops) return false;
  const loads = modelOf(instance).quantities.map((name) => members.reduce((sum, i) => sum + quantityOf(customers[i], name), 0));
  if (loads.some((load, q) => exceeds(load, type.capacity[q]))) return false;
  const ids = members.map((i) => customers[i].id);
  if (rules.incompatible?.some((pair) => pair.every((group) => ids.some((id) => group.includes(id))))) return false;
  return members.every((i) => {
    const { id: customer } = customers[i];
    const { [customer]: allowed } = rules.allowed;
    return mayServe(customers[i], type) && (allowed?.includes(id) ?? true) && !rules.forbidden[customer]?.includes(id);
  });
}

function keepsLimits(type: VehicleType, { distance, times }: RouteFigures): boolean {
  if (distance === none || exceeds(distance, type.maxDistance)) return false;
  return times === undefined || (times.lateAt.length === 0 && !times.lateReturn && !exceeds(times.duration, type.maxDuration));
}

/** Loads of depots, and rules that tie customers together or keep them apart. */
function keepsDepots({ depots, customers, rules }: Instance, routes: readonly PricedRoute[]): boolean {
  const depotOf = new Map(routes.flatMap(({ depot, stops }) => stops.map((i) => [customers[i].id, depot] as const)));
  const depotsOf = (ids: readonly string[]) => new Set(ids.map((id) => depotOf.get(id)));
  if (rules.together.some((ids) => depotsOf(ids).size > 1)) return false;
  if (rules.apart.some((ids) => depotsOf(ids).size < ids.length)) return false;
  return depots.every(({ capacity, minLoad = 0 }, d) => {
    const mine = routes.filter(({ depot }) => depot === d).flatMap(({ stops }) => stops);
    const load = mine.reduce((sum, i) => sum + customers[i].demand, 0);
    return mine.length === 0 || (!exceeds(load, capacity ?? none) && !exceeds(minLoad, load));
  });
}

interface Opening {
  readonly cost: number;
  /** No more than that of any larger set of used depots. */
  readonly least: number;
  readonly depots: readonly number[];
}

/** For each set of used depots the cheapest set that may be open; undefined where there is none. */
function openings({ depots, rules }: Instance): readonly (Opening | undefined)[] {
  const { minOpen = 0, maxOpen = depots.length, openingBudget = none, oneOf = [] } = rules;
  const costOf = (open: readonly number[]) => open.reduce((sum, d) => sum + depots[d].openingCost, 0);
  return Array.from({ length: 1 << depots.length }, (_, used) => {
    const allowed = Array.from({ length: 1 << depots.length }, (_, set) => set)
      .filter((set) => (set & used) === used)
      .filter((set) =>
        depots.every(({ status, minLoad = 0 }, d) => {
          const isOpen = (set >> d) & 1;
          const idle = isOpen && !((used >> d) & 1);
          return isOpen ? status !== 'closed' && !(idle && minLoad > 0) : status !== 'open';
        }),
      )
      .map((set) => bits(set, depots.length))
      .filter((open) => open.length >= minOpen && open.length <= maxOpen && !exceeds(costOf(open), openingBudget))
      .filter((open) => oneOf.every((group) => open.filter((d) => group.includes(depots[d].id)).length <= 1))
      .map((open) => ({ cost: costOf(open), least: costOf(bits(used, depots.length)), depots: open }))
      .sort((a, b) => a.cost - b.cost);
    return allowed[0];
  });
}

function* orders(members: readonly number[]): Generator<readonly number[]> {
  if (members.length <= 1) yield members;
  else for (const first of members) for (const rest of orders(members.filter((member) => member !== first))) yield [first, ...rest];
}
