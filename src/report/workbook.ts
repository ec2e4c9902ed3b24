/** A plan as an Excel workbook, in the language of the instance: summary, costs, depots, routes, stops with times, assignment. */

import type { Cell } from '../formats/csv-text.ts';
import type { BinaryFile } from '../formats/format.ts';
import { customerRows, depotRows } from '../formats/place-rows.ts';
import { fileNameOf } from '../formats/source.ts';
import { type FormattedCell, packWorkbook, requireFits, type Sheet } from '../formats/xlsx-write.ts';
import type { Instance } from '../problem/instance.ts';
import { requireInstanceShape } from '../problem/instance-shape.ts';
import { modelOf } from '../problem/model.ts';
import { extraCosts } from '../problem/route-figures.ts';
import { type Plan, type Route, routeCost, type Solution } from '../problem/solution.ts';
import { quantityOf, timePerHour } from '../problem/vehicles.ts';
import { type Verification, verify } from '../problem/verify.ts';
import { type Amounts, amountsOf } from './amounts.ts';
import { costNotes, costSplit } from './cost-split.ts';
import { routeSheets, shownColumns, windowText } from './route-sheets.ts';
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

type Value = Cell | FormattedCell;

interface Context {
  readonly instance: Instance;
  readonly plan: Plan | Solution;
  readonly verified: Verification;
  readonly amounts: Amounts;
  readonly words: Words;
}

function planSheets(instance: Instance, plan: Plan | Solution): readonly Sheet[] {
  const { language } = instance.units;
  const words = headings(language);
  const context = { instance, plan, verified: verify(instance, plan), amounts: amountsOf(instance, language), words };
  const sheets: readonly (readonly [string, readonly (readonly Value[])[]])[] = [
    [words.summarySheet, summary(context)],
    [words.costsSheet, costs(context)],
    [words.depotsSheet, depots(context)],
    [words.routesSheet, routes(context)],
    [words.stopsSheet, stops(context)],
    [words.assignmentSheet, assignment(context)],
  ];
  return sheets.map(([sheet, rows]) => ({ sheet, rows }));
}

const money = (value: number, { noWay }: Words): Value => (Number.isFinite(value) ? { value, format: '#,##0.00' } : noWay);
const length = (value: number, { noWay }: Words): Value => (Number.isFinite(value) ? { value, format: '0.00' } : noWay);
/** In days, as Excel counts; whole minutes, since Excel would cut what sheets round. */
const days = (instance: Instance, time: number) => Math.round((time / timePerHour(instance)) * 60) / 1440;
const duration = (instance: Instance, time = Number.NaN): Value =>
  Number.isFinite(time) ? { value: days(instance, time), format: '[h]:mm' } : '';
const clock = (instance: Instance, time = Number.NaN): Value =>
  Number.isFinite(time) ? { value: days(instance, time) % 1, format: 'h:mm' } : '';
/** 1 is the day that the clock counts from; the column is there where a route ends on another. */
const dayOf = (instance: Instance, time = Number.NaN): Value => (Number.isFinite(time) ? 1 + Math.floor(days(instance, time)) : '');

const lastsDays = ({ instance, verified }: Context) => verified.routes.some((route) => days(instance, route?.times?.return ?? 0) >= 1);

const sum = (routes: readonly (Route | null)[], of: (route: Route) => number | undefined) =>
  routes.reduce((total, route) => total + ((route && of(route)) ?? 0), 0);

function summary({ instance, plan, verified, amounts, words }: Context): readonly (readonly Value[])[] {
  const { cost, feasible, routes: priced } = verified;
  const notes = costNotes(instance, priced, amounts);
  const { method, seed } = plan as Partial<Solution>;
  return [
    [words.instance, instance.name],
    [amounts.heading.cost(words.total), money(cost.total, words)],
    [
      feasible ? words.feasible : words.infeasible,
      verified.violations
        .map(({ message }) => message)
        .join('; ')
        .slice(0, 1000),
    ],
    [words.possibleDepots, instance.depots.length],
    [words.open, openDepots(plan, instance).length],
    [words.customers, instance.customers.length],
    [amounts.heading.demand(words.totalDemand), instance.customers.reduce((total, { demand }) => total + demand, 0)],
    [words.routes, plan.routes.length],
    [words.vehicles, notes.vehicles ?? ''],
    [
      amounts.heading.distance(words.distance),
      length(
        sum(priced, (route) => route.distance),
        words,
      ),
    ],
    ...(modelOf(instance).usesTime
      ? [
          [
            words.duration,
            duration(
              instance,
              sum(priced, (route) => route.duration),
            ),
          ],
        ]
      : []),
    ...(method === undefined ? [] : [[words.method, method]]),
    ...(seed === undefined ? [] : [[words.seed, seed]]),
  ];
}

