/** Descent over sets of depots by proxy: open, close and exchange depots while that is better. Yields between sets. */
import { afterMove, type DepotSet, depotsOf, type SetMove, setMoves } from '../../problem/depot-set.ts';
import type { Random } from '../../run/random.ts';
import type { SearchData } from '../data.ts';
import type { ProxyView } from './cost-proxy.ts';
import type { RatedSet, RatedSets } from './rated-sets.ts';

/** Exchanges tried around one set; fewer where rating one takes long. */
const exchangesPerStep = (customers: number) => Math.max(50, Math.min(200, Math.round(200_000 / customers)));
/** With more depots than this a step would try hundreds of sets, so that the first better one is taken, and exchanges are of near ones. */
export const manyDepots = 50;
const nearExchanges = 4;

export function* descend(rated: RatedSets, start: DepotSet, random: Random): Generator<void, void> {
  let at: RatedSet | undefined = { open: start, proxy: rated.rate(start) };
  while (at && !rated.shouldStop()) at = yield* betterNeighbour(rated, at, random);
}

/** The best neighbour that is better than the set itself or, with many depots, the first in random order. */
function* betterNeighbour(rated: RatedSets, { open, proxy }: RatedSet, random: Random): Generator<void, RatedSet | undefined> {
  const isMany = rated.data.m > manyDepots;
  const view = rated.proxy.view(open, rated.variant);
  let best: RatedSet | undefined;
  for (const move of isMany ? nearMoves(rated.data, open, random) : someMoves(open, exchangesPerStep(rated.proxy.units.count), random)) {
    if (rated.shouldStop()) break;
    yield;
    best = tryMove(rated, view, open, move, best?.proxy ?? proxy) ?? best;
    if (best && isMany) break;
  }
  return best;
}

function nearMoves(data: SearchData, open: DepotSet, random: Random): SetMove[] {
  const moves = [...setMoves(open, nearPartners(data))];
  return Array.from(random.shuffle(Int32Array.from(moves.keys())), (k) => moves[k]);
}

/** The set after a move, if its proxy is below `least`. */
function tryMove(rated: RatedSets, view: ProxyView, from: DepotSet, move: SetMove, least: number): RatedSet | undefined {
  if (rated.proxy.boundFrom(view, move.close, move.open) > Math.max(least, rated.worstKept())) return undefined;
  const open = afterMove(from, move);
  rated.proxy.resume(view);
  const proxy = rated.rate(open, least);
  return proxy < least ? { open, proxy } : undefined;
}

/** The nearest open depots of a closed one. */
function nearPartners({ n, x, y }: SearchData) {
  const away = (d: number, e: number) => Math.hypot(x[n + d] - x[n + e], y[n + d] - y[n + e]);
  return (e: number, inside: readonly number[]) => inside.toSorted((a, b) => away(a, e) - away(b, e) || a - b).slice(0, nearExchanges);
}

/** Exchanges are drawn at random where there are too many to try all. */
function* someMoves(open: DepotSet, tries: number, random: Random): Generator<SetMove> {
  const inside = depotsOf(open);
  const outside = depotsOf(open.map((isOpen) => 1 - isOpen));
  const one = (list: readonly number[]) => list[random.int(list.length)];
  const isMany = inside.length * outside.length > tries;
  yield* setMoves(open, isMany ? () => [] : undefined);
  if (isMany) for (let k = 0; k < tries; k++) yield { close: [one(inside)], open: [one(outside)] };
  // Depots of different size: one large for two small ones, and the other way round.
  if (inside.length > 1 && outside.length > 1)
    for (let k = 0; k < tries; k++)
      yield k % 2 === 0
        ? { close: [one(inside)], open: [one(outside), one(outside)] }
        : { close: [one(inside), one(inside)], open: [one(outside)] };
}
