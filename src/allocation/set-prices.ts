/** Sets of open depots priced by a surrogate, those first that matter most under the present opening costs and rules. */
import { afterMove, type DepotSet, keyOf, setMoves } from '../problem/depot-set.ts';
import type { Instance } from '../problem/instance.ts';
import { Slice } from '../run/event-loop.ts';
import { Random } from '../run/random.ts';
import { type Stop, type StopReason, StopWatch } from '../run/stop.ts';
import { planeOf } from '../surrogate/plane.ts';
import type { Surrogate } from '../surrogate/surrogate.ts';
import type { Allocation } from './allocation.ts';
import { lagrangianHeuristic } from './lagrangian.ts';
import { LocalSearch } from './local-search.ts';
import { isUsable, type LocationProblem, locationProblem } from './location-problem.ts';
import { costByCount, type PricedSet, unbound } from './what-if.ts';

/** How many of the nearest open depots a closed one is exchanged with; with few depots, all of them. */
const swapsPerDepot = 3;
const fewDepots = 12;
/** Up to this product of depots and units a set is searched from two starts and perturbed this often, as networks have local optima. */
const smallUpTo = 20_000;
const shakes = { small: 24, large: 4 } as const;
/** Seconds for the first run of the Lagrangian heuristic. */
const firstLook = 0.3;

interface Candidate extends PricedSet {
  readonly allocation: Allocation;
  expanded: boolean;
}

export class SetPrices {
  private readonly candidates: Candidate[] = [];
  private readonly tried = new Set<string>();
  private readonly problem: LocationProblem;
  private readonly search: LocalSearch;
  /** Other depots of each, nearest first. */
  private readonly nearest: readonly (readonly number[])[];

  constructor(
    instance: Instance,
    surrogate: Surrogate,
    private readonly seed = 1,
  ) {
    const free = unbound(instance);
    this.problem = locationProblem(free, surrogate.embed(instance));
    this.search = new LocalSearch(this.problem, new Random(seed));
    const { x, y } = planeOf(instance);
    const all = instance.depots.map((_, d) => d);
    this.nearest = all.map((d) =>
      all.filter((e) => e !== d).sort((a, b) => Math.hypot(x[a] - x[d], y[a] - y[d]) - Math.hypot(x[b] - x[d], y[b] - y[d])),
    );
  }

  get sets(): readonly PricedSet[] {
    return this.candidates;
  }

  /**
   * Prices sets, first those that matter most under the opening costs and rules of `terms`, until the cheapest of every size has only more
   * expensive neighbours (one depot opened, closed or exchanged) or `stop` ends it. A second call continues.
   */
  async explore(terms: Instance, stop: Stop = {}, onPriced: (sets: readonly PricedSet[]) => void = () => {}): Promise<StopReason> {
    const watch = new StopWatch(stop);
    let reported = 0;
    const slice = new Slice();
    const report = () => {
      if (reported < this.candidates.length) onPriced(this.candidates.slice(reported));
      reported = this.candidates.length;
    };
    if (this.candidates.length === 0) await this.firstLook(stop);
    this.addLocked(terms);
    for (let around = this.mostPromising(terms); around; around = this.mostPromising(terms)) {
      const { open: set, allocation } = this.shaken(around);
      const swaps = set.length <= fewDepots ? set.length : swapsPerDepot;
      for (const move of setMoves(set, (d) => this.nearest[d].filter((e) => set[e]).slice(0, swaps))) {
        this.price(afterMove(set, move), allocation);
        if (slice.over) {
          report();
          await slice.next();
        }
        const reason = watch.interrupted();
        if (reason) return reason;
      }
      around.expanded = true;
    }
    report();
    return 'complete';
  }

  private async firstLook({ signal }: Stop): Promise<void> {
    const { problem, seed } = this;
    const { pool, dual } = await lagrangianHeuristic(problem, { stop: { seconds: firstLook, signal }, seed, gap: 0.001, shakes: 0 });
    this.search.guide(dual.guideCost());
    for (const allocation of pool.list()) {
      const key = keyOf(allocation.open);
      if (!this.tried.has(key)) this.keep(allocation.open, allocation);
      this.tried.add(key);
    }
    // If capacity is short, start from all depots.
    if (this.candidates.length === 0) this.price(new Uint8Array(problem.depots).fill(1));
  }

  /** Adds a version of the best set that satisfies the locks. */
  private addLocked({ depots }: Instance): void {
    const [best] = this.candidates;
    if (!best) return;
    const open = Uint8Array.from(depots, ({ status }, d) => (status === 'candidate' ? best.open[d] : Number(status === 'open')));
    this.price(open, best.allocation);
    this.price(
      Uint8Array.from(depots, ({ status }) => Number(status !== 'closed')),
      best.allocation,
    );
  }

  /** Among the cheapest sets of every size, the cheapest whose neighbours are not priced yet. */
  private mostPromising(terms: Instance): Candidate | undefined {
    const points = costByCount(this.candidates, terms).toSorted((a, b) => a.total - b.total);
    return points.map(({ set }) => set).find(({ expanded }) => !expanded);
  }

  /** The set with a better allocation, if perturbing the current one finds any. */
  private shaken(candidate: Candidate): Candidate {
    const { depots, units } = this.problem;
    let best = candidate.allocation;
    for (let k = depots * units <= smallUpTo ? shakes.small : shakes.large; k > 0; k--) {
      const found = this.search.perturbed(best, 2 + Math.floor(units / 20) * (k % 4));
      if (found && found.objective < best.objective) best = found;
    }
    if (best === candidate.allocation) return candidate;
    candidate.expanded = true;
    return this.keep(candidate.open, best, true);
  }

  /** Prices a set once, from the allocation of a set like it where there is one. */
  private price(open: DepotSet, from?: Allocation): void {
    const key = keyOf(open);
    if (this.tried.has(key)) return;
    this.tried.add(key);
    if (!isUsable(this.problem, open)) return;
    const { depots, units } = this.problem;
    const found = from ? [this.search.adapted(from, open)] : [];
    if (!from || depots * units <= smallUpTo) found.push(this.search.solve(open));
    const [best] = found.filter((allocation) => allocation !== undefined).sort((a, b) => a.objective - b.objective);
    if (best) this.keep(open, best);
  }

  private keep(open: DepotSet, allocation: Allocation, expanded = false): Candidate {
    const { predicted } = allocation;
    const candidate = { open, allocation, predicted, routing: predicted.reduce((a, b) => a + b, 0), expanded };
    this.candidates.push(candidate);
    return candidate;
  }
}
