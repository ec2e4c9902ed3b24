/** `neo-lrp compare PLAN PLAN…`: plans side by side. */
import { basename } from 'node:path';
import { loadPlan } from '../node/files.ts';
import { NeoLrpError } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import type { CostBreakdown, Plan } from '../problem/solution.ts';
import { Amounts } from '../report/amounts.ts';
import { type Comparison, comparePlans, type PlanChange, type PlanFigures } from '../report/comparison.ts';
import { formatCount, formatNumber, formatPercent } from '../report/number.ts';
import { placeNames } from '../report/place-names.ts';
import { requireOneStdin } from './arguments.ts';
import { type ChangeOptions, changeOptions } from './changes.ts';
import { defineCommand, option, repeated } from './command.ts';
import { instanceOptions, loadNoted, planOfDay } from './instance-input.ts';
import { alignColumns, lines, type Output, paragraphs } from './output.ts';

export const register = defineCommand({
  description:
    'Shows plans side by side: costs by kind, open depots, routes, distance, differences from the first plan, and assumptions that differ. With the instance, all figures are computed, each plan for the instance with the changes it was made with; without it, they are what the plans state.',
  arguments: [['<plan...>', 'two or more plans: JSON, GeoJSON, CSV, VRPLIB .sol, or -']],
  options: { ...instanceOptions, instance: option('--instance <file>', 'the instance that the plans are for; may be repeated', repeated) },
  examples: ['compare monday.solution.json tuesday.solution.json', 'compare old.csv new.csv --instance examples/city'],
  async run(options, output, paths) {
    const { instance: files = [] } = options;
    requireOneStdin(...paths, ...files);
    if (paths.length < 2) throw new NeoLrpError('E_USAGE', 'name two or more plans to compare');
    requireNoIdleChanges(files, options);
    const instances: Instance[] = [];
    for (const file of files) instances.push((await loadNoted(file, options, output)).instance);
    const plans: Plan[] = [];
    for (const path of paths) plans.push(planOfDay(await loadPlan(path, instances[0]), options));
    const names = shortNames(paths);
    const comparison = comparePlans(
      plans.map((plan, k) => ({ name: names[k], plan })),
      ...instances,
    );
    output.result(comparison, () => describe(comparison, instances, output));
  },
});

/** Without an instance there is nothing to change. */
function requireNoIdleChanges(files: readonly string[], options: ChangeOptions): void {
  if (files.length === 0 && Object.keys(changeOptions).some((name) => options[name as keyof ChangeOptions] !== undefined))
    throw new NeoLrpError('E_USAGE', 'this changes an instance, so name one', { field: '--instance' });
}

/** File names if they are unique, else paths. */
function shortNames(paths: readonly string[]): readonly string[] {
  const names = paths.map((path) => (path === '-' ? 'stdin' : basename(path)));
  return new Set(names).size === names.length ? names : paths;
}

function describe({ plans, changes, assumptions, remarks }: Comparison, instances: readonly Instance[], { style }: Output): string {
  const customerNames = placeNames(instances.flatMap(({ customers }) => customers));
  const depotNames = placeNames(instances.flatMap(({ depots }) => depots));
  const customer = (id: string) => customerNames.get(id) ?? id;
  const depot = (id: string) => depotNames.get(id) ?? id;
  const right = plans.map((_, k) => k + 1);
  return paragraphs(
    remarks.length > 0 && style.yellow(lines(remarks)),
    alignColumns(figureRows(plans, instances.length > 0, style), right),
    plans.flatMap(({ name, broken }) => (broken.length > 0 ? [lines(style.bold(`${name} breaks`), firstOf(broken))] : [])),
    lines(
      style.bold('open depots'),
      plans.map(({ name, openDepots }) => `${name}: ${openDepots.map(depot).join(', ')}`),
    ),
    changes.map((change) => describeChange(plans[0].name, change, customer, depot, style.bold)),
    assumptions.length > 0 &&
      lines(
        style.bold('assumptions that differ'),
        alignColumns(
          [
            ['', ...plans.map(({ name }) => name)],
            ...assumptions.map(({ what, values }) => [what, ...values.map((value) => value ?? '–')]),
          ],
          right,
        ),
      ),
  );
}

