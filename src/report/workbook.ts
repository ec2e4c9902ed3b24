/** A plan as an Excel workbook, in the language of the instance: summary, costs, depots, routes, stops with times, assignment. */

import type { BinaryFile } from '../formats/format.ts';
import { customerRows, depotRows } from '../formats/place-rows.ts';
import { fileNameOf } from '../formats/source.ts';
import { packWorkbook, requireFits, type Sheet } from '../formats/xlsx-write.ts';
import { changesText } from '../problem/change.ts';
import type { Customer, Instance } from '../problem/instance.ts';
import { requireInstanceShape } from '../problem/instance-shape.ts';
import { modelOf } from '../problem/model.ts';
import { extraCosts, type RouteCosts } from '../problem/route-figures.ts';
import type { Plan, Route, Solution } from '../problem/solution.ts';
import { quantityOf } from '../problem/vehicles.ts';
import { type Verification, verify } from '../problem/verify.ts';
import { type Amounts, amountsOf } from './amounts.ts';
import { type Column, column, excelCell, excelDays, type Kind } from './columns.ts';
import { type CostKind, costNotes, costSplit } from './cost-split.ts';
import { costsOf, type DepotFigures, depotFigures } from './depot-figures.ts';
import { placeNames } from './place-names.ts';
import { costToServe } from './plan-numbers.ts';
import { servedColumns } from './report-page.ts';
import { routeSheets, stopColumns, stopRows } from './route-sheets.ts';
import { routeColumns } from './route-table.ts';
import { recommended, type SolvedScenario, scenarioColumns, scenarioRows } from './scenario-table.ts';
import { headings, type Words } from './words.ts';

export const workbookFormat = { name: 'xlsx', title: 'Excel workbook (costs, depots, routes, stops)', extensions: ['.xlsx'] } as const;

/** Throws E_FORMAT_UNSUPPORTED if a workbook cannot hold the plans of the instance. */
export function requireWorkbookFits(instance: Instance): void {
  requireFits({ sheet: 'depots', rows: depotRows(instance) });
  requireFits({ sheet: 'customers', rows: customerRows(instance) });
}

/** A plan as an Excel workbook: summary, costs, depots, routes, stops and assignment, in the language of the instance. */
export async function encodePlan(instance: Instance, plan: Plan | Solution): Promise<BinaryFile> {
  requireInstanceShape(instance);
  return { name: `${fileNameOf(instance.name)}.plan.xlsx`, bytes: await packWorkbook(planSheets(instance, plan)) };
}

/** Scenarios as an Excel workbook: side by side, who changes depot, and all sheets of the recommended plan. */
export async function encodeScenarios(scenarios: readonly SolvedScenario[], reference?: string): Promise<BinaryFile> {
  const rows = scenarioRows(scenarios, reference);
  const best = (recommended(rows) ?? rows.find(({ numbers }) => numbers))?.scenario;
  const { instance } = best ?? scenarios[0];
  const words = headings(instance.units.language);
  const cells = <Row>(columns: readonly Column<Row>[], items: readonly Row[]): Rows => [
    columns.map(({ head }) => head),
    ...items.map((item, r) => columns.map(({ kind, of }) => excelCell(of(item, r), kind, instance, words))),
  ];
  const [customers, depots] = [placeNames(instance.customers), placeNames(instance.depots)];
  const moves = rows.flatMap(({ scenario, moved }) => moved.map((move) => ({ ...move, scenario: scenario.name })));
  const moveColumns: readonly Column<(typeof moves)[number]>[] = [
    column(words.scenario, 'text', ({ scenario }) => scenario),
    column(words.customer, 'text', ({ customer }) => customers.get(customer) ?? customer),
    column(words.reference, 'text', ({ from }) => depots.get(from) ?? from),
    column(words.depot, 'text', ({ to }) => depots.get(to) ?? to),
  ];
  const { name, costs, figures } = scenarioColumns(instance, rows, words);
  const changes = scenarios.map(({ name: called, changes: of }) => [called, changesText(of)]);
  const sheets: readonly (readonly [string, Rows])[] = [
    [words.scenarios, cells([name, ...costs, ...figures], rows)],
    ...(moves.length > 0 ? [[words.movedCustomers.slice(0, 31), cells(moveColumns, moves)] as const] : []),
    [words.changes, [[words.scenario, words.changes], ...changes]],
    ...(best?.solution
      ? [[words.costToServe.slice(0, 31), cells(servedColumns(instance), costToServe(instance, best.solution))] as const]
      : []),
  ];
  const ofPlan = best?.solution ? planSheets(instance, best.solution) : [];
  const all = [...sheets.map(([sheet, sheetRows]) => ({ sheet, rows: sheetRows })), ...ofPlan];
  return { name: `${fileNameOf(instance.name)}.scenarios.xlsx`, bytes: await packWorkbook(all) };
}

