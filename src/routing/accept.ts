/** External solvers are not trusted: their routes are named, priced and verified here. */
import { NeoLrpError } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import { describeRoutes, type Route } from '../problem/solution.ts';
import { verify } from '../problem/verify.ts';

/**
 * `stops`: the customers of each route by position; `vehicles`: its vehicle type, the first unless given. Costs are true costs, whatever
 * scale the solver used.
 */
export function acceptRoutes(
  router: string,
  cvrp: Instance,
  stops: readonly (readonly number[])[],
  vehicles: readonly number[] = [],
): readonly Route[] {
  const stray = stops.flat().find((k) => !Number.isInteger(k) || k < 0 || k >= cvrp.customers.length);
  if (stray !== undefined) throw refused(router, `they visit customer ${stray} of ${cvrp.customers.length}`);
  const { routes } = describeRoutes(
    cvrp,
    stops.map((route, r) => ({ depot: 0, stops: route, vehicle: vehicles[r] ?? 0 })).filter((route) => route.stops.length > 0),
  );
  const { violations } = verify(cvrp, { routes });
  if (violations.length > 0) throw refused(router, violations[0].message);
  return routes;
}

const refused = (router: string, why: string) => new NeoLrpError('E_SOLVER_FAILED', `${router} returned invalid routes: ${why}`);
