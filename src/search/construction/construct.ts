/** First routes on a set of depots: customers assigned to depots within their capacities, each depot's customers swept and split. */
import { type DepotSet, depotsOf } from '../../problem/depot-set.ts';
import type { IndexedRoute } from '../../problem/solution.ts';
import type { Random } from '../../run/random.ts';
import type { SearchData } from '../data.ts';
import { assign } from './assign.ts';
import type { Splitter } from './split.ts';

export function construct(data: SearchData, open: DepotSet, splitter: Splitter, random: Random): IndexedRoute[] {
  const depotOf = assign(data, open, random);
  return depotsOf(open).flatMap((d) => splitter.splitAt(d, sweep(data, depotOf, d, random)));
}

/** A depot's customers by angle, beginning anywhere. */
function sweep({ n, x, y }: SearchData, depotOf: Int32Array, depot: number, random: Random): Int32Array {
  const offset = random.float() * 2 * Math.PI;
  const angle = new Float64Array(n);
  const members: number[] = [];
  for (let i = 0; i < n; i++) {
    if (depotOf[i] !== depot) continue;
    const turned = Math.atan2(y[i] - y[n + depot], x[i] - x[n + depot]) + offset;
    angle[i] = turned > Math.PI ? turned - 2 * Math.PI : turned;
    members.push(i);
  }
  return Int32Array.from(members.sort((a, b) => angle[a] - angle[b] || a - b));
}
