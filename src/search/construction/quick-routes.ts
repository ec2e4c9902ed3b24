/**
 * Routes within O(customers), one after the other: each customer joins the route at whose end it costs least, or takes a vehicle of its own.
 * Every route keeps its limits; only vehicles may run out.
 */
import type { Customer, Instance } from '../../problem/instance.ts';
import type { Model } from '../../problem/model.ts';
import type { CompiledRules } from '../../problem/rules.ts';
import type { IndexedRoute } from '../../problem/solution.ts';
import { timetables } from '../../problem/timetable.ts';
import { exceeds } from '../../problem/tolerance.ts';
import type { TravelCosts } from '../../problem/travel.ts';
import { mayServe, quantityOf, type VehicleType } from '../../problem/vehicles.ts';
import { curvePositions } from '../space-curve.ts';

/** Routes of a depot that a customer may join: the last ones begun. With one kind of vehicle and no hours, an earlier one is full. */
const openRoutes = 8;

interface Growing {
  readonly depot: number;
  readonly vehicle: number;
  readonly stops: number[];
  readonly loads: number[];
  /** From the depot to the last stop. */
  length: number;
}

/** Customers come in the order given; `depotOf` has the depot of each. */
export function quickRoutes(
  model: Model,
  depotOf: ArrayLike<number>,
  order: Iterable<number> = alongCurve(model.instance.customers, depotOf),
): IndexedRoute[] {
  const begun = new Begun(model);
  for (const i of order) begun.serve(i, depotOf[i]);
  return begun.routes;
}

/** Depot by depot, whoever must be served first, then along the curve (Bartholdi & Platzman 1982). */
function alongCurve(customers: readonly Customer[], depotOf: ArrayLike<number>): number[] {
  const along = curvePositions(customers);
  return [...customers.keys()].sort(
    (a, b) => depotOf[a] - depotOf[b] || dueAt(customers[a]) - dueAt(customers[b]) || along[a] - along[b] || a - b,
  );
}

/** When a customer's first window closes. */
export const dueAt = ({ timeWindows }: Customer): number => timeWindows?.[0][1] ?? Number.MAX_VALUE;

class Begun {
  readonly routes: Growing[] = [];
  private readonly instance: Instance;
  private readonly types: readonly VehicleType[];
  private readonly arcs: TravelCosts;
  private readonly names: readonly string[];
  private readonly incompatible: CompiledRules['incompatible'];
  private readonly joinable: number;
  private readonly timesOf: ReturnType<typeof timetables> | undefined;
  /** Vehicles in use, by type and by type and depot. */
  private readonly used: Int32Array;
  private readonly usedAt: Int32Array;

  constructor(model: Model) {
    const { instance, types, travel, quantities, usesTime, rules } = model;
    this.instance = instance;
    this.types = types;
    this.arcs = travel;
    this.names = quantities;
    this.incompatible = rules.incompatible;
    this.joinable = types.length > 1 || usesTime || rules.incompatible.length > 0 ? openRoutes : 1;
    this.timesOf = usesTime ? timetables(model) : undefined;
    this.used = new Int32Array(this.types.length);
    this.usedAt = new Int32Array(this.types.length * instance.depots.length);
  }

  serve(customer: number, depot: number): void {
    const place = this.instance.depots.length + customer;
    const amounts = this.names.map((name) => quantityOf(this.instance.customers[customer], name));
    let nearest: Growing | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (let r = this.routes.length - 1; r >= Math.max(0, this.routes.length - this.joinable) && this.routes[r].depot === depot; r--) {
      const { [r]: route } = this.routes;
      const leg = this.arcs.distance(this.lastOf(route), place);
      if (leg < least && this.fits(route, customer, amounts)) [nearest, least] = [route, leg];
    }
    const route = nearest ?? this.begin(customer, depot, amounts);
    route.length += this.arcs.distance(this.lastOf(route), place);
    route.stops.push(customer);
    amounts.forEach((amount, q) => {
      route.loads[q] += amount;
    });
  }

  private lastOf({ depot, stops }: Growing): number {
    const last = stops.at(-1);
    return last === undefined ? depot : this.instance.depots.length + last;
  }

  private fits(route: Growing, customer: number, amounts: readonly number[]): boolean {
    const { depot, vehicle, stops, loads, length } = route;
    const { [vehicle]: type } = this.types;
    const { customers, depots } = this.instance;
    if (stops.length >= type.maxStops || !mayServe(customers[customer], type)) return false;
    if (this.clashes(customer, stops)) return false;
    if (amounts.some((amount, q) => exceeds(loads[q] + amount, type.capacity[q]))) return false;
    const place = depots.length + customer;
    const driven = length + this.arcs.distance(this.lastOf(route), place) + this.arcs.distance(place, depot);
    if (!(driven < Number.POSITIVE_INFINITY) || exceeds(driven, type.maxDistance)) return false;
    if (!this.timesOf) return true;
    const { lateAt, lateReturn, duration } = this.timesOf(depot, type, [...stops, customer]);
    return lateAt.length === 0 && !lateReturn && duration < Number.POSITIVE_INFINITY && !exceeds(duration, type.maxDuration);
  }

  private clashes(customer: number, stops: readonly number[]): boolean {
    return this.incompatible.some((pair) => pair.some((group, g) => group.has(customer) && stops.some((stop) => pair[1 - g].has(stop))));
  }

  /** With the vehicle that carries a unit to here and back at the least cost, of those left that can; any other where none is. */
  private begin(customer: number, depot: number, amounts: readonly number[]): Growing {
    const { types, arcs } = this;
    const { depots } = this.instance;
    const place = depots.length + customer;
    const trip = arcs.distance(depot, place) + arcs.distance(place, depot);
    const blank = (vehicle: number): Growing => ({ depot, vehicle, stops: [], loads: amounts.map(() => 0), length: 0 });
    let best = 0;
    let least = Number.POSITIVE_INFINITY;
    types.forEach((type, vehicle) => {
      const isLeft = this.used[vehicle] < type.available && this.usedAt[vehicle * depots.length + depot] < type.availableAt[depot];
      const price = (type.fixedCost + type.costPerDistance * trip) / Math.min(type.capacity[0], Number.MAX_VALUE);
      if (isLeft && (price < least || least === Number.POSITIVE_INFINITY) && this.fits(blank(vehicle), customer, amounts))
        [best, least] = [vehicle, price];
    });
    this.used[best]++;
    this.usedAt[best * depots.length + depot]++;
    const route = blank(best);
    this.routes.push(route);
    return route;
  }
}
