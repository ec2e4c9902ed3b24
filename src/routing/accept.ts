/** Routers are not trusted: their routes are named, priced and verified here. */
import { NeoLrpError } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import { describeRoutes, type Route } from '../problem/solution.ts';
import { verify } from '../problem/verify.ts';
import type { Routing } from './router.ts';

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
  return requireAccepted(router, cvrp, { routes, stop: 'complete' }).routes;
}

/** For whatever calls itself a router: routes of the right shape that serve everybody within all limits. */
export function requireAccepted(router: string, instance: Instance, found: Routing | undefined): Routing {
  const routes = found?.routes;
  if (!found || !Array.isArray(routes)) throw refused(router, 'they are not a list under `routes`');
  const stray = routes.find((route) => typeof route?.depot !== 'string' || !Array.isArray(route.stops));
  if (stray !== undefined) throw refused(router, 'one of them is not { depot, stops } with ids');
  // Figures are computed anew, so what it says of them does not matter.
  const { violations } = verify(instance, { routes: routes.map(({ depot, vehicle, stops }) => ({ depot, vehicle, stops })) });
  if (violations.length > 0) throw refused(router, violations[0].message);
  return found;
}

const refused = (router: string, why: string) => new NeoLrpError('E_SOLVER_FAILED', `${router} returned invalid routes: ${why}`);
