/**
 * Which depots to open: configurations ranked by a cheap proxy before any route exists.
 *
 * The proxy is the line-haul part of the continuous approximation of routing cost (Daganzo 1984): a customer's share of the trips to and
 * from its depot, (q/C)·(there + back), at the least total that the depots' capacities allow; and a part of a trip more a depot, whose
 * last vehicle is not full. The rest, driving from customer to customer, hardly depends on the depots.
 */
import { Ascent } from '../../allocation/ascent.ts';
import { type CoverRules, coverRules, solveCover } from '../../allocation/cover.ts';
import { linearPrices } from '../../allocation/location-problem.ts';
import { NeoLrpError } from '../../problem/errors.ts';
import { exceeds, withNoise } from '../../problem/tolerance.ts';
import { inTurns } from '../../run/event-loop.ts';
import type { Random } from '../../run/random.ts';
import type { StopWatch } from '../../run/stop.ts';
import type { SearchData } from '../data.ts';
import { isUsable, looseSupply, supplyOf } from './depot-set.ts';
import { Transport, type TransportView } from './transport.ts';

export interface Configuration {
  readonly open: Uint8Array;
  readonly proxy: number;
}

/** Routing cost per unit of line-haul, fitted on T and S where capacity is ample: 1.14–1.19. */
const haulWeight = 1.15;

/**
 * Two views of what line-haul leaves out. Where customers between two depots can fill up either's vehicles, there are no trips beyond
 * load over capacity; but where supply hardly exceeds demand, customers must take what depot is left, at up to a tenth more haul. Where
 * nothing can be shifted, a depot makes half a trip more, and tightness adds little to that. Half of the ranking goes by each view.
 */
interface Outlook {
  /** Trips that a depot makes beyond its load over the vehicles' capacity. */
  readonly rounding: number;
  /** Extra haul where supply is just the demand, falling to nothing at 2 % more. */
  readonly tightness: number;
}
const outlooks: readonly Outlook[] = [
  { rounding: 0, tightness: 0.1 },
  { rounding: 0.5, tightness: 0.01 },
];

/** Candidates whose proxy is worked out to the end before the best are handed on: while many are compared it stays a little below. */
const reratedPerWanted = 2;
const finalRounds = 100;

/** Steps up the dual of the proxy, whose sets of depots are rated. */
const dualSteps = 60;
/** Up to this many depots all subsets are ranked, where rating so many customers so often takes no longer than a second or so. */
const enumerateUpTo = 10;
const mostRatings = 2e6;
/** Exchanges tried from one configuration before the descent moves on; fewer where rating one takes long. */
const exchangesPerStep = (customers: number) => Math.max(50, Math.min(200, Math.round(200_000 / customers)));

/** Share of the budget after which the configurations found so far must do. */
const rankShare = 0.25;
/** Sets that are worth a race: fewer where a descent takes longer. */
const entrants = (customers: number) => Math.max(16, Math.min(32, Math.round(8000 / customers)));

/** The sets given that keep the rules; where there are none, those that `proposeConfigurations` finds. */
export async function configurationsToRace(
  data: SearchData,
  random: Random,
  watch: StopWatch,
  given: readonly Uint8Array[] = [],
): Promise<readonly Uint8Array[]> {
  const usable = given.filter((open) => isUsable(data, open));
  const sets = usable.length > 0 ? usable : await proposeConfigurations(data, random, watch);
  if (sets.length > 0) return sets;
  throw new NeoLrpError(
    'E_BUDGET',
    'the search found no set of depots that keeps the rules on them; a MIP may, or say why not (--method flp)',
  );
}

/**
 * Sets of depots that are worth a race, the most promising first. When a part of the budget is spent or somebody says stop, those found so
 * far must do, once the neighbourhood under way is seen.
 */
export async function proposeConfigurations(data: SearchData, random: Random, watch: StopWatch): Promise<Uint8Array[]> {
  const late = () => watch.spent(0) > rankShare || watch.interrupted() !== undefined;
  return (await rankConfigurations(data, entrants(data.n), random, late)).map(({ open }) => open);
}

/**
 * The `count` best configurations found, best by either outlook in turn; empty when no subset can supply the demand.
 * As soon as it is `late` and one is known, those known must do.
 */
