/** A complete set of routes, feasible or not, as the population keeps it. */
import type { DepotSet } from '../../problem/depot-set.ts';
import type { IndexedRoute } from '../../problem/solution.ts';
import type { SearchData } from '../data.ts';
import { type Fleet, priceRoute } from '../fleet.ts';
import { brokenRules } from './broken-rules.ts';

export interface Individual {
  /** Customers in route order; route r is tour[start[r] … start[r+1]−1], served from depot[r] by a vehicle of type[r]. */
  readonly tour: Int32Array;
  readonly start: Int32Array;
  readonly depot: Int32Array;
  readonly type: Int32Array;
  /** Depots that pay for being open: those in use, and those that rules demand. */
  readonly open: DepotSet;
  /** Neighbours on the route; a depot d is the place n+d. For the distance between individuals. */
  readonly successor: Int32Array;
  readonly predecessor: Int32Array;
  /** Opening, vehicles, travel and all else that is paid. */
  readonly cost: number;
  readonly vehicleExcess: number;
  readonly depotExcess: number;
  /** Length of routes beyond the longest allowed, summed. */
  readonly distanceExcess: number;
  /** Time by which vehicles are late, or out for too long, summed. */
  readonly late: number;
  /** Number of side constraints broken (see broken-rules), with vehicles that do not exist and stops that they may not serve. */
  readonly broken: number;
  readonly feasible: boolean;
}

/** Depots that pay: those in use, those locked open and, where a least number must open, the whole set. */
export function paysOpening(data: SearchData, open: DepotSet, depot: number, used: boolean): boolean {
  return used || data.lockedOpen[depot] === 1 || (data.rules.minOpen > 0 && open[depot] === 1);
}

/** Evaluates routes from nothing but themselves. */
export function createIndividual(data: SearchData, routes: readonly IndexedRoute[], open: DepotSet): Individual {
  const {
    n,
    m,
    travel: { arc: arcOf, noWay },
    demand,
  } = data;
  const filled = routes.filter((route) => route.stops.length > 0);
  const tour = new Int32Array(n);
  const start = new Int32Array(filled.length + 1);
  const depot = new Int32Array(filled.length);
  const type = new Int32Array(filled.length);
  const successor = new Int32Array(n);
  const predecessor = new Int32Array(n);
  const depotLoad = new Float64Array(m);
  const used = new Uint8Array(m);
  const depotOf = new Int32Array(n);
  let at = 0;
  let travel = 0;
  let vehicleExcess = 0;
  let distanceExcess = 0;
  let late = 0;
  let broken = 0;
  let charges = data.fleet ? data.fleet.handlingOfAll : data.vehicleCost * filled.length;
  let holds = true;
  const drive = (from: number, to: number) => {
    const arc = arcOf(from, to);
    travel += arc;
    if (arc >= noWay) holds = false;
  };
  filled.forEach((route, r) => {
    start[r] = at;
    depot[r] = route.depot;
    type[r] = route.vehicle ?? 0;
    used[route.depot] = 1;
    const home = n + route.depot;
    let previous = home;
    let load = 0;
    for (let k = 0; k < route.stops.length; k++) {
      const i = route.stops[k];
      tour[at++] = i;
      drive(previous, i);
      load += demand[i];
      predecessor[i] = previous;
      if (previous < n) successor[previous] = i;
      depotOf[i] = route.depot;
      previous = i;
    }
    successor[previous] = home;
    drive(previous, home);
    depotLoad[route.depot] += load;
    if (data.fleet) {
      const price = priceRoute(data, data.fleet, type[r] * m + route.depot, route.stops);
      charges += price.cost;
      vehicleExcess += price.overload;
      distanceExcess += price.distanceExcess;
      late += price.late;
      broken += price.broken;
      return;
    }
    vehicleExcess += Math.max(0, load - data.vehicleCapacity);
    if (load > data.vehicleLimit) holds = false;
    if (data.maxDistance < Number.POSITIVE_INFINITY) {
      const length = lengthOf(data, route);
      distanceExcess += Math.max(0, length - data.maxDistance);
      if (length > data.distanceLimit) holds = false;
    }
  });
  start[filled.length] = at;
  let opening = 0;
  let depotExcess = 0;
  const paying: DepotSet = new Uint8Array(m);
  for (let d = 0; d < m; d++) {
    // Without a least number of open depots, an unused depot is simply not open.
    if (paysOpening(data, open, d, used[d] === 1)) {
      opening += data.openingCost[d];
      paying[d] = 1;
    }
    depotExcess +=
      Math.max(0, depotLoad[d] - data.depotCapacity[d]) + (paying[d] && data.fleet ? Math.max(0, data.fleet.minLoad[d] - depotLoad[d]) : 0);
    if (depotLoad[d] > data.depotLimit[d]) holds = false;
  }
  broken += brokenRules(data, depotOf) + rivalsOpen(data, paying);
  if (data.fleet) broken += missingVehicles(data.fleet, m, depot, type);
  // Without fleets, loads and lengths may use all of the noise that the verifier lets pass.
  if (data.fleet && vehicleExcess + depotExcess + distanceExcess + late > 0) holds = false;
  return {
    tour,
    start,
    depot,
    type,
    open: paying,
    successor,
    predecessor,
    cost: travel + opening + charges,
    vehicleExcess,
    depotExcess,
    distanceExcess,
    late,
    broken,
    feasible: at === n && holds && broken === 0,
  };
}

