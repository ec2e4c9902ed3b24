/** A plan, or several scenarios, as a report to print, in the language of the instance. */
import { changesText } from '../problem/change.ts';
import { NeoLrpError } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import { modelOf } from '../problem/model.ts';
import type { Plan, Route, Solution } from '../problem/solution.ts';
import { unitsOf } from '../problem/units.ts';
import { verify } from '../problem/verify.ts';
import { amountsOf } from './amounts.ts';
import type { BaseMap } from './base-map.ts';
import { type Column, column, shownTable, type Table } from './columns.ts';
import { costNotes, costSplit } from './cost-split.ts';
import { type DepotFigures, depotFigures } from './depot-figures.ts';
import { htmlPage, htmlTable, paragraph } from './html.ts';
import { drawMap } from './map.ts';
import { placeNames } from './place-names.ts';
import { drawHistogram } from './plan-charts.ts';
import { costToServe, histogram, routeFill, routeHours, type ServedCustomer } from './plan-numbers.ts';
import { routeColumns } from './route-table.ts';
import {
  isDecision,
  recommendation,
  recommended,
  type ScenarioRow,
  type SolvedScenario,
  scenarioColumns,
  scenarioRows,
} from './scenario-table.ts';
import { describeRules } from './summary.ts';
import { element, escapeXml } from './svg.ts';
import { drawTimetable } from './timetable-chart.ts';
import { headings, type Words } from './words.ts';

const style = `
@page { size: A4; margin: 14mm; }
body { font: 13px/1.45 Inter, 'Helvetica Neue', Arial, sans-serif; color: #1c2430; margin: 0 auto; max-width: 64rem; padding: 1rem; }
h1 { font-size: 1.5rem; margin: 0 0 .3rem; }
h2 { font-size: 1.1rem; margin: 1.6rem 0 .4rem; break-after: avoid; }
p { margin: 0 0 .7rem; color: #4a5360; }
.lead { font-size: 1.15rem; color: #1c2430; border-left: 4px solid #2166ac; padding: .3rem .8rem; }
table { border-collapse: collapse; width: 100%; margin: 0 0 .8rem; }
th, td { padding: .25rem .45rem; border-bottom: 1px solid #dde1e7; text-align: left; vertical-align: top; font-variant-numeric: tabular-nums; }
thead { display: table-header-group; }
tr, svg { break-inside: avoid; }
svg { max-width: 100%; height: auto; }
.charts { display: flex; flex-wrap: wrap; gap: 1rem; }
.charts svg { flex: 1 1 18rem; min-width: 0; max-width: 28rem; }
footer { margin-top: 1.5rem; color: #4a5360; }
@media print { body { padding: 0; max-width: none; font-size: 10px; } }
`;

/** A fragment of HTML. `isOutdated`: the data has changed since the plan was made. */
export function drawReport(instance: Instance, solution: Solution, isOutdated = false, base?: BaseMap): string {
  return [
    element('h1', {}, escapeXml(instance.name)),
    ...planParts(instance, solution, isOutdated, base),
    element('footer', {}, escapeXml(madeText(instance, solution))),
  ].join('\n');
}

function planParts(instance: Instance, plan: Plan | Solution, isOutdated: boolean, base?: BaseMap): readonly string[] {
  const { language } = instance.units;
  const [amounts, words] = [amountsOf(instance, language), headings(language)];
  const { cost, feasible, routes } = verify(instance, plan);
  const notes = costNotes(instance, routes, amounts);
  const parts = costSplit(cost).map(({ kind, value }) => [words[kind], amounts.cost(value), notes[kind] ?? '']);
  const depots = depotFigures(instance, plan, routes);
  const facts = [
    [words.customers, amounts.number(instance.customers.length)],
    [words.totalDemand, amounts.demand(instance.customers.reduce((sum, { demand }) => sum + demand, 0))],
    [words.possibleDepots, amounts.number(instance.depots.length)],
    [words.open, amounts.number(depots.length)],
  ];
  const rules = describeRules(instance, amounts, words);
  return [
    paragraph(facts.map(([label, value]) => `${label}: ${value}`).join(' · ')),
    table([words.total, amounts.cost(cost.total), feasible ? words.feasible : words.infeasible], parts),
    ...(isOutdated ? [paragraph(words.outdated)] : []),
    ...(rules.length > 0 ? [paragraph(`${words.rules}: ${rules.join('; ')}.`)] : []),
    drawMap(instance, plan, { base }),
    element('h2', {}, escapeXml(words.depots)),
    table(...depotTable(instance, depots)),
    ...timetableOf(instance, drivenIn(routes), words),
    element('h2', {}, escapeXml(words.routes)),
    table(...routesWithStops(instance, drivenIn(routes))),
  ];
}

