/** A data set: many routing sets in flat columns, where they come from, and labels once there are any. */

import * as z from 'zod';
import { isCount, isObject, isText, requireArgument } from '../problem/arguments.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { contextWidth } from '../surrogate/context.ts';
import { classCode, classOfCode } from './instance-class.ts';
import type { RoutingSet } from './routing-set.ts';
import { origins, type SampleSet } from './sample.ts';
import { concatenate, joinSets, type SetTable, selectSets, startsOf } from './set-table.ts';

/** How labels were made. Equal cards mean equal labels if the budget counts iterations rather than seconds. */
export const labelCardSchema = z.strictObject({
  router: z.string(),
  iterations: z.number().int().positive().nullable(),
  seconds: z.number().positive().nullable(),
  seed: z.number().int().nonnegative(),
  /** The labeller minimised vehicleCost per route plus the distance. Travel and routes also serve other prices. */
  vehicleCost: z.number().nonnegative(),
  /** Mean excess of a sample of labels over the best found with `factor` times the budget. */
  quality: z.strictObject({ sample: z.number().int(), factor: z.number(), meanExcess: z.number() }).nullable(),
});
export type LabelCard = Readonly<z.output<typeof labelCardSchema>>;

export const setKinds = ['paper', 'cells', 'countries'] as const;
export type SetKind = (typeof setKinds)[number];

/** Those of generators, and the tables of others. */
const sourceKinds = [...setKinds, 'given'] as const;

/** A stretch of a generator's stream; `first` counts sets ('paper') or location instances ('cells', 'countries'). */
export const sourceSchema = z.strictObject({
  kind: z.enum(sourceKinds),
  seed: z.number().int().nonnegative(),
  first: z.number().int().nonnegative(),
  sets: z.number().int().nonnegative(),
  labels: labelCardSchema.nullable(),
  /** The network whose decisions on the location instances are in it, beside random cells. */
  chosenBy: z.string().optional(),
});
export type Source = Readonly<z.output<typeof sourceSchema>>;

/** Columns of a data set that are there once it is labelled. */
export interface Labels {
  /** Distance of the routes, in the units of the coordinates. */
  readonly travel: Float64Array;
  readonly routes: Float64Array;
  /** What the labeller minimised: travel plus its vehicle cost per route. */
  readonly cost: Float64Array;
}

/** Routing problems of single depots, with the costs of their routes once they are labelled. */
export interface Dataset extends SetTable, Partial<Labels> {
  /** Where the sets come from, in order; merged data sets have several. */
  readonly sources: readonly Source[];
  /** Seen from the depot. */
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly demand: Float32Array;
  /** `contextWidth` entries per customer. */
  readonly context: Float32Array;
  readonly capacity: Float64Array;
  readonly spread: Float64Array;
  readonly group: Int32Array;
  readonly classCode: Uint16Array;
  /** Index into `origins`. */
  readonly origin: Uint8Array;
}

/** For callers without types. */
export function requireDataset(dataset: Dataset): Dataset {
  requireArgument(isObject(dataset, 'count', 'start', 'sources'), 'dataset', 'a data set, as loadDataset or collectSets returns it');
  return dataset;
}

export const isLabelled = (dataset: Dataset): dataset is Dataset & Labels => dataset.travel !== undefined;

/** Takes `count` sets from a stream, which may be infinite. */
export function collectSets(stream: Iterable<RoutingSet>, count: number, kind: SetKind, seed: number, first = 0): Dataset {
  requireArgument(typeof stream?.[Symbol.iterator] === 'function' && !isText(stream), 'stream', 'a stream, such as cellSets(seed)');
  requireArgument(isCount(count), 'count', 'a whole number of at least 0');
  const sets: ReturnType<typeof compact>[] = [];
  if (count > 0)
    for (const set of stream) {
      sets.push(compact(set));
      if (sets.length === count) break;
    }
  return joined(sets, { kind, seed, first, sets: sets.length, labels: null });
}

/** Sets that are all there. */
export const datasetOf = (sets: readonly RoutingSet[], source: Omit<Source, 'sets' | 'labels'>): Dataset =>
  joined(sets.map(compact), { ...source, sets: sets.length, labels: null });

