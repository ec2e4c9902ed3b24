/** What `solve` and `route` leave behind: files, a map, and a summary or one JSON value on stdout. */
import { extname } from 'node:path';
import { saveText } from '../files.ts';
import { solutionFormats, writeSolution } from '../formats/write.ts';
import { NeoLrpError } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import type { Solution } from '../problem/solution.ts';
import { drawMap } from '../report/map.ts';
import { formatCount, formatNumber } from '../report/number.ts';
import { mapKind, saveMap } from './map-file.ts';
import { alignColumns, type Output, type OutputOptions } from './output.ts';

export interface SolutionOutputOptions extends OutputOptions {
  readonly out?: string;
  readonly map?: string;
}

const formatOf = (path: string) =>
  solutionFormats.find(({ extensions }) => extensions.some((known) => known === extname(path).toLowerCase()));

/** Before a long run, not after it. */
export function requireWritable({ out, map }: SolutionOutputOptions): void {
  if (out !== undefined && !formatOf(out)) {
    const known = solutionFormats.flatMap(({ extensions }) => extensions).join(', ');
    throw new NeoLrpError('E_USAGE', `a solution is written as ${known}, not '${out}'`, { field: '--out', value: out });
  }
  if (map !== undefined) mapKind(map, '--map');
}

export async function deliver(instance: Instance, solution: Solution, output: Output, { out, map }: SolutionOutputOptions): Promise<void> {
  if (out !== undefined) {
    await saveText(out, writeSolution(instance, solution, formatOf(out)?.name).text);
    output.note(`wrote ${out}`);
  }
  if (map !== undefined) {
    await saveMap(map, drawMap(instance, solution));
    output.note(`wrote ${map}`);
  }
  for (const note of solution.notes ?? []) output.note(note);
  output.result(solution, () => describe(instance, solution, output));
}

function describe(instance: Instance, solution: Solution, { style }: Output): string {
  const { cost, bound, routes, time, stop, iterations, seed, method, threads = 1 } = solution;
  const costs = alignColumns(
    [
      [style.bold('total cost'), style.bold(formatNumber(cost.total))],
      ['opening', formatNumber(cost.opening)],
      [`vehicles (${formatNumber(routes.length)})`, formatNumber(cost.vehicles)],
      ['travel', formatNumber(cost.travel)],
      ...(bound === undefined ? [] : [['proven bound', formatNumber(bound)]]),
    ],
    [1],
  );
  const effort = [
    `method ${method}`,
    `${time.total.toFixed(1)} s on ${formatCount(threads, 'thread')}`,
    ...(iterations === undefined ? [] : [formatCount(iterations, 'descent')]),
    `seed ${seed}`,
    `stopped by ${reasons[stop] ?? stop}`,
  ].join(' · ');
  const parts = [solution.instance, costs, describeDepots(instance, solution), ...describePrediction(solution), style.dim(effort)];
  return parts.join('\n\n');
}

/** What the method expected of its own allocation, beside what that cost once routed; neither is the cost of the plan above. */
function describePrediction({ predicted, mip, method, model }: Solution): readonly string[] {
  if (!predicted || !mip) return [];
  const error = predicted.actual === 0 ? '' : `, ${signedPercent(predicted.total / predicted.actual - 1)}`;
  const proof = Number.isFinite(mip.gap) ? ` within ${percent(mip.gap)} of the least` : '';
  const rows = predicted.perDepot.map(({ depot, routing, actual }) => [depot, formatNumber(routing), formatNumber(actual)]);
  return [
    [
      `${model ?? method} before the search: ${formatNumber(predicted.total)} predicted, ${formatNumber(predicted.actual)} once routed${error}; ${mip.solver}: an objective of ${formatNumber(mip.objective)}${proof}`,
      alignColumns([['depot', 'routing predicted', 'routed'], ...rows], [1, 2]),
    ].join('\n'),
  ];
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

function describeDepots(instance: Instance, { openDepots, routes }: Solution): string {
  const rows = instance.depots
    .filter(({ id }) => openDepots.includes(id))
    .map(({ id, capacity, openingCost }) => {
      const own = routes.filter((route) => route.depot === id);
      const sum = (of: (route: (typeof own)[number]) => number) => own.reduce((total, route) => total + of(route), 0);
      return [
        id,
        formatNumber(sum((route) => route.stops.length)),
        formatNumber(sum((route) => route.load)),
        capacity === null ? 'unlimited' : formatNumber(capacity),
        formatNumber(own.length),
        formatNumber(openingCost),
        formatNumber(sum((route) => route.cost)),
      ];
    });
  return alignColumns([['depot', 'customers', 'load', 'capacity', 'routes', 'opening', 'travel'], ...rows], [1, 2, 3, 4, 5, 6]);
}
