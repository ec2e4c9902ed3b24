/** `neo-lrp inspect FILE…`: what is in an instance, and whether it looks feasible. */
import { type ModelReport, modelReport } from '../allocation/model-report.ts';
import { loadModel } from '../node/model-files.ts';
import { changesText } from '../problem/change.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { Amounts } from '../report/amounts.ts';
import { formatCount, formatNumber } from '../report/number.ts';
import type { Range } from '../report/range.ts';
import { type InstanceSummary, summariseInstance } from '../report/summary.ts';
import { NetworkSurrogate } from '../surrogate/network-surrogate.ts';
import { priceOf } from './arguments.ts';
import { defineCommand, option } from './command.ts';
import { fail } from './fail.ts';
import { type InspectedInstance, instanceOptions, readInspected, warningLabel } from './instance-input.ts';
import { alignColumns, type Output } from './output.ts';

type Inspection = InstanceSummary & Omit<InspectedInstance, 'instance'> & { readonly file: string; readonly model?: ModelReport };

export const register = defineCommand({
  description: 'Describes each instance: sizes, demand, capacities, costs, travel rule, side constraints, and whether it can be feasible.',
  arguments: [['<file...>', 'instance files, folders of CSV files, or -']],
  options: {
    ...instanceOptions,
    model: option(
      '--model <name>',
      'also count the variables of the optimisation model with this surrogate: a shipped one, a model card, or a pair of ONNX files',
    ),
    modelPrice: option('--model-price <distance:vehicle>', 'costs in the training of a pair of ONNX files, such as 100:1000', priceOf),
  },
  examples: [
    'inspect examples/tiny.json',
    'inspect examples/city',
    'inspect examples/city --model universal',
    "inspect --json benchmarks/P/*.dat | jq '.[].bounds'",
  ],
  async run(options, output, files) {
    const surrogate = options.model === undefined ? undefined : new NetworkSurrogate(await loadModel(options.model, options.modelPrice));
    const summaries: Inspection[] = [];
    for (const file of files)
      try {
        const { instance, ...found } = await readInspected(file, options);
        const model = surrogate && { model: modelReport(instance, surrogate) };
        summaries.push({ file, ...found, ...summariseInstance(instance), ...model });
      } catch (error) {
        // One bad file must not hide the others.
        if (files.length === 1 || !(error instanceof NeoLrpError)) throw error;
        process.exitCode = fail(error, output.json);
      }
    const [first] = summaries;
    if (files.length === 1) output.result(first, () => describe(first, output));
    else {
      // The table has no room for warnings; a single instance shows its own.
      for (const { file, warnings } of summaries)
        for (const warning of warnings) output.note(`${warningLabel(warning)}: ${file}: ${warning.message}`);
      output.result(summaries, () => tabulate(summaries));
    }
  },
});

function describe(s: Inspection, { style }: Output): string {
  const amounts = new Amounts(s.units);
  const depots = s.bounds.depots === null ? 'more depots than there are' : formatCount(s.bounds.depots, 'open depot');
  const rows: (readonly [string, string] | false)[] = [
    ['format', s.format],
    s.changes !== undefined && ['changed', changesText(s.changes)],
    ['customers', formatNumber(s.customers)],
    s.days !== undefined && ['days', `${formatNumber(s.days.count)}, each with a demand of ${range(s.days, amounts.demand)}`],
    ['depots', formatNumber(s.depots) + locks(s)],
    ['demand', `${amounts.demand(s.demand.total)} in total, ${range(s.demand)} each`],
    ...(s.vehicles ?? []).map((text) => ['vehicles', text] as const),
    s.times !== undefined && ['times', s.times.join('; ')],
    !s.vehicles && vehicleRow(s, amounts),
    s.terms !== undefined && ['terms', s.terms.join('; ')],
    ['depot capacity', depotCapacity(s, amounts)],
    ['opening cost', range(s.openingCost, amounts.cost)],
    // Where there are vehicle types, each states its own price.
    ['travel', travelRule(s) + (s.vehicles ? '' : travelPrice(s, amounts))],
    ['x', range(s.box.x)],
    ['y', range(s.box.y)],
    ['rules', s.rules.length > 0 ? s.rules.join('; ') : 'none'],
    ['at least', `${formatCount(s.bounds.vehicles, 'vehicle')}, ${depots}`],
    [
      'feasible',
      s.infeasible
        ? style.red(`no: ${s.infeasible.message} (${s.infeasible.code})`)
        : style.green(`looks feasible${s.travel.roads?.measured === false ? ' in straight lines' : ''}`),
    ],
    ...(s.model ? modelRows(s.model) : []),
    ...s.warnings.map((warning) => [warningLabel(warning), style.yellow(warning.message)] as const),
  ];
  return `${style.bold(s.name)} ${style.dim(s.hash)}\n${alignColumns(rows.map((row) => row && [style.dim(row[0]), row[1]]))}`;
}

