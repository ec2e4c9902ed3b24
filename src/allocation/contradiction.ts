/**
 * Which rules leave no allocation: a deletion filter (Chinneck & Dravnieks 1991) drops a rule, and if the rest still has no allocation, the
 * rule was not needed. Each one that remains is necessary for the contradiction.
 */
import { hasSolution, type MipSolver } from '../mip/solver.ts';
import { NeoLrpError } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import { joinRules, type NamedRule, namedRules } from '../problem/rules.ts';
import { type Stop, StopWatch } from '../run/stop.ts';
import type { CostHead } from '../surrogate/surrogate.ts';
import { locationProblem } from './location-problem.ts';
import { locationModel } from './neural-model.ts';
import { unreduced } from './reduction.ts';

/** What may be dropped: a rule, the lock of a depot, or the capacities of all depots. */
interface Part {
  readonly text: string;
  readonly rule?: NamedRule['rule'];
  readonly locked?: string;
}

const capacities: Part = { text: 'the capacities of the depots' };

/** The error to throw for an instance that a solver has proved infeasible. */
export async function contradiction(instance: Instance, solver: MipSolver, stop: Stop): Promise<NeoLrpError> {
  const watch = new StopWatch(stop);
  const locks = instance.depots.filter(({ status }) => status !== 'candidate');
  const parts: readonly Part[] = [
    ...locks.map(({ id, status }) => ({ text: `depot '${id}' is locked ${status}`, locked: id })),
    capacities,
    ...namedRules(instance),
  ];
  let kept = parts;
  let isMinimal = true;
  for (const part of parts) {
    const others = kept.filter((other) => other !== part);
    const answer = await solver.solve(modelOfParts(instance, others), { stop: watch.rest() });
    if (answer.status === 'infeasible') kept = others;
    else if (!hasSolution(answer)) isMinimal = false;
  }
  if (kept.length === 0) return new NeoLrpError('E_INFEASIBLE', 'no allocation satisfies all rules and capacities');
  if (kept.every((part) => part === capacities))
    return new NeoLrpError(
      'E_INFEASIBLE_CAPACITY',
      'the depots could supply the demand in total, but no division of the customers among them fits',
      { field: 'depots.capacity' },
    );
  const named = kept.map(({ text }) => text).join('; ');
  const advice = isMinimal ? '; drop or relax one of them' : ' (perhaps not all of them matter)';
  return new NeoLrpError('E_INFEASIBLE_RULES', `these contradict each other: ${named}${advice}`, { field: 'rules' });
}

const none = new Float64Array(0);
const free: CostHead = { scale: 1, bias: 0, linear: none, hidden: none, hiddenBias: none, output: none };

/** The location rows with these parts only; no costs, no network. */
function modelOfParts(instance: Instance, parts: readonly Part[]) {
  const depots = instance.depots.map((depot) => ({
    ...depot,
    status: parts.some(({ locked }) => locked === depot.id) ? depot.status : 'candidate',
    capacity: parts.includes(capacities) ? depot.capacity : null,
  }));
  const rules = joinRules(parts.flatMap(({ text, rule }) => (rule ? [{ text, rule }] : [])));
  const problem = locationProblem({ ...instance, depots, rules }, { latent: 0, embeddings: none, heads: depots.map(() => free) });
  const model = locationModel(problem, unreduced(problem)).builder.build();
  return { ...model, cost: new Float64Array(model.columnCount) };
}
