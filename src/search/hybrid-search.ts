/**
 * The hybrid genetic search over depots, assignment and routes at once (after Vidal et al. 2012, Vidal 2022). One population mixes sets of
 * open depots.
 */
import { type DepotSet, depotsOf, keepsDepotRules } from '../problem/depot-set.ts';
import { idleDepots } from '../problem/idle-depots.ts';
import type { IndexedRoute } from '../problem/solution.ts';
import type { Random } from '../run/random.ts';
import { annealBest } from './annealing.ts';
import { insertCustomers, rehang } from './construction/insert.ts';
import { entering, leaving } from './curve-order.ts';
import type { SearchData } from './data.ts';
import type { Engine } from './engine.ts';
import { evolve } from './evolution.ts';
import { sendsVehicles } from './fleet.ts';
import { type SearchParameters, searchParameters } from './parameters.ts';
import type { Individual } from './population/individual.ts';
import { runRace } from './race.ts';
import { listOf, type Route, routesOf } from './routes.ts';
import { SearchState } from './search-state.ts';

/** Customers beyond which the first descent takes seconds where vehicles differ or times matter. */
export const slowCustomers = 1000;

/** The search, one descent or part of an annealing a step, so that stop criteria are checked often. */
function* hybridSearch(state: SearchState): Generator<void, never> {
  yield* runRace(state);
  const { best, race } = state;
  // A given plan had more effort than the race's entrants, so the race's winner is annealed, not the best plan.
  if (best) yield* annealBest(state, race.finalists(), race.winner ?? best);
  return yield* evolve(state);
}

export class HybridSearch {
  private readonly state: SearchState;
  private steps: Generator<void, never>;
  private restartedAt = 0;
  /** The latest solution that arrived during an annealing, which occupies the engine. */
  private immigrant: readonly IndexedRoute[] | undefined;

  /** `depotSets` race, the most promising first; `spent` is the share of the budget that is spent after so many descents. */
  constructor(
    data: SearchData,
    random: Random,
    engine: Engine,
    depotSets: readonly DepotSet[],
    parameters: SearchParameters = searchParameters(),
    spent: (iterations: number) => number = () => 0,
  ) {
    this.state = new SearchState(data, random, engine, depotSets, parameters, spent);
    this.steps = this.begin();
  }

  get iterations(): number {
    return this.state.iterations;
  }

  get best(): Individual | undefined {
    return this.state.best;
  }

  /** The best feasible solution or, while there is none, the least bad one. */
  get incumbent(): Individual | undefined {
    return this.state.best ?? this.state.leastBad;
  }

  /** Descents since the last improvement; an annealing under way, which improves nothing while it is hot, does not count. */
  get fruitless(): number {
    const { best, isAnnealing, iterations, improvedAt, annealedAt } = this.state;
    return best && !isAnnealing ? iterations - Math.max(improvedAt, annealedAt) : 0;
  }

  /** Makes the first construction before the first step, which descends from it and may take long on a large instance. */
  prepare(): void {
    if (!this.incumbent) this.state.prepare(this.state.race.next.open);
  }

  step(): void {
    const { state } = this;
    state.iterations++;
    this.steps.next();
    if (state.isAnnealing) return;
    if (this.immigrant && state.race.over) {
      this.take(this.immigrant);
      this.immigrant = undefined;
    }
    if (state.iterations - Math.max(state.improvedAt, this.restartedAt) > state.parameters.evolution.restartAfter) this.restart();
  }

  /** Takes in routes from elsewhere, whole or in part: customers left out are added where they cost least. */
  addSolution(routes: readonly IndexedRoute[]): void {
    this.take(entering(this.state.data.order, routes));
  }

  /** The routes of a solution, by position in the instance. */
  routesOf(individual: Individual): IndexedRoute[] {
    const { data } = this.state;
    return leaving(data.order, routesOf(data, individual.routes));
  }

  private begin(): Generator<void, never> {
    const steps = hybridSearch(this.state);
    steps.next();
    return steps;
  }

  private restart(): void {
    const { state } = this;
    state.population.clear();
    state.race = state.newRace();
    this.restartedAt = state.iterations;
    this.steps = this.begin();
  }

  private take(routes: readonly IndexedRoute[]): void {
    const { state } = this;
    // Earlier immigrants came from the same island and were worse.
    if (state.isAnnealing) {
      this.immigrant = routes;
      return;
    }
    const { data } = state;
    const { kept, missing } = firstVisits(routes, data.n);
    const open = withIdleDepots(data, kept);
    // Nothing here closes a depot that may not be open, so such routes move to others.
    const mayOpen = sendsVehicles(data, open) && open.includes(1) && keepsDepotRules(open, { ...data.depotRules, demand: 0, minOpen: 0 });
    if (missing.length > 0 || !mayOpen) {
      const base = mayOpen ? open : state.depotSets[0];
      const moved = kept.map((route) => rehang(data, route, base));
      const whole = insertCustomers(data, moved, missing, base, state.penalties.current);
      state.race.invite(state.descend(listOf(data, whole), base).open);
    } else {
      const immigrant = state.engine.evaluate(listOf(data, kept), open);
      state.keep(immigrant);
      // A descent that is interrupted should leave a feasible plan.
      const careful = immigrant.feasible && data.fleet !== undefined && data.n > slowCustomers;
      state.race.invite(state.descend(immigrant.routes, open, careful).open);
    }
  }
}

/** Depots in use, those locked open and, where a least number must open, the cheapest others that may. */
function withIdleDepots({ model: { instance }, lockedOpen }: SearchData, routes: readonly IndexedRoute[]): DepotSet {
  const open = lockedOpen.slice();
  for (const { depot } of routes) open[depot] = 1;
  const { depots } = instance;
  for (const id of idleDepots(instance, new Set(depotsOf(open).map((d) => depots[d].id))))
    open[depots.findIndex((depot) => depot.id === id)] = 1;
  return open;
}

/** Each customer's first visit, without routes that are left empty, and the customers without any. */
function firstVisits(routes: readonly IndexedRoute[], n: number) {
  const taken = new Uint8Array(n);
  const firstOf = ({ depot, vehicle = 0, stops }: IndexedRoute): Route => ({
    depot,
    vehicle,
    stops: Int32Array.from(stops).filter((i) => {
      const isFirst = taken[i] === 0;
      taken[i] = 1;
      return isFirst;
    }),
  });
  const kept = routes.map(firstOf);
  return { kept: kept.filter(({ stops }) => stops.length > 0), missing: [...taken.keys()].filter((i) => !taken[i]) };
}
