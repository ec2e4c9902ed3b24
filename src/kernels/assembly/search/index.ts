/** The hot part of the search: descent, and ruin and recreate. The TypeScript twins in src/search are the oracle, to the bit. */
export {
  allocate, allowed, alwaysPaid, configure, cost, demand, depotCapacity, depotOrder, nearestDepot, neighbours, open, openingCost, price, routes, x, y,
} from './memory';
export { loadRoutes, saveRoutes } from './state';
export { localSearch } from './local-search';
export { anneal, saveBest, startAnnealing } from './ruin-recreate';
