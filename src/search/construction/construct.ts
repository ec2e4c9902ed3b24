/** First routes on a set of depots: customers assigned to depots within their capacities, each depot's customers swept. */
import type { DepotSet } from '../../problem/depot-set.ts';
import type { IndexedRoute } from '../../problem/solution.ts';
import type { Random } from '../../run/random.ts';
import { entering } from '../curve-order.ts';
import type { SearchData } from '../data.ts';
import { assign } from './assign.ts';
import { dueAt, quickRoutes } from './quick-routes.ts';

export function construct(data: SearchData, open: DepotSet, random: Random): IndexedRoute[] {
  const { m, travel } = data;
  const roundTrip = (i: number, d: number) => travel.out[i * m + d] + travel.back[i * m + d];
  const depotOf = assign({ ...data, roundTrip }, open, random);
  const depotAt = new Int32Array(data.n);
  data.order.forEach((i, k) => {
    depotAt[i] = depotOf[k];
  });
  const swept = sweep(data, depotOf, random).map((k) => data.order[k]);
  return entering(data.order, quickRoutes(data.model, depotAt, swept));
}

/** Depot by depot, whoever must be served first, then by angle, beginning anywhere. */
function sweep({ n, m, x, y, customers }: SearchData, depotOf: Int32Array, random: Random): number[] {
  const offset = Float64Array.from({ length: m }, () => random.float());
  const angle = Float64Array.from({ length: n }, (_, i) => {
    const d = depotOf[i];
    const turn = Math.atan2(y[i] - y[n + d], x[i] - x[n + d]) / (2 * Math.PI) + offset[d];
    return turn - Math.floor(turn);
  });
  return [...customers.keys()].sort(
    (a, b) => depotOf[a] - depotOf[b] || dueAt(customers[a]) - dueAt(customers[b]) || angle[a] - angle[b] || a - b,
  );
}