export async function rankConfigurations(data: SearchData, count: number, random: Random, late = () => false): Promise<Configuration[]> {
  const ranking = new Ranking(data, count, late);
  const lists: Configuration[][] = [];
  for (const outlook of outlooks) lists.push(await inTurns(ranking.by(outlook, random)));
  const chosen = new Map<string, Configuration>();
  for (let k = 0; k < count; k++)
    for (const { [k]: next } of lists) if (next && !chosen.has(keyOf(next.open))) chosen.set(keyOf(next.open), next);
  return [...chosen.values()].slice(0, count);
}

/** What is known of a configuration, whatever the outlook. */
interface Rated {
  readonly open: Uint8Array;
  readonly opening: number;
  readonly supply: number;
  readonly haul: number;
  /** Cost of a mean trip from each open depot, in all. */
  readonly trips: number;
}

/** A configuration from which the bounds of its neighbours follow. */
interface View {
  readonly opening: number;
  readonly supply: number;
  readonly transport: TransportView;
}

/** What takes long yields after each configuration, so that others can run in between. */
class Ranking {
  private readonly data: SearchData;
  private readonly count: number;
  /** Part of a vehicle that each customer takes. */
  private readonly part: Float64Array;
  /** share[i · m + d]: proxy cost of serving customer i from depot d. */
  private readonly share: Float64Array;
  /** Line-haul with every depot open: the scale of routing cost. */
  private readonly leastHaul: number;
  private readonly transport: Transport;
  /** The `count` lowest proxies so far, ascending. */
  private lowest: number[] = [];
  private readonly seen = new Map<string, Rated>();
  private outlook = outlooks[0];

  constructor(
    data: SearchData,
    count: number,
    private readonly late: () => boolean,
  ) {
    const { n, m, places, cost, demand, vehicleCapacity, rules } = data;
    this.data = data;
    this.count = count;
    // Even a customer with no demand pulls its depot a little.
    this.part = demand.map((load) => Math.max(load, 1e-3 * vehicleCapacity) / vehicleCapacity);
    this.share = new Float64Array(n * m);
    const dearest = cost.reduce((a, b) => Math.max(a, b), 0) * 10;
    let haul = 0;
    for (let i = 0; i < n; i++) {
      let nearest = Number.POSITIVE_INFINITY;
      for (let d = 0; d < m; d++) {
        const trip = cost[(n + d) * places + i] + cost[i * places + n + d] + data.vehicleCost;
        this.share[i * m + d] = haulWeight * this.part[i] * trip + (rules.allowed[i * m + d] ? 0 : dearest);
        nearest = Math.min(nearest, this.share[i * m + d]);
      }
      haul += nearest;
    }
    this.leastHaul = haul;
    this.transport = new Transport(this.share, demand, data.depotCapacity, (10 * dearest) / vehicleCapacity);
  }

  /** The best by one outlook. The second look begins where the first one ended: it changes the order more than the neighbourhood. */
  *by(outlook: Outlook, random: Random): Generator<void, Configuration[]> {
    const { n, m } = this.data;
    this.outlook = outlook;
    this.lowest = [];
    const known = [...this.seen.values()];
    for (const rated of known) this.note(this.proxyOf(rated));
    if (m > enumerateUpTo || n * 2 ** m > mostRatings) {
      const starts = known.length > 0 ? [this.leading()] : yield* this.starts(random);
      for (const open of starts) yield* this.descend(open, random);
    } else if (known.length === 0) {
      // From all depots down: the larger sets can supply the demand, so that one is known early.
      for (let mask = (1 << m) - 1; mask > 0 && !this.mustDo(); mask--) {
        this.rate(Uint8Array.from({ length: m }, (_, d) => (mask >> d) & 1));
        yield;
      }
    }
    return yield* this.best();
  }

  /** The proxies of the first are worked out to the end, as far as time allows. */
  private *best(): Generator<void, Configuration[]> {
    const ranked = Array.from(this.seen.values(), (rated) => ({ open: rated.open, proxy: this.proxyOf(rated) })).sort(byProxy);
    const rerated: Configuration[] = [];
    let next = 0;
    for (; next < Math.min(ranked.length, reratedPerWanted * this.count) && !this.mustDo(); next++) {
      const { open } = ranked[next];
      this.transport.price.fill(0);
      const rated = this.evaluate(open, Number.POSITIVE_INFINITY, finalRounds);
      if (rated) rerated.push({ open, proxy: this.proxyOf(rated) });
      yield;
    }
    return [...rerated.sort(byProxy), ...ranked.slice(next)].slice(0, this.count);
  }

