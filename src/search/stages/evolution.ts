/**
 * Evolution: select two parents → route exchange, or order crossover and split over one parent's depots → descent → whole depots move →
 * population (Vidal et al. 2012). Some steps refine the best instead.
 */
import { giantTour, orderCrossover } from '../population/crossover.ts';
import { brokenPairs, createIndividual, type Individual, individualRoutes } from '../population/individual.ts';
import { RouteExchange } from '../population/route-exchange.ts';
import type { Stage } from './stage.ts';
import type { Workbench } from './workbench.ts';

export class Evolution implements Stage {
  private readonly exchange: RouteExchange;
  private readonly child: Int32Array;
  private readonly taken: Uint8Array;

  constructor(private readonly bench: Workbench) {
    const { data } = bench;
    this.exchange = new RouteExchange(data);
    this.child = new Int32Array(data.n);
    this.taken = new Uint8Array(data.n);
  }

  step(): Stage {
    const { best, random, parameters } = this.bench;
    if (best && (this.isRough || random.float() < parameters.evolution.refineShare)) this.refine(best);
    else this.breed();
    return this;
  }

  /** Under rules that couple customers nothing polishes a new best, so it may not even be a local optimum. */
  private get isRough(): boolean {
    const { data, improvedAt, iterations } = this.bench;
    return data.rules.couples && improvedAt === iterations - 1;
  }

  private breed(): void {
    const { bench } = this;
    const { data, random, penalties, population } = bench;
    const { fewCustomers, afreshShare, exchangeShare } = bench.parameters.evolution;
    const first = population.select(random, penalties.current);
    const second = population.select(random, penalties.current);
    const fewPlans = data.n <= fewCustomers && random.float() < afreshShare;
    if (fewPlans || brokenPairs(first, second) === 0) {
      this.startAfresh();
      return;
    }
    const routes = random.float() < exchangeShare ? this.exchange.cross(first, second, random, penalties.current) : undefined;
    if (routes) bench.descend(routes, first.open);
    else this.crossOrders(first, second);
  }

  private crossOrders(first: Individual, second: Individual): void {
    const { bench } = this;
    const { data, random, penalties, splitter } = bench;
    orderCrossover(giantTour(data, first), giantTour(data, second), random, this.child, this.taken);
    const { open } = random.float() < 0.5 ? first : second;
    bench.descend(splitter.split(this.child, open, penalties.current), open);
  }

  /** A random tour on any set of depots: something new where the parents are alike. */
  private startAfresh(): void {
    const { bench } = this;
    const { random, depotSets, splitter, data } = bench;
    const open = depotSets[random.int(depotSets.length)];
    for (let i = 0; i < this.child.length; i++) this.child[i] = i;
    random.shuffle(this.child);
    const routes = splitter.split(this.child, open, bench.strict);
    // With few customers the split itself may be optimal, and a descent through infeasible plans would leave it.
    const split = createIndividual(data, routes, open);
    if (split.feasible) bench.keep(split);
    bench.descend(routes, open);
  }

  /** Ruin and recreate from a feasible solution (which knows no rules that couple customers), then a descent that stays feasible. */
  private refine(from: Individual): void {
    const { bench } = this;
    const { engine, random, data, parameters } = bench;
    engine.load(individualRoutes(from), from.open, bench.strict);
    if (!data.rules.couples) engine.refine(random.uint32(), parameters.evolution.refineIterations * data.n);
    engine.descend(random.uint32());
    bench.moveDepots();
    bench.keep(engine.toIndividual());
  }
}
