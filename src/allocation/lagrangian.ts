/**
 * The Lagrangian heuristic on the surrogate's objective: a first allocation, then ascent of the dual, whose proposals local search turns
 * into allocations, then neighbouring sets and perturbation. It ends by itself; a time limit only ends it earlier. In words:
 * docs/explained/allocation.md.
 */
import { relativeGap } from '../mip/check.ts';
import { afterMove, type DepotSet, keyOf, setMoves } from '../problem/depot-set.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { yieldToEventLoop } from '../run/event-loop.ts';
import { Random } from '../run/random.ts';
import { type Stop, type StopReason, StopWatch } from '../run/stop.ts';
import type { AllocateOptions, Allocation } from './allocation.ts';
import { Ascent } from './ascent.ts';
import { Branching } from './branching.ts';
import type { Dual } from './dual.ts';
import { LocalSearch } from './local-search.ts';
import { isDeep, isUsable, type LocationProblem } from './location-problem.ts';
import { AllocationPool } from './pool.ts';

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
/** Seconds between two reports. */
const reportEvery = 0.05;

export interface HeuristicOptions extends AllocateOptions {
  readonly stop: Stop;
  readonly seed: number;
  /** Both the ascent and the perturbation end below it. */
  readonly gap: number;
  /** Perturbations without improvement before it ends. */
  readonly shakes: number;
}

export interface HeuristicOutcome {
  readonly pool: AllocationPool;
  readonly bound: number;
  /** Where the bound was found: guide costs, and reduced costs after `evaluate`. */
  readonly dual: Dual;
  readonly stop: StopReason;
}

export async function lagrangianHeuristic(problem: LocationProblem, options: HeuristicOptions): Promise<HeuristicOutcome> {
  if (isDeep(problem))
    throw new NeoLrpError('E_MODEL', 'a regressor with two hidden layers is only decided by a MIP solver; this needs one with one layer');
  const run = new Heuristic(problem, options);
  const stop = await run.toEnd();
  const { pool, ascent, bound } = run;
  // No set of depots satisfies the rules; the MIP proves and explains that.
  return { pool, bound: Number.isFinite(bound) ? bound : Number.NEGATIVE_INFINITY, dual: ascent.best, stop };
}

/** Each phase yields wherever the run may end. */
class Heuristic {
  readonly pool = new AllocationPool();
  readonly ascent: Ascent;
  /** By branching; the ascent's own is no higher afterwards. */
  private branched = Number.NEGATIVE_INFINITY;
  private readonly search: LocalSearch;
  private readonly random: Random;
  private readonly watch: StopWatch;
  private readonly tried = new Set<string>();
  private readonly explored = new Set<string>();
  private lastReport = 0;

  constructor(
    private readonly problem: LocationProblem,
    private readonly options: HeuristicOptions,
  ) {
    this.ascent = new Ascent(problem);
    this.random = new Random(options.seed);
    this.search = new LocalSearch(problem, this.random);
    this.watch = new StopWatch(options.stop);
  }

  async toEnd(): Promise<StopReason> {
    const phases = [
      this.descend(),
      this.ascend(firstAscent),
      this.exploreSets(),
      this.ascend(1),
      this.branch(),
      this.exploreSets(),
      this.shake(),
    ];
    for (const phase of phases)
      for (const _ of phase) {
        const interrupted = await this.pause();
        if (interrupted) return interrupted;
      }
    return 'complete';
  }

  /** From a first set of depots to cheaper neighbours: the ascent needs a target, and time may run out. */
  private *descend(): Generator<void> {
    const { pool, ascent, problem } = this;
    const { cover } = ascent.step(this.target());
    if (cover.bound === Number.POSITIVE_INFINITY) return;
    this.search.guide(ascent.best.guideCost());
    for (const open of this.options.depotSets ?? []) {
      this.trySet(open);
      if (pool.best) yield;
    }
    if (!pool.best && cover.open) this.trySet(cover.open);
    if (!pool.best) this.trySet(problem.cover.lockedClosed.map((closed) => 1 - closed));
    for (let from: Allocation | undefined; pool.best && pool.best !== from; ) {
      from = pool.best;
      for (const open of this.neighbouringSets(from.open)) {
        this.trySet(open, from);
        yield;
        if (this.isPast(firstDescent)) return;
        if (pool.best !== from) break;
      }
    }
  }

