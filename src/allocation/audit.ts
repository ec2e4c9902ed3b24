/** Solvers are not trusted: a point must be an allocation within all capacities, with the network's own price. */
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
export function judge(surrogate: Surrogate, problem: LocationProblem, model: NeuralModel, answer: MipResult): Allocation | string {
  if (!hasSolution(answer)) return refusals[answer.status];
  const allocation = allocationAt(problem, model, answer.values);
  if (allocation === undefined) return 'gave a point that is not an allocation';
  if (!keepsDepotRules(allocation.open, problem.cover)) return 'opens depots against the rules';
  return overfull(problem, allocation) ?? mispriced(surrogate, problem, model, answer, allocation) ?? allocation;
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

/** Compares R̂ of every open depot in the model with the network's own prediction. */
function mispriced(
  surrogate: Surrogate,
  { instance, depots }: LocationProblem,
  { heads }: NeuralModel,
  answer: MipSolution,
  { open, depotOf, predicted }: Allocation,
): string | undefined {
  const point = answer.values.slice();
  // Before an optimum, activations of convex neurons may be too large; completed, the columns must agree with the network.
  for (const head of heads) head?.complete(point);
  for (let d = 0; d < depots; d++) {
    if (!open[d]) continue;
    const customers = [...depotOf.keys()].filter((i) => depotOf[i] === d);
    const truth = surrogate.predict(instance, d, customers);
    const price = heads[d]?.output(point) ?? 0;
    const error = Math.max(Math.abs(price - truth), Math.abs(predicted[d] - truth));
    if (error > auditTolerance * Math.max(1, Math.abs(truth)))
      return `prices depot '${instance.depots[d].id}' at ${price}, the network at ${truth}`;
  }
  return undefined;
}
