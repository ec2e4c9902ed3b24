/**
 * Which sets of depots cost what: the search proposes sets, the network prices them where it may speak, and short searches, the most
 * promising set first, replace what was expected by plans. All sets are searched with the same seed and equally many descents, and of those
 * searched so far one in four goes on with four times as many (successive halving), until no further search could change an answer.
 */
import { SetPrices } from '../allocation/set-prices.ts';
import { afterMove, type DepotRules, type DepotSet, keepsDepotRules, keyOf, type SetMove, setMoves } from '../problem/depot-set.ts';
import { NeoLrpError } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import { modelOf } from '../problem/model.ts';
import { describeRoutes } from '../problem/solution.ts';
import { onlyOpen, unbound, withoutCounts } from '../problem/unbound.ts';
import { verify } from '../problem/verify.ts';
import { Slice } from '../run/event-loop.ts';
import { Random } from '../run/random.ts';
import type { StopReason, StopWatch } from '../run/stop.ts';
import { searchData } from '../search/data.ts';
import { CostProxy, proxyVariants } from '../search/depots/cost-proxy.ts';
import { proposeDepotSets } from '../search/depots/ranking.ts';
import { search } from '../search/search.ts';
import type { Surrogate } from '../surrogate/surrogate.ts';
import { exploredBy } from './budget.ts';
import { type KnownSet, openingOf, questionsOf, type SolvedSet } from './known-sets.ts';

/** Descents of the first search of a set, and how many times as many the next one makes. */
const firstDescents = 4;
const growth = 4;
const levels = 5;
/** From this level on, a search that finds nothing better is the last. */
const settledFrom = 2;
/** Numbers of depots above and below the best that are looked at. */
const countsAround = 4;

export interface ExploreOptions {
  readonly watch: StopWatch;
  readonly seed: number;
  readonly surrogate?: Surrogate;
  /** By key; what is found is added. Instances that share a `routingHash` may share them. */
  readonly sets: SetsByKey;
}

export type SetsByKey = Map<string, ExploredSet>;

export interface ExploredSet extends KnownSet {
  /** The search's own estimate of all costs but those of opening. */
  readonly proxy: number;
  readonly predicted?: Float64Array;
  readonly solved?: SolvedSet;
  /** Searches made. */
  readonly level: number;
  /** No search found a plan for it. */
  readonly failed?: boolean;
}

/** Yields the sets of which more is known. Ends when nothing is left that could change an answer, or `watch` says so. */
export async function* exploreSets(instance: Instance, options: ExploreOptions): AsyncGenerator<readonly ExploredSet[], StopReason> {
  const exploration = new Exploration(instance, options);
  yield await exploration.propose();
  yield* exploration.price();
  return yield* exploration.solve();
}

class Exploration {
  private readonly rules: DepotRules;
  private readonly free: Instance;
  private readonly proxy: CostProxy;
  /** Of the last search of each level. */
  private readonly seconds: number[] = [];
  private turns = 0;
  private beyondProxy = 0;
  private around: string | undefined;

  constructor(
    private readonly instance: Instance,
    private readonly options: ExploreOptions,
  ) {
    this.rules = modelOf(instance).depotRules;
    this.free = unbound(instance);
    this.proxy = new CostProxy(searchData(this.free));
  }

  async propose(): Promise<readonly ExploredSet[]> {
    const { instance, options } = this;
    const { watch, seed, sets } = options;
    const proposed = await proposeDepotSets(searchData(withoutCounts(instance)), new Random(seed), watch, exploredBy.proposing);
    for (const open of proposed) this.add(open);
    this.askAround();
    return [...sets.values()];
  }

  async *price(): AsyncGenerator<readonly ExploredSet[], void> {
    const { instance, options } = this;
    const { watch, seed, surrogate, sets } = options;
    const pairs = instance.depots.length * instance.customers.length;
    if (!surrogate || pairs / (surrogate.pairsPerSecond ?? Number.POSITIVE_INFINITY) > exploredBy.pricing * watch.remaining()) return;
    const unpriced = this.byExpectation().filter(({ predicted }) => !predicted);
    if (unpriced.length === 0) return;
    const prices = await SetPrices.of(this.free, surrogate, { signal: watch.stop.signal, seed });
    const slice = new Slice();
    let fresh: ExploredSet[] = [];
    for (const set of unpriced) {
      if (watch.spent(0) > exploredBy.pricing || watch.interrupted()) break;
      const predicted = prices.price(set.open);
      if (predicted) fresh.push(this.learn(set, { predicted }));
      if (!slice.over) continue;
      yield fresh;
      fresh = [];
      await slice.next();
    }
    const beyond = [...sets.values()].flatMap(({ proxy, predicted }) => (predicted ? [sum(predicted) - proxy] : []));
    this.beyondProxy = beyond.reduce((a, b) => a + b, 0) / Math.max(1, beyond.length);
    yield fresh;
  }