/** The one vehicle type. */
function vehicleRow({ vehicle: { capacity, cost, maxDistance } }: Inspection, amounts: Amounts): readonly [string, string] {
  const limit = maxDistance === undefined ? '' : `, at most ${amounts.distance(maxDistance)} a route`;
  return ['vehicle', `capacity ${amounts.demand(capacity)}, cost ${amounts.cost(cost)}${limit}`];
}

/** The paper's table of variable counts, and the model that is solved. */
function modelRows({ surrogate, arcFlow, neural, reduction, tight, seconds }: ModelReport): (readonly [string, string])[] {
  const { lower, upper, meanWidth } = tight.preActivation;
  const kinds = Object.entries(tight.neurons).filter(([, count]) => count > 0);
  return [
    ['model', `${surrogate}, embedded and built in ${formatNumber(seconds)} s`],
    ['arc flow', `${formatNumber(arcFlow.binaries)} binary, ${formatNumber(arcFlow.continuous)} continuous`],
    ['neural (paper)', `${formatNumber(neural.binaries)} binary, ${formatNumber(neural.continuous)} continuous`],
    ['fewer by', `× ${formatNumber(Math.round(reduction.binaries))} and × ${formatNumber(Math.round(reduction.continuous))}`],
    [
      'neural (tight)',
      `${formatNumber(tight.binaries)} binary, ${formatNumber(tight.continuous)} continuous, ${formatCount(tight.rows, 'row')}, ${formatCount(tight.nonzeros, 'nonzero')}`,
    ],
    [
      'neurons',
      `${kinds.map(([kind, count]) => `${formatNumber(count)} ${kind}`).join(', ')}; ${formatNumber(tight.settled)} settled by bounds`,
    ],
    ['pre-activations', `within ${formatNumber(lower)} to ${formatNumber(upper)}, ${formatNumber(meanWidth)} wide on average`],
  ];
}

function tabulate(summaries: readonly InstanceSummary[]): string {
  const head = 'instance, customers, depots, demand, vehicle, depot capacity, opening cost, vehicle cost, travel, feasible'.split(', ');
  const rows = summaries.map((s) => [
    s.name,
    formatNumber(s.customers),
    formatNumber(s.depots),
    formatNumber(s.demand.total),
    formatNumber(s.vehicle.capacity),
    s.depotCapacity.total === null ? 'unlimited' : formatNumber(s.depotCapacity.total),
    range(s.openingCost),
    formatNumber(s.vehicle.cost),
    travelRule(s),
    s.infeasible ? s.infeasible.code : 'looks feasible',
  ]);
  return alignColumns([head, ...rows], [1, 2, 3, 4, 5, 6, 7]);
}

const range = ({ min, max }: Range, format = formatNumber) => (min === max ? format(min) : `${formatNumber(min)} to ${format(max)}`);

/** Omitted if it is 1 without any units. */
const travelPrice = ({ costPerDistance, units }: InstanceSummary, amounts: Amounts) =>
  costPerDistance === 1 && units.currency === undefined
    ? ''
    : `, at ${amounts.cost(costPerDistance)} ${units.distance === undefined ? 'a unit of distance' : `per ${units.distance}`}`;

function locks({ lockedOpen, lockedClosed }: InstanceSummary): string {
  const parts = [lockedOpen > 0 ? `${lockedOpen} locked open` : '', lockedClosed > 0 ? `${lockedClosed} locked closed` : ''];
  const text = parts.filter(Boolean).join(', ');
  return text ? ` (${text})` : '';
}

function depotCapacity({ depotCapacity: { min, max, total, unlimited }, depots }: InstanceSummary, amounts: Amounts): string {
  if (min === null || max === null) return 'unlimited';
  const limits = range({ min, max }, amounts.demand);
  if (unlimited > 0) return `${limits} at ${depots - unlimited} depots, unlimited at ${unlimited}`;
  return total === null ? limits : `${limits} each, ${amounts.demand(total)} in total`;
}

function travelRule({ travel }: InstanceSummary): string {
  const rounding = travel.rounding === 'none' ? '' : `, ${travel.rounding} per arc`;
  switch (travel.kind) {
    case 'euclidean':
      return `euclidean${travel.scale === 1 ? '' : ` × ${travel.scale}`}${rounding}`;
    case 'great-circle':
      if (travel.roads) return `on roads in ${travel.unit} (${travel.roads.profile}), still to be measured`;
      return `great-circle in ${travel.unit}${travel.detour === 1 ? '' : ` × ${travel.detour}`}${rounding}`;
    case 'matrix':
      return travel.roads ? `matrix on roads (${travel.roads.profile})${estimates(travel.roads)}` : 'matrix';
  }
}

const estimates = ({ estimated }: { readonly estimated?: number }) =>
  estimated === undefined ? '' : `, ${formatCount(estimated, 'pair')} estimated from straight lines`;
