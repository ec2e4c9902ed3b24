/** A solution as text for planners; how it was found is optional. */
import { informativeGap } from '../mip/check.ts';
import { changesText } from '../problem/change.ts';
import type { Instance } from '../problem/instance.ts';
import { modelOf } from '../problem/model.ts';
import { extraCosts } from '../problem/route-figures.ts';
import { idleDepotNotes, type Route, type Solution } from '../problem/solution.ts';
import { type Amounts, amountsOf } from '../report/amounts.ts';
import { confidenceTexts } from '../report/confidence.ts';
import { costNotes, costSplit } from '../report/cost-split.ts';
import { depotFigures } from '../report/depot-figures.ts';
import { formatCount, formatNumber, formatPercent } from '../report/number.ts';
import { placeNames } from '../report/place-names.ts';
import { routeTable } from '../report/route-table.ts';
import { describeDays } from './days-text.ts';
import { alignColumns, lines, paragraphs, type Style } from './output.ts';

export function describeSolution(instance: Instance, solution: Solution, style: Style, verbose: boolean): string {
  const amounts = amountsOf(instance);
  const { changes = {} } = solution;
  if (solution.days)
    return paragraphs(
      lines(style.bold(solution.instance), Object.keys(changes).length > 0 && `changed: ${changesText(changes)}`),
      describeDays(instance, solution, style),
      style.dim(describeEffort(solution, verbose)),
    );
  return paragraphs(
    lines(style.bold(solution.instance), Object.keys(changes).length > 0 && `changed: ${changesText(changes)}`),
    lines(
      describeCosts(instance, solution, amounts, style),
      solution.bound !== undefined &&
        informativeGap(solution.cost.total, solution.bound) !== undefined &&
        gapText(solution.cost.total, solution.bound),
    ),
    lines(describeDepots(instance, solution, amounts), idleDepotNotes(instance, solution)),
    listRoutes(instance, solution.routes),
    describePrediction(solution, amounts),
    verbose && describeMethod(instance, solution, amounts),
    lines(...confidenceTexts(instance, solution)),
    style.dim(describeEffort(solution, verbose)),
  );
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
      bound !== undefined && informativeGap(cost.total, bound) !== undefined && ['proven bound', amounts.cost(bound)],
    ],
    [1],
  );
}

/** A longer list belongs into a file. */
const listedRoutes = 40;

/** The routes, where they differ by more than their stops: by vehicle or by the hours they take. */
export function listRoutes(instance: Instance, routes: readonly (Route | null)[]): string | undefined {
  const { namesVehicles, usesTime } = modelOf(instance);
  if (!namesVehicles && !usesTime) return undefined;
  const [heads, rows] = routeTable(instance, routes);
  const right = [...heads.keys()].filter((k) => heads[k] !== 'depot' && heads[k] !== 'vehicle');
  const rest = rows.length - listedRoutes;
  return lines(
    alignColumns([heads, ...rows.slice(0, listedRoutes)], right),
    rest > 0 && `and ${formatCount(rest, 'more route')}; --json and \`neo-lrp sheets\` have all`,
  );
}

function describeDepots(instance: Instance, solution: Solution, { heading }: Amounts): string {
  const names = placeNames(instance.depots);
  const further = extraCosts(modelOf(instance));
  const rows = depotFigures(instance, solution, solution.routes).map(
    ({ depot: { id, capacity, openingCost }, customers, load, routes, costs }) => [
      names.get(id) ?? id,
      ...[customers, load].map((value) => formatNumber(value)),
      capacity === null ? 'unlimited' : formatNumber(capacity),
      ...[routes, openingCost, costs.distance, ...further.map((kind) => costs[kind])].map((value) => formatNumber(value)),
    ],
  );
  const heads = ['depot', 'customers', heading.demand('load'), 'capacity', 'routes', heading.cost('opening'), heading.cost('travel')];
  const all = [...heads, ...further.map((kind) => heading.cost(kind))];
  return alignColumns([all, ...rows], [...all.keys()].slice(1));
}

/** The predicted cost of the decision, and its cost once routed, before any search. */
function describePrediction({ predicted, unpredicted = [], cost, model }: Solution, amounts: Amounts): string | undefined {
  if (unpredicted.length > 0)
    return `no prediction: out of distribution, as ${model} does not see ${unpredicted.join(', ')}; \`neo-lrp adapt\` teaches it this region in half a minute (--time 30)`;
  if (!predicted) return undefined;
  const { total, actual } = predicted;
  const when = actual === cost.total ? '' : 'before the search: ';
  const share = total / actual - 1;
  const difference = actual === 0 ? '' : `, difference ${share < 0 ? '−' : '+'}${formatPercent(Math.abs(share))}`;
  return `${when}predicted about ${amounts.cost(Number(total.toPrecision(3)))}, routed ${amounts.cost(actual)}${difference}`;
}

function describeMethod(instance: Instance, { predicted, mip, model }: Solution, { heading }: Amounts): readonly string[] {
  const names = placeNames(instance.depots);
  const heads = ['depot', heading.cost('routing predicted'), heading.cost('routed')];
  const rows = predicted?.perDepot.map(({ depot, routing, actual }) => [
    names.get(depot) ?? depot,
    formatNumber(routing),
    formatNumber(actual),
  ]);
  const gap = mip && informativeGap(mip.objective, mip.bound);
  const proof = gap === undefined ? '' : `, within ${formatPercent(gap)} of its best`;
  return [
    ...(rows ? [alignColumns([heads, ...rows], [1, 2])] : []),
    ...(mip ? [`choice of ${model ?? 'the allocation'} by ${mip.solver}${proof}`] : []),
  ];
}

function describeEffort(solution: Solution, verbose: boolean): string {
  const { time, stop, iterations, seed, method, threads = 1, cpu, versions, options } = solution;
  const ended = `stopped by ${reasons[stop] ?? stop}`;
  // In the paper's words.
  const total = options?.pure ? `T_LA ${time.allocation.toFixed(1)} s, T_total ${time.total.toFixed(1)} s` : `${time.total.toFixed(1)} s`;
  if (!verbose) return `${total}, ${ended}`;
  const stages = (['allocation', 'routing', 'improvement'] as const).map((stage) => `${stage} ${time[stage].toFixed(1)} s`);
  const dotted = (...parts: readonly (string | readonly string[] | false)[]) => parts.flatMap((part) => part || []).join(' · ');
  return lines(
    dotted(`method ${method}`, `seed ${seed}`, formatCount(threads, 'thread'), ended),
    dotted(`${total} in all`, stages, cpu !== undefined && `${cpu.toFixed(1)} s of CPU time`),
    dotted(
      iterations !== undefined && formatCount(iterations, 'descent'),
      Object.entries(versions).map(([name, version]) => `${name} ${version}`),
    ),
  );
}

/** How far a cost can be from the best, given that none is below the bound. */
export const gapText = (cost: number, bound: number): string =>
  bound <= 0
    ? 'nothing is proven'
    : cost <= bound * (1 + 3e-7)
      ? 'proven optimal'
      : `at most ${formatPercent(cost / bound - 1)} above the best possible`;

const reasons: Readonly<Record<string, string>> = {
  time: 'time',
  iterations: 'the number of iterations',
  'no-improvement': 'lack of improvement',
  settled: 'having settled',
  target: 'reaching the target',
  aborted: 'the user',
  complete: 'having finished',
};
