/** Sets of depots from which descents over sets begin. */
import { Ascent } from '../../allocation/ascent.ts';
import { solveCover } from '../../allocation/cover.ts';
import { servableUnits } from '../../allocation/location-problem.ts';
import { linearPrices } from '../../allocation/prices.ts';
import type { DepotSet } from '../../problem/depot-set.ts';
import type { Random } from '../../run/random.ts';
import type { SearchData } from '../data.ts';
import { manyDepots } from './descent.ts';
import type { RatedSet, RatedSets } from './rated-sets.ts';

/** Steps up the dual of the proxy; fewer where a set takes long to rate, as the descent from there gains more in the same time. */
const dualSteps = { few: 60, many: 20 } as const;
/** Spare supply of a random set. */
const randomSupply = 1.2;

/** The best set that the dual proposes, the cheapest to open, all depots, and a random set. Yields between sets. */
export function* startingSets(rated: RatedSets, random: Random): Generator<void, DepotSet[]> {
  const { data } = rated;
  const proposed = yield* bestOfDual(rated);
  const { open: cheapest } = solveCover(data.openingCost, data.depotRules);
  const all = data.rules.lockedClosed.map((closed) => 1 - closed);
  return [...(proposed ? [proposed.open] : []), ...(cheapest ? [cheapest] : []), all, randomSet(data, random)];
}

/** The proxy is a facility location problem; the way up its Lagrangian dual leads past good sets that no descent from elsewhere finds. */
function* bestOfDual(rated: RatedSets): Generator<void, RatedSet | undefined> {
  const { m, depotCapacity, openingCost, depotRules } = rated.data;
  const { count: n, demand, share, allowed } = rated.proxy.units;
  const byDepot = (k: number) => (k % n) * m + Math.floor(k / n);
  const ascent = new Ascent({
    depots: m,
    units: n,
    demand,
    capacity: depotCapacity,
    openingCost,
    servable: servableUnits(
      Uint8Array.from({ length: n * m }, (_, k) => allowed[byDepot(k)]),
      m,
    ),
    cover: depotRules,
    prices: linearPrices(
      m,
      Float64Array.from({ length: n * m }, (_, k) => share[byDepot(k)]),
    ),
  });
  const isMany = m > manyDepots;
  const steps = isMany ? dualSteps.many : dualSteps.few;
  let best: RatedSet | undefined;
  for (let step = 0; step < steps && !ascent.settled && !rated.shouldStop(); step++) {
    const least: number = best?.proxy ?? Number.POSITIVE_INFINITY;
    const { open } = ascent.step(least).cover;
    const proxy = open ? rated.rate(open, isMany ? least : undefined) : Number.POSITIVE_INFINITY;
    if (open && proxy < least) best = { open, proxy };
    yield;
  }
  return best;
}

function randomSet({ m, rules, depotCapacity, totalDemand }: SearchData, random: Random): DepotSet {
  const open = rules.lockedOpen.slice();
  const order = random.shuffle(Int32Array.from({ length: m }, (_, d) => d));
  let supply = 0;
  for (const d of order) {
    if (supply >= randomSupply * totalDemand && open.includes(1)) break;
    if (rules.lockedClosed[d]) continue;
    open[d] = 1;
    supply += depotCapacity[d];
  }
  return open;
}