function timetableOf(instance: Instance, routes: readonly Route[], words: Words): readonly string[] {
  const drawn = drawTimetable(instance, routes);
  return drawn === undefined ? [] : [element('h2', {}, escapeXml(words.timetable)), drawn];
}

const drivenIn = (routes: readonly (Route | null)[]) => routes.filter((route) => route !== null);

/** Scenarios as a page that needs nothing else, the recommendation first. `reference`: the scenario that others are compared with. */
export function reportPage(scenarios: readonly SolvedScenario[], reference?: string, base?: BaseMap): string {
  const rows = scenarioRows(scenarios, reference);
  const best = recommended(rows) ?? rows.find(({ numbers }) => numbers);
  if (!best?.scenario.solution)
    throw new NeoLrpError('E_USAGE', 'no scenario has a plan, so there is nothing to report', { field: 'scenarios' });
  const { instance, solution: plan, name } = best.scenario;
  const { language = 'en' } = instance.units;
  const words = headings(language);
  const heading = (text: string) => element('h2', {}, escapeXml(text));
  const shown = (some: readonly ScenarioRow[], columns: readonly Column<ScenarioRow>[]) =>
    table(...shownTable(columns, some, instance, instance.units.language));
  const { name: called, costs, figures } = scenarioColumns(instance, rows, words);
  const [decided, circumstances] = [true, false].map((wanted) => rows.filter(({ scenario }) => isDecision(scenario) === wanted));
  const same = column<ScenarioRow>(words.sameSites, 'text', ({ openDepots, numbers }) =>
    numbers ? (openDepots.join() === best.openDepots.join() ? words.yes : words.no) : '',
  );
  const changed = rows.filter(({ scenario }) => Object.keys(scenario.changes).length > 0);
  const body = [
    element('h1', {}, escapeXml(instance.name)),
    element('p', { class: 'lead' }, escapeXml(recommendation(rows, language) ?? words.noPlan)),
    heading(words.scenarios),
    shown(decided, [called, ...costs]),
    shown(decided, [called, ...figures]),
    ...(circumstances.length > 0 ? [heading(words.sensitivities), shown(circumstances, [called, ...costs.slice(0, 3), same])] : []),
    heading(words.figures),
    figuresTable(instance, best, figures),
    histograms(instance, plan, words),
    heading(`${words.recommendation}: ${name}`),
    ...planParts(instance, plan, false, base),
    heading(words.costToServe),
    paragraph(words.sharing),
    servedTable(instance, plan),
    heading(words.assumptions),
    table([words.assumptions, ''], assumptions(instance)),
    ...(changed.length > 0
      ? [
          table(
            [words.scenario, words.changes],
            changed.map(({ scenario }) => [scenario.name, changesText(scenario.changes)]),
          ),
        ]
      : []),
    ...('versions' in plan ? [element('footer', {}, escapeXml(madeText(instance, plan as Solution)))] : []),
  ];
  return htmlPage(`${instance.name}: ${words.scenarios}`, language, style, body);
}

/** What follows the costs, as rows. */
function figuresTable(instance: Instance, row: ScenarioRow, columns: readonly Column<ScenarioRow>[]): string {
  const { language } = instance.units;
  const [words, { number, heading }] = [headings(language), amountsOf(instance, language)];
  const [heads, [cells]] = shownTable(columns, [row], instance, instance.units.language);
  const perUnit = row.numbers?.costPerUnit == null ? [] : [[heading.cost(words.costPerUnit), number(row.numbers.costPerUnit)]];
  return table([words.figures, ''], [...heads.map((head, k) => [head, cells[k]]).filter(([, value]) => value !== ''), ...perUnit]);
}

