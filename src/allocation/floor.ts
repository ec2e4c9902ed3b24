/**
 * The least that any plan costs: opening costs of the cheapest set that can supply the demand, a trip to each customer shared by its part of
 * a full vehicle (the radial bound of Haimovich & Rinnooy Kan 1985), and the fewest vehicles. A surrogate that prices an allocation below
 * this errs, so such prices are left out of account, as R̂ ≥ 0 does in the paper.
 */
import type { Instance } from '../problem/instance.ts';
import { type Model, modelOf } from '../problem/model.ts';
import { isMetric } from '../problem/travel.ts';
import { solveCover } from './cover.ts';

/** Of opening costs alone if the objective is no prediction of costs. */
export function leastCost(instance: Instance, predicts: boolean): number {
  const model = modelOf(instance);
  const { depotRules, types } = model;
  const opening = solveCover(depotRules.openingCost, depotRules).bound;
  if (!predicts || model.namesVehicles || !Number.isFinite(opening)) return opening;
  const [{ capacity, fixedCost }] = types;
  return opening + fixedCost * Math.ceil(depotRules.demand / capacity[0] - 1e-9) + lineHaul(model);
}

/** Σ_i 2 q_i/Q · distance to the nearest depot that may serve i; 0 where a detour can be shorter than the direct way. */
function lineHaul({ instance, types: [{ capacity }], rules: { allowed }, travel: { cost } }: Model): number {
  const { depots, customers, travel } = instance;
  if (!isMetric(travel)) return 0;
  return customers.reduce((sum, { demand }, i) => {
    let nearest = Number.POSITIVE_INFINITY;
    for (let d = 0; d < depots.length; d++)
      if (allowed[i * depots.length + d] && depots[d].status !== 'closed') nearest = Math.min(nearest, cost(d, depots.length + i));
    return sum + (2 * demand * nearest) / capacity[0];
  }, 0);
}
