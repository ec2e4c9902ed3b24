/** Linear constraints of the caller's own on depots and assignment (the paper's promise of any side constraint), added before solving. */
import { checkPoint } from '../mip/check.ts';
import type { MipBuilder } from '../mip/model.ts';
import type { FormulationName } from '../mip/relu/formulation.ts';
import { NeoLrpError } from '../problem/errors.ts';
import type { LocationProblem } from './location-problem.ts';
import { type NeuralModel, neuralModel, pointOf } from './neural-model.ts';
import { AllocationPool } from './pool.ts';

/** What a constraint may add to the model: rows. */
export type ConstraintModel = Pick<MipBuilder, 'atMost' | 'atLeast' | 'equal'>;

/** Binary columns by id. */
export interface ConstraintVariables {
  /** y: 1 if the depot opens, which here means that it serves somebody or is locked open. */
  open(depot: string): number;
  /** w: 1 if the depot serves the customer. */
  assigned(customer: string, depot: string): number;
}

/** Adds rows on open depots and assignment to the MIP before it is solved. */
export type Constraints = (model: ConstraintModel, variables: ConstraintVariables) => void;

/** The model of all allocations that keep the constraints; nothing is reduced, since reductions know only the rules of the instance. */
export function constrainedModel(problem: LocationProblem, formulation: FormulationName, constraints: Constraints): NeuralModel {
  const { depots, units, cover } = problem;
  const model = neuralModel(problem, formulation);
  const { builder, open, assign } = model;
  // A plan opens a depot by routes from it, so one that is counted as open must have some.
  for (let d = 0; d < depots; d++) {
    if (cover.lockedOpen[d]) continue;
    const served = Array.from(assign.subarray(d * units, (d + 1) * units)).filter((w) => w >= 0);
    builder.atMost({ columns: [open[d], ...served], coefficients: [1, ...served.map(() => -1)] }, 0, { name: `used_${d}` });
  }
  constraints(builder, variablesOf(problem, model));
  return model;
}

function variablesOf({ instance, units, unitOf }: LocationProblem, { builder, open, assign }: NeuralModel): ConstraintVariables {
  const depotAt = positions(instance.depots, 'depot');
  const customerAt = positions(instance.customers, 'customer');
  // Stands for all pairs that the rules of the instance forbid.
  let never: number | undefined;
  return {
    open: (depot) => open[depotAt(depot)],
    assigned(customer, depot) {
      const w = assign[depotAt(depot) * units + unitOf[customerAt(customer)]];
      if (w >= 0) return w;
      never ??= builder.addColumn({ upper: 0, name: 'never' });
      return never;
    },
  };
}

function positions(places: readonly { readonly id: string }[], kind: string): (id: string) => number {
  const known = new Map(places.map(({ id }, k) => [id, k]));
  return (id) => {
    const position = known.get(String(id));
    if (position === undefined)
      throw new NeoLrpError('E_USAGE', `a constraint names ${kind} '${id}', which the instance does not have`, { field: 'constraints' });
    return position;
  };
}

/** The allocations of a pool that keep the constraints. */
export function keeping(problem: LocationProblem, model: NeuralModel, pool: AllocationPool): AllocationPool {
  const built = model.builder.build();
  const kept = new AllocationPool();
  for (const allocation of pool.list()) {
    const point = pointOf(problem, model, allocation);
    if (point && checkPoint(built, point).reason === undefined) kept.add(allocation);
  }
  return kept;
}

export const impossible = (): NeoLrpError =>
  new NeoLrpError(
    'E_INFEASIBLE_RULES',
    'no allocation satisfies your own constraints together with the rules and capacities of the instance; relax one of them',
    { field: 'constraints' },
  );