  async *solve(): AsyncGenerator<readonly ExploredSet[], StopReason> {
    const { watch } = this.options;
    for (;;) {
      const reason = watch.interrupted();
      if (reason) return reason;
      const next = this.next();
      if (next === 'none-in-time') return 'time';
      if (next) yield [await this.searched(next)];
      else if (this.askAround() === 0) return 'complete';
    }
  }

  /** A set whose search fits into the time that is left. */
  private next(): ExploredSet | 'none-in-time' | undefined {
    let isLate = false;
    for (const set of this.tasks()) {
      if (this.secondsOf(set.level) <= this.options.watch.remaining()) return set;
      isLate = true;
    }
    return isLate ? 'none-in-time' : undefined;
  }

  private secondsOf(level: number): number {
    for (let known = level; known >= 0; known--)
      if (this.seconds[known] !== undefined) return this.seconds[known] * growth ** (level - known);
    return 0;
  }

  /** Searches worth making, the most urgent first. */
  private *tasks(): Generator<ExploredSet, void> {
    const sets = [...this.options.sets.values()].filter(({ failed }) => !failed);
    const solved = sets.filter(({ solved: plan }) => plan).sort((a, b) => this.costOf(a) - this.costOf(b));
    for (let level = levels - 1; level > 0; level--) {
      const reached = solved.filter((set) => set.level >= level);
      yield* reached.slice(0, Math.floor(reached.length / growth)).filter((set) => set.level === level);
    }
    const waiting = this.byExpectation().filter(({ level, failed }) => level === 0 && !failed);
    const worthwhile = this.worthwhile(solved, waiting);
    const answered = new Set(solved.flatMap(({ open }) => questionsOf(open, this.rules)));
    const unanswered = waiting.filter(({ open }) => questionsOf(open, this.rules).some((question) => !answered.has(question)));
    const lists = this.turns % 2 === 0 ? [worthwhile, unanswered] : [unanswered, worthwhile];
    yield* lists.flat();
    yield* this.holders(solved);
  }

  /** Sets that may be cheaper than the best, as far as expectations of others were too high. */
  private worthwhile(solved: readonly ExploredSet[], waiting: readonly ExploredSet[]): readonly ExploredSet[] {
    const best = solved.find(({ open }) => questionsOf(open, this.rules).includes('best'));
    const fitting = waiting.filter(({ open }) => questionsOf(open, this.rules).includes('best'));
    if (!best) return fitting;
    const over = solved.map((set) => this.expectedOf(set) - this.costOf(set));
    const most = over.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
    return fitting.filter((set) => this.expectedOf(set) - most < this.costOf(best));
  }

  /** Sets that answer a question with less effort than the best set had. */
  private holders(solved: readonly ExploredSet[]): readonly ExploredSet[] {
    const most = Math.min(levels, Math.max(0, ...solved.map(({ level }) => level)));
    const asked = new Set<string>();
    return solved.filter(({ open, level }) => {
      const first = questionsOf(open, this.rules).filter((question) => !asked.has(question));
      for (const question of first) asked.add(question);
      return first.length > 0 && level < most;
    });
  }

  private async searched(set: ExploredSet): Promise<ExploredSet> {
    const { watch, seed } = this.options;
    const { open, level, solved } = set;
    const began = watch.elapsed();
    this.turns++;
    const instance = onlyOpen(this.instance, open);
    const start = solved?.routes ? [solved.routes] : [];
    try {
      const stop = { iterations: firstDescents * growth ** level, signal: watch.stop.signal };
      const { routes } = await search(instance, { stop, seed, start });
      const { feasible, cost } = verify(instance, describeRoutes(instance, routes));
      const routing = cost.total - openingOf(open, this.rules);
      if (!feasible) return this.learn(set, { failed: true });
      if (watch.interrupted() === 'aborted')
        return solved && solved.routing <= routing ? set : this.learn(set, { solved: { routing, routes } });
      if (solved && solved.routing <= routing) return this.learn(set, { level: level >= settledFrom ? levels : level + 1 });
      return this.learn(set, { solved: { routing, routes }, level: level + 1 });
    } catch (error) {
      if (!(error instanceof NeoLrpError) || !(error.code === 'E_BUDGET' || error.code.startsWith('E_INFEASIBLE'))) throw error;
      return this.learn(set, { failed: !solved, level: level + 1 });
    } finally {
      this.seconds[level] = watch.elapsed() - began;
    }
  }

