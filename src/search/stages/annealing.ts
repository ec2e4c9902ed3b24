/** An annealing by ruin and recreate from hot to cold, in parts, until its share of the budget or its iterations are used up. */
import type { DepotSet } from '../../problem/depot-set.ts';
import { type Individual, individualRoutes } from '../population/individual.ts';
import type { Workbench } from './workbench.ts';

export interface AnnealingPlan {
  /** A heat of the race, one of the finals after it, or the champion's long one. */
  readonly kind: 'heat' | 'final' | 'long';
  /** Share of the budget at which it ends. */
  readonly end: number;
  /** Most iterations, whatever the budget. */
  readonly most: number;
}

/** Iterations between two looks at the budget: some ten milliseconds, fewer in a short annealing. */
const partIterations = (most: number) => Math.min(4000, Math.ceil(most / 16));

export class Annealing {
  readonly begin: number;
  readonly end: number;
  private done = 0;
  /** Cost of the best kept. */
  private kept: number;

  /** Begins at a feasible solution. A heat keeps its depots; the others may open cheap ones. */
  constructor(
    private readonly bench: Workbench,
    from: Individual,
    private readonly plan: AnnealingPlan,
  ) {
    const open = plan.kind === 'heat' ? from.open : withCheapDepots(bench, from);
    bench.engine.load(individualRoutes(from), open, bench.penalties.current);
    bench.engine.startAnnealing();
    this.begin = bench.spent();
    this.end = Math.max(plan.end, this.begin + 1e-9);
    this.kept = from.cost;
    bench.annealing = this;
  }

  /** Runs one part; after the last one, returns the best solution. */
  step(): Individual | undefined {
    const { bench, begin, end } = this;
    const { kind, most } = this.plan;
    const { engine, random, data } = bench;
    const { [kind]: temperatures, hoursFactor } = bench.parameters.annealing;
    const factor = data.fleet?.hours ? hoursFactor : 1;
    const [hot, cold] = [factor * temperatures.hot, factor * temperatures.cold];
    const part = Math.min(partIterations(most), most - this.done);
    const reached = () => Math.max((bench.spent() - begin) / (end - begin), this.done / most);
    const temperature = (share: number) => hot * (cold / hot) ** Math.min(1, share);
    const from = reached();
    engine.anneal(random.uint32(), part, temperature(from), temperature(from + part / most));
    this.done += part;
    const best = engine.annealed();
    const over = reached() >= 1 || bench.spent() >= end;
    // From a heat only its end and a new best are kept: many similar solutions would fill the population.
    const least = kind === 'heat' ? (bench.best?.cost ?? Number.POSITIVE_INFINITY) : this.kept;
    if (over || best.cost < least - data.epsilon) {
      this.kept = best.cost;
      bench.keep(best);
    }
    if (!over) return undefined;
    bench.annealing = undefined;
    bench.annealedAt = bench.iterations;
    return best;
  }
}

/** The depots of a solution and, where no rule counts open depots, those that cost little to open and exclude no other. */
function withCheapDepots({ data, parameters }: Workbench, { open, cost, depot }: Individual): DepotSet {
  const { m, openingCost, rules } = data;
  if (rules.minOpen > 0 || rules.maxOpen < m || rules.openingBudget < Number.POSITIVE_INFINITY) return open;
  const opening = open.reduce((sum, isOpen, d) => sum + isOpen * openingCost[d], 0);
  const most = (parameters.annealing.cheapOpening * (cost - opening)) / depot.length;
  const mayOpen = (d: number) => openingCost[d] <= most && !rules.lockedClosed[d] && !rules.oneOf.some((group) => group.includes(d));
  return open.map((isOpen, d) => (isOpen || mayOpen(d) ? 1 : 0));
}
