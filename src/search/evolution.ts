/**
 * Evolution: select two parents → route exchange → descent → whole depots move → population (Vidal et al. 2012). Some steps refine the best
 * instead, and where the parents are too much alike, a child begins afresh.
 */
import type { Individual } from './population/individual.ts';
import { RouteExchange } from './population/route-exchange.ts';
import type { SearchState } from './search-state.ts';

/** One child, or one refinement, a step. */
export function* evolve(state: SearchState): Generator<void, never> {
  const { random, parameters, data } = state;
  const exchange = new RouteExchange(data, state.engine, parameters.evolution);
  for (;;) {
    yield;
    if (state.best && random.float() < parameters.evolution.refineShare) refine(state, state.best);
    else breed(state, exchange);
  }
}

function breed(state: SearchState, exchange: RouteExchange): void {
  const { data, random, penalties, population, depotSets } = state;
  const { fewCustomers, afreshShare } = state.parameters.evolution;
  const first = population.select(random, penalties.current);
  const second = population.select(random, penalties.current);
  const afresh = data.n <= fewCustomers && random.float() < afreshShare;
  const routes = afresh ? undefined : exchange.cross(first, second, random, penalties.current);
  if (routes) state.descend(routes, first.open);
  else state.improve(state.construct(depotSets[random.int(depotSets.length)]));
}

/** Ruin and recreate from a feasible solution, then a descent that stays feasible. */
function refine(state: SearchState, from: Individual): void {
  const { engine, random, data, parameters } = state;
  engine.load(from.routes, from.open, state.strict);
  engine.refine(random.uint32(), parameters.evolution.refineIterations * data.n);
  engine.descend(random.uint32());
  state.moveDepots();
  state.keep(engine.toIndividual());
}
