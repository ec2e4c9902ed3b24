/** A data set: many routing sets in flat columns, where they come from, and labels once there are any. */
import * as z from 'zod';
import { NeoLrpError } from '../problem/errors.ts';
import { contextWidth } from '../surrogate/context.ts';
import { type Column, concatenate } from './columns.ts';
import { classCode, classCount, classOfCode } from './instance-class.ts';
import type { RoutingSet } from './routing-set.ts';
import { origins, type SampleSet } from './sample.ts';

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

/** A stretch of a generator's stream; `first` counts sets ('paper') or location instances ('cells', 'countries'). */
export const sourceSchema = z.strictObject({
  kind: z.enum(setKinds),
  seed: z.number().int().nonnegative(),
  first: z.number().int().nonnegative(),
  sets: z.number().int().nonnegative(),
  labels: labelCardSchema.nullable(),
});
export type Source = Readonly<z.output<typeof sourceSchema>>;

export interface Labels {
  /** Distance of the routes, in the units of the coordinates. */
  readonly travel: Float64Array;
  readonly routes: Float64Array;
  /** What the labeller minimised: travel plus its vehicle cost per route. */
  readonly cost: Float64Array;
}

export interface Dataset {
  /** Where the sets come from, in order; merged data sets have several. */
  readonly sources: readonly Source[];
  readonly count: number;
  /** Set k has customers start[k] … start[k+1]−1. */
  readonly start: Int32Array;
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
  readonly labels: Labels | null;
}

/** Takes `count` sets from a stream, which may be infinite. */
export function collectSets(stream: Iterable<RoutingSet>, count: number, kind: SetKind, seed: number, first = 0): Dataset {
  const sets: ReturnType<typeof compact>[] = [];
  if (count > 0)
    for (const set of stream) {
      sets.push(compact(set));
      if (sets.length === count) break;
    }
  const start = new Int32Array(sets.length + 1);
  sets.forEach((set, k) => {
    start[k + 1] = start[k] + set.x.length;
  });
  const column = (key: 'x' | 'y' | 'demand' | 'context') => concatenate([new Float32Array(), ...sets.map((set) => set[key])]);
  return {
    sources: [{ kind, seed, first, sets: sets.length, labels: null }],
    count: sets.length,
    start,
    x: column('x'),
    y: column('y'),
    demand: column('demand'),
    context: column('context'),
    capacity: Float64Array.from(sets, (set) => set.capacity),
    spread: Float64Array.from(sets, (set) => set.spread),
    group: Int32Array.from(sets, (set) => set.group),
    classCode: Uint16Array.from(sets, (set) => set.classCode),
    origin: new Uint8Array(sets.length).fill(origins.indexOf(kind === 'paper' ? 'paper' : 'cell')),
    labels: null,
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
});

/** Set number k, depot at the origin. */
export function routingSetAt(dataset: Dataset, k: number): RoutingSet {
  const { start, context } = dataset;
  const of = (column: Float32Array) => Float64Array.from(column.subarray(start[k], start[k + 1]));
  return {
    depot: { x: 0, y: 0 },
    x: of(dataset.x),
    y: of(dataset.y),
    demand: of(dataset.demand),
    capacity: dataset.capacity[k],
    spread: dataset.spread[k],
    group: dataset.group[k],
    class: classOfCode(dataset.classCode[k]),
    context: Float64Array.from(context.subarray(start[k] * contextWidth, start[k + 1] * contextWidth)),
  };
}

export function toSamples(dataset: Dataset): SampleSet {
  const { labels, count, start, demand, capacity } = dataset;
  if (count === 0) throw new NeoLrpError('E_DATASET', 'the data set is empty; generate sets first');
  if (!labels) throw new NeoLrpError('E_DATASET', 'the data set has no labels; run neo-lrp label on it first');
  const load = new Float32Array(demand.length);
  for (let k = 0; k < count; k++) for (let i = start[k]; i < start[k + 1]; i++) load[i] = demand[i] / capacity[k];
  return {
    count,
    start,
    x: dataset.x,
    y: dataset.y,
    load,
    context: dataset.context,
    spread: dataset.spread,
    travel: labels.travel,
    routes: labels.routes,
    group: dataset.group,
    origin: dataset.origin,
    generatorClass: dataset.classCode,
    classes: classNames,
  };
}

const classNames: readonly string[] = Array.from({ length: classCount }, (_, code) => {
  const { depot, customers, demand, routeSize } = classOfCode(code);
  return `${depot} / ${customers} / ${demand} / ${routeSize}`;
});

/** Several data sets as one; groups are renumbered, so that sets of different files never share one. */
export function mergeDatasets(parts: readonly Dataset[]): Dataset {
  if (parts.length === 1) return parts[0];
  if (parts.length === 0) throw new NeoLrpError('E_DATASET', 'there is no data set to merge; name at least one file');
  const labelled = parts.filter((part) => part.labels);
  if (labelled.length > 0 && labelled.length < parts.length)
    throw new NeoLrpError('E_DATASET', `${labelled.length} of ${parts.length} data sets have labels; label all or none before merging`);
  const sources = parts.flatMap((part) => part.sources);
  const prices = new Set(sources.map((source) => source.labels?.vehicleCost));
  if (prices.size > 1)
    throw new NeoLrpError(
      'E_DATASET',
      `the data sets were labelled with different vehicle costs (${[...prices].join(', ')}); label them with the same`,
    );
  const count = parts.reduce((sum, part) => sum + part.count, 0);
  const start = new Int32Array(count + 1);
  const group = new Int32Array(count);
  let at = 0;
  let nextGroup = 0;
  for (const part of parts) {
    const renumbered = new Map<number, number>();
    for (let k = 0; k < part.count; k++, at++) {
      start[at + 1] = start[at] + part.start[k + 1] - part.start[k];
      const known = renumbered.get(part.group[k]);
      if (known === undefined) renumbered.set(part.group[k], nextGroup);
      group[at] = known ?? nextGroup++;
    }
  }
  const [one, ...others] = parts;
  const joined = <T extends Column>(pick: (part: Dataset) => T): T => concatenate([pick(one), ...others.map(pick)]);
  const label = (key: keyof Labels) => joined((part) => (part.labels as Labels)[key]);
  return {
    sources,
    count,
    start,
    x: joined((part) => part.x),
    y: joined((part) => part.y),
    demand: joined((part) => part.demand),
    context: joined((part) => part.context),
    capacity: joined((part) => part.capacity),
    spread: joined((part) => part.spread),
    group,
    classCode: joined((part) => part.classCode),
    origin: joined((part) => part.origin),
    labels: labelled.length > 0 ? { travel: label('travel'), routes: label('routes'), cost: label('cost') } : null,
  };
}

/** The same sets, labelled as the card says. */
export function withLabels(dataset: Dataset, labels: Labels, card: LabelCard): Dataset {
  return { ...dataset, labels, sources: dataset.sources.map((source) => ({ ...source, labels: card })) };
}
