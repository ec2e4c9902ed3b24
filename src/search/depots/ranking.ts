/** Which depots to open: sets ranked by their proxy, the most promising first. */
import { type DepotSet, keyOf } from '../../problem/depot-set.ts';
import { NeoLrpError } from '../../problem/errors.ts';
import { inTurns } from '../../run/event-loop.ts';
import type { Random } from '../../run/random.ts';
import type { StopWatch } from '../../run/stop.ts';
import type { SearchData } from '../data.ts';
import { type ProxyVariant, proxyVariants } from './cost-proxy.ts';
import { descend } from './descent.ts';
import { byProxy, type RatedSet, RatedSets } from './rated-sets.ts';
import { startingSets } from './starts.ts';

/** Sets rerated for each one wanted, and the rounds for that. */
const reratedPerWanted = 2;
const finalRounds = 100;

/** All sets of up to this many depots are rated, where that takes a second or so: customers times sets. */
const enumerateUpTo = 10;
const mostRatings = 2e6;

/** Share of the budget for ranking. */
const rankShare = 0.25;
/** Sets that are worth a race: fewer where a descent takes longer. */
const entrants = (customers: number) => Math.max(16, Math.min(32, Math.round(8000 / customers)));

/** The sets that `proposeDepotSets` finds; throws where it finds none. */
export async function depotSetsToRace(data: SearchData, random: Random, watch: StopWatch): Promise<readonly DepotSet[]> {
  const depotSets = await proposeDepotSets(data, random, watch);
  if (depotSets.length > 0) return depotSets;
  throw new NeoLrpError(
    'E_BUDGET',
    'the search found no set of depots that keeps the rules on them; method flp chooses them by a MIP, which may, or says why not',
  );
}

/**
 * Sets of depots that are worth a race, the most promising first. Stops early, with those found
 * so far, once its share of the budget is spent or the run is stopped.
 */
export async function proposeDepotSets(data: SearchData, random: Random, watch: StopWatch, share = rankShare): Promise<DepotSet[]> {
  const late = () => watch.spent(0) > share || watch.interrupted() !== undefined;
  return (await rankDepotSets(data, entrants(data.n), random, late)).map(({ open }) => open);
}

/**
 * The `count` best sets found, best by either variant in turn; empty where no set keeps the rules. It stops early when it is `late` and at least
 * one set is known.
 */
export async function rankDepotSets(data: SearchData, count: number, random: Random, late = () => false): Promise<RatedSet[]> {
  const rated = new RatedSets(data, count, late);
  const lists: RatedSet[][] = [];
  for (const variant of proxyVariants) lists.push(await inTurns(rankBy(rated, variant, count, random)));
  const chosen = new Map<string, RatedSet>();
  for (let k = 0; k < count; k++)
    for (const { [k]: next } of lists) if (next && !chosen.has(keyOf(next.open))) chosen.set(keyOf(next.open), next);
  return [...chosen.values()].slice(0, count);
}

/** The best by one variant. The second begins where the first ended: it changes the order more than the neighbourhood. */
function* rankBy(rated: RatedSets, variant: ProxyVariant, count: number, random: Random): Generator<void, RatedSet[]> {
  const { n, m } = rated.data;
  const isFirst = rated.size === 0;
  rated.useVariant(variant);
  if (m > enumerateUpTo || n * 2 ** m > mostRatings) {
    const starts = isFirst ? yield* startingSets(rated, random) : [rated.leading()];
    for (const open of starts) yield* descend(rated, open, random);
  } else if (isFirst) yield* rateAll(rated);
  return yield* bestOf(rated, count);
}

/** From all depots down: larger sets can supply the demand, so that one is known early. */
function* rateAll(rated: RatedSets): Generator<void, void> {
  const { m } = rated.data;
  for (let mask = (1 << m) - 1; mask > 0 && !rated.shouldStop(); mask--) {
    rated.rate(Uint8Array.from({ length: m }, (_, d) => (mask >> d) & 1));
    yield;
  }
}

/** The first are rerated as far as time allows, and put in order again. */
function* bestOf(rated: RatedSets, count: number): Generator<void, RatedSet[]> {
  const ranked = rated.ranked();
  const rerated: RatedSet[] = [];
  let next = 0;
  for (; next < Math.min(ranked.length, reratedPerWanted * count) && !rated.shouldStop(); next++) {
    const again = rated.rerate(ranked[next].open, finalRounds);
    if (again) rerated.push(again);
    yield;
  }
  return [...rerated.sort(byProxy), ...ranked.slice(next)].slice(0, count);
}
