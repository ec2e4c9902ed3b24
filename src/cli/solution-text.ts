/** A solution as text for planners; how it was found is optional. */
import { informativeGap } from '../mip/check.ts';
import { changesText } from '../problem/change.ts';
import type { Instance } from '../problem/instance.ts';
import { modelOf } from '../problem/model.ts';
import { extraCosts } from '../problem/route-figures.ts';
import { idleDepotNotes, type Route, type Solution } from '../problem/solution.ts';
import { type Amounts, amountsOf } from '../report/amounts.ts';
import { costNotes, costSplit } from '../report/cost-split.ts';
import { formatCount, formatNumber } from '../report/number.ts';
import { placeNames } from '../report/place-names.ts';
import { routeTable } from '../report/route-table.ts';
import { alignColumns, type Style } from './output.ts';

export interface SolutionTextOptions {
  readonly style: Style;
  readonly verbose: boolean;
}

export function describeSolution(instance: Instance, solution: Solution, { style, verbose }: SolutionTextOptions): string {
  const amounts = amountsOf(instance);
  const parts = [
    [style.bold(solution.instance), ...describeChanges(solution)].join('\n'),
    describeCosts(instance, solution, amounts, style),
    [describeDepots(instance, solution, amounts), ...idleDepotNotes(instance, solution)].join('\n'),
    ...listRoutes(instance, solution.routes),
    ...describePrediction(solution, amounts),
    ...(verbose ? describeMethod(instance, solution, amounts) : []),
    style.dim(describeEffort(solution, verbose)),
  ];
  return parts.join('\n\n');
}

function describeChanges({ changes = {} }: Solution): readonly string[] {
  return Object.keys(changes).length > 0 ? [`changed: ${changesText(changes)}`] : [];
}

export function describeCosts(
  instance: Instance,
  { cost, bound, routes }: Pick<Solution, 'cost' | 'bound'> & { readonly routes: readonly (Route | null)[] },
  amounts: Amounts,
  style: Style,
): string {
  const notes = costNotes(instance, routes);
  return alignColumns(
    [
      [style.bold('total cost'), style.bold(amounts.cost(cost.total))],
      ...costSplit(cost).map(({ kind, value }) => [notes[kind] === undefined ? kind : `${kind} (${notes[kind]})`, amounts.cost(value)]),
      ...(bound === undefined || informativeGap(cost.total, bound) === undefined ? [] : [['proven bound', amounts.cost(bound)]]),
    ],
    [1],
  );
}

/** A longer list belongs into a file. */
const listedRoutes = 40;

/** The routes, where they differ by more than their stops: by vehicle or by the hours they take. */
export function listRoutes(instance: Instance, routes: readonly (Route | null)[]): readonly string[] {
  const { namesVehicles, usesTime } = modelOf(instance);
  if (!namesVehicles && !usesTime) return [];
  const { heads, rows } = routeTable(instance, routes);
  const names = ['depot', 'vehicle'];
  const right = [...heads.keys()].filter((k) => !names.includes(heads[k]));
  const rest = rows.length - listedRoutes;
  const more = rest > 0 ? [`and ${formatCount(rest, 'more route')}; --json and \`neo-lrp sheets\` have all`] : [];
  return [[alignColumns([heads, ...rows.slice(0, listedRoutes)], right), ...more].join('\n')];
}

function describeDepots(instance: Instance, { openDepots, routes }: Solution, { heading }: Amounts): string {
  const names = placeNames(instance.depots);
  const extra = extraCosts(modelOf(instance));
  const further = (['time', 'emission', 'handling'] as const).filter((kind) => extra[kind]);
  const rows = instance.depots
    .filter(({ id }) => openDepots.includes(id))
    .map(({ id, capacity, openingCost }) => {
      const own = routes.filter((route) => route.depot === id);
      const sum = (of: (route: (typeof own)[number]) => number) => own.reduce((total, route) => total + of(route), 0);
      return [
        names.get(id) ?? id,
        formatNumber(sum((route) => route.stops.length)),
        formatNumber(sum((route) => route.load)),
        capacity === null ? 'unlimited' : formatNumber(capacity),
        formatNumber(own.length),
        formatNumber(openingCost),
        formatNumber(sum((route) => route.cost)),
        ...further.map((kind) => formatNumber(sum(({ costs }) => costs?.[kind] ?? 0))),
      ];
    });
  const heads = ['depot', 'customers', heading.demand('load'), 'capacity', 'routes', heading.cost('opening'), heading.cost('travel')];
  const all = [...heads, ...further.map((kind) => heading.cost(kind))];
  return alignColumns([all, ...rows], [...all.keys()].slice(1));
}

/** The predicted cost of the decision, and its cost once routed, before any search. */
function describePrediction({ predicted, unpredicted = [], cost, model }: Solution, amounts: Amounts): readonly string[] {
  if (unpredicted.length > 0) return [`no prediction: ${model} does not see ${unpredicted.join(', ')}`];
  if (!predicted) return [];
  const { total, actual } = predicted;
  const when = actual === cost.total ? '' : 'before the search: ';
  const difference = actual === 0 ? '' : `, difference ${signedPercent(total / actual - 1)}`;
  return [`${when}predicted about ${amounts.cost(Number(total.toPrecision(3)))}, routed ${amounts.cost(actual)}${difference}`];
}

function describeMethod(instance: Instance, { predicted, mip, model }: Solution, amounts: Amounts): readonly string[] {
  const names = placeNames(instance.depots);
  const rows = predicted?.perDepot.map(({ depot, routing, actual }) => [
    names.get(depot) ?? depot,
    formatNumber(routing),
    formatNumber(actual),
  ]);
  const gap = mip && informativeGap(mip.objective, mip.bound);
  const proof = gap === undefined ? '' : `, within ${percent(gap)} of its best`;
  return [
    ...(rows
      ? [alignColumns([['depot', amounts.heading.cost('routing predicted'), amounts.heading.cost('routed')], ...rows], [1, 2])]
      : []),
    ...(mip ? [`choice of ${model ?? 'the allocation'} by ${mip.solver}${proof}`] : []),
  ];
}

function describeEffort(solution: Solution, verbose: boolean): string {
  const { time, stop, iterations, seed, method, threads = 1, cpu, versions } = solution;
  const ended = `stopped by ${reasons[stop] ?? stop}`;
  if (!verbose) return `${time.total.toFixed(1)} s, ${ended}`;
  const stages = (['allocation', 'routing', 'improvement'] as const).map((stage) => `${stage} ${time[stage].toFixed(1)} s`);
  return [
    [`method ${method}`, `seed ${seed}`, formatCount(threads, 'thread'), ended],
    [`${time.total.toFixed(1)} s in all`, ...stages, ...(cpu === undefined ? [] : [`${cpu.toFixed(1)} s of CPU time`])],
    [
      ...(iterations === undefined ? [] : [formatCount(iterations, 'descent')]),
      ...Object.entries(versions).map(([name, version]) => `${name} ${version}`),
    ],
  ]
    .map((line) => line.join(' · '))
    .join('\n');
}

const percent = (share: number) => `${(100 * share).toFixed(2)} %`;
const signedPercent = (share: number) => `${share < 0 ? '−' : '+'}${percent(Math.abs(share))}`;

const reasons: Readonly<Record<string, string>> = {
  time: 'time',
  iterations: 'the number of iterations',
  'no-improvement': 'lack of improvement',
  target: 'reaching the target',
  aborted: 'the user',
  complete: 'having finished',
};
