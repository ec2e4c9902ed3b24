/** Simulated annealing by ruin and recreate, from hot to cold, until its share of the budget or its iterations are used up. */
import type { DepotSet } from '../problem/depot-set.ts';
import type { Individual } from './population/individual.ts';
import type { SearchState } from './search-state.ts';

export interface AnnealingPlan {
  /** A heat of the race, one of the finals after it, or a long one. */
  readonly kind: 'heat' | 'final' | 'long';
  /** Share of the budget at which it ends. */
  readonly end: number;
  /** Most iterations, whatever the budget. */
  readonly most: number;
}

/** Iterations between two looks at the budget: some ten milliseconds, fewer in a short annealing. */
const partIterations = (most: number) => Math.min(4000, Math.ceil(most / 16));

/** Anneals a feasible solution, one part a step, and returns the best found. A heat keeps its depots; the others may open cheap ones. */
export function* anneal(state: SearchState, from: Individual, { kind, end, most }: AnnealingPlan): Generator<void, Individual> {
  const { engine, random, data } = state;
  const { [kind]: temperatures, hoursFactor, longRoute, longFactor, cheapOpening } = state.parameters.annealing;
  const stops = data.n / from.routes[0];
  const factor = data.fleet?.hours ? hoursFactor : Math.min(longFactor, Math.max(1, stops / longRoute));
  const open = kind === 'heat' ? from.open : withCheapDepots(state, from, cheapOpening);
  engine.load(from.routes, open, state.penalties.current);
  engine.startAnnealing();
  state.isAnnealing = true;
  state.workedOn = from.open;
  const begin = state.spent();
  const span = Math.max(end - begin, 1e-9);
  let kept = from.cost;
  for (let done = 0; ; ) {
    yield;
    const part = Math.min(partIterations(most), most - done);
    const progress = () => Math.max((state.spent() - begin) / span, done / most);
    const temperature = (share: number) => factor * temperatures.hot * (temperatures.cold / temperatures.hot) ** Math.min(1, share);
    const reached = progress();
    engine.anneal(random.uint32(), part, temperature(reached), temperature(reached + part / most));
    done += part;
    const best = engine.annealed();
    const isOver = progress() >= 1;
    // From a heat only its end and a new best are kept: many similar solutions would fill the population.
    const least = kind === 'heat' ? (state.best?.cost ?? Number.POSITIVE_INFINITY) : kept;
    if (isOver || best.cost < least - data.epsilon) {
      kept = best.cost;
      state.keep(best);
    }
    if (!isOver) continue;
    state.isAnnealing = false;
    state.annealedAt = state.iterations;
    return best;
  }
}

/** The depots of a solution and, where no rule counts open depots, those that cost little to open and exclude no other. */
function withCheapDepots({ data }: SearchState, { open, cost, routes }: Individual, cheapOpening: number): DepotSet {
  const { m, openingCost, rules } = data;
  if (rules.minOpen > 0 || rules.maxOpen < m || rules.openingBudget < Number.POSITIVE_INFINITY) return open;
  const opening = open.reduce((sum, isOpen, d) => sum + isOpen * openingCost[d], 0);
  const most = (cheapOpening * (cost - opening)) / routes[0];
  const mayOpen = (d: number) => openingCost[d] <= most && !rules.lockedClosed[d] && !rules.oneOf.some((group) => group.includes(d));
  return open.map((isOpen, d) => (isOpen || mayOpen(d) ? 1 : 0));
}

/**
 * After the race, its winners and favourites are annealed briefly, because sets of depots that must be filled to capacity show their worth
 * late. Then the best of them is annealed for most of the budget.
 */
export function* annealBest(state: SearchState, finalists: readonly Individual[], winner: Individual): Generator<void, void> {
  const { longShare, finalShare, mostLong, spareTime, iterationsPerCustomer } = state.parameters.annealing;
  const { n } = state.data;
  const most = iterationsPerCustomer * n * Math.max(1, (n / 300) ** 2);
  let best = winner;
  for (const finalist of finalists) {
    const end = state.spent() + finalShare / finalists.length;
    const found = yield* anneal(state, finalist, { kind: 'final', end, most: Math.ceil(most / 8) });
    if (found.cost < best.cost) best = found;
  }
  // Once more where enough of the budget is left: evolution then has two very good solutions to cross.
  for (let k = 0; k < mostLong; k++) {
    const begin = state.spent();
    yield* anneal(state, best, { kind: 'long', end: longShare, most: Math.ceil(most) });
    if (longShare - state.spent() <= spareTime * (state.spent() - begin)) return;
  }
}
