/** The core of the search: the only code that changes routes. One build for each set of features (scripts/core.mjs). */
import { allocateBest } from './best';
import { allocateDepotMoves } from './depot-moves';
import { allocateDescent } from './descent';
import { allocateShared } from './memory';
import { allocateSwapStar } from './moves/swap-star';
import { allocateRecreate } from './recreate';
import { allocateRuin } from './ruin';
import { allocateRules } from './rules';
import { allocateSegments } from './segment';
import { allocateTouched } from './touched';
import { allocateTravel } from './travel';

export function allocate(customers: i32, depots: i32, slots: i32, stride: i32, degree: i32, foes: i32, lengthsApart: bool): void {
  allocateShared(customers, depots, slots, stride, degree);
  allocateTravel(lengthsApart);
  if (RULES) allocateRules(foes);
  allocateSegments();
  allocateSwapStar();
  allocateDescent();
  allocateDepotMoves();
  allocateTouched();
  allocateRuin();
  allocateRecreate();
  allocateBest();
}

export {
  configure, demand, depotCapacity, depotOrder, lockedClosed, lockedOpen, nearestDepot, neighbours, open, openingCost, penalise, routes, x, y,
} from './memory';
export { configureTravel, cost, lengths, vectors } from './travel';
export { limitLength } from './evaluate';
export { allowed, foes, foesFrom, group, mate } from './rules';
export { loadRoutes, saveRoutes } from './state';
export { descend } from './descent';
export { anneal, startAnnealing } from './annealing';
export { saveBest } from './best';
export { findExchanges, relocateDepots } from './depot-moves';

// For tests: the moves one by one, and the nodes they are named by.
export { emptyRoute, next, position, prev, route } from './memory';
export { relocate, relocateDelta } from './moves/relocate';
export { swap, swapDelta } from './moves/swap';
export { twoOpt, twoOptDelta } from './moves/two-opt';
export { joinHeads, joinHeadsDelta, swapTails, swapTailsDelta } from './moves/two-opt-star';
export { applySwapStar, findSwapStar, swapStarDelta } from './moves/swap-star';
export { applyRehoming, findRehoming, rehomingDelta } from './moves/rehome-route';
