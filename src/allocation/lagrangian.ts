/**
 * The Lagrangian heuristic on the surrogate's objective: a first allocation, then ascent of the dual, whose proposals local search turns
 * into allocations, then branching over depots, neighbouring sets and perturbation. It ends by itself; a time limit only ends it earlier.
 * In words: docs/explained/allocation.md.
 */

import { relativeGap } from '../mip/check.ts';
import { type DepotSet, keyOf } from '../problem/depot-set.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { requireFeasible } from '../problem/feasibility.ts';
import type { Instance } from '../problem/instance.ts';
import { yieldToEventLoop } from '../run/event-loop.ts';
import { Random } from '../run/random.ts';
import { type Stop, type StopReason, StopWatch } from '../run/stop.ts';
import { requireSurrogate, type Surrogate } from '../surrogate/surrogate.ts';
import type { AllocateOptions, Allocation, AllocationProgress, AllocationResult, Allocator } from './allocation.ts';
import { Ascent } from './ascent.ts';
import { Branching } from './branching.ts';
import { dropDepots } from './drop.ts';
import type { Dual } from './dual.ts';
import { nearPairs } from './focus.ts';
import { LocalSearch } from './local-search.ts';
import { isUsable, type LocationProblem, locationProblem } from './location-problem.ts';
import { fillPool, neighbours, neighbourTrials } from './neighbours.ts';
import { AllocationPool, poolLimit } from './pool.ts';
import { proofOf } from './proof.ts';

/** Up to this product of depots and units every new proposal of the dual is searched; beyond, one every few steps. */
const searchAllUpTo = 1_500;
const searchEvery = 25;
/** Good sets whose neighbours are tried, and neighbours tried per set. */
const exploredSets = 3;
const neighbourSets = 60;
const ascentLimit = 3000;
/** Limits of the branching over depots: nodes, and stored prices, one per node, depot and unit. */
const branchLimit = 500;
const branchMemory = 5_000_000;
/** Shares of a time limit at which the first descent ends, and at which the ascent ends. */
const firstDescent = 0.4;
const firstAscent = 0.7;

export interface HeuristicOptions {
  readonly stop: Stop;
  readonly seed: number;
  /** Good enough: both the ascent and the perturbation end below it. */
  readonly gap: number;
  /** Perturbations without improvement before it ends. */
  readonly shakes: number;
  /** To look at first. */
  readonly depotSets?: readonly DepotSet[];
  readonly onProgress?: (progress: AllocationProgress) => void;
}

export interface HeuristicOutcome {
  readonly pool: AllocationPool;
  readonly bound: number;
  /** Where the bound was found: guide costs, and reduced costs after `evaluate`. */
  readonly dual: Dual;
  readonly stop: StopReason;
}

export async function lagrangianHeuristic(problem: LocationProblem, options: HeuristicOptions): Promise<HeuristicOutcome> {
  const run = new Heuristic(problem, options);
  const stop =
    (await run.descend(firstDescent)) ??
    (await run.ascend(firstAscent)) ??
    (await run.exploreSets()) ??
    (await run.ascend(1)) ??
    (await run.branch()) ??
    (await run.exploreSets()) ??
    (await run.shake()) ??
    'complete';
  // No set of depots satisfies the rules; the MIP proves and explains that.
  const bound = Number.isFinite(run.bound) ? run.bound : Number.NEGATIVE_INFINITY;
  return { pool: run.pool, bound, dual: run.ascent.best, stop };
}

class Heuristic {
  readonly pool = new AllocationPool();
  readonly ascent: Ascent;
  bound = Number.NEGATIVE_INFINITY;
  private readonly search: LocalSearch;
  private readonly random: Random;
  private readonly watch: StopWatch;
  private readonly tried = new Set<string>();
  private readonly explored = new Set<string>();
  private lastYield = 0;

  constructor(
    private readonly problem: LocationProblem,
    private readonly options: HeuristicOptions,
  ) {
    this.ascent = new Ascent(problem);
    this.random = new Random(options.seed);
    this.search = new LocalSearch(problem, this.random);
    this.watch = new StopWatch(options.stop);
  }

