/**
 * What a search knows about how sure its plan is: the best plan of each set of depots that it tried, the steps it spent on each, and since
 * when nothing has gained. All of it counts steps, never time, so that it repeats.
 */
import { type DepotSet, depotsOf, keyOf } from '../problem/depot-set.ts';

/** The best plan seen with a set of depots, and the steps of the search spent on that set. */
export interface TriedSet {
  /** By position in the instance. */
  readonly depots: readonly number[];
  readonly cost: number;
  readonly iterations: number;
}

export interface SearchEvidence {
  readonly iterations: number;
  /** Share of these after which the plan last gained. */
  readonly lastImprovement: number;
  /** How far the search is on its way to settled; 1 when it has. */
  readonly settled: number;
  /** The cheapest first. */
  readonly sets: readonly TriedSet[];
}

/** A smaller gain than this share of the cost does not unsettle. */
const leastGain = 1e-4;
/** Steps without a gain, beyond all annealings, after which a search has settled: so many, and this share of all its steps. */
const settlingSteps = 300;
const settlingShare = 1 / 3;
/** Sets that are handed on. */
const mostSets = 8;

export class Evidence {
  /** Way to settled, 0 to 1. It stays at 1 until the next gain. */
  settled = 0;
  private readonly costs = new Map<string, { readonly depots: readonly number[]; cost: number }>();
  private readonly steps = new Map<string, number>();
  /** The cost at the last gain. */
  private gained = Number.POSITIVE_INFINITY;
  private gainedAt = 0;

  /** A feasible plan, found in this step. */
  note(open: DepotSet, cost: number, iteration: number): void {
    const key = keyOf(open);
    const known = this.costs.get(key);
    if (!known) this.costs.set(key, { depots: depotsOf(open), cost });
    else known.cost = Math.min(known.cost, cost);
    if (cost > this.gained - leastGain * Math.abs(this.gained)) return;
    this.gained = cost;
    this.gainedAt = iteration;
    this.settled = 0;
  }

  /** A step on these depots is over. `from`: the step from which a gain could have been expected; undefined during an annealing. */
  endStep(open: DepotSet | undefined, iterations: number, from: number | undefined): void {
    if (open) this.steps.set(keyOf(open), (this.steps.get(keyOf(open)) ?? 0) + 1);
    if (this.settled === 1 || from === undefined || this.gained === Number.POSITIVE_INFINITY) return;
    const fruitless = iterations - Math.max(from, this.gainedAt);
    this.settled = Math.min(1, fruitless / Math.max(settlingSteps, settlingShare * iterations));
  }

  summary(iterations: number): SearchEvidence {
    const sets = Array.from(this.costs, ([key, { depots, cost }]) => ({ depots, cost, iterations: this.steps.get(key) ?? 0 }));
    return {
      iterations,
      lastImprovement: iterations === 0 ? 0 : this.gainedAt / iterations,
      settled: this.settled,
      sets: sets.sort((a, b) => a.cost - b.cost).slice(0, mostSets),
    };
  }
}

/** Of several islands; the last improvement is that of the best of them. */
export function mergedEvidence(of: readonly SearchEvidence[]): SearchEvidence | undefined {
  if (of.length === 0) return undefined;
  const sets = new Map<string, TriedSet>();
  for (const { depots, cost, iterations } of of.flatMap((evidence) => evidence.sets)) {
    const known = sets.get(depots.join());
    sets.set(depots.join(), {
      depots,
      cost: Math.min(cost, known?.cost ?? Number.POSITIVE_INFINITY),
      iterations: iterations + (known?.iterations ?? 0),
    });
  }
  const leastOf = ({ sets: [first] }: SearchEvidence) => first?.cost ?? Number.POSITIVE_INFINITY;
  const best = of.reduce((a, b) => (leastOf(b) < leastOf(a) ? b : a));
  return {
    iterations: of.reduce((sum, { iterations }) => sum + iterations, 0),
    lastImprovement: best.lastImprovement,
    settled: Math.min(...of.map(({ settled }) => settled)),
    sets: [...sets.values()].sort((a, b) => a.cost - b.cost),
  };
}
