/**
 * Which sets of depots are worth a race over many days: those that a mean day, the busiest day and a guarded mean day propose, the present
 * ones, and their neighbours, by a proxy of the cost on a sample of days. A set that falls short on any day is none.
 */
import { expectation, instanceOfDay, meanDay } from '../problem/days.ts';
import { afterMove, type DepotSet, depotsOf, keepsDepotRules, keyOf, setMoves } from '../problem/depot-set.ts';
import { type Instance, instanceOfParts } from '../problem/instance.ts';
import { modelOf } from '../problem/model.ts';
import { unbound } from '../problem/unbound.ts';
import { Slice } from '../run/event-loop.ts';
import { Random } from '../run/random.ts';
import type { StopWatch } from '../run/stop.ts';
import { searchData } from '../search/data.ts';
import { CostProxy, proxyVariants } from '../search/depots/cost-proxy.ts';
import { proposeDepotSets } from '../search/depots/ranking.ts';
import type { DayTrials } from './day-trials.ts';

/** Days that the proxy looks at, spread evenly from the least busy to the busiest. */
const proxyDays = 12;
/** Shares of the time: for what each view proposes, and for all proxies. */
const viewShare = 0.03;
const proxyShare = 0.15;

export interface ProposeOptions {
  readonly watch: StopWatch;
  readonly seed: number;
  readonly worst: number;
  /** Positions among the kinds of day that the choice may look at. */
  readonly days: readonly number[];
  /** Sets that are in use, such as those of a plan to start from. */
  readonly present: readonly DepotSet[];
}

/** By key, with the proxy of their cost. */
type Rated = Map<string, { readonly open: DepotSet; readonly proxy: number }>;

export class DaySets {
  /** The mean day as an instance, whose own choice is compared with ours. */
  readonly mean: Instance;
  private readonly rated: Rated = new Map();
  private readonly short = new Set<string>();
  private readonly proxies: readonly { readonly k: number; readonly proxy: CostProxy }[];

  constructor(
    private readonly trials: DayTrials,
    private readonly options: ProposeOptions,
  ) {
    const { instance, kinds } = trials;
    this.mean = instanceOfDay(instance, meanDay(instance));
    const byDemand = options.days.toSorted((a, b) => kinds[a].demand - kinds[b].demand || a - b);
    const count = Math.min(proxyDays, byDemand.length);
    const sample = Array.from(
      { length: count },
      (_, s) => byDemand[Math.round(count === 1 ? 0 : (s * (byDemand.length - 1)) / (count - 1))],
    );
    this.proxies = [...new Set(sample)]
      .filter((k) => trials.ofDay(k).customers.length > 0)
      .map((k) => ({ k, proxy: new CostProxy(searchData(instanceOfParts(unbound(trials.ofDay(k))))) }));
  }

  /** The most promising first. */
  async propose(most: number): Promise<readonly DepotSet[]> {
    const { watch, seed, present } = this.options;
    const slice = new Slice();
    for (const open of present) this.rate(open);
    for (const [v, view] of this.views().entries()) {
      const proposed = await proposeDepotSets(searchData(view), new Random(seed), watch, (v + 1) * viewShare);
      for (const open of proposed) {
        this.rate(open);
        if (slice.over) await slice.next();
      }
    }
    // From the best on, to better neighbours by the days' own proxy.
    for (let [leader] = this.ranked(), before: DepotSet | undefined; leader && leader !== before; ) {
      before = leader;
      await this.rateAround(leader);
      [leader] = this.ranked();
    }
    return this.ranked().slice(0, most);
  }

  /** The most promising neighbours of a set. */
  async around(open: DepotSet, most: number): Promise<readonly DepotSet[]> {
    const near = await this.rateAround(open);
    const keys = new Set(near.map(keyOf));
    return this.ranked()
      .filter((other) => keys.has(keyOf(other)))
      .slice(0, most);
  }

  /** Whether a set keeps the rules on depots, and can supply every day. */
  holds(open: DepotSet): boolean {
    const { instance, kinds } = this.trials;
    const rules = { ...modelOf(instance).depotRules, demand: 0 };
    return depotsOf(open).length > 0 && keepsDepotRules(open, rules) && kinds.every((_, k) => this.trials.canSupply(k, open));
  }

  private views(): readonly Instance[] {
    const { trials, mean } = this;
    const busiest = this.options.days.reduce((a, b) => (trials.kinds[b].demand > trials.kinds[a].demand ? b : a));
    const most = trials.kinds.reduce((least, { demand }) => Math.max(least, demand), 0);
    const ordinary = mean.customers.reduce((sum, { demand }) => sum + demand, 0);
    // With so much less capacity, what suffices for the mean day suffices for the busiest one.
    const guarded = instanceOfParts({
      ...mean,
      depots: mean.depots.map((depot) => ({ ...depot, capacity: depot.capacity === null ? null : (depot.capacity * ordinary) / most })),
    });
    return [mean, guarded, trials.ofDay(busiest)].filter(({ customers }) => customers.length > 0);
  }

  private async rateAround(open: DepotSet): Promise<readonly DepotSet[]> {
    const { watch } = this.options;
    const slice = new Slice();
    const near: DepotSet[] = [];
    for (const move of setMoves(open)) {
      if (watch.spent(0) > proxyShare || watch.interrupted()) break;
      const other = afterMove(open, move);
      if (this.rate(other)) near.push(other);
      if (slice.over) await slice.next();
    }
    return near;
  }

  private ranked(): readonly DepotSet[] {
    return [...this.rated.values()].toSorted((a, b) => a.proxy - b.proxy).map(({ open }) => open);
  }

  /** False where the set is none. */
  private rate(open: DepotSet): boolean {
    const key = keyOf(open);
    if (this.rated.has(key)) return true;
    if (this.short.has(key)) return false;
    const proxy = this.holds(open) ? this.proxyOf(open) : undefined;
    if (proxy === undefined) this.short.add(key);
    else this.rated.set(key, { open, proxy });
    return proxy !== undefined;
  }

  private proxyOf(open: DepotSet): number | undefined {
    const { trials, proxies, options } = this;
    const [variant] = proxyVariants;
    const costs: number[] = [];
    for (const { k, proxy } of proxies) {
      const usable = open.map((isOpen, d) => (trials.ofDay(k).depots[d].status === 'closed' ? 0 : isOpen));
      const estimate = proxy.estimate(usable, variant);
      if (!estimate) return undefined;
      costs.push(proxy.cost(estimate, variant));
    }
    const weights = proxies.map(({ k }) => trials.kinds[k].weight);
    return costs.length === 0 ? 0 : expectation(costs, weights, options.worst);
  }
}
