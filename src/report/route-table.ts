/** The routes of a plan as a table for people: a row each, with the columns that the instance has a use for. */
import type { Instance } from '../problem/instance.ts';
import type { Language } from '../problem/languages.ts';
import { modelOf } from '../problem/model.ts';
import { extraCosts } from '../problem/route-figures.ts';
import { type Route, routeCost } from '../problem/solution.ts';
import { amountsOf } from './amounts.ts';
import { placeNames } from './place-names.ts';
import { wordsOf } from './words.ts';

export interface RouteTable {
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

interface Column {
  readonly head: string;
  readonly cell: (route: Route, position: number) => string;
}

/** `routes` in the order of the plan, which numbers them; null where a route has no figures. */
export function routeTable(instance: Instance, routes: readonly (Route | null)[], language?: Language): RouteTable {
  const columns = columnsOf(instance, language);
  return {
    heads: columns.map(({ head }) => head),
    rows: routes.flatMap((route, r) => (route ? [columns.map(({ cell }) => cell(route, r))] : [])),
  };
}

function columnsOf(instance: Instance, language?: Language): readonly Column[] {
  const { heading, clock, duration: hours, number } = amountsOf(instance, language);
  const words = wordsOf(language);
  const depots = placeNames(instance.depots);
  const vehicles = placeNames(instance.vehicles ?? []);
  const [, ...further] = modelOf(instance).quantities;
  const timed: Column[] = [
    { head: words.start, cell: ({ times }) => clock(times?.start ?? Number.NaN) },
    { head: words.return, cell: ({ times }) => clock(times?.return ?? Number.NaN) },
    { head: heading.duration(words.duration), cell: ({ duration = 0 }) => hours(duration) },
    { head: heading.duration(words.waiting), cell: ({ times }) => hours(times?.waiting ?? 0) },
  ];
  return [
    { head: words.route, cell: (_, r) => number(r + 1) },
    { head: words.depot, cell: ({ depot }) => depots.get(depot) ?? depot },
    ...(instance.vehicles ? [{ head: words.vehicle, cell: ({ vehicle = '' }: Route) => vehicles.get(vehicle) ?? vehicle }] : []),
    { head: words.stops, cell: ({ stops }) => number(stops.length) },
    { head: heading.demand(words.load), cell: ({ load }) => number(load) },
    ...further.map((name) => ({ head: name, cell: ({ quantities = {} }: Route) => number(quantities[name] ?? 0) })),
    { head: heading.distance(words.distance), cell: ({ distance }) => number(distance) },
    ...(modelOf(instance).usesTime ? timed : []),
    ...(extraCosts(modelOf(instance)).emission ? [{ head: 'kg CO₂', cell: ({ emission = 0 }: Route) => number(emission) }] : []),
    { head: heading.cost(words.cost), cell: (route) => number(routeCost(instance, route)) },
  ];
}
