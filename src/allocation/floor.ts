/**
 * The least that any plan costs: opening costs of the cheapest set that can supply the demand, a trip to each customer shared by its part of
 * a full vehicle (the radial bound of Haimovich & Rinnooy Kan 1985), and the fewest vehicles. A surrogate that prices an allocation below
 * this errs, so such prices are left out of account, as R̂ ≥ 0 does in the paper.
 */
import { depotRules } from '../problem/depot-set.ts';
import type { Instance } from '../problem/instance.ts';
import { compileRules } from '../problem/rules.ts';
import { isMetric, travelCosts } from '../problem/travel.ts';
import { solveCover } from './cover.ts';

/** Of opening costs alone if the objective is no prediction of costs. */
export function leastCost(instance: Instance, predicts: boolean): number {
  const rules = depotRules(instance);
  const opening = solveCover(rules.openingCost, rules).bound;
  if (!predicts || instance.vehicles || !Number.isFinite(opening)) return opening;
  const vehicles = Math.ceil(rules.demand / instance.vehicleCapacity - 1e-9);
  return opening + instance.vehicleCost * vehicles + lineHaul(instance);
}

/** Σ_i 2 q_i/Q · distance to the nearest depot that may serve i; 0 where a detour can be shorter than the direct way. */
function lineHaul(instance: Instance): number {
  const { depots, customers, travel, vehicleCapacity } = instance;
  if (!isMetric(travel)) return 0;
  const { allowed } = compileRules(instance);
  const { cost } = travelCosts(instance);
  return customers.reduce((sum, { demand }, i) => {
    let nearest = Number.POSITIVE_INFINITY;
    for (let d = 0; d < depots.length; d++)
      if (allowed[i * depots.length + d] && depots[d].status !== 'closed') nearest = Math.min(nearest, cost(d, depots.length + i));
    return sum + (2 * demand * nearest) / vehicleCapacity;
  }, 0);
}
