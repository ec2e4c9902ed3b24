/** Labelled data for training, and for validation or tests, as a network of some kind sees them. */
import { isObject, requireArgument } from '../problem/arguments.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { Random } from '../run/random.ts';
import type { Architecture } from '../surrogate/architecture.ts';
import { type Dataset, requireDataset, toSamples } from './dataset.ts';
import { loadDataset } from './dataset-file.ts';
import { setStreams } from './generator.ts';
import type { SampleSet, TrainingSets } from './sample.ts';
import { concatenate, customersOf, selectSets, startsOf } from './set-table.ts';

/** With their sources, for the model card. */
export interface SourcedSets extends TrainingSets {
  readonly sources: Dataset['sources'];
}

export interface DataFiles {
  readonly data: readonly string[];
  /** Without this, a share of the data is held back. */
  readonly validation?: readonly string[];
  readonly hold: number;
}

/** Share of the data that is held back for validation. */
export const defaultHold = 0.1;

/** Fixed, so that all models are validated on the same samples. */
const splitSeed = 1;

/** What decides how a network sees the data: its kind, and which instances are too large for it. Part of a training configuration. */
export interface Learner {
  readonly architecture: Pick<Architecture, 'kind'>;
  readonly mostCustomers?: number;
}

/** Labelled data for `trainModel`, with a part held back for validation. */
export async function loadTrainingSets(files: DataFiles, learner: Learner): Promise<SourcedSets> {
  requireArgument(Array.isArray(files?.data), 'files', 'files { data, hold }, with paths of data sets');
  requireArgument(isObject(learner?.architecture, 'kind'), 'learner', 'a training configuration, such as trainingPresets.universal');
  const { data, validation, hold } = files;
  return trainingSetsOf(await loadDataset(...data), validation && (await loadDataset(...validation)), hold, learner);
}

/** The same of data that is here already. */
export function trainingSetsOf(data: Dataset, validation: Dataset | undefined, hold: number, learner: Learner): SourcedSets {
  const seen = (dataset: Dataset) => samplesFor(dataset, learner.architecture.kind, learner.mostCustomers);
  if (validation) return { training: seen(data), validation: seen(validation), sources: data.sources };
  const { training, held } = holdBack(seen(data), hold, splitSeed);
  return { training, validation: held, sources: data.sources };
}

/** Holds back about `share` of the groups, drawn by the seed: cells of one instance stay together, so that a test is independent of training. */
export function holdBack(set: SampleSet, share: number, seed: number): { readonly training: SampleSet; readonly held: SampleSet } {
  const groups = new Random(seed).shuffle(Int32Array.from(new Set(set.group)));
  const count = Math.round(share * groups.length);
  if (count < 1 || count >= groups.length)
    throw new NeoLrpError(
      'E_DATASET',
      `${groups.length} instances are too few to hold back a share of ${share}; use more data or name a validation file`,
    );
  const heldGroups = new Set(groups.subarray(0, count));
  const training: number[] = [];
  const held: number[] = [];
  for (let k = 0; k < set.count; k++) (heldGroups.has(set.group[k]) ? held : training).push(k);
  return { training: selectSets(set, training), held: selectSets(set, held) };
}

/**
 * Inside the MIP a Graph Transformer attends to all customers of the instance, and those of one depot are summed; so its samples hold whole
 * instances, drawn again from the seeds of the data set, which stores the customers of the sets only. Sets of instances with more than
 * `mostCustomers` are left out there.
 */
export function samplesFor(dataset: Dataset, kind: Architecture['kind'], mostCustomers = Number.POSITIVE_INFINITY): SampleSet {
  requireDataset(dataset);
  const samples = toSamples(dataset);
  return kind === 'graph-transformer' ? inWholeInstances(samples, dataset, mostCustomers) : samples;
}

/** Each sample's own customers first, then the others of its instance. */
function inWholeInstances(samples: SampleSet, dataset: Dataset, mostCustomers: number): SampleSet {
  const picks: number[] = [];
  const graphs: Record<'x' | 'y' | 'load' | 'context', Float32Array>[] = [];
  let k = 0;
  for (const { kind, seed, first, sets } of dataset.sources) {
    const end = k + sets;
    if (kind === 'given')
      throw new NeoLrpError(
        'E_DATASET',
        'tables do not hold the instances of their sets, which a Graph Transformer sees; generate data for it',
      );
    for (const set of setStreams[kind](seed, first)) {
      if (k === end) break;
      const { depot, capacity, others } = set;
      if (set.x.length !== customersOf(samples, k) || Math.fround(set.x[0] - depot.x) !== samples.x[samples.start[k]])
        throw new NeoLrpError(
          'E_DATASET',
          `set ${k} is not the one that its seed draws, so its instance is not known; generate the data again for a Graph Transformer`,
        );
      const all = (column: 'x' | 'y' | 'demand' | 'context', change = (value: number) => value) =>
        Float32Array.from([...set[column], ...(others?.[column] ?? [])], change);
      if (set.x.length + (others?.x.length ?? 0) <= mostCustomers) {
        picks.push(k);
        graphs.push({
          x: all('x', (x) => x - depot.x),
          y: all('y', (y) => y - depot.y),
          load: all('demand', (demand) => demand / capacity),
          context: all('context'),
        });
      }
      k++;
    }
  }
  const own = selectSets(samples, picks);
  const column = (name: keyof (typeof graphs)[number]) => concatenate([new Float32Array(), ...graphs.map((graph) => graph[name])]);
  const columns = { x: column('x'), y: column('y'), load: column('load'), context: column('context') };
  const start = startsOf(graphs.map(({ x }) => x.length));
  return { ...own, ...columns, start, members: Int32Array.from(picks, (_, g) => customersOf(own, g)) };
}