interface Context {
  readonly instance: Instance;
  readonly plan: Plan | Solution;
  readonly verified: Verification;
  readonly amounts: Amounts;
  readonly words: Words;
  readonly depots: readonly DepotFigures[];
}

type Rows = Sheet['rows'];
type Days = NonNullable<Plan['days']> | NonNullable<Solution['days']>;

/** The cost of the depots, what each day costs, what sites supply day by day, and the stops of all days. */
function daySheets(instance: Instance, plan: Plan | Solution, days: Days): readonly Sheet[] {
  const { language } = instance.units;
  const words = headings(language);
  const amounts = amountsOf(instance, language);
  const { cost, days: found = [], feasible, violations } = verify(instance, plan);
  const money = (value: number) => excelCell(value, 'money', instance, words);
  const kinds = costSplit(cost).map(({ kind }) => kind);
  const open = plan.openDepots ?? [];
  const heading = (head: string) => amounts.heading.cost(head);
  const kindHeads = [words.total, ...kinds.map((kind) => words[kind])].map(heading);
  const kindCells = (of: Verification['cost']) => [money(of.total), ...kinds.map((kind) => money(of[kind] ?? 0))];
  const costOn = new Map(found.map(({ day, cost: ofDay }) => [day, ofDay]));
  const loadAt = (routes: Days[number]['routes'], id: string) => sum(routes.map(({ depot, load }) => (depot === id ? load : 0)));
  return [
    {
      sheet: words.summarySheet,
      rows: [
        [words.instance, instance.name],
        [feasible ? words.feasible : words.infeasible, feasible ? '✓' : violations[0].message.slice(0, 1000)],
        [words.open, open.join(', ')],
        ...kindHeads.map((head, k) => [head, kindCells(cost)[k]]),
      ],
    },
    {
      sheet: words.day,
      rows: [
        [words.day, ...kindHeads, words.vehicles, ...open.map((id) => amounts.heading.demand(`${words.load} ${id}`))],
        ...days.map(({ day, routes }) => [
          day,
          ...kindCells(costOn.get(day) ?? cost),
          routes.length,
          ...open.map((id) => loadAt(routes, id)),
        ]),
      ],
    },
    {
      sheet: words.stopsSheet,
      rows: [
        [words.day, words.route, words.depot, words.vehicle, words.stop, words.customer],
        ...days.flatMap(({ day, routes }) =>
          routes.flatMap(({ depot, vehicle = '', stops: visits }, r) => visits.map((stop, k) => [day, r + 1, depot, vehicle, k + 1, stop])),
        ),
      ],
    },
  ];
}

function planSheets(instance: Instance, plan: Plan | Solution): readonly Sheet[] {
  if (plan?.days) return daySheets(instance, plan, plan.days);
  const { language } = instance.units;
  const words = headings(language);
  const verified = verify(instance, plan);
  const depots = depotFigures(instance, plan, verified.routes);
  const context = { instance, plan, verified, amounts: amountsOf(instance, language), words, depots };
  const sheets: readonly (readonly [string, Rows])[] = [
    [words.summarySheet, summary(context)],
    [words.costsSheet, costs(context)],
    [words.depotsSheet, depotSheet(context)],
    [words.routesSheet, routes(context)],
    [words.stopsSheet, stops(context)],
    [words.assignmentSheet, assignment(context)],
  ];
  return sheets.map(([sheet, rows]) => ({ sheet, rows }));
}

/** A row that has no figures is left out. */
const table = <Row>(columns: readonly Column<Row>[], rows: readonly (Row | null)[], { instance, words }: Context): Rows => [
  columns.map(({ head }) => head),
  ...rows.flatMap((row, r) => (row ? [columns.map(({ kind, of }) => excelCell(of(row, r), kind, instance, words))] : [])),
];

const sum = (values: readonly (number | undefined)[]) => values.reduce((total: number, value = 0) => total + value, 0);

/** Whether the days of a plan are told: a route returns on another than it starts from. */
const tellsDays = ({ instance, verified }: Context) => verified.routes.some((route) => excelDays(instance, route?.times?.return ?? 0) >= 1);

function summary(context: Context): Rows {
  const { instance, plan, verified, amounts, words, depots } = context;
  const { cost, feasible, routes: priced, violations } = verified;
  const { method, seed } = plan as Partial<Solution>;
  const cell = (value: number, kind: Kind) => excelCell(value, kind, instance, words);
  const messages = violations.map(({ message }) => message);
  const distance = sum(priced.map((route) => route?.distance));
  const duration = sum(priced.map((route) => route?.duration));
  return [
    [words.instance, instance.name],
    [amounts.heading.cost(words.total), cell(cost.total, 'money')],
    [feasible ? words.feasible : words.infeasible, feasible ? '✓' : messages.join('; ').slice(0, 1000)],
    [words.possibleDepots, instance.depots.length],
    [words.open, depots.length],
    [words.customers, instance.customers.length],
    [amounts.heading.demand(words.totalDemand), sum(instance.customers.map(({ demand }) => demand))],
    [words.routes, plan.routes.length],
    [words.vehicles, costNotes(instance, priced, amounts).vehicles ?? ''],
    [amounts.heading.distance(words.distance), cell(distance, 'length')],
    ...(modelOf(instance).usesTime ? [[words.duration, cell(duration, 'duration')]] : []),
    ...(method === undefined ? [] : [[words.method, method]]),
    ...(seed === undefined ? [] : [[words.seed, seed]]),
  ];
}

