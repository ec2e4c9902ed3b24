/** The routes of a plan as a table for people: columns that the instance has a use for. Rows are in the order of the plan, which numbers them. */
import type { Instance } from '../problem/instance.ts';
import { modelOf } from '../problem/model.ts';
import { extraCosts } from '../problem/route-figures.ts';
import { type Route, routeCost } from '../problem/solution.ts';
import { amountsOf } from './amounts.ts';
import { type Column, column, shownTable, type Table, useful } from './columns.ts';
import { placeNames } from './place-names.ts';
import { type Words, wordsOf } from './words.ts';

/** Null where a route has no figures. */
export const routeTable = (instance: Instance, routes: readonly (Route | null)[]): Table =>
  shownTable(routeColumns(instance, wordsOf()), routes, instance);

/** `costs`: columns of parts of the cost, before all of it. `tellsDay`: of the return, where it may be another. */
export function routeColumns(
  instance: Instance,
  words: Words,
  costs: readonly Column<Route>[] = [],
  tellsDay = false,
): readonly Column<Route>[] {
  const { heading } = amountsOf(instance);
  const model = modelOf(instance);
  const [depots, vehicles] = [placeNames(instance.depots), placeNames(instance.vehicles ?? [])];
  const { usesTime } = model;
  const [, ...further] = model.quantities;
  return useful<Route>([
    column(words.route, 'number', (_, r) => r + 1),
    column(words.depot, 'text', ({ depot }) => depots.get(depot) ?? depot),
    instance.vehicles !== undefined && column(words.vehicle, 'text', ({ vehicle = '' }) => vehicles.get(vehicle) ?? vehicle),
    column(words.stops, 'number', ({ stops }) => stops.length),
    column(heading.demand(words.load), 'number', ({ load }) => load),
    ...further.map((name) => column<Route>(name, 'number', ({ quantities }) => quantities?.[name] ?? 0)),
    column(heading.distance(words.distance), 'length', ({ distance }) => distance),
    usesTime && column(words.start, 'clock', ({ times }) => times?.start ?? Number.NaN),
    usesTime && column(words.return, 'clock', ({ times }) => times?.return ?? Number.NaN),
    usesTime && tellsDay && column(words.day, 'day', ({ times }) => times?.return ?? Number.NaN),
    usesTime && column(heading.duration(words.duration), 'duration', ({ duration = 0 }) => duration),
    usesTime && column(heading.duration(words.waiting), 'duration', ({ times }) => times?.waiting ?? 0),
    extraCosts(model).includes('emission') && column('kg CO₂', 'length', ({ emission = 0 }) => emission),
    ...costs,
    column(heading.cost(words.cost), 'money', (route) => routeCost(instance, route)),
  ]);
}
