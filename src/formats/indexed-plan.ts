/** A plan by position in the instance instead of by id: what `solve` and `search` start from. */
import { requirePlan } from '../problem/check-plan.ts';
import { requirePlanOfOneDay } from '../problem/days.ts';
import { NeoLrpError } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import { requireInstanceShape } from '../problem/instance-shape.ts';
import { modelOf } from '../problem/model.ts';
import type { IndexedRoute, Plan, Solution } from '../problem/solution.ts';

/** Routes by position in the instance in place of ids, the form in which `solve` takes several plans to start from. */
export function indexRoutes(instance: Instance, plan: Plan | Solution): (IndexedRoute & { readonly stops: readonly number[] })[] {
  requirePlan(plan);
  requirePlanOfOneDay(plan);
  requireInstanceShape(instance);
  const depotAt = new Map(instance.depots.map(({ id }, k) => [id, k]));
  const customerAt = new Map(instance.customers.map(({ id }, k) => [id, k]));
  const find = (at: ReadonlyMap<string, number>, kind: string, id: string, field: string) => {
    const index = at.get(id);
    if (index === undefined) throw new NeoLrpError('E_UNKNOWN_ID', `the instance has no ${kind} '${id}'`, { field, value: id });
    return index;
  };
  const vehicleAt = new Map(modelOf(instance).types.map(({ id }, k) => [id, k]));
  return plan.routes.map(({ depot, stops, vehicle }, r) => ({
    ...(instance.vehicles && vehicle !== undefined && { vehicle: find(vehicleAt, 'vehicle', vehicle, `routes[${r}].vehicle`) }),
    depot: find(depotAt, 'depot', depot, `routes[${r}].depot`),
    stops: stops.map((stop, k) => find(customerAt, 'customer', stop, `routes[${r}].stops[${k}]`)),
  }));
}

/** Where a plan does not say which depots are open: those used and those locked open, as the verifier takes it. */
export function openDepotsOf({ depots }: Instance, { openDepots, routes }: Plan | Solution): readonly string[] {
  const used = new Set(routes.map(({ depot }) => depot));
  return openDepots ?? depots.filter(({ id, status }) => used.has(id) || status === 'open').map(({ id }) => id);
}