  private mustDo(): boolean {
    return this.seen.size > 0 && this.late();
  }

  private leading(): Uint8Array {
    let [leading] = this.seen.values();
    for (const rated of this.seen.values()) if (this.proxyOf(rated) < this.proxyOf(leading)) leading = rated;
    return leading.open;
  }

  /** The best set of depots that the dual proposes, the cheapest ones, all, and a random start. */
  private *starts(random: Random): Generator<void, Uint8Array[]> {
    const { m, rules } = this.data;
    const all = Uint8Array.from({ length: m }, (_, d) => 1 - rules.lockedClosed[d]);
    return [...(yield* this.proposed()), ...this.cheapest(), all, this.randomStart(random)];
  }

  /**
   * Sets of depots on the way up the Lagrangian dual of the proxy, a facility location problem. Descents from elsewhere end where they end.
   */
  private *proposed(): Generator<void, Uint8Array[]> {
    const { n, m, rules, demand, depotCapacity, openingCost } = this.data;
    const byDepot = (k: number) => (k % n) * m + Math.floor(k / n);
    const ascent = new Ascent({
      depots: m,
      units: n,
      demand,
      capacity: depotCapacity,
      openingCost,
      allowed: Uint8Array.from({ length: n * m }, (_, k) => rules.allowed[byDepot(k)]),
      cover: this.cover(),
      prices: linearPrices(
        m,
        Float64Array.from({ length: n * m }, (_, k) => this.share[byDepot(k)]),
      ),
    });
    let best: Configuration | undefined;
    for (let step = 0; step < dualSteps && !ascent.settled && !this.mustDo(); step++) {
      const { open } = ascent.step(best?.proxy ?? Number.POSITIVE_INFINITY).cover;
      const proxy = open && this.rate(open);
      if (open && proxy !== undefined && proxy < (best?.proxy ?? Number.POSITIVE_INFINITY)) best = { open, proxy };
      yield;
    }
    return best ? [best.open] : [];
  }

  /** Add, drop and exchange. */
  private *descend(start: Uint8Array, random: Random): Generator<void, void> {
    let open = start;
    for (let proxy = this.rate(open); ; ) {
      const better = this.mustDo() ? undefined : yield* this.bestNeighbour(open, proxy, random);
      if (!better) break;
      open = better.open;
      proxy = better.proxy;
    }
  }

  private *bestNeighbour(open: Uint8Array, proxy: number, random: Random): Generator<void, Configuration | undefined> {
    const { n, m } = this.data;
    let best: Configuration | undefined;
    let least = proxy;
    this.evaluate(open, Number.POSITIVE_INFINITY);
    const view: View = { ...supplyOf(this.data, open), transport: this.transport.view() };
    const consider = (close: readonly number[], opened: readonly number[]) => {
      if (this.boundOf(view, close, opened) > Math.max(least, this.worstKept())) return;
      const trial = open.slice();
      for (const d of close) trial[d] = 0;
      for (const d of opened) trial[d] = 1;
      this.transport.price.set(view.transport.price);
      const rated = this.rate(trial, least);
      if (rated < least) {
        least = rated;
        best = { open: trial, proxy: rated };
      }
    };
    const inside: number[] = [];
    const outside: number[] = [];
    for (let d = 0; d < m; d++) (open[d] ? inside : outside).push(d);
    const exchanges = inside.length * outside.length;
    const tries = exchangesPerStep(n);
    const one = (list: readonly number[]) => list[random.int(list.length)];
    for (const d of inside) yield consider([d], []);
    for (const d of outside) yield consider([], [d]);
    if (exchanges <= tries) for (const d of inside) for (const e of outside) yield consider([d], [e]);
    else for (let k = 0; k < tries; k++) yield consider([one(inside)], [one(outside)]);
    // Depots of different size: one large for two small ones, and the other way round.
    if (inside.length > 1 && outside.length > 1)
      for (let k = 0; k < tries; k++) {
        if (k % 2 === 0) yield consider([one(inside)], [one(outside), one(outside)]);
        else yield consider([one(inside), one(inside)], [one(outside)]);
      }
    return best;
  }

