/** How short the ways between depots and customers can be, whoever else is served on the way. */
import type { Instance } from './instance.ts';
import { isMetric } from './travel.ts';

/** Beyond so many steps, shortest paths are left out, and with them what they could rule out. */
const mostSteps = 2e8;

/** Entry i·m + d: no vehicle of depot d needs less to reach customer i, or to come home from there. */
export interface LeastWays {
  readonly out: Float64Array;
  readonly home: Float64Array;
}

/**
 * Measured by `length`, a distance or a time. Where detours can be shorter than the direct way, as in a matrix, they are taken; undefined
 * where that is too much to compute.
 */
export function leastWays({ depots, customers, travel }: Instance, length: (from: number, to: number) => number): LeastWays | undefined {
  const [m, n] = [depots.length, customers.length];
  const metric = isMetric(travel);
  if (!metric && 2 * m * n * n > mostSteps) return undefined;
  const [out, home] = [new Float64Array(n * m), new Float64Array(n * m)];
  for (let d = 0; d < m; d++) {
    const ways = metric ? undefined : [length, (from: number, to: number) => length(to, from)].map((way) => shortestWays(n, m, d, way));
    for (let i = 0; i < n; i++) {
      out[i * m + d] = ways ? ways[0][i] : length(d, m + i);
      home[i * m + d] = ways ? ways[1][i] : length(m + i, d);
    }
  }
  return { out, home };
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
