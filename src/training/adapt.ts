/**
 * A network taught on one's own region: draws cells of the instance, labels them with the search, trains the given network further on most
 * of them and measures its error before and after on the rest. So it learns the hours, fleets and roads of that region. Then it decides, and
 * what it chose is labelled and learnt as well, as a decision picks what its network prices too low.
 * Labels go to a journal, so that a killed run continues.
 */

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { lagrangianAllocator } from '../allocation/neural-mip.ts';
import { makeFolder } from '../node/files.ts';
import { Journal } from '../node/journal.ts';
import { saveModel } from '../node/model-files.ts';
import { decideBy } from '../pipeline/decide.ts';
import { isText, requireArgument } from '../problem/arguments.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { type Instance, requireInstance } from '../problem/instance.ts';
import { instanceHash } from '../problem/model.ts';
import { depotSubproblem } from '../problem/subproblem.ts';
import { Random } from '../run/random.ts';
import { StopWatch } from '../run/stop.ts';
import { requireModel, type SurrogateModel } from '../surrogate/model.ts';
import { NetworkSurrogate } from '../surrogate/network-surrogate.ts';
import { planeOf } from '../surrogate/plane.ts';
import { unseenByNetworks } from '../surrogate/unseen.ts';
import { cellsChosen } from './choices.ts';
import { type Evaluation, evaluateModel } from './evaluate.ts';
import { fineTuning } from './fine-tuning.ts';
import { inLabelThreads } from './label.ts';
import { type LabelledCell, type RegionCell, type RegionLabel, type RegionLabelTask, regionCells, regionSamples } from './region.ts';
import type { SampleSet } from './sample.ts';
import { joinSets } from './set-table.ts';
import { type TrainingProgress, train } from './train.ts';
import { holdBack } from './training-sets.ts';

export interface AdaptOptions {
  /** For the model, and for the journal of labels meanwhile. */
  readonly folder: string;
  /** Of the new model. */
  readonly name: string;
  /** Wall seconds for everything. The result depends on the machine unless `cells` and `epochs` are given. */
  readonly seconds?: number;
  /** Cells to label; as many as a share of the time allows by default. */
  readonly cells?: number;
  readonly epochs?: number;
  readonly seed?: number;
  readonly threads?: number;
  /** Who labels in place of threads: passes on each label with the position of its task, in any order, until the signal is aborted. */
  readonly label?: LabelCells;
  /** Called before the first label if an earlier run is continued. */
  readonly onResume?: (labels: number) => void;
  readonly onLabel?: () => void;
  readonly onEpoch?: (progress: TrainingProgress) => void;
  readonly signal?: AbortSignal;
}

export type LabelCells = (
  tasks: Iterable<RegionLabelTask>,
  onLabel: (label: RegionLabel, index: number) => Promise<void>,
  signal: AbortSignal,
) => Promise<void>;

export interface Adapted {
  /** The one to use: trained further, or as it was if that did not help. */
  readonly model: SurrogateModel;
  readonly file: string;
  readonly helped: boolean;
  /** On the same held-back cells. */
  readonly before: Evaluation;
  readonly after: Evaluation;
  readonly cells: number;
  /** Cells that could not be routed by themselves. */
  readonly unroutable: number;
  readonly held: number;
  readonly epochs: number;
  readonly seconds: number;
}

/** Descents per cell: few, since more cells teach more than better labels (docs/lab/surrogates.md). */
const iterations = 4;
/** Shares of the time for labels, and of what is left then for the first training. */
const labelShare = 0.65;
const firstTraining = 0.5;
/** Share of the time for deciding, where there is a limit. */
const decisionShare = 0.04;
/** Descents per chosen cell, as there are few, and the share of the data that they are made by repetition. */
const chosenIterations = 16;
const chosenShare = 0.2;
const mostRepetitions = 12;
/** Shares of draws that are held back for the errors, and then for choosing the best epoch. */
const heldShare = 0.2;
const validationShare = 0.1;
/** Below this, errors on held-back cells would mean little. */
const fewestCells = 40;
/** Passes through the network in a second on a slow core, and the limits of epochs where time decides. */
const rowsPerSecond = 60_000;
const epochLimits = [5, 300] as const;
/** Draws without a single cell before an instance is given up. */
const emptyDraws = 200;

