/** The core of the search: the only code that changes routes. One build for each set of features (scripts/kernels.mjs). */
import { allocateBest } from './best';
import { allocateCheck } from './check';
import { allocateClock } from './clock';
import { allocateDepotMoves } from './depot-moves';
import { allocateDescent } from './descent';
import { allocateEvaluator } from './evaluate';
import { allocateFleet } from './fleet';
import { allocateShared } from './memory';
import { allocateSwapStar } from './moves/swap-star';
import { allocateRecreate } from './recreate';
import { allocateRuin } from './ruin';
import { allocateRules } from './rules';
import { allocateSegments } from './segment';
import { allocateTouched } from './touched';
import { allocateTravel } from './travel';

/** Sizes of what the instance has beyond plain routes are 0 where it has none. */
export function allocate(
  customers: i32, depots: i32, types: i32, slots: i32, stride: i32, degree: i32, ruled: bool, foes: i32, rivals: i32, windows: i32, quantities: i32,
  lengthsApart: bool, timesApart: bool, someBarred: bool, surcharged: bool,
): void {
  allocateShared(customers, depots, types, slots, stride, degree);
  allocateTravel(lengthsApart, timesApart);
  if (RULES) allocateRules(foes, ruled);
  allocateSegments();
  allocateEvaluator();
  allocateFleet(quantities, someBarred, surcharged);
  allocateClock(windows);
  allocateSwapStar();
  allocateDescent();
  allocateDepotMoves(rivals);
  allocateTouched();
  allocateRuin();
  allocateRecreate();
  allocateBest();
  allocateCheck();
}

export {
  configure, demand, depotCapacity, depotOrder, lockedClosed, lockedOpen, nearestDepot, neighbours, open, openingCost, penalise, routes, x, y,
} from './memory';
export { configureTravel, cost, durations, lengths, vectors } from './travel';
export { limitDistance } from './evaluate';
export {
  amount, available, availableAt, barred, costPerTime, earliest, fixedCost, handling, latest, minLoad, loading, typeMaxDistance, maxDuration, maxVehicles, maxStops,
  quantityCapacity, slowness, surcharge, typeCapacity,
} from './fleet';
export { closes, opens, service } from './clock';
export { windowCloses, windowOpens, windowsFrom } from './trail';
export { allowed, foes, foesFrom, group, mate } from './rules';
export { loadRoutes, saveRoutes } from './state';
export { descend } from './descent';
export { anneal, startAnnealing } from './annealing';
export { saveBest } from './best';
export { findExchanges, relocateDepots, rivals, rivalsFrom } from './depot-moves';

// For tests: the moves one by one, and the nodes they are named by.
export { emptyRoute, next, position, prev, route } from './memory';
export { relocate, relocateDelta } from './moves/relocate';
export { swap, swapDelta } from './moves/swap';
export { twoOpt, twoOptDelta } from './moves/two-opt';
export { joinHeads, joinHeadsDelta, swapTails, swapTailsDelta } from './moves/two-opt-star';
export { applySwapStar, findSwapStar, swapStarDelta } from './moves/swap-star';
export { applyRehoming, findRehoming, rehomingDelta } from './moves/rehome-route';
