/** What a map shows, by position: which depots are open, who serves whom, and what it costs. */

import { checkPlan } from '../problem/check-plan.ts';
import type { Instance } from '../problem/instance.ts';
import { type CostBreakdown, describeRoutes, type Plan, type Route, type Solution } from '../problem/solution.ts';
import { type Amounts, amountsOf } from './amounts.ts';
import { depotColours, type Theme } from './palette.ts';
import { placeNames } from './place-names.ts';
import { type Box, type Point, projectionOf } from './projection.ts';

export interface DepotInScene {
  readonly name: string;
  readonly at: Point;
  readonly state: 'open' | 'closed' | 'candidate';
  /** The state is locked in the instance. */
  readonly locked: boolean;
  readonly colour: string;
  readonly capacity: number | null;
  readonly customers: number;
  readonly routes: number;
  readonly load: number;
}

export interface CustomerInScene {
  readonly name: string;
  readonly at: Point;
  readonly demand: number;
  /** Position of the serving depot; undefined if there is none. */
  readonly depot: number | undefined;
}

export interface RouteInScene {
  readonly depot: number;
  readonly stops: readonly number[];
  readonly load: number;
  /** Vehicle and hours, in words, where the instance has them. */
  readonly further: string;
}

export interface Scene {
  readonly depots: readonly DepotInScene[];
  readonly customers: readonly CustomerInScene[];
  readonly routes: readonly RouteInScene[];
  readonly amounts: Amounts;
  readonly kilometresPerPixel?: number;
  readonly outcome?: {
    readonly cost: CostBreakdown;
    readonly vehicles: number;
    readonly distance: number;
    /** In kg CO₂, where vehicles have any. */
    readonly emission?: number;
    readonly violations: number;
  };
}

/** Places that are not in the instance are not drawn; the verifier counts them. */
export function composeScene(instance: Instance, plan: Plan | Solution | undefined, box: Box, theme: Theme): Scene {
  const { depots, customers } = instance;
  const { points, kilometresPerPixel } = projectionOf(instance).fit(box);
  const depotAt = new Map(depots.map((d, k) => [d.id, k]));
  const customerAt = new Map(customers.map((c, k) => [c.id, k]));
  const indexed = <T>(values: readonly (T | undefined)[]) => values.filter((value) => value !== undefined);

  const amounts = amountsOf(instance);
  const checked = plan && checkPlan(instance, plan);
  const further = (route: Route | null | undefined) =>
    [
      ...(route?.vehicle === undefined ? [] : [`, vehicle ${route.vehicle}`]),
      ...(route?.times && Number.isFinite(route.duration)
        ? [`, ${amounts.clock(route.times.start)} to ${amounts.clock(route.times.return)}`]
        : []),
    ].join('');
  const routes = indexed(
    (plan?.routes ?? []).map((route, r): RouteInScene | undefined => {
      const depot = depotAt.get(route.depot);
      const stops = indexed(route.stops.map((id) => customerAt.get(id)));
      if (depot === undefined || stops.length === 0) return undefined;
      return { depot, stops, load: stops.reduce((sum, k) => sum + customers[k].demand, 0), further: further(checked?.routes[r]) };
    }),
  );
  const servedBy = new Map(routes.flatMap(({ depot, stops }) => stops.map((k) => [k, depot] as const)));
  const open = new Set(routes.map((route) => route.depot));
  for (const id of plan?.openDepots ?? []) {
    const depot = depotAt.get(id);
    if (depot !== undefined) open.add(depot);
  }
  depots.forEach((d, k) => {
    if (d.status === 'open') open.add(k);
  });

  const colours = depotColours(depots, theme.depots);
  const depotNames = placeNames(depots);
  const customerNames = placeNames(customers);
  return {
    depots: depots.map((depot, k): DepotInScene => {
      const own = routes.filter((route) => route.depot === k);
      const state = open.has(k) ? 'open' : plan || depot.status === 'closed' ? 'closed' : 'candidate';
      return {
        name: depotNames.get(depot.id) ?? depot.id,
        at: points[k],
        state,
        locked: depot.status === state && state !== 'candidate',
        colour: open.has(k) ? colours[k] : theme.faint,
        capacity: depot.capacity,
        customers: own.reduce((sum, { stops }) => sum + stops.length, 0),
        routes: own.length,
        load: own.reduce((sum, { load }) => sum + load, 0),
      };
    }),
    customers: customers.map((customer, k) => ({
      name: customerNames.get(customer.id) ?? customer.id,
      at: points[depots.length + k],
      demand: customer.demand,
      depot: servedBy.get(k),
    })),
    routes,
    amounts,
    kilometresPerPixel,
    outcome: plan &&
      checked && {
        cost: checked.cost,
        vehicles: plan.routes.length,
        distance: describeRoutes(instance, routes).routes.reduce((sum, route) => sum + route.distance, 0),
        emission: checked.emission,
        violations: checked.violations.length,
      },
  };
}