/** Depots open beside another of a group of which at most one may be. */
const rivalsOpen = ({ rules }: SearchData, open: DepotSet): number =>
  rules.oneOf.reduce((sum, group) => sum + Math.max(0, group.reduce((count, d) => count + open[d], 0) - 1), 0);

/** Vehicles beyond those that there are: by type and depot, by type, by depot. */
function missingVehicles({ types, available, availableAt, maxVehicles }: Fleet, m: number, depot: Int32Array, type: Int32Array): number {
  const atBase = new Int32Array(types * m);
  const ofType = new Int32Array(types);
  const atDepot = new Int32Array(m);
  depot.forEach((d, r) => {
    atBase[type[r] * m + d]++;
    ofType[type[r]]++;
    atDepot[d]++;
  });
  const over = (counts: Int32Array, limits: Int32Array) => counts.reduce((sum, count, k) => sum + Math.max(0, count - limits[k]), 0);
  return over(atBase, availableAt) + over(ofType, available) + over(atDepot, maxVehicles);
}

function lengthOf({ n, travel }: SearchData, { depot, stops }: IndexedRoute): number {
  let length = 0;
  let at = n + depot;
  for (let k = 0; k <= stops.length; k++) {
    const to = k < stops.length ? stops[k] : n + depot;
    length += travel.length(at, to);
    at = to;
  }
  return length;
}

/** A route of an individual: one of the problem's, on a typed array. */
export interface FlatRoute extends IndexedRoute {
  readonly stops: Int32Array;
}

export function individualRoutes(individual: Individual): FlatRoute[] {
  return Array.from(individual.depot, (depot, r) => ({
    depot,
    vehicle: individual.type[r],
    stops: individual.tour.slice(individual.start[r], individual.start[r + 1]),
  }));
}

/**
 * Broken-pairs distance (Prins 2009): the share of customers whose successor in `a` is not beside them in `b`,
 * and of route starts in `a` that `b` lacks.
 */
export function brokenPairs(a: Individual, b: Individual): number {
  const n = a.successor.length;
  let broken = 0;
  for (let i = 0; i < n; i++) {
    const next = a.successor[i];
    if (next !== b.successor[i] && next !== b.predecessor[i]) broken++;
    const before = a.predecessor[i];
    if (before >= n && before !== b.predecessor[i] && before !== b.successor[i]) broken++;
  }
  return broken / n;
}