function histograms(instance: Instance, plan: Plan | Solution, words: Words): string {
  const { language } = instance.units;
  const routes = drivenIn(verify(instance, plan).routes);
  const fill = histogram(routeFill(instance, routes).map((share) => 100 * share));
  const hours = modelOf(instance).usesTime ? histogram(routeHours(instance, routes)) : [];
  const charts = [
    { bins: fill, title: words.routeFill },
    { bins: hours, title: words.routeHours },
  ].filter(({ bins }) => bins.length > 0);
  return element('div', { class: 'charts' }, ...charts.map(({ bins, title }) => drawHistogram(bins, title, words.routes, language)));
}

/** Those that cost most. */
const mostServed = 15;

function servedTable(instance: Instance, plan: Plan | Solution): string {
  const dearest = costToServe(instance, plan).toSorted((a, b) => b.cost - a.cost);
  return table(...shownTable(servedColumns(instance), dearest.slice(0, mostServed), instance, instance.units.language));
}

/** Customers with what it costs to serve them. */
export function servedColumns(instance: Instance): readonly Column<ServedCustomer>[] {
  const { language } = instance.units;
  const [words, { heading }] = [headings(language), amountsOf(instance, language)];
  const [customers, depots] = [placeNames(instance.customers), placeNames(instance.depots)];
  return [
    column(words.customer, 'text', ({ customer }) => customers.get(customer) ?? customer),
    column(words.depot, 'text', ({ depot }) => depots.get(depot) ?? depot),
    column(heading.demand(words.demand), 'number', ({ demand }) => demand),
    column(heading.cost(words.costToServe), 'money', ({ cost }) => cost),
    column(heading.cost(words.costPerUnit), 'money', ({ cost, demand }) => (demand > 0 ? cost / demand : undefined)),
  ];
}

/** What was taken for granted. */
function assumptions(instance: Instance): readonly (readonly string[])[] {
  const { language } = instance.units;
  const [words, { cost, demand, number, distance }] = [headings(language), amountsOf(instance, language)];
  const { travel, vehicles, maxRouteDistance } = instance;
  const { distance: unit } = unitsOf(instance);
  const per = unit === undefined ? '' : ` (${unit})`;
  const types = vehicles?.map(({ id, name = id, capacity, fixedCost, costPerDistance = instance.costPerDistance }) => {
    const most = typeof capacity === 'number' ? demand(capacity) : Object.values(capacity).map(number).join(' / ');
    return [`${words.vehicle}: ${name}`, `${most} · ${cost(fixedCost)} · ${words.fuel}${per} ${cost(costPerDistance)}`];
  });
  return [
    ...(types ?? [
      [words.vehicleCapacity, demand(instance.vehicleCapacity)],
      [words.vehicleCost, cost(instance.vehicleCost)],
      [`${words.fuel}${per}`, cost(instance.costPerDistance)],
    ]),
    ...(maxRouteDistance === undefined ? [] : [[`${words.route}, ${words.atMost}`, distance(maxRouteDistance)]]),
    ...(travel.speed === undefined ? [] : [[words.speed, distance(travel.speed)]]),
    ...(travel.kind === 'great-circle' ? [[words.detour, number(travel.detour)]] : []),
  ];
}

const table = (heads: readonly string[], rows: readonly (readonly string[])[]) =>
  htmlTable(
    heads.map((text) => ({ text })),
    rows.map((cells) => ({ cells })),
  );

function madeText(instance: Instance, { versions, method, seed, time, instanceHash }: Solution): string {
  const { language } = instance.units;
  const [{ number }, words] = [amountsOf(instance, language), headings(language)];
  const seconds = number(Math.round(10 * time.total) / 10);
  return `NEO-LRP ${versions['neo-lrp']}, ${words.method} ${method}, ${words.seed} ${seed}, ${seconds} s, ${words.instance} ${instanceHash}`;
}

function depotTable(instance: Instance, depots: readonly DepotFigures[]): Table {
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
  return shownTable(columns, depots, instance, instance.units.language);
}

function routesWithStops(instance: Instance, routes: readonly Route[]): Table {
  const words = headings(instance.units.language);
  const names = placeNames(instance.customers);
  const inOrder = column<Route>(words.stopsInOrder, 'text', ({ stops }) => stops.map((stop) => names.get(stop)).join(', '));
  return shownTable([...routeColumns(instance, words), inOrder], routes, instance, instance.units.language);
}
