/** Descent over sets of depots by proxy: open, close and exchange depots while that is better. Yields between sets. */
import type { DepotSet } from '../../problem/depot-set.ts';
import type { Random } from '../../run/random.ts';
import type { SearchData } from '../data.ts';
import type { RatedSet, RatedSets } from './rated-sets.ts';

/** Exchanges tried around one set; fewer where rating one takes long. */
const exchangesPerStep = (customers: number) => Math.max(50, Math.min(200, Math.round(200_000 / customers)));
/** With more depots than this a step would try hundreds of sets, so that the first better one is taken, and exchanges are of near ones. */
export const manyDepots = 50;
const nearExchanges = 4;

export function* descend(rated: RatedSets, start: DepotSet, random: Random): Generator<void, void> {
  let at: RatedSet | undefined = { open: start, proxy: rated.rate(start) };
  const step = rated.data.m > manyDepots ? betterNeighbour : bestNeighbour;
  while (at && !rated.shouldStop()) at = yield* step(rated, at, random);
}

/** The first neighbour in random order that is better than the set itself. */
function* betterNeighbour(rated: RatedSets, { open, proxy }: RatedSet, random: Random): Generator<void, RatedSet | undefined> {
  const view = rated.proxy.view(open, rated.variant);
  const moves = nearMoves(rated.data, open);
  for (const k of random.shuffle(Int32Array.from(moves.keys()))) {
    if (rated.shouldStop()) return undefined;
    yield;
    const {
      [k]: [close, opened],
    } = moves;
    if (rated.proxy.boundFrom(view, close, opened) > Math.max(proxy, rated.worstKept())) continue;
    const trial = changed(open, close, opened);
    rated.proxy.resume(view);
    const found = rated.rate(trial, proxy);
    if (found < proxy) return { open: trial, proxy: found };
  }
  return undefined;
}

type Move = readonly [close: readonly number[], open: readonly number[]];

function changed(open: DepotSet, close: readonly number[], opened: readonly number[]): DepotSet {
  const set = open.slice();
  for (const d of close) set[d] = 0;
  for (const d of opened) set[d] = 1;
  return set;
}

/** Each depot opened or closed, and each closed one in exchange for one of the nearest open ones. */
function nearMoves({ n, x, y }: SearchData, open: DepotSet): readonly Move[] {
  const inside = Array.from(open.keys()).filter((d) => open[d]);
  const outside = Array.from(open.keys()).filter((d) => !open[d]);
  const away = (d: number, e: number) => Math.hypot(x[n + d] - x[n + e], y[n + d] - y[n + e]);
  const exchanges = outside.flatMap((e) =>
    inside
      .toSorted((a, b) => away(a, e) - away(b, e) || a - b)
      .slice(0, nearExchanges)
      .map((d): Move => [[d], [e]]),
  );
  return [...inside.map((d): Move => [[d], []]), ...outside.map((e): Move => [[], [e]]), ...exchanges];
}

/** The best neighbour that is better than the set itself. */
function* bestNeighbour(rated: RatedSets, { open, proxy }: RatedSet, random: Random): Generator<void, RatedSet | undefined> {
  let best: RatedSet | undefined;
  let least = proxy;
  const view = rated.proxy.view(open, rated.variant);
  const consider = (close: readonly number[], opened: readonly number[]) => {
    if (rated.proxy.boundFrom(view, close, opened) > Math.max(least, rated.worstKept())) return;
    const trial = changed(open, close, opened);
    rated.proxy.resume(view);
    const found = rated.rate(trial, least);
    if (found >= least) return;
    least = found;
    best = { open: trial, proxy: found };
  };
  for (const [close, opened] of neighbours(open, exchangesPerStep(rated.proxy.units.count), random)) {
    if (rated.shouldStop()) break;
    yield consider(close, opened);
  }
  return best;
}

/** Depots to close and to open. Exchanges are drawn at random where there are too many to try all. */
function* neighbours(open: DepotSet, tries: number, random: Random): Generator<Move> {
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
