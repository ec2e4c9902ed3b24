/** Solvers are not trusted: a point must be an allocation within all capacities, with the network's own price. */
import { type MipModel, objectiveAt } from '../mip/model.ts';
import { hasSolution, type MipResult, type MipSolution } from '../mip/solver.ts';
import { keepsDepotRules } from '../problem/depot-set.ts';
import type { Surrogate } from '../surrogate/surrogate.ts';
import type { Allocation } from './allocation.ts';
import type { LocationProblem } from './location-problem.ts';
import { allocationAt, type NeuralModel } from './neural-model.ts';

/** How far the MIP's price of an allocation may be from the network's own, relative to max(1, |price|). */
const auditTolerance = 1e-6;

const refusals = {
  infeasible: 'claims that there is no allocation',
  'no-solution': 'found no allocation in time',
  unbounded: 'claims that costs have no lower bound',
  failed: 'gave no answer',
} as const satisfies Record<Exclude<MipResult['status'], MipSolution['status']>, string>;

/** The allocation in a solver's answer if it passes the audit, or what is wrong with it. */
export function judge(surrogate: Surrogate, problem: LocationProblem, model: NeuralModel, mip: MipModel, answer: MipResult) {
  if (!hasSolution(answer)) return refusals[answer.status];
  const allocation = allocationAt(problem, model, answer.values);
  if (allocation === undefined) return 'gave a point that is not an allocation';
  if (!keepsDepotRules(allocation.open, problem.cover)) return 'opens depots against the rules';
  return overfull(problem, allocation) ?? mispriced(surrogate, problem, model, mip, answer, allocation) ?? allocation;
}

/** Solvers satisfy rows to within 1e-6, the verifier demands 1e-9. */
function overfull({ instance, capacity, depots }: LocationProblem, { depotOf }: Allocation): string | undefined {
  const load = new Float64Array(depots);
  depotOf.forEach((d, i) => {
    load[d] += instance.customers[i].demand;
  });
  const culprit = load.findIndex((amount, d) => amount > capacity[d]);
  return culprit >= 0 ? `overfills depot '${instance.depots[culprit].id}'` : undefined;
}

/** Compares the objective of the model with the network's own predictions. */
function mispriced(
  surrogate: Surrogate,
  { instance, openingCost }: LocationProblem,
  { heads }: NeuralModel,
  mip: MipModel,
  { values }: MipSolution,
  { open, depotOf, objective }: Allocation,
): string | undefined {
  const point = values.slice();
  // Before an optimum, activations of convex neurons may be too large; completed, the columns must agree with the network.
  for (const head of heads) head?.complete(point);
  const truth = openingCost.reduce((sum, cost, d) => {
    if (!open[d]) return sum;
    return (
      sum +
      cost +
      surrogate.predict(
        instance,
        d,
        [...depotOf.keys()].filter((i) => depotOf[i] === d),
      )
    );
  }, 0);
  const price = objectiveAt(mip, point);
  const error = Math.max(Math.abs(price - truth), Math.abs(objective - truth));
  return error > auditTolerance * Math.max(1, Math.abs(truth)) ? `prices the allocation at ${price}, the network at ${truth}` : undefined;
}
