/**
 * Which pairs of customer and depot are worth pricing on a large instance: of the depots that some promising set opens, those nearest to a
 * customer, and in each set those nearest to it there. All else would take time and memory and never be chosen.
 */
import type { DepotSet } from '../problem/depot-set.ts';
import type { Instance } from '../problem/instance.ts';
import { modelOf } from '../problem/model.ts';

/** Pairs up to which all are priced, which also lets a bound hold for the whole instance. */
export const allPairsUpTo = 20_000;
/** Nearest depots kept, of all in play and of those open in each set; once a customer has so many, only the nearest of a set. */
const nearest = 5;
const nearestInSet = 5;
const enough = 12;

/** near[i·m + d]: 1 where customer i is priced at depot d; undefined where all pairs are. */
export function nearPairs(instance: Instance, depotSets: readonly DepotSet[] = []): Uint8Array | undefined {
  const { depots, customers, rules } = instance;
  const m = depots.length;
  if (depotSets.length === 0 || m * customers.length <= allPairsUpTo) return undefined;
  const inPlay = depots.map((_, d) => d).filter((d) => depotSets.some((open) => open[d]));
  const { cost } = modelOf(instance).travel;
  const tied = new Set(rules.together.flat());
  const near = new Uint8Array(m * customers.length);
  const trip = new Float64Array(m);
  customers.forEach(({ id }, i) => {
    const row = near.subarray(i * m, (i + 1) * m);
    // Customers that share a depot need the same choice, so theirs is not narrowed.
    if (tied.has(id)) {
      for (const d of inPlay) row[d] = 1;
      return;
    }
    for (const d of inPlay) trip[d] = cost(d, m + i) + cost(m + i, d);
    const order = inPlay.toSorted((a, b) => trip[a] - trip[b] || a - b);
    for (const d of order.slice(0, nearest)) row[d] = 1;
    let all = Math.min(nearest, order.length);
    for (const open of depotSets) {
      const wanted = all < enough ? nearestInSet : 1;
      let kept = 0;
      for (let k = 0; k < order.length && kept < wanted; k++) {
        if (!open[order[k]]) continue;
        all += 1 - row[order[k]];
        row[order[k]] = 1;
        kept++;
      }
    }
  });
  return near;
}
