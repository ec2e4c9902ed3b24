/** How short the ways between depots and customers can be, whoever else is served on the way. */
import type { Instance } from './instance.ts';
import { isMetric } from './travel.ts';

/** Beyond so many steps, shortest paths are left out, and with them what they could rule out. */
const mostSteps = 2e8;

/** No vehicle of the depot needs less to reach the customer, or to come home from there. */
export interface LeastWays {
  out(customer: number, depot: number): number;
  home(customer: number, depot: number): number;
}

/**
 * Measured by `length`, a distance or a time. Where detours can be shorter than the direct way, as in a matrix, they are taken; undefined
 * where that is too much to compute.
 */
export function leastWays({ depots, customers, travel }: Instance, length: (from: number, to: number) => number): LeastWays | undefined {
  const [m, n] = [depots.length, customers.length];
  if (isMetric(travel)) return { out: (i, d) => length(d, m + i), home: (i, d) => length(m + i, d) };
  if (2 * m * n * n > mostSteps) return undefined;
  const [out, home] = [length, (from: number, to: number) => length(to, from)].map((way) =>
    depots.map((_, d) => shortestWays(n, m, d, way)),
  );
  return { out: (i, d) => out[d][i], home: (i, d) => home[d][i] };
}

/** From a depot to every customer through other customers (Dijkstra 1959). */
function shortestWays(n: number, m: number, depot: number, length: (from: number, to: number) => number): Float64Array {
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
