/** A plan as a report to print, in the language of the instance: a fragment of HTML. */
import type { Instance } from '../problem/instance.ts';
import type { Route, Solution } from '../problem/solution.ts';
import { verify } from '../problem/verify.ts';
import { amountsOf } from './amounts.ts';
import type { BaseMap } from './base-map.ts';
import { type Column, column, shownTable, type Table } from './columns.ts';
import { costNotes, costSplit } from './cost-split.ts';
import { type DepotFigures, depotFigures } from './depot-figures.ts';
import { htmlTable, paragraph } from './html.ts';
import { drawMap } from './map.ts';
import { placeNames } from './place-names.ts';
import { routeColumns } from './route-table.ts';
import { describeRules } from './summary.ts';
import { element, escapeXml } from './svg.ts';
import { headings } from './words.ts';

/** `isOutdated`: the data has changed since the plan was made. */
export function drawReport(instance: Instance, solution: Solution, isOutdated = false, base?: BaseMap): string {
  const { language } = instance.units;
  const [amounts, words] = [amountsOf(instance, language), headings(language)];
  const { cost, feasible, routes } = verify(instance, solution);
  const notes = costNotes(instance, routes, amounts);
  const parts = costSplit(cost).map(({ kind, value }) => [words[kind], amounts.cost(value), notes[kind] ?? '']);
  const facts = [
    [words.customers, amounts.number(instance.customers.length)],
    [words.totalDemand, amounts.demand(instance.customers.reduce((sum, { demand }) => sum + demand, 0))],
    [words.possibleDepots, amounts.number(instance.depots.length)],
    [words.open, amounts.number(solution.openDepots.length)],
  ];
  const rules = describeRules(instance, amounts, words);
  const made = [
    `NEO-LRP ${solution.versions['neo-lrp']}, ${words.method} ${solution.method}, ${words.seed} ${solution.seed}`,
    `${amounts.number(Math.round(10 * solution.time.total) / 10)} s, ${words.instance} ${solution.instanceHash}`,
  ];
  const table = (heads: readonly string[], rows: readonly (readonly string[])[]) =>
    htmlTable(
      heads.map((text) => ({ text })),
      rows.map((cells) => ({ cells })),
    );
  return [
    element('h1', {}, escapeXml(instance.name)),
    paragraph(facts.map(([label, value]) => `${label}: ${value}`).join(' · ')),
    table([words.total, amounts.cost(cost.total), feasible ? words.feasible : words.infeasible], parts),
    ...(isOutdated ? [paragraph(words.outdated)] : []),
    ...(rules.length > 0 ? [paragraph(`${words.rules}: ${rules.join('; ')}.`)] : []),
    drawMap(instance, solution, { base }),
    element('h2', {}, escapeXml(words.depots)),
    table(...depotTable(instance, solution)),
    element('h2', {}, escapeXml(words.routes)),
    table(...routesWithStops(instance, solution)),
    element('footer', {}, escapeXml(made.join(', '))),
  ].join('\n');
}

function depotTable(instance: Instance, solution: Solution): Table {
  const words = headings(instance.units.language);
  const { heading } = amountsOf(instance);
  const names = placeNames(instance.depots);
  const columns: readonly Column<DepotFigures>[] = [
    column(words.depot, 'text', ({ depot }) => names.get(depot.id)),
    column(words.customers, 'number', ({ customers }) => customers),
    column(words.routes, 'number', ({ routes }) => routes),
    column(heading.demand(words.load), 'number', ({ load }) => load),
    column(heading.demand(words.capacity), 'number', ({ depot }) => depot.capacity ?? words.unlimited),
    column(heading.cost(words.opening), 'money', ({ depot }) => depot.openingCost),
    column(heading.cost(words.routeCosts), 'money', ({ routing }) => routing),
  ];
  return shownTable(columns, depotFigures(instance, solution, solution.routes), instance, instance.units.language);
}

function routesWithStops(instance: Instance, { routes }: Solution): Table {
  const words = headings(instance.units.language);
  const names = placeNames(instance.customers);
  const inOrder = column<Route>(words.stopsInOrder, 'text', ({ stops }) => stops.map((stop) => names.get(stop)).join(', '));
  return shownTable([...routeColumns(instance, words), inOrder], routes, instance, instance.units.language);
}