  /** From a first set of depots to cheaper neighbours: the ascent needs a target, and time may run out. */
  async descend(part: number): Promise<StopReason | undefined> {
    const limit = part * (this.options.stop.seconds ?? Number.POSITIVE_INFINITY);
    const { cover } = this.ascent.step(this.target());
    this.bound = this.ascent.bound;
    if (cover.bound === Number.POSITIVE_INFINITY) return 'complete';
    const guideCost = this.ascent.best.guideCost();
    this.search.guide(guideCost);
    for (const open of this.options.depotSets ?? []) {
      this.trySet(open);
      const interrupted = await this.breathe();
      if (interrupted && this.pool.best !== undefined) return interrupted;
    }
    if (this.pool.best === undefined) this.trySet(dropDepots(this.problem, guideCost));
    if (this.pool.best === undefined && cover.open !== undefined) this.trySet(cover.open);
    for (let from: Allocation | undefined; this.pool.best !== undefined && this.pool.best !== from; ) {
      from = this.pool.best;
      for (const open of this.neighbouringSets(from.open)) {
        this.trySet(open, from);
        const interrupted = await this.breathe();
        if (interrupted) return interrupted;
        if (this.watch.elapsed() > limit) return undefined;
        if (this.pool.best !== from) break;
      }
    }
    return undefined;
  }

  /** Climbs until the steps are short or this share of the time is over, and searches the sets that the dual proposes. */
  async ascend(part: number): Promise<StopReason | undefined> {
    const { ascent, problem } = this;
    const every = problem.depots * problem.units <= searchAllUpTo ? 1 : searchEvery;
    const limit = part * (this.options.stop.seconds ?? Number.POSITIVE_INFINITY);
    for (let k = 0; k < ascentLimit && !ascent.settled && !this.proved() && this.watch.elapsed() < limit; k++) {
      const { cover } = ascent.step(this.target());
      this.bound = ascent.bound;
      if (cover.bound === Number.POSITIVE_INFINITY) return 'complete';
      if (cover.open !== undefined && k % every === 0) {
        if (k % 25 === 0) this.guide(ascent.dual);
        this.trySet(cover.open);
      }
      const interrupted = await this.breathe();
      if (interrupted) return interrupted;
    }
    return undefined;
  }

  /** Closes, opens and exchanges depots of the best few sets, the most promising by ψ first, until all of them are explored. */
  async exploreSets(): Promise<StopReason | undefined> {
    this.ascent.best.evaluate();
    this.guide(this.ascent.best);
    if (this.pool.best === undefined) this.trySet(this.problem.cover.lockedClosed.map((closed) => 1 - closed));
    for (;;) {
      const from = this.pool.list(exploredSets).find(({ open }) => !this.explored.has(keyOf(open)));
      const around = from?.open ?? this.problem.cover.lockedOpen;
      if (from === undefined && this.explored.size > 0) return undefined;
      this.explored.add(keyOf(around));
      for (const open of this.neighbouringSets(around)) {
        this.trySet(open, from);
        const interrupted = await this.breathe();
        if (interrupted) return interrupted;
      }
    }
  }

  /** Raises the bound by opening and closing depots, until the gap is proved or the node limit is reached. */
  async branch(): Promise<StopReason | undefined> {
    const { depots, units } = this.problem;
    const limit = Math.min(branchLimit, branchMemory / (depots * units));
    const branching = new Branching(this.problem, this.ascent);
    for (let k = 0; k < limit && !this.proved() && branching.open; k++) {
      const proposed = branching.step(this.target(), () => this.watch.interrupted() !== undefined);
      this.bound = Math.max(this.bound, Math.min(branching.bound, this.target()));
      for (const open of proposed) this.trySet(open, this.pool.best);
      const interrupted = await this.breathe();
      if (interrupted) return interrupted;
    }
    return undefined;
  }

  /** Perturbs and descends again, mostly from the best, else from another good set. */
  async shake(): Promise<StopReason | undefined> {
    const { options, problem } = this;
    for (let fruitless = 0; fruitless < options.shakes && !this.proved(); fruitless++) {
      const candidates = this.pool.list(4);
      if (candidates.length === 0) return undefined;
      const from = candidates[this.random.int(3) > 0 ? 0 : this.random.int(candidates.length)];
      const strength = 2 + this.random.int(Math.max(4, Math.min(30, Math.round(problem.units / 8))));
      const found = this.search.perturbed(from, strength);
      if (found && this.pool.add(found)) {
        const interrupted = await this.exploreSets();
        if (interrupted) return interrupted;
        fruitless = -1;
      }
      const interrupted = await this.breathe();
      if (interrupted) return interrupted;
    }
    return undefined;
  }

