/**
 * The hybrid genetic search over depots, assignment and routes at once (after Vidal et al. 2012, Vidal 2022), as a schedule of stages:
 * racing → champions → evolution, and again from the start when evolution has long found nothing. One population mixes sets of open depots.
 */
import { type DepotSet, keepsDepotRules } from '../problem/depot-set.ts';
import type { IndexedRoute } from '../problem/solution.ts';
import type { Random } from '../run/random.ts';
import { insertCustomers, rehang } from './construction/insert.ts';
import { entering, leaving } from './curve-order.ts';
import type { SearchData } from './data.ts';
import type { Engine } from './engine.ts';
import { sendsVehicles } from './fleet.ts';
import { type SearchParameters, searchParameters } from './parameters.ts';
import { createIndividual, type Individual, individualRoutes } from './population/individual.ts';
import { Racing } from './stages/racing.ts';
import type { Stage } from './stages/stage.ts';
import { Workbench } from './stages/workbench.ts';

/** Customers beyond which the first descent takes seconds where vehicles differ or times matter. */
export const slowCustomers = 1000;

export interface ScheduleOptions {
  /** Share of the budget that is spent after so many descents, 0 to 1; long stages plan by it. */
  readonly spent?: (iterations: number) => number;
  readonly parameters?: SearchParameters;
}

export class Schedule {
  private readonly bench: Workbench;
  private stage: Stage;
  private restartedAt = 0;
  /** The latest plan that arrived while an annealing occupied the engine. */
  private guest: readonly IndexedRoute[] | undefined;

  /** `depotSets` race, the most promising first. */
  constructor(
    data: SearchData,
    random: Random,
    depotSets: readonly DepotSet[],
    engine: Engine,
    { spent = () => 0, parameters = searchParameters() }: ScheduleOptions = {},
  ) {
    this.bench = new Workbench({ data, random, engine, parameters, depotSets, spent });
    this.stage = new Racing(this.bench);
  }

  get iterations(): number {
    return this.bench.iterations;
  }

  get best(): Individual | undefined {
    return this.bench.best;
  }

  /** The best feasible solution or, while there is none, the least bad one. */
  get incumbent(): Individual | undefined {
    return this.bench.best ?? this.bench.leastBad;
  }

  /** Descents since the last improvement; an annealing under way, which improves nothing while it is hot, does not count. */
  get fruitless(): number {
    const { best, annealing, iterations, improvedAt, annealedAt } = this.bench;
    return best && !annealing ? iterations - Math.max(improvedAt, annealedAt) : 0;
  }

  /** Makes the first construction before the first step, which descends from it and may take long on a large instance. */
  prepare(): void {
    if (this.stage instanceof Racing && !this.incumbent) this.stage.begin();
  }

  step(): void {
    const { bench } = this;
    const { race } = bench;
    bench.iterations++;
    this.stage = this.stage.step();
    if (bench.annealing) return;
    if (this.guest && race.over) {
      this.take(this.guest);
      this.guest = undefined;
    }
    if (bench.iterations - Math.max(bench.improvedAt, this.restartedAt) > bench.parameters.evolution.restartAfter) this.restart();
  }

  private restart(): void {
    const { bench } = this;
    bench.population.clear();
    bench.race = bench.newRace();
    this.restartedAt = bench.iterations;
    this.stage = new Racing(bench);
  }

  /** Takes in routes from elsewhere, whole or in part: customers left out are added where they cost least. */
  welcome(routes: readonly IndexedRoute[]): void {
    this.take(entering(this.bench.data.order, routes));
  }

  /** The routes of a solution, by position in the instance. */
  routesOf(individual: Individual): IndexedRoute[] {
    return leaving(this.bench.data.order, individualRoutes(individual));
  }

  private take(routes: readonly IndexedRoute[]): void {
    const { bench } = this;
    // The engine is occupied, so the guest waits. Earlier guests came from the same island and were worse.
    if (bench.annealing) {
      this.guest = routes;
      return;
    }
    const { data } = bench;
    const { kept, missing } = sortOut(routes, data.n);
    const used = data.lockedOpen.slice();
    for (const { depot, stops } of kept) if (stops.length > 0) used[depot] = 1;
    const open = withIdleDepots(data, used);
    // Nothing here closes a depot that may not be open, so such routes move to others.
    const mayOpen = sendsVehicles(data, open) && open.includes(1) && keepsDepotRules(open, { ...data.depotRules, demand: 0, minOpen: 0 });
    if (missing.length > 0 || !mayOpen) {
      const base = mayOpen ? open : bench.depotSets[0];
      const moved = kept.filter(({ stops }) => stops.length > 0).map((route) => rehang(data, route, base));
      bench.race.invite(bench.descend(insertCustomers(data, moved, missing, base, bench.penalties.current), base).open);
    } else {
      const guest = createIndividual(data, kept, open);
      bench.keep(guest);
      // Where a descent may not end in time, what it has come to by then should hold.
      const careful = guest.feasible && data.fleet !== undefined && data.n > slowCustomers;
      bench.race.invite(bench.descend(kept, open, careful).open);
    }
  }
}

/** Those in use and, where a least number must open, the cheapest others that may. */
function withIdleDepots({ m, openingCost, rules, fleet }: SearchData, used: DepotSet): DepotSet {
  const open = used.slice();
  let count = open.reduce((sum, isOpen) => sum + isOpen, 0);
  for (const d of [...open.keys()].sort((a, b) => openingCost[a] - openingCost[b] || a - b)) {
    if (count >= Math.min(rules.minOpen, m)) break;
    const excluded = rules.oneOf.some((group) => group.includes(d) && group.some((other) => open[other]));
    if (open[d] || rules.lockedClosed[d] || excluded || (fleet?.leastLoad[d] ?? 0) > 0) continue;
    open[d] = 1;
    count++;
  }
  return open;
}

/** Keeps each customer's first visit, and lists those without any. */
function sortOut(routes: readonly IndexedRoute[], n: number) {
  const taken = new Uint8Array(n);
  const kept = routes.map((route) => ({
    ...route,
    stops: Int32Array.from(route.stops).filter((i) => {
      const fresh = taken[i] === 0;
      taken[i] = 1;
      return fresh;
    }),
  }));
  return { kept, missing: [...taken.keys()].filter((i) => !taken[i]) };
}