function joined(sets: readonly ReturnType<typeof compact>[], source: Source): Dataset {
  const column = (key: 'x' | 'y' | 'demand' | 'context') => concatenate([new Float32Array(), ...sets.map((set) => set[key])]);
  const origin = source.kind === 'paper' ? 'paper' : 'cell';
  return {
    sources: [source],
    count: sets.length,
    start: startsOf(sets.map(({ x }) => x.length)),
    x: column('x'),
    y: column('y'),
    demand: column('demand'),
    context: column('context'),
    capacity: Float64Array.from(sets, (set) => set.capacity),
    spread: Float64Array.from(sets, (set) => set.spread),
    group: Int32Array.from(sets, (set) => set.group),
    classCode: Uint16Array.from(sets, (set) => set.classCode),
    origin: Uint8Array.from(sets, ({ chosen }) => origins.indexOf(chosen ? 'chosen' : origin)),
  };
}

/** Seen from the depot, in half the space. */
const compact = (set: RoutingSet) => ({
  x: Float32Array.from(set.x, (x) => x - set.depot.x),
  y: Float32Array.from(set.y, (y) => y - set.depot.y),
  demand: Float32Array.from(set.demand),
  context: Float32Array.from(set.context),
  capacity: set.capacity,
  spread: set.spread,
  group: set.group,
  classCode: classCode(set.class),
  chosen: set.chosen,
});

/** Set number k, depot at the origin. */
export function routingSetAt(dataset: Dataset, k: number): RoutingSet {
  const { start } = dataset;
  const of = (column: Float32Array, width = 1) => Float64Array.from(column.subarray(start[k] * width, start[k + 1] * width));
  return {
    depot: { x: 0, y: 0 },
    x: of(dataset.x),
    y: of(dataset.y),
    demand: of(dataset.demand),
    capacity: dataset.capacity[k],
    spread: dataset.spread[k],
    group: dataset.group[k],
    class: classOfCode(dataset.classCode[k]),
    context: of(dataset.context, contextWidth),
  };
}

export function requireLabelled(dataset: Dataset): Dataset & Labels {
  if (isLabelled(dataset)) return dataset;
  throw new NeoLrpError('E_DATASET', 'the data set has no labels; run neo-lrp label on it first');
}

export function toSamples(dataset: Dataset): SampleSet {
  if (dataset.count === 0) throw new NeoLrpError('E_DATASET', 'the data set is empty; generate sets first');
  const { sources: _s, cost: _c, demand, capacity, ...columns } = requireLabelled(dataset);
  const load = new Float32Array(demand.length);
  for (let k = 0; k < dataset.count; k++) for (let i = dataset.start[k]; i < dataset.start[k + 1]; i++) load[i] = demand[i] / capacity[k];
  return { ...columns, load };
}

/** Several data sets as one; groups are renumbered, so that sets of different files never share one. */
export function mergeDatasets(parts: readonly Dataset[]): Dataset {
  if (parts.length === 1) return parts[0];
  if (parts.length === 0) throw new NeoLrpError('E_DATASET', 'there is no data set to merge; name at least one file');
  const labelled = parts.filter(isLabelled).length;
  if (labelled > 0 && labelled < parts.length)
    throw new NeoLrpError('E_DATASET', `${labelled} of ${parts.length} data sets have labels; label all or none before merging`);
  const sources = parts.flatMap((part) => part.sources);
  const prices = new Set(sources.map((source) => source.labels?.vehicleCost));
  if (prices.size > 1)
    throw new NeoLrpError(
      'E_DATASET',
      `the data sets were labelled with different vehicle costs (${[...prices].join(', ')}); label them with the same`,
    );
  let nextGroup = 0;
  const renumbered = parts.map((part) => {
    const numbers = new Map<number, number>();
    const group = part.group.map((given) => {
      const number = numbers.get(given) ?? nextGroup++;
      numbers.set(given, number);
      return number;
    });
    return { ...part, group };
  });
  return { ...joinSets(renumbered), sources };
}

/** Sets `from` … `to`−1. */
export function portionOf(dataset: Dataset, from: number, to: number): Dataset {
  const picks = Array.from({ length: to - from }, (_, k) => from + k);
  let before = 0;
  const sources = dataset.sources.flatMap((source) => {
    const [low, high] = [Math.max(from, before) - before, Math.min(to, before + source.sets) - before];
    before += source.sets;
    // `first` counts sets, but for cells location instances; so for cells only the number of sets is cut.
    return low >= high ? [] : [{ ...source, first: source.first + (source.kind === 'paper' ? low : 0), sets: high - low }];
  });
  return { ...selectSets(dataset, picks), sources };
}

/** The same sets, labelled as the card says. */
export function withLabels(dataset: Dataset, labels: Labels, card: LabelCard): Dataset & Labels {
  return { ...dataset, ...labels, sources: dataset.sources.map((source) => ({ ...source, labels: card })) };
}