  private neighbouringSets(open: DepotSet): DepotSet[] {
    const { depots, cover } = this.problem;
    const { lockedClosed } = cover;
    const { value } = this.ascent.best;
    const changed = (close: number, opened: number) => {
      const set = open.slice();
      if (close >= 0) set[close] = 0;
      if (opened >= 0) set[opened] = 1;
      return { set, estimate: (opened >= 0 ? value[opened] : 0) - (close >= 0 ? value[close] : 0) };
    };
    const list: { set: DepotSet; estimate: number }[] = [];
    for (let d = 0; d < depots; d++) {
      if (lockedClosed[d]) continue;
      if (!open[d]) {
        list.push(changed(-1, d));
        continue;
      }
      list.push(changed(d, -1));
      for (let e = 0; e < depots; e++) if (!open[e] && !lockedClosed[e]) list.push(changed(d, e));
    }
    const found: DepotSet[] = [];
    for (const { set } of list.sort((a, b) => a.estimate - b.estimate)) {
      if (found.length === neighbourSets) break;
      if (!this.tried.has(keyOf(set)) && isUsable(this.problem, set)) found.push(set);
    }
    return found;
  }

  /** Searches a set once, from another allocation if one is given. */
  private trySet(open: DepotSet, from?: Allocation): void {
    const key = keyOf(open);
    if (this.tried.has(key)) return;
    this.tried.add(key);
    if (!isUsable(this.problem, open)) return;
    const found = from ? this.search.adapted(from, open) : this.search.solve(open);
    if (found) this.pool.add(found);
  }

  private guide(dual: Dual): void {
    this.search.guide(dual.guideCost());
  }

  private target(): number {
    return this.pool.best?.objective ?? Number.POSITIVE_INFINITY;
  }

  private proved(): boolean {
    return this.pool.best !== undefined && relativeGap(this.pool.best.objective, this.bound) <= this.options.gap;
  }

  /** Yields to the event loop now and then and reports progress; returns the reason if the run must end. */
  private async breathe(): Promise<StopReason | undefined> {
    const seconds = this.watch.elapsed();
    if (seconds - this.lastYield > 0.05) {
      this.lastYield = seconds;
      const [objective, bound] = [this.target(), this.bound];
      this.options.onProgress?.({ stage: 'lagrangian', seconds, objective, bound, gap: relativeGap(objective, bound) });
      await yieldToEventLoop();
    }
    return this.watch.interrupted();
  }
}

/** The heuristic alone, for short budgets and large instances. */
export function lagrangianAllocator(surrogate: Surrogate): Allocator {
  requireSurrogate(surrogate);
  return {
    name: `lagrangian(${surrogate.name})`,
    async allocate(
      instance: Instance,
      { stop = {}, seed = 1, gap = 0, depotSets, onProgress }: AllocateOptions = {},
    ): Promise<AllocationResult> {
      const watch = new StopWatch(stop);
      requireFeasible(instance);
      const near = nearPairs(instance, depotSets);
      const problem = locationProblem(instance, surrogate.embed(instance, near), near);
      const outcome = await lagrangianHeuristic(problem, { stop: watch.rest(), seed, gap, shakes: 300, depotSets, onProgress });
      if (!near) fillPool(problem, outcome.pool);
      const { best } = outcome.pool;
      if (best === undefined)
        throw new NeoLrpError(
          'E_BUDGET',
          'the Lagrangian heuristic found no allocation that satisfies all rules; the MIP may find one, or explain why there is none',
        );
      return {
        best,
        pool: outcome.pool.list(poolLimit),
        mip: proofOf(instance, surrogate, best, near ? Number.NEGATIVE_INFINITY : outcome.bound, 'lagrangian'),
        seconds: watch.elapsed(),
        stop: outcome.stop,
        notes: [],
        neighbours: (of) => neighbours(problem, of, neighbourTrials),
      };
    },
  };
}
