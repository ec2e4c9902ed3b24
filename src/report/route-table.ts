/** The routes of a plan as a table for people: a row each, with the columns that the instance has a use for. */
import type { Instance } from '../problem/instance.ts';
import { extraCosts } from '../problem/route-figures.ts';
import { type Route, routeCost } from '../problem/solution.ts';
import { quantityNames, usesTime } from '../problem/vehicles.ts';
import { amountsOf } from './amounts.ts';
import { formatNumber } from './number.ts';
import { placeNames } from './place-names.ts';

export interface RouteTable {
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

interface Column {
  readonly head: string;
  readonly cell: (route: Route, position: number) => string;
}

/** `routes` in the order of the plan, which numbers them; null where a route has no figures. */
export function routeTable(instance: Instance, routes: readonly (Route | null)[]): RouteTable {
  const columns = columnsOf(instance);
  return {
    heads: columns.map(({ head }) => head),
    rows: routes.flatMap((route, r) => (route ? [columns.map(({ cell }) => cell(route, r))] : [])),
  };
}

function columnsOf(instance: Instance): readonly Column[] {
  const { heading, clock } = amountsOf(instance);
  const depots = placeNames(instance.depots);
  const vehicles = placeNames(instance.vehicles ?? []);
  const [, ...further] = quantityNames(instance);
  const timed: Column[] = [
    { head: 'start', cell: ({ times }) => clock(times?.start ?? Number.NaN) },
    { head: 'return', cell: ({ times }) => clock(times?.return ?? Number.NaN) },
    { head: heading.duration('duration'), cell: ({ duration = 0 }) => formatNumber(duration) },
    { head: heading.duration('waiting'), cell: ({ times }) => formatNumber(times?.waiting ?? 0) },
  ];
  return [
    { head: 'route', cell: (_, r) => formatNumber(r + 1) },
    { head: 'depot', cell: ({ depot }) => depots.get(depot) ?? depot },
    ...(instance.vehicles ? [{ head: 'vehicle', cell: ({ vehicle = '' }: Route) => vehicles.get(vehicle) ?? vehicle }] : []),
    { head: 'stops', cell: ({ stops }) => formatNumber(stops.length) },
    { head: heading.demand('load'), cell: ({ load }) => formatNumber(load) },
    ...further.map((name) => ({ head: name, cell: ({ quantities = {} }: Route) => formatNumber(quantities[name] ?? 0) })),
    { head: heading.distance('distance'), cell: ({ distance }) => formatNumber(distance) },
    ...(usesTime(instance) ? timed : []),
    ...(extraCosts(instance).emission ? [{ head: 'kg CO₂', cell: ({ emission = 0 }: Route) => formatNumber(emission) }] : []),
    { head: heading.cost('cost'), cell: (route) => formatNumber(routeCost(instance, route)) },
  ];
}