  /** Adds sets that answer each question around the best one so far; returns how many are new. */
  private askAround(): number {
    const { sets } = this.options;
    const best = this.leading();
    if (!best || this.around === keyOf(best.open)) return 0;
    this.around = keyOf(best.open);
    const before = sets.size;
    const anyCount: DepotRules = { ...this.rules, minOpen: 1, maxOpen: best.open.length };
    for (const grows of [true, false]) {
      let at: DepotSet | undefined = best.open;
      for (let k = 0; at && k < countsAround; k++)
        at = this.cheapestAfter(at, ({ open, close }) => (grows ? close : open).length === 0, anyCount);
    }
    for (const d of best.open.keys())
      this.cheapestAfter(best.open, ({ open, close }) => (best.open[d] ? close : open).includes(d), this.withoutLock(d));
    return sets.size - before;
  }

  private withoutLock(d: number): DepotRules {
    const { lockedOpen, lockedClosed } = this.rules;
    return { ...this.rules, lockedOpen: lockedOpen.with(d, 0), lockedClosed: lockedClosed.with(d, 0) };
  }

  /** Adds the set that a move leads to, the cheapest by the proxy. */
  private cheapestAfter(from: DepotSet, suits: (move: SetMove) => boolean, rules: DepotRules): DepotSet | undefined {
    const [variant] = proxyVariants;
    const view = this.proxy.view(from, variant);
    const moves = [...setMoves(from)]
      .filter((move) => suits(move) && keepsDepotRules(afterMove(from, move), rules))
      .map((move) => ({ move, bound: this.proxy.boundFrom(view, move.close, move.open) }))
      .sort((a, b) => a.bound - b.bound);
    let best: { readonly open: DepotSet; readonly cost: number } | undefined;
    for (const { move, bound } of moves) {
      if (bound >= (best?.cost ?? Number.POSITIVE_INFINITY)) break;
      this.proxy.resume(view);
      const estimate = this.proxy.estimate(afterMove(from, move), variant, best?.cost);
      const cost = estimate ? this.proxy.cost(estimate, variant) : Number.POSITIVE_INFINITY;
      if (estimate && cost < (best?.cost ?? Number.POSITIVE_INFINITY)) best = { open: estimate.open, cost };
    }
    if (best) this.add(best.open);
    return best?.open;
  }

  private add(open: DepotSet): void {
    const { sets } = this.options;
    if (sets.has(keyOf(open))) return;
    const [variant] = proxyVariants;
    const estimate = this.proxy.estimate(open, variant);
    if (estimate) sets.set(keyOf(open), { open, proxy: this.proxy.cost(estimate, variant) - estimate.opening, level: 0 });
  }

  private learn(set: ExploredSet, more: Partial<ExploredSet>): ExploredSet {
    const known = { ...set, ...more };
    this.options.sets.set(keyOf(set.open), known);
    return known;
  }

  private leading(): ExploredSet | undefined {
    const fitting = [...this.options.sets.values()].filter(({ open, failed }) => !failed && questionsOf(open, this.rules).includes('best'));
    const solved = fitting.filter((set) => set.solved).sort((a, b) => this.costOf(a) - this.costOf(b));
    return solved[0] ?? fitting.sort((a, b) => this.expectedOf(a) - this.expectedOf(b))[0];
  }

  private byExpectation(): ExploredSet[] {
    return [...this.options.sets.values()].sort((a, b) => this.expectedOf(a) - this.expectedOf(b));
  }

  /** By the network, or by the proxy and what it leaves out of sets that are priced. */
  private expectedOf({ open, proxy, predicted }: ExploredSet): number {
    return openingOf(open, this.rules) + (predicted ? sum(predicted) : proxy + this.beyondProxy);
  }

  private costOf({ open, solved }: ExploredSet): number {
    return openingOf(open, this.rules) + (solved?.routing ?? Number.POSITIVE_INFINITY);
  }
}

const sum = (values: Float64Array): number => values.reduce((a, b) => a + b, 0);
