/**
 * The hybrid genetic search over depots, assignment and routes at once (after Vidal et al. 2012, Vidal 2022). One population mixes sets of
 * open depots.
 */
import { type DepotSet, depotsOf, keepsDepotRules } from '../problem/depot-set.ts';
import { idleDepots } from '../problem/idle-depots.ts';
import type { Instance } from '../problem/instance.ts';
import type { IndexedRoute } from '../problem/solution.ts';
import { Slice } from '../run/event-loop.ts';
import { Random } from '../run/random.ts';
import type { StopReason, StopWatch } from '../run/stop.ts';
import { annealBest } from './annealing.ts';
import { insertCustomers, rehang } from './construction/insert.ts';
import { entering, leaving } from './curve-order.ts';
import { type SearchData, searchData } from './data.ts';
import { depotSetsToRace } from './depots/ranking.ts';
import { Engine } from './engine.ts';
import type { SearchEvidence } from './evidence.ts';
import { evolve } from './evolution.ts';
import { sendsVehicles } from './fleet.ts';
import { type SearchParameters, searchParameters } from './parameters.ts';
import type { Individual } from './population/individual.ts';
import { runRace } from './race.ts';
import { listOf, type Route, routesOf } from './routes.ts';
import { SearchState } from './search-state.ts';

/** Customers beyond which the first descent takes seconds where vehicles differ or times matter. */
export const slowCustomers = 1000;

export interface SearchProgress {
  readonly seconds: number;
  readonly iterations: number;
  /** Best cost so far; of an infeasible solution while `feasible` is false. */
  readonly cost: number;
  readonly feasible: boolean;
  readonly openDepots: number;
  readonly vehicles: number;
  /** How far the search is on its way to settled, 0 to 1. */
  readonly settled?: number;
  /** The solution itself, by position, if it is feasible and was not reported before. */
  readonly routes?: readonly IndexedRoute[];
}

interface SearchStart {
  readonly seed: number;
  readonly start: readonly (readonly IndexedRoute[])[];
  readonly parameters: SearchParameters;
  readonly watch: StopWatch;
}

interface RunOptions {
  readonly grace: boolean;
  /** Called at every improvement, and at least once a second. */
  readonly onProgress?: (progress: SearchProgress) => void;
}

/** The search, one descent or part of an annealing a step, so that stop criteria are checked often. */
function* hybridSearch(state: SearchState): Generator<void, never> {
  yield* runRace(state);
  const { best, race } = state;
  // A given plan had more effort than the race's entrants, so the race's winner is annealed, not the best plan.
  if (best) yield* annealBest(state, race.finalists(), race.winner ?? best);
  return yield* evolve(state);
}

/** How many descents a search without a feasible plan may make beyond its budget, as far as time allows. */
const graceDescents = 30;

/** Can be run for a while, given solutions from elsewhere, and run again. */
export class HybridSearch {
  private readonly state: SearchState;
  private steps: Generator<void, never>;
  private restartedAt = 0;
  /** The latest solution that arrived during an annealing, which occupies the engine. */
  private immigrant: readonly IndexedRoute[] | undefined;
  /** The latest solution whose routes were reported. */
  private reported: Individual | undefined;

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
    this.steps = this.startSteps();
  }

  /** `watch`: the budget that the search plans with; `start`: solutions, each of which may be partial or infeasible. */
  static async begin(instance: Instance, { seed, start, parameters, watch }: SearchStart): Promise<HybridSearch> {
    const data = searchData(instance);
    const random = new Random(seed);
    const depotSets = await depotSetsToRace(data, random, watch);
    const interrupted = () => (search.best ? watch.interrupted() !== undefined : watch.overdue());
    const engine = await Engine.create(data, interrupted, parameters);
    const search = new HybridSearch(data, random, engine, depotSets, parameters, (descents) => watch.spent(descents));
    for (const routes of start) search.addSolution(routes);
    return search;
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

  /** How sure it is of its plan. */
  get evidence(): SearchEvidence {
    return this.state.evidence.summary(this.iterations);
  }

  /** Takes steps until the stop criterion says so; with `grace`, a few more descents while nothing feasible is known. */
  async run(watch: StopWatch, { grace, onProgress }: RunOptions): Promise<StopReason> {
    const { state } = this;
    let shown: Individual | undefined;
    let shownAt = 0;
    const report = () => {
      const { incumbent } = this;
      if (!incumbent || (incumbent === shown && watch.elapsed() - shownAt < 1)) return;
      shown = incumbent;
      shownAt = watch.elapsed();
      onProgress?.(this.describe(incumbent, shownAt));
    };
    if (state.iterations === 0) {
      // The first step descends from the first construction, which may take long on a large instance.
      if (!this.incumbent) state.prepare(state.race.next.open);
      report();
    }
    const slice = new Slice();
    for (;;) {
      const hasSettled = state.evidence.settled === 1;
      const reason = watch.reason(state.iterations, this.fruitless, this.best?.cost ?? Number.POSITIVE_INFINITY, hasSettled);
      const isSpared = grace && !this.best && state.iterations < graceDescents && !watch.overdue();
      if (reason && !isSpared) {
        if (this.best && this.best !== this.reported) onProgress?.(this.describe(this.best, watch.elapsed()));
        return reason;
      }
      this.step();
      report();
      if (slice.over) await slice.next();
    }
  }

  step(): void {
    const { state } = this;
    state.iterations++;
    this.steps.next();
    const { isAnnealing, annealedAt, workedOn, iterations } = state;
    state.evidence.endStep(workedOn, iterations, isAnnealing || !state.race.over ? undefined : annealedAt);
    if (isAnnealing) return;
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

  private describe(incumbent: Individual, seconds: number): SearchProgress {
    const { cost, feasible, open, routes } = incumbent;
    const isNew = feasible && incumbent !== this.reported;
    if (isNew) this.reported = incumbent;
    return {
      seconds,
      iterations: this.iterations,
      cost,
      feasible,
      openDepots: open.reduce((a, b) => a + b, 0),
      vehicles: routes[0],
      settled: this.state.evidence.settled,
      ...(isNew && { routes: this.routesOf(incumbent) }),
    };
  }

  private startSteps(): Generator<void, never> {
    const steps = hybridSearch(this.state);
    steps.next();
    return steps;
  }

  private restart(): void {
    const { state } = this;
    state.population.clear();
    state.race = state.newRace();
    this.restartedAt = state.iterations;
    this.steps = this.startSteps();
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
function withIdleDepots({ model: { instance }, rules }: SearchData, routes: readonly IndexedRoute[]): DepotSet {
  const open = rules.lockedOpen.slice();
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
