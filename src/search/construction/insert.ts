/** Routes brought onto a set of depots, and customers that are on none inserted. */
import type { DepotSet } from '../../problem/depot-set.ts';
import type { IndexedRoute } from '../../problem/solution.ts';
import type { SearchData } from '../data.ts';
import { vehicleAt } from '../fleet.ts';
import type { Penalties } from '../population/penalties.ts';
import type { Route } from '../routes.ts';

/** A route as it is, or hung on the open depot where its ends cost least. */
export function rehang(data: SearchData, route: Route, open: DepotSet): Route {
  const { depot, stops } = route;
  if (open[depot]) return route;
  const { m, travel } = data;
  const { out, back } = travel;
  const first = stops[0];
  const last = stops[stops.length - 1];
  let nearest = depot;
  let least = Number.POSITIVE_INFINITY;
  for (let d = 0; d < m; d++) {
    const hang = out[first * m + d] + back[last * m + d];
    if (open[d] && hang < least) {
      least = hang;
      nearest = d;
    }
  }
  return { depot: nearest, vehicle: vehicleAt(data, nearest, route.vehicle), stops };
}

/**
 * Puts each where it costs least, on a route or on a vehicle of its own: travel, the vehicle, and what it overloads. Rules are left to the
 * descent. O(those inserted · customers).
 */
export function insertCustomers(
  data: SearchData,
  routes: readonly Route[],
  customers: readonly number[],
  open: DepotSet,
  penalties: Penalties,
): IndexedRoute[] {
  const { n, m, travel, demand, vehicleCapacity, vehicleCost, depotCapacity } = data;
  const { arc, out, back } = travel;
  const depotLoad = new Float64Array(m);
  const used = routes.filter(({ stops }) => stops.length > 0);
  const capacityOf = (type: number) => data.fleet?.capacity[type] ?? vehicleCapacity;
  const grown = used.map(({ depot, vehicle, stops }) => {
    let load = 0;
    for (const i of stops) load += demand[i];
    depotLoad[depot] += load;
    return { depot, vehicle, stops: Array.from(stops), load };
  });
  for (const i of customers) {
    const crowding = (depot: number) => penalties.depot * excessDelta(depotLoad[depot], demand[i], depotCapacity[depot]);
    let least = Number.POSITIVE_INFINITY;
    let best = { depot: 0, vehicle: 0, stops: [] as number[], load: 0 };
    let place = 0;
    for (const route of grown) {
      const { depot, vehicle, stops, load } = route;
      const over = penalties.vehicle * excessDelta(load, demand[i], capacityOf(vehicle)) + crowding(depot);
      let before = n + depot;
      for (let k = 0; k <= stops.length; k++) {
        const after = k < stops.length ? stops[k] : n + depot;
        const extra = arc(before, i) + arc(i, after) - arc(before, after) + over;
        if (extra < least) {
          least = extra;
          best = route;
          place = k;
        }
        before = after;
      }
    }
    for (let depot = 0; depot < m; depot++) {
      if (!open[depot]) continue;
      const extra = out[i * m + depot] + back[i * m + depot] + vehicleCost + crowding(depot);
      if (extra >= least) continue;
      least = extra;
      best = { depot, vehicle: vehicleAt(data, depot, 0), stops: [], load: 0 };
      place = 0;
    }
    if (best.stops.length === 0) grown.push(best);
    best.stops.splice(place, 0, i);
    best.load += demand[i];
    depotLoad[best.depot] += demand[i];
  }
  return grown;
}

const excessDelta = (load: number, more: number, capacity: number) => Math.max(0, load + more - capacity) - Math.max(0, load - capacity);
