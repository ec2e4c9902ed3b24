/** What race, annealing and evolution share: the engine, the population, the penalties, and the best solution so far. */
import type { DepotSet } from '../problem/depot-set.ts';
import type { Random } from '../run/random.ts';
import { construct } from './construction/construct.ts';
import type { SearchData } from './data.ts';
import { isTight } from './depots/cost-proxy.ts';
import type { Engine } from './engine.ts';
import { Evidence } from './evidence.ts';
import type { SearchParameters } from './parameters.ts';
import type { Individual } from './population/individual.ts';
import { AdaptivePenalties, type Penalties, penalisedCost, scaled } from './population/penalties.ts';
import { Population } from './population/population.ts';
import { Race } from './race.ts';
import { listOf, type RouteList } from './routes.ts';

/** Factor on the penalties with which a descent from a feasible plan stays feasible. */
const carefulFactor = 1000;

/** First routes for a set of depots, which nothing has improved yet. */
export interface Construction {
  readonly open: DepotSet;
  readonly constructed: Individual;
}

export class SearchState {
  readonly population: Population;
  readonly penalties: AdaptivePenalties;
  readonly evidence = new Evidence();
  /** The depots that the last step worked on. */
  workedOn: DepotSet | undefined;
  /** The race under way, or the last one. */
  race: Race;
  /** The engine holds the solution of an annealing under way. */
  isAnnealing = false;
  iterations = 0;
  /** Iterations at the last improvement, and at the end of the last annealing. */
  improvedAt = 0;
  annealedAt = 0;
  best: Individual | undefined;
  /** Best by penalised cost while nothing is feasible. */
  leastBad: Individual | undefined;
  private prepared: Construction | undefined;

  constructor(
    readonly data: SearchData,
    readonly random: Random,
    readonly engine: Engine,
    /** To race, the most promising first. */
    readonly depotSets: readonly DepotSet[],
    readonly parameters: SearchParameters,
    /** Share of the budget that is spent after so many descents, 0 to 1; race and annealings plan by it. */
    private readonly spentAfter: (iterations: number) => number,
  ) {
    this.population = new Population(parameters.population);
    this.penalties = new AdaptivePenalties(data, parameters.penalties);
    this.race = this.newRace();
  }

  spent(): number {
    return this.spentAfter(this.iterations);
  }

  newRace(): Race {
    return new Race(this.depotSets, this.parameters.race, {
      costOf: (individual) => this.strictCost(individual),
      isTight: (open) => isTight(this.data, open),
    });
  }

  /** Penalties at which a descent keeps to what is feasible. */
  get strict(): Penalties {
    return scaled(this.penalties.current, this.parameters.evolution.repairFactor);
  }

  strictCost(individual: Individual | undefined): number {
    return individual ? penalisedCost(individual, this.strict) : Number.POSITIVE_INFINITY;
  }

  /** Makes the first construction early. From then on there is a plan to show, and a descent may be interrupted. */
  prepare(open: DepotSet): void {
    this.prepared = this.construct(open);
  }

  /** First routes on a set of depots. */
  construct(open: DepotSet): Construction {
    const { prepared } = this;
    this.prepared = undefined;
    if (prepared?.open === open) return prepared;
    const constructed = this.engine.evaluate(listOf(this.data, construct(this.data, open, this.random)), open);
    if (constructed.feasible) this.keep(constructed);
    return { open, constructed };
  }

  /** The first solution of a set of depots. */
  improve({ open, constructed }: Construction): Individual {
    const descended = this.descend(constructed.routes, open);
    if (descended.feasible || !constructed.feasible) return descended;
    // Where depots must be filled to capacity, a descent through infeasible solutions seldom ends feasible: go on from the construction.
    this.engine.load(constructed.routes, open, this.penalties.current);
    return this.polish();
  }

  /** Descent (a careful one keeps to what is feasible), repair by chance (always while racing, or while nothing is feasible), and into the population. */
  descend(routes: RouteList, open: DepotSet, careful = false): Individual {
    const { engine, random, penalties } = this;
    engine.load(routes, open, careful ? scaled(penalties.current, carefulFactor) : penalties.current);
    engine.descend(random.uint32());
    this.moveDepots();
    const individual = engine.toIndividual();
    if (!careful) penalties.record(individual);
    if (individual.feasible) return this.polish();
    this.keep(individual);
    const { repairShare } = this.parameters.evolution;
    if (this.best !== undefined && this.race.over && random.float() >= repairShare) return individual;
    engine.load(individual.routes, individual.open, this.strict);
    engine.descend(random.uint32());
    if (engine.toIndividual().feasible) return this.polish();
    // Prices also rise while a warm start is feasible but no construction is.
    if (this.best === undefined || !this.race.over) penalties.tighten(1.5);
    return individual;
  }

  /** By chance, opens, closes or exchanges whole depots and keeps the routes. */
  moveDepots(): void {
    const { engine, random, data } = this;
    const { depotMoveShare } = this.parameters.evolution;
    if (data.m > 1 && random.float() < depotMoveShare && engine.relocateDepots()) engine.descend(random.uint32());
  }

  /** A little ruin and recreate on the feasible solution that the engine holds, and into the population. */
  private polish(): Individual {
    const { engine, random, data } = this;
    const { polishChild, polishFirst } = this.parameters.evolution;
    engine.refine(random.uint32(), (this.race.over ? polishChild : polishFirst) * data.n);
    const individual = engine.toIndividual();
    this.keep(individual);
    return individual;
  }

  keep(individual: Individual): void {
    this.population.add(individual, this.penalties.current);
    const { epsilon } = this.data;
    this.workedOn = individual.open;
    if (individual.feasible) {
      this.evidence.note(individual.open, individual.cost, this.iterations);
      if (this.best === undefined || individual.cost < this.best.cost - epsilon) {
        this.best = individual;
        this.improvedAt = this.iterations;
      }
    } else if (this.best === undefined) {
      if (this.strictCost(individual) < this.strictCost(this.leastBad)) this.leastBad = individual;
    }
  }
}