function costs({ instance, verified: { cost, routes: priced }, amounts, words }: Context): readonly (readonly Value[])[] {
  const notes = costNotes(instance, priced, amounts);
  const parts = costSplit(cost);
  return [
    [words.costsSheet, amounts.heading.cost(words.cost), words.remarks],
    ...parts.map(({ kind, value }) => [words[kind], money(value, words), notes[kind] ?? '']),
    [words.total, money(Math.round(100 * cost.total) / 100, words), ''],
  ];
}

/** Used, named by the plan or locked open. */
function openDepots({ openDepots: named = [], routes: driven }: Plan | Solution, { depots: sites }: Instance) {
  const open = new Set([...named, ...driven.map(({ depot }) => depot)]);
  return sites.filter(({ id, status }) => open.has(id) || status === 'open');
}

/** What a route costs by kind, with the names of the columns. */
function costColumns({ instance, amounts: { heading }, words }: Context) {
  const extra = extraCosts(modelOf(instance));
  const further = (['time', 'emission', 'handling'] as const).filter((kind) => extra[kind]);
  return {
    heads: [...[words.vehicles, words.travel], ...further.map((kind) => words[kind])].map(heading.cost),
    of: ({ cost, costs: parts }: Route) => [
      parts?.fixed ?? modelOf(instance).types[0].fixedCost,
      cost,
      ...further.map((kind) => parts?.[kind] ?? 0),
    ],
  };
}

function depots(context: Context): readonly (readonly Value[])[] {
  const { instance, plan, verified, amounts, words } = context;
  const { heading } = amounts;
  const columns = costColumns(context);
  const rows = openDepots(plan, instance).map(({ id, name = '', capacity, openingCost }) => {
    const own = verified.routes.filter((route) => route?.depot === id);
    const parts = [openingCost, ...columns.heads.map((_, k) => sum(own, (route) => columns.of(route)[k]))];
    return {
      before: [id, name, sum(own, (route) => route.stops.length), own.length, sum(own, (route) => route.load), capacity ?? words.unlimited],
      parts: [...parts, parts.reduce((total, part) => total + part, 0)],
    };
  });
  const heads = [words.depot, words.name, words.customers, words.routes, heading.demand(words.load), heading.demand(words.capacity)];
  return [
    [...heads, heading.cost(words.opening), ...columns.heads, heading.cost(words.cost)],
    ...rows.map(({ before, parts }) => [...before, ...parts.map((part) => money(part, words))]),
    [
      ...[words.total, '', '', '', '', ''],
      ...(rows[0]?.parts ?? []).map((_, k) =>
        money(
          rows.reduce((total, { parts }) => total + parts[k], 0),
          words,
        ),
      ),
    ],
  ];
}

