/** How short a round trip from a depot to a customer can be, whoever else is served on the way. */
import type { Instance } from './instance.ts';
import { isMetric, type TravelCosts, travelCosts } from './travel.ts';

/** Beyond so many steps, shortest paths are left out, and with them what they could rule out. */
const mostSteps = 2e8;

/**
 * No route from depot d through customer i is shorter than entry i·m + d. Where detours can be shorter than the direct way, as in a
 * matrix, they are taken; undefined where that is too much to compute.
 */
export function leastRoundTrips(instance: Instance): Float64Array | undefined {
  const { depots, customers, travel } = instance;
  const [m, n] = [depots.length, customers.length];
  const metric = isMetric(travel);
  if (!metric && 2 * m * n * n > mostSteps) return undefined;
  const arcs = travelCosts(instance);
  const trips = new Float64Array(n * m);
  for (let d = 0; d < m; d++) {
    const [out, back] = metric ? [] : [shortestWays(arcs, m, d, false), shortestWays(arcs, m, d, true)];
    for (let i = 0; i < n; i++) trips[i * m + d] = out && back ? out[i] + back[i] : arcs.distance(d, m + i) + arcs.distance(m + i, d);
  }
  return trips;
}

/** Shortest ways between a depot and every customer through other customers (Dijkstra 1959); `home`: towards the depot. */
function shortestWays({ size, distance }: TravelCosts, m: number, depot: number, home: boolean): Float64Array {
  const n = size - m;
  const length = (from: number, to: number) => (home ? distance(to, from) : distance(from, to));
  const ways = Float64Array.from({ length: n }, (_, i) => length(depot, m + i));
  const settled = new Uint8Array(n);
  for (let step = 0; step < n; step++) {
    let nearest = -1;
    for (let i = 0; i < n; i++) if (!settled[i] && (nearest < 0 || ways[i] < ways[nearest])) nearest = i;
    settled[nearest] = 1;
    for (let i = 0; i < n; i++) if (!settled[i]) ways[i] = Math.min(ways[i], ways[nearest] + length(m + nearest, m + i));
  }
  return ways;
}
