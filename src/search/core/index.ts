/** The core of the search: the only code that changes or prices routes. One build for each set of features (scripts/kernels.mjs). */
export * from './generated';
export { allocate } from './memory';
export { loadRoutes, saveRoutes } from './state';
export { depotExcess, exclusiveExcess, isWhole, distanceExcess, priceRoutes, ruleExcess, timeExcess, totalCost, vehicleExcess } from './price';
export { descend } from './descent';
export { anneal, startAnnealing } from './annealing';
export { saveBest } from './best';
export { relocateDepots } from './depot-moves';

// For tests: the moves one by one.
export { relocate, relocateDelta } from './moves/relocate';
export { swap, swapDelta } from './moves/swap';
export { twoOpt, twoOptDelta } from './moves/two-opt';
export { joinHeads, joinHeadsDelta, swapTails, swapTailsDelta } from './moves/two-opt-star';
export { applySwapStar, findSwapStar, swapStarDelta } from './moves/swap-star';
export { applyRehoming, findRehoming, rehomingDelta } from './moves/rehome-route';
