/** Vehicles that several depots share: their routes cannot be found one depot at a time. */
import { type Instance, instanceOfParts } from '../problem/instance.ts';
import { modelOf } from '../problem/model.ts';
import { rulesOfRoutes } from '../problem/rules.ts';
import type { IndexedRoute } from '../problem/solution.ts';

/** The first vehicle type of which these depots could together use more than there are, by position. */
export function sharedType(instance: Instance, depots: readonly number[]): number | undefined {
  const shared = modelOf(instance).types.findIndex(
    ({ available, availableAt }) =>
      depots.length > 1 && depots.reduce((sum, d) => sum + Math.min(availableAt[d], available), 0) > available,
  );
  return shared < 0 ? undefined : shared;
}

/** Whether routes use more vehicles of some type than there are. */
export function overdrawnType(instance: Instance, routes: readonly IndexedRoute[]): number | undefined {
  const over = modelOf(instance).types.findIndex(
    ({ available }, k) => routes.filter(({ vehicle = 0 }) => vehicle === k).length > available,
  );
  return over < 0 ? undefined : over;
}

/** The same instance with nothing left to decide but routes: `assignment` has the depot of each customer. */
export function boundToDepots(instance: Instance, assignment: readonly number[]): Instance {
  const used = new Set(assignment);
  const { depots, customers } = instance;
  return instanceOfParts({
    ...instance,
    depots: depots.map((depot, d) => ({ ...depot, status: used.has(d) ? 'open' : 'closed' })),
    rules: {
      ...rulesOfRoutes(instance.rules, customers),
      allowed: Object.fromEntries(customers.map(({ id }, i) => [id, [depots[assignment[i]].id]])),
    },
  });
}
