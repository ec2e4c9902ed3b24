/** Descent over sets of depots by proxy: open, close and exchange depots while that is better. Yields between sets. */
import type { DepotSet } from '../../problem/depot-set.ts';
import type { Random } from '../../run/random.ts';
import type { RatedSet, RatedSets } from './rated-sets.ts';

/** Exchanges tried around one set; fewer where rating one takes long. */
const exchangesPerStep = (customers: number) => Math.max(50, Math.min(200, Math.round(200_000 / customers)));

export function* descend(rated: RatedSets, start: DepotSet, random: Random): Generator<void, void> {
  let at: RatedSet | undefined = { open: start, proxy: rated.rate(start) };
  while (at && !rated.mustDo()) at = yield* bestNeighbour(rated, at, random);
}

/** The best neighbour that is better than the set itself. */
function* bestNeighbour(rated: RatedSets, { open, proxy }: RatedSet, random: Random): Generator<void, RatedSet | undefined> {
  let best: RatedSet | undefined;
  let least = proxy;
  const view = rated.proxy.view(open, rated.outlook);
  const consider = (close: readonly number[], opened: readonly number[]) => {
    if (rated.proxy.boundFrom(view, close, opened) > Math.max(least, rated.worstKept())) return;
    const trial = open.slice();
    for (const d of close) trial[d] = 0;
    for (const d of opened) trial[d] = 1;
    rated.proxy.resume(view);
    const found = rated.rate(trial, least);
    if (found >= least) return;
    least = found;
    best = { open: trial, proxy: found };
  };
  for (const [close, opened] of neighbours(open, exchangesPerStep(rated.proxy.units.count), random)) {
    if (rated.mustDo()) break;
    yield consider(close, opened);
  }
  return best;
}

/** Depots to close and to open. Exchanges are drawn at random where there are too many to try all. */
function* neighbours(open: DepotSet, tries: number, random: Random): Generator<readonly [readonly number[], readonly number[]]> {
  const inside: number[] = [];
  const outside: number[] = [];
  for (let d = 0; d < open.length; d++) (open[d] ? inside : outside).push(d);
  const one = (list: readonly number[]) => list[random.int(list.length)];
  for (const d of inside) yield [[d], []];
  for (const d of outside) yield [[], [d]];
  if (inside.length * outside.length <= tries) for (const d of inside) for (const e of outside) yield [[d], [e]];
  else for (let k = 0; k < tries; k++) yield [[one(inside)], [one(outside)]];
  // Depots of different size: one large for two small ones, and the other way round.
  if (inside.length > 1 && outside.length > 1)
    for (let k = 0; k < tries; k++)
      yield k % 2 === 0 ? [[one(inside)], [one(outside), one(outside)]] : [[one(inside), one(inside)], [one(outside)]];
}
