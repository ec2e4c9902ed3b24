/** The routing stage: one CVRP per depot in use, several at a time; all in one where depots share vehicles. */

import { indexRoutes } from '../formats/indexed-plan.ts';
import { isObject, requireArgument } from '../problem/arguments.ts';
import { requireOneDay } from '../problem/days.ts';
import { NeoLrpError } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import { requireInstanceShape } from '../problem/instance-shape.ts';
import { modelOf } from '../problem/model.ts';
import type { IndexedRoute } from '../problem/solution.ts';
import { depotSubproblem } from '../problem/subproblem.ts';
import { Random } from '../run/random.ts';
import { type Stop, type StopReason, StopWatch } from '../run/stop.ts';
import { requireAccepted } from './accept.ts';
import type { Router, RouterOptions } from './router.ts';
import { boundToDepots, overdrawnType, sharedType } from './shared-fleet.ts';

export interface RouteDepotsOptions {
  readonly stop: Stop;
  readonly seed: number;
  readonly threads: number;
}

export interface DepotRoutes {
  readonly routes: readonly IndexedRoute[];
  readonly stop: StopReason;
  /** Sum of the proven bounds on travel and vehicles, if every depot has one. */
  readonly bound?: number;
}

/** After an abort, depots without routes still get first ones, so that there is a plan. */
const afterAbort: Stop = { iterations: 1, seconds: 0.1 };

/** `assignment`: the depot of each customer, by position. The seconds are divided; all other criteria apply to each CVRP. */
export async function routeDepots(
  instance: Instance,
  assignment: readonly number[],
  router: Router,
  options: RouteDepotsOptions,
): Promise<DepotRoutes> {
  const { depots, customers } = requireInstanceShape(instance);
  requireOneDay(instance);
  const isAssigned = Array.isArray(assignment) || ArrayBuffer.isView(assignment);
  requireArgument(
    isAssigned && assignment.length === customers.length && assignment.every((d) => depots[d]),
    'assignment',
    'the position of a depot for each customer',
  );
  requireArgument(isObject(router, 'solve'), 'router', 'a router, such as hgsRouter');
  requireArgument(isObject(options, 'stop'), 'options', 'options { stop, seed, threads }');
  const { stop, seed = 1, threads = 1 } = options;
  const customersOf = new Map<number, number[]>();
  assignment.forEach((depot, customer) => {
    const customers = customersOf.get(depot);
    if (customers) customers.push(customer);
    else customersOf.set(depot, [customer]);
  });
  const shared = sharedType(instance, [...customersOf.keys()]);
  if (shared !== undefined && router.solveTogether) return routeTogether(instance, assignment, router, { stop, seed });
  // The largest first, so that threads finish at about the same time.
  const jobs = [...customersOf].sort(([a, as], [b, bs]) => bs.length - as.length || a - b);
  const watch = new StopWatch(stop);
  const { types } = modelOf(instance);
  const waves = Math.ceil(jobs.length / threads);
  const random = new Random(seed);

  const routed: { readonly routes: readonly IndexedRoute[]; readonly stop: StopReason; readonly bound?: number }[] = [];
  let next = 0;
  const work = async () => {
    for (let k = next++; k < jobs.length; k = next++) {
      const [depot, customers] = jobs[k];
      const wavesLeft = waves - Math.floor(k / threads);
      const budget: Stop = stop.signal?.aborted
        ? afterAbort
        : stop.seconds === undefined
          ? stop
          : { ...stop, seconds: Math.max(0, watch.remaining()) / wavesLeft };
      const part = depotSubproblem(instance, depot, customers);
      const positionOf = new Map(part.customers.map(({ id }, i) => [id, customers[i]]));
      const answer = await router.solve(part, { stop: budget, seed: jobs.length === 1 ? seed : random.split(k).uint32() });
      const found = requireAccepted(router.name, part, answer);
      routed[k] = {
        routes: found.routes.map(({ stops, vehicle }) => ({
          depot,
          stops: stops.map((id) => positionOf.get(id) ?? -1),
          ...(vehicle !== undefined && { vehicle: types.findIndex(({ id }) => id === vehicle) }),
        })),
        stop: found.stop,
        bound: found.bound,
      };
    }
  };
  await Promise.all(Array.from({ length: Math.min(threads, jobs.length) }, work));
  const routes = routed.flatMap((part) => part.routes);
  requireVehicles(instance, routes, router);
  return {
    routes,
    stop: joined(routed.map((part) => part.stop)),
    bound: routed.reduce<number | undefined>((sum, { bound }) => (sum === undefined || bound === undefined ? undefined : sum + bound), 0),
  };
}

async function routeTogether(
  instance: Instance,
  assignment: readonly number[],
  router: Router,
  options: RouterOptions,
): Promise<DepotRoutes> {
  const budget = options.stop.signal?.aborted ? afterAbort : options.stop;
  const whole = boundToDepots(instance, assignment);
  const answer = await router.solveTogether?.(whole, { ...options, stop: budget });
  const { routes, stop, bound } = requireAccepted(router.name, whole, answer);
  const plan = routes.map(({ depot, vehicle, stops }) => ({ depot, vehicle, stops: [...stops] }));
  return { routes: indexRoutes(instance, { routes: plan }), stop, bound };
}

/** Depots that were routed one by one may have taken more vehicles than they share. */
function requireVehicles(instance: Instance, routes: readonly IndexedRoute[], { name }: Router): void {
  const over = overdrawnType(instance, routes);
  if (over === undefined) return;
  const { id, available } = modelOf(instance).types[over];
  throw new NeoLrpError(
    'E_UNSUPPORTED',
    `router '${name}' routes each depot by itself and used more than the ${available} vehicles of type '${id}' that the depots share; the built-in one, hgs, routes them together`,
    { field: 'vehicles.available', value: available },
  );
}

/** Complete only if every part is; an abort takes precedence. */
const joined = (reasons: readonly StopReason[]): StopReason =>
  reasons.find((reason) => reason === 'aborted') ?? reasons.find((reason) => reason !== 'complete') ?? 'complete';
