/**
 * Evolution: select two parents → route exchange → descent → whole depots move → population (Vidal et al. 2012). Some steps refine the best
 * instead, and where the parents are too much alike, a child begins afresh.
 */
import { type Individual, individualRoutes } from '../population/individual.ts';
import { RouteExchange } from '../population/route-exchange.ts';
import type { Stage } from './stage.ts';
import type { Workbench } from './workbench.ts';

export class Evolution implements Stage {
  private readonly exchange: RouteExchange;

  constructor(private readonly bench: Workbench) {
    this.exchange = new RouteExchange(bench.data);
  }

  step(): Stage {
    const { best, random, parameters } = this.bench;
    if (best && random.float() < parameters.evolution.refineShare) this.refine(best);
    else this.breed();
    return this;
  }

  private breed(): void {
    const { bench } = this;
    const { data, random, penalties, population } = bench;
    const { fewCustomers, afreshShare } = bench.parameters.evolution;
    const first = population.select(random, penalties.current);
    const second = population.select(random, penalties.current);
    const afresh = data.n <= fewCustomers && random.float() < afreshShare;
    const routes = afresh ? undefined : this.exchange.cross(first, second, random, penalties.current);
    if (routes) bench.descend(routes, first.open);
    else this.startAfresh();
  }

  /** Something new on any set of depots. */
  private startAfresh(): void {
    const { bench } = this;
    const { random, depotSets } = bench;
    bench.enter(bench.construct(depotSets[random.int(depotSets.length)]));
  }

  /** Ruin and recreate from a feasible solution, then a descent that stays feasible. */
  private refine(from: Individual): void {
    const { bench } = this;
    const { engine, random, data, parameters } = bench;
    engine.load(individualRoutes(from), from.open, bench.strict);
    engine.refine(random.uint32(), parameters.evolution.refineIterations * data.n);
    engine.descend(random.uint32());
    bench.moveDepots();
    bench.keep(engine.toIndividual());
  }
}