  /** Below the proxy of a neighbour; Infinity where its supply falls short. */
  private boundOf({ opening, supply, transport }: View, close: readonly number[], open: readonly number[]): number {
    const { openingCost, depotCapacity, totalDemand } = this.data;
    let fixed = opening;
    let left = supply;
    for (const d of close) {
      fixed -= openingCost[d];
      left -= depotCapacity[d];
    }
    for (const d of open) {
      fixed += openingCost[d];
      left += depotCapacity[d];
    }
    return exceeds(totalDemand, left) ? Number.POSITIVE_INFINITY : fixed + this.transport.boundFrom(transport, close, open);
  }

  /** What a configuration must stay below to be kept. */
  private worstKept(): number {
    return this.lowest.length < this.count ? Number.POSITIVE_INFINITY : this.lowest[this.count - 1];
  }

  /** The least opening cost that supplies the demand and keeps the rules; nothing where no such set is found. */
  private cheapest(): Uint8Array[] {
    const { open } = solveCover(this.data.openingCost, this.cover());
    return open ? [open] : [];
  }

  private cover(): CoverRules {
    const { rules, depotCapacity, openingCost, totalDemand } = this.data;
    return {
      supply: depotCapacity.map((capacity) => Math.min(capacity, totalDemand)),
      // Nobody is stricter than the verifier.
      demand: 2 * totalDemand - withNoise(totalDemand),
      ...coverRules(rules, openingCost),
    };
  }

  private randomStart(random: Random): Uint8Array {
    const { m, rules, depotCapacity, totalDemand } = this.data;
    const open = rules.lockedOpen.slice();
    const order = random.shuffle(Int32Array.from({ length: m }, (_, d) => d));
    let supply = 0;
    for (const d of order) {
      if (supply >= 1.2 * totalDemand && open.includes(1)) break;
      if (rules.lockedClosed[d]) continue;
      open[d] = 1;
      supply += depotCapacity[d];
    }
    return open;
  }

  /**
   * Proxy cost of a configuration; Infinity when rules or capacity refuse it. Kept for `best`.
   * One that is neither below `worth` nor among the best so far is given up as soon as that shows, also with Infinity.
   */
  private rate(open: Uint8Array, worth = Number.POSITIVE_INFINITY): number {
    const key = keyOf(open);
    const known = this.seen.get(key);
    if (known) return this.proxyOf(known);
    const rated = this.evaluate(open, Math.max(worth, this.worstKept()));
    if (!rated) return Number.POSITIVE_INFINITY;
    this.seen.set(key, rated);
    const proxy = this.proxyOf(rated);
    this.note(proxy);
    return proxy;
  }

  /** Keeps the lowest proxies in order. */
  private note(proxy: number): void {
    const { lowest, count } = this;
    let at = lowest.length;
    while (at > 0 && lowest[at - 1] > proxy) at--;
    if (at >= count) return;
    lowest.splice(at, 0, proxy);
    if (lowest.length > count) lowest.pop();
  }

  private proxyOf({ opening, supply, haul, trips }: Rated): number {
    return opening + this.tightness(supply) + haul + this.outlook.rounding * trips;
  }

  private tightness(supply: number): number {
    const spare = supply / Math.max(this.data.totalDemand, 1e-9) - 1;
    return this.outlook.tightness * this.leastHaul * Math.max(0, 1 - spare / looseSupply);
  }

  /** Undefined where rules or capacity refuse it, or as soon as its proxy is known to be above `cutoff`. */
  private evaluate(open: Uint8Array, cutoff: number, rounds?: number): Rated | undefined {
    if (!isUsable(this.data, open)) return undefined;
    const depots: number[] = [];
    for (let d = 0; d < this.data.m; d++) if (open[d]) depots.push(d);
    const { opening, supply } = supplyOf(this.data, open);
    const left = cutoff - opening - this.tightness(supply);
    const haul = this.transport.cost(depots, left, rounds);
    if (haul > left) return undefined;
    return { open, opening, supply, haul, trips: this.transport.trips(this.part) };
  }
}

const keyOf = (open: Uint8Array) => open.join('');
const byProxy = (a: Configuration, b: Configuration) => a.proxy - b.proxy || compare(a.open, b.open);

function compare(a: Uint8Array, b: Uint8Array): number {
  for (let k = 0; k < a.length; k++) if (a[k] !== b[k]) return a[k] - b[k];
  return 0;
}