/** Trains a network further on customer sets of one instance, and reports its error before and after. */
export async function adaptModel(instance: Instance, model: SurrogateModel, options: AdaptOptions): Promise<Adapted> {
  requireInstance(instance);
  requireModel(model);
  requireArgument(isText(options?.folder) && isText(options.name), 'options', 'options { folder, name }');
  const { folder, name, seconds = Number.POSITIVE_INFINITY, seed = 1 } = options;
  if (model.network.shape.kind === 'graph-transformer')
    throw new NeoLrpError('E_MODEL', `'${model.card.name}' is a Graph Transformer, which cannot be adapted; name another model`);
  if (seconds === Number.POSITIVE_INFINITY && (options.cells === undefined || options.epochs === undefined))
    throw new NeoLrpError('E_USAGE', 'without a time limit, adapt needs numbers of cells and epochs');
  const watch = new StopWatch({ ...(Number.isFinite(seconds) && { seconds }), signal: options.signal });
  await makeFolder(folder);
  const journal = join(folder, `${name}.labels.jsonl`);
  const { labelled, unroutable } = await labelCells(instance, seed, watch, journal, options);
  if (labelled.length < fewestCells)
    throw new NeoLrpError(
      'E_BUDGET',
      `${labelled.length} cells were labelled in time, but at least ${fewestCells} are needed; allow more time${unroutable > 0 ? ` (${unroutable} more could not be routed by themselves)` : ''}`,
    );
  const { training: rest, held } = holdBack(regionSamples(instance, labelled), heldShare, seed);
  const { training, held: validation } = holdBack(rest, validationShare, seed + 1);
  const { distanceScale, vehicleCost } = planeOf(instance);
  const price = { distanceScale, vehicleCost };
  const before = evaluateModel(model, held, price);

  let network = model.network;
  let epochs = 0;
  const learn = async (samples: SampleSet, share: number) => {
    const most = Math.max(1, Math.round(share * (options.epochs ?? epochsFor(samples, watch.remaining()))));
    const { history, bestEpoch, ...trained } = await train(
      fineTuning({ ...model, network }, name, most, seed),
      { training: samples, validation },
      { initial: network, anyCost: true, signal: within(watch.remaining(), options.signal), onProgress: options.onEpoch },
    );
    epochs += history.length;
    if (bestEpoch > 0) network = trained.network;
  };
  await learn(training, firstTraining);
  const chosen = await chosenCells(instance, { card: model.card, network }, watch, options);
  if (chosen.length > 0) {
    const samples = regionSamples(instance, chosen, labelled);
    const times = Math.min(mostRepetitions, Math.ceil((chosenShare * training.count) / samples.count));
    await learn(joinSets([training, ...Array<SampleSet>(times).fill(samples)]), options.epochs ? firstTraining : 1);
  }
  const after = evaluateModel({ card: { ...model.card, name }, network }, held, price);
  const helped = inMip(after).mean < inMip(before).mean;
  const summary = (evaluation: Evaluation) => ({
    price: evaluation.price,
    overall: evaluation.overall,
    ...(evaluation.embedded && { embedded: { overall: evaluation.embedded.overall } }),
  });
  const source = { model: model.card.name, instance: instance.name, instanceHash: instanceHash(instance) };
  const adapted: SurrogateModel = {
    network: helped ? network : model.network,
    card: {
      ...model.card,
      name,
      description: `${model.card.name}, adapted to ${instance.name}`,
      training: { adapted: source, epochs, seed, iterations },
      data: {
        ...model.card.data,
        cells: training.count,
        chosen: chosen.length,
        held: held.count,
        taught: unseenByNetworks(instance, model.card),
      },
      errors: { ...summary(helped ? after : before), before: summary(before) },
    },
  };
  const file = await saveModel(folder, adapted);
  await rm(journal, { force: true });
  const counts = { cells: labelled.length, unroutable, held: held.count, epochs };
  return { model: adapted, file, helped, before, after, ...counts, seconds: watch.elapsed() };
}