function figureRows(plans: readonly PlanFigures[], verified: boolean, { bold }: Output['style']): (readonly string[] | false)[] {
  const amounts = plans.map(({ units }) => new Amounts(units));
  const shown = (value: number | null | undefined, format: (value: number) => string) => (value == null ? '–' : format(value));
  const row = (label: string, kind: 'cost' | 'distance' | 'duration', of: (plan: PlanFigures) => number | null | undefined) => [
    label,
    ...plans.map((plan, k) => shown(of(plan), amounts[k][kind])),
  ];
  const first = plans[0].cost.total;
  const difference = ({ cost: { total } }: PlanFigures, k: number) =>
    k === 0 || total === undefined || !first ? '' : `${total < first ? '−' : '+'}${formatPercent(Math.abs(total / first - 1))}`;
  const stated = (kind: keyof CostBreakdown) => plans.some(({ cost }) => cost[kind] !== undefined);
  const kinds = ['opening', 'vehicles', 'travel', ...(['time', 'emission', 'handling'] as const).filter(stated)] as const;
  return [
    ['', ...plans.map(({ name }) => bold(name))],
    new Set(plans.map(({ instance }) => instance)).size > 1 && ['for', ...plans.map(({ instance }) => instance ?? '–')],
    row('total cost', 'cost', ({ cost }) => cost.total),
    ['difference', ...plans.map(difference)],
    ...kinds.map((kind) => row(kind, 'cost', ({ cost }) => cost[kind])),
    row('distance', 'distance', ({ distance }) => distance),
    plans.some(({ duration }) => duration !== null) && row('duration', 'duration', ({ duration }) => duration),
    plans.some(({ emission }) => emission !== null) && ['kg CO₂', ...plans.map(({ emission }) => shown(emission, formatNumber))],
    ['routes (vehicles)', ...plans.map(({ routes }) => formatNumber(routes))],
    ['customers', ...plans.map(({ customers }) => formatNumber(customers))],
    ['open depots', ...plans.map(({ openDepots }) => formatNumber(openDepots.length))],
    verified && ['feasible', ...plans.map(({ violations }) => (violations ? `no: ${formatCount(violations, 'violation')}` : 'yes'))],
  ];
}

/** Items shown; `--json` lists all. */
const listed = 8;
const listSome = (items: readonly string[]) =>
  items.length > listed ? `${items.slice(0, listed).join(', ')} and ${formatNumber(items.length - listed)} more` : items.join(', ');

const firstOf = (sentences: readonly string[]) => [
  ...sentences.slice(0, listed).map((sentence) => `  ${sentence}`),
  ...(sentences.length > listed ? [`  and ${formatNumber(sentences.length - listed)} more; --json lists all`] : []),
];

function describeChange(
  first: string,
  { name, instance, opened, closed, moved, onlyHere, onlyFirst }: PlanChange,
  customer: (id: string) => string,
  depot: (id: string) => string,
  bold: (text: string) => string,
): string {
  const some = (what: string, items: readonly string[]) => items.length > 0 && `${what} ${listSome(items)}`;
  const customers = (what: string, items: readonly string[]) => some(`${formatCount(items.length, 'customer')} served ${what}:`, items);
  const moves = moved.map(({ customer: id, from, to }) => `${customer(id)} (${depot(from)} → ${depot(to)})`);
  const differences = lines(
    some('opens', opened.map(depot)),
    some('closes', closed.map(depot)),
    customers('from another depot', moves),
    customers('only here', onlyHere.map(customer)),
    customers(`only by ${first}`, onlyFirst.map(customer)),
  );
  return lines(
    bold(`${first} → ${name}`),
    instance.length > 0 && ['for another instance:', ...firstOf(instance)],
    differences || 'the same depots serve the same customers',
  );
}