  /** Climbs until the steps are short or this share of the time is over, and searches the sets that the dual proposes. */
  private *ascend(part: number): Generator<void> {
    const { ascent, problem, search } = this;
    const every = problem.depots * problem.units <= searchAllUpTo ? 1 : searchEvery;
    for (let k = 0; k < ascentLimit && !ascent.settled && !this.isProved() && !this.isPast(part); k++) {
      const { cover } = ascent.step(this.target());
      if (cover.bound === Number.POSITIVE_INFINITY) return;
      if (cover.open !== undefined && k % every === 0) {
        if (k % searchEvery === 0) search.guide(ascent.dual.guideCost());
        this.trySet(cover.open);
      }
      yield;
    }
  }

  /** Closes, opens and exchanges depots of the best few sets, the most promising by ψ first, until all of them are explored. */
  private *exploreSets(): Generator<void> {
    const { pool, explored, ascent } = this;
    ascent.best.evaluate();
    this.search.guide(ascent.best.guideCost());
    for (;;) {
      const from = pool.list(exploredSets).find(({ open }) => !explored.has(keyOf(open)));
      const around = from?.open ?? this.problem.cover.lockedOpen;
      if (from === undefined && explored.size > 0) return;
      explored.add(keyOf(around));
      for (const open of this.neighbouringSets(around)) {
        this.trySet(open, from);
        yield;
      }
    }
  }

  /** Raises the bound by opening and closing depots, until the gap is proved or the node limit is reached. */
  private *branch(): Generator<void> {
    const { depots, units } = this.problem;
    const limit = Math.min(branchLimit, branchMemory / (depots * units));
    const branching = new Branching(this.problem, this.ascent);
    for (let k = 0; k < limit && !this.isProved() && branching.open; k++) {
      const proposed = branching.step(this.target(), () => this.watch.interrupted() !== undefined);
      this.branched = Math.max(this.branched, Math.min(branching.bound, this.target()));
      for (const open of proposed) this.trySet(open, this.pool.best);
      yield;
    }
  }

  /** Perturbs and descends again, mostly from the best, else from another good set. */
  private *shake(): Generator<void> {
    const { options, problem, pool, random } = this;
    for (let fruitless = 0; fruitless < options.shakes && !this.isProved(); fruitless++) {
      const candidates = pool.list(4);
      if (candidates.length === 0) return;
      const from = candidates[random.int(3) > 0 ? 0 : random.int(candidates.length)];
      const strength = 2 + random.int(Math.max(4, Math.min(30, Math.round(problem.units / 8))));
      const found = this.search.perturbed(from, strength);
      if (found && pool.add(found)) {
        fruitless = -1;
        yield* this.exploreSets();
      }
      yield;
    }
  }

  /** One depot closed, opened or exchanged; the most promising by ψ first. */
  private neighbouringSets(open: DepotSet): DepotSet[] {
    const { problem, tried } = this;
    const { value } = this.ascent.best;
    const { lockedClosed } = problem.cover;
    const total = (depots: readonly number[]) => depots.reduce((sum, d) => sum + value[d], 0);
    const sets = [...setMoves(open)]
      .filter((move) => move.open.every((d) => !lockedClosed[d]))
      .map((move) => ({ estimate: total(move.open) - total(move.close), set: afterMove(open, move) }))
      .sort((a, b) => a.estimate - b.estimate);
    const found: DepotSet[] = [];
    for (const { set } of sets) if (found.length < neighbourSets && !tried.has(keyOf(set)) && isUsable(problem, set)) found.push(set);
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

  get bound(): number {
    return Math.max(this.ascent.bound, this.branched);
  }

  private target(): number {
    return this.pool.best?.objective ?? Number.POSITIVE_INFINITY;
  }

  private isProved(): boolean {
    return this.pool.best !== undefined && relativeGap(this.target(), this.bound) <= this.options.gap;
  }

  private isPast(part: number): boolean {
    return this.watch.elapsed() > part * (this.options.stop.seconds ?? Number.POSITIVE_INFINITY);
  }

  /** Reports and yields to the event loop now and then; returns the reason if the run must end. */
  private async pause(): Promise<StopReason | undefined> {
    const seconds = this.watch.elapsed();
    if (seconds - this.lastReport > reportEvery) {
      this.lastReport = seconds;
      const objective = this.target();
      const { bound } = this;
      this.options.onProgress?.({ stage: 'lagrangian', seconds, objective, bound, gap: relativeGap(objective, bound) });
      await yieldToEventLoop();
    }
    return this.watch.interrupted();
  }
}