/** What the network decides, the runners-up included, with labels. */
async function chosenCells(
  instance: Instance,
  model: SurrogateModel,
  watch: StopWatch,
  { seed = 1, threads = 1, label, signal }: AdaptOptions,
): Promise<LabelledCell[]> {
  const surrogate = new NetworkSurrogate(model);
  const decide = decideBy(lagrangianAllocator(surrogate), { method: 'adapt', surrogate, gap: 1e-3 });
  const { seconds = Number.POSITIVE_INFINITY } = watch.stop;
  const stop = Number.isFinite(seconds) ? { seconds: decisionShare * seconds, signal } : { signal };
  const { proposals } = await decide(instance, { stop, seed, threads: 1 });
  const cells = cellsChosen(proposals, instance.depots.length).map((cell) => ({ ...cell, draw: -1 }));
  const tasks = cells.map(({ depot, customers }) => ({
    part: depotSubproblem(instance, depot, customers),
    iterations: chosenIterations,
    seed,
  }));
  const labels: RegionLabel[] = [];
  const keep = async (found: RegionLabel, k: number) => {
    labels[k] = found;
  };
  const limit = within(firstTraining * watch.remaining(), signal);
  await (label ? label(tasks, keep, limit) : inLabelThreads(threads, tasks, keep, limit));
  return cells.flatMap((cell, k) => (labels[k] ? [{ cell, label: labels[k] }] : []));
}

/** What decides inside the MIP. */
export const inMip = (evaluation: Evaluation): Evaluation['overall'] => (evaluation.embedded ?? evaluation).overall;

const entrySchema = z.object({ cell: z.number().int(), label: z.object({ cost: z.number(), routes: z.number() }).nullable() });

async function labelCells(
  instance: Instance,
  seed: number,
  watch: StopWatch,
  file: string,
  { cells: wanted = Number.POSITIVE_INFINITY, threads = 1, label, onResume, onLabel, signal }: AdaptOptions,
): Promise<{ labelled: LabelledCell[]; unroutable: number }> {
  const head = { instance: instanceHash(instance), seed, iterations };
  const journal = await Journal.open(file, { schema: entrySchema, remedy: 'delete the file to start again', head });
  const known = new Map<number, RegionLabel>(journal.entries.map((entry) => [entry.cell, entry.label]));
  if (known.size > 0) onResume?.(known.size);
  const drawn: RegionCell[] = [];
  /** Position in `drawn` of each task, as cells with a known label are no tasks. */
  const positions: number[] = [];
  function* tasks(): Generator<RegionLabelTask> {
    for (const cell of drawCells(instance, seed, wanted)) {
      const index = drawn.push(cell) - 1;
      if (known.has(index)) continue;
      positions.push(index);
      const part = depotSubproblem(instance, cell.depot, cell.customers);
      yield { part, iterations, seed: new Random(seed).split(index).uint32() };
      if (signal?.aborted || watch.spent(0) > labelShare) return;
    }
  }
  const keep = async (found: RegionLabel, task: number) => {
    known.set(positions[task], found);
    await journal.append({ cell: positions[task], label: found });
    onLabel?.();
  };
  const limit = within(labelShare * watch.remaining(), signal);
  try {
    await (label ? label(tasks(), keep, limit) : inLabelThreads(threads, tasks(), keep, limit));
  } finally {
    await journal.close();
  }
  if (signal?.aborted) throw new NeoLrpError('E_BUDGET', 'interrupted; repeat the command to continue with the labels made so far');
  const labels = drawn.map((cell, index) => ({ cell, label: known.get(index) }));
  return {
    labelled: labels.flatMap(({ cell, label }) => (label ? [{ cell, label }] : [])),
    unroutable: labels.filter(({ label }) => label === null).length,
  };
}

function* drawCells(instance: Instance, seed: number, wanted: number): Generator<RegionCell> {
  let count = 0;
  for (let draw = 0, empty = 0; count < wanted; draw++) {
    const cells = regionCells(instance, seed, draw);
    empty = cells.length > 0 ? 0 : empty + 1;
    if (empty > emptyDraws)
      throw new NeoLrpError('E_INFEASIBLE', 'no cells can be drawn: too few customers may use any set of depots', { field: 'customers' });
    for (const cell of cells) if (count++ < wanted) yield cell;
  }
}

function epochsFor({ x }: SampleSet, seconds: number): number {
  const [least, most] = epochLimits;
  // Each cell is learnt twice, in its instance and on its own.
  return Math.max(least, Math.min(most, Math.floor((seconds * rowsPerSecond) / (2 * x.length))));
}

const longestTimer = 2 ** 31 - 1;

/** Aborts after so many seconds, or with the caller's signal. */
const within = (seconds: number, signal?: AbortSignal): AbortSignal =>
  AbortSignal.any([...(signal ? [signal] : []), AbortSignal.timeout(Math.ceil(Math.min(longestTimer, 1000 * Math.max(0, seconds))))]);