function routes(context: Context): readonly (readonly Value[])[] {
  const {
    instance,
    verified,
    amounts: { heading },
    words,
  } = context;
  const columns = costColumns(context);
  const model = modelOf(instance);
  const [, ...quantities] = model.quantities;
  const [timed, long, emits] = [model.usesTime, lastsDays(context), extraCosts(model).emission];
  const nameOf = (list: readonly { readonly id: string; readonly name?: string }[], id: string) =>
    list.find((known) => known.id === id)?.name ?? id;
  return [
    [
      ...[words.route, words.depot, ...(instance.vehicles ? [words.vehicle] : []), words.stops],
      ...[heading.demand(words.load), ...quantities, heading.distance(words.distance)],
      ...(timed
        ? [words.start, words.return, ...(long ? [words.day] : []), heading.duration(words.duration), heading.duration(words.waiting)]
        : []),
      ...(emits ? ['kg CO₂'] : []),
      ...[...columns.heads, heading.cost(words.cost)],
    ],
    ...verified.routes.flatMap((route, r) => {
      if (!route) return [];
      const { times, emission = 0 } = route;
      const hours = [clock(instance, times?.start), clock(instance, times?.return), ...(long ? [dayOf(instance, times?.return)] : [])];
      return [
        [
          ...[r + 1, nameOf(instance.depots, route.depot), ...(instance.vehicles ? [nameOf(instance.vehicles, route.vehicle ?? '')] : [])],
          ...[route.stops.length, route.load, ...quantities.map((name) => route.quantities?.[name] ?? 0), length(route.distance, words)],
          ...(timed ? [...hours, duration(instance, route.duration), duration(instance, times?.waiting)] : []),
          ...(emits ? [length(emission, words)] : []),
          ...[...columns.of(route), routeCost(instance, route)].map((value) => money(value, words)),
        ],
      ];
    }),
  ];
}

function stops(context: Context): readonly (readonly Value[])[] {
  const { instance, plan, amounts, words } = context;
  const { heading } = amounts;
  const sheets = routeSheets(instance, plan);
  const shown = shownColumns(instance, sheets);
  const [, ...quantities] = modelOf(instance).quantities;
  const long = lastsDays(context);
  const kinds = { start: words.start, customer: words.customer, return: words.return };
  return [
    [
      ...[words.route, words.order, words.stop, words.id, words.name, ...(shown.address ? [words.address] : []), ...shown.details],
      ...[heading.demand(words.demand), ...quantities, heading.demand(words.aboard)],
      ...[heading.distance(words.leg), heading.distance(words.distance)],
      ...(shown.times ? [...(long ? [words.day] : []), words.arrival, heading.duration(words.waiting), words.departure] : []),
      ...(shown.windows ? [words.window] : []),
      ...(shown.service ? [heading.duration(words.service)] : []),
      ...(shown.vehicle ? [words.vehicle] : []),
    ],
    ...sheets.flatMap(({ route, stops: visits, vehicle = '' }) =>
      visits.map((stop) => [
        ...[route, stop.order, kinds[stop.kind], stop.id, stop.name, ...(shown.address ? [stop.address] : [])],
        ...shown.details.map((field) => (Object.hasOwn(stop.details, field) ? stop.details[field] : '')),
        ...[stop.demand, ...quantities.map((name) => stop.quantities?.[name] ?? 0), stop.aboard],
        ...[length(stop.leg, words), length(stop.distance, words)],
        ...(shown.times
          ? [
              ...(long ? [dayOf(instance, stop.arrival)] : []),
              ...[clock(instance, stop.arrival), duration(instance, stop.waiting), clock(instance, stop.departure)],
            ]
          : []),
        ...(shown.windows ? [windowText(stop, amounts.clock)] : []),
        ...(shown.service ? [duration(instance, stop.service)] : []),
        ...(shown.vehicle ? [vehicle] : []),
      ]),
    ),
  ];
}

function assignment({ instance, plan, amounts: { heading }, words }: Context): readonly (readonly Value[])[] {
  const { customers, depots: sites } = instance;
  const [, ...quantities] = modelOf(instance).quantities;
  const servedBy = new Map(
    plan.routes.flatMap(({ depot, stops: visits }, r) => visits.map((stop) => [stop, { depot, route: r + 1 }] as const)),
  );
  const siteNames = new Map(sites.map(({ id, name = id }) => [id, name]));
  return [
    [words.id, words.customer, words.depot, words.name, words.route, heading.demand(words.demand), ...quantities],
    ...customers.map((customer) => {
      const { depot = '', route = '' } = servedBy.get(customer.id) ?? {};
      return [
        ...[customer.id, customer.name ?? customer.id, depot, siteNames.get(depot) ?? '', route, customer.demand],
        ...quantities.map((name) => quantityOf(customer, name)),
      ];
    }),
  ];
}