function costs(context: Context): Rows {
  const { instance, verified, amounts, words } = context;
  const { cost } = verified;
  const notes = costNotes(instance, verified.routes, amounts);
  const parts = [...costSplit(cost), { kind: 'total' as const, value: Math.round(100 * cost.total) / 100 }];
  const columns: readonly Column<{ readonly kind: CostKind | 'total'; readonly value: number }>[] = [
    column(words.costsSheet, 'text', ({ kind }) => words[kind]),
    column(amounts.heading.cost(words.cost), 'money', ({ value }) => value),
    column(words.remarks, 'text', ({ kind }) => (kind === 'total' ? '' : notes[kind])),
  ];
  return table(columns, parts, context);
}

/** What routes cost, by those kinds that the instance has. */
function costColumns<Row>({ instance, amounts, words }: Context, of: (row: Row) => RouteCosts): readonly Column<Row>[] {
  const kinds = [
    [words.vehicles, 'fixed'] as const,
    [words.travel, 'distance'] as const,
    ...extraCosts(modelOf(instance)).map((kind) => [words[kind], kind] as const),
  ];
  return kinds.map(([head, kind]) => column(amounts.heading.cost(head), 'money', (row) => of(row)[kind]));
}

/** Under the last depot, the sums. */
function depotSheet(context: Context): Rows {
  const { amounts, words, depots } = context;
  const { heading } = amounts;
  const facts: readonly Column<DepotFigures>[] = [
    column(words.depot, 'text', ({ depot }) => depot.id),
    column(words.name, 'text', ({ depot }) => depot.name),
    column(words.customers, 'number', ({ customers }) => customers),
    column(words.routes, 'number', ({ routes: count }) => count),
    column(heading.demand(words.load), 'number', ({ load }) => load),
    column(heading.demand(words.capacity), 'number', ({ depot }) => depot.capacity ?? words.unlimited),
  ];
  const parts: readonly Column<DepotFigures>[] = [
    column(heading.cost(words.opening), 'money', ({ depot }) => depot.openingCost),
    ...costColumns<DepotFigures>(context, (figures) => figures.costs),
    column(heading.cost(words.cost), 'money', ({ depot, routing }) => depot.openingCost + routing),
  ];
  const sums = parts.map(({ of }) => sum(depots.map((figures, r) => Number(of(figures, r)))));
  const last = sums.map((value) => excelCell(value, 'money', context.instance, words));
  return [...table([...facts, ...parts], depots, context), [words.total, ...facts.slice(1).map(() => ''), ...last]];
}

function routes(context: Context): Rows {
  const { instance, verified, words } = context;
  const byKind = costColumns<Route>(context, (route) => costsOf(instance, route));
  return table(routeColumns(instance, words, byKind, tellsDays(context)), verified.routes, context);
}

function stops(context: Context): Rows {
  const { instance, plan, words } = context;
  const sheets = routeSheets(instance, plan);
  return table(stopColumns(instance, sheets, words, tellsDays(context)), stopRows(sheets), context);
}

function assignment(context: Context): Rows {
  const { instance, plan, amounts, words } = context;
  const { customers, depots: sites } = instance;
  const [, ...quantities] = modelOf(instance).quantities;
  const servedBy = new Map(
    plan.routes.flatMap(({ depot, stops: visits }, r) => visits.map((stop) => [stop, { depot, route: r + 1 }] as const)),
  );
  const siteNames = new Map(sites.map(({ id, name = id }) => [id, name]));
  const columns: readonly Column<Customer>[] = [
    column(words.id, 'text', ({ id }) => id),
    column(words.customer, 'text', ({ id, name }) => name ?? id),
    column(words.depot, 'text', ({ id }) => servedBy.get(id)?.depot),
    column(words.name, 'text', ({ id }) => siteNames.get(servedBy.get(id)?.depot ?? '')),
    column(words.route, 'number', ({ id }) => servedBy.get(id)?.route),
    column(amounts.heading.demand(words.demand), 'number', ({ demand }) => demand),
    ...quantities.map((name) => column<Customer>(name, 'number', (customer) => quantityOf(customer, name))),
  ];
  return table(columns, customers, context);
}
