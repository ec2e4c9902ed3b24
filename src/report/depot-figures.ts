/** What each open depot of a plan does and costs, from its routes. */
import type { Depot, Instance } from '../problem/instance.ts';
import { modelOf } from '../problem/model.ts';
import type { RouteCosts } from '../problem/route-figures.ts';
import type { Plan, Route, Solution } from '../problem/solution.ts';

export interface DepotFigures {
  readonly depot: Depot;
  readonly customers: number;
  readonly routes: number;
  readonly load: number;
  /** Of its routes, by kind. */
  readonly costs: RouteCosts;
  /** Of its routes, all together. */
  readonly routing: number;
}

export const costsOf = (instance: Instance, { cost, costs }: Route): RouteCosts =>
  costs ?? { fixed: modelOf(instance).types[0].fixedCost, distance: cost, time: 0, emission: 0, handling: 0 };

/** Those used, those named by the plan, and those locked open, in the order of the instance. `routes`: null where one has no figures. */
export function depotFigures(
  instance: Instance,
  { openDepots = [], routes: driven }: Plan | Solution,
  routes: readonly (Route | null)[],
): readonly DepotFigures[] {
  const open = new Set([...openDepots, ...driven.filter(({ stops }) => stops.length > 0).map(({ depot }) => depot)]);
  return instance.depots
    .filter(({ id, status }) => open.has(id) || status === 'open')
    .map((depot) => {
      const own = routes.filter((route) => route?.depot === depot.id);
      const sum = (of: (route: Route) => number) => own.reduce((total, route) => total + (route ? of(route) : 0), 0);
      const of = (kind: keyof RouteCosts) => sum((route) => costsOf(instance, route)[kind]);
      const costs = { fixed: of('fixed'), distance: of('distance'), time: of('time'), emission: of('emission'), handling: of('handling') };
      return {
        ...{ depot, costs, routes: own.length, customers: sum(({ stops }) => stops.length), load: sum(({ load }) => load) },
        routing: Object.values(costs).reduce((total, cost) => total + cost, 0),
      };
    });
}
