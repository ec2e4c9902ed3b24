/**
 * A network taught on one's own region: draws cells of the instance, labels them with the search, trains the given network further on most
 * of them and measures its error before and after on the rest. So it learns hours, fleets and roads that it was not born with.
 */
import { NeoLrpError } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import { instanceHash } from '../problem/model.ts';
import { depotSubproblem } from '../problem/subproblem.ts';
import { Random } from '../run/random.ts';
import { StopWatch } from '../run/stop.ts';
import type { Model } from '../surrogate/model.ts';
import { planeOf } from '../surrogate/plane.ts';
import { type Evaluation, evaluateModel } from './evaluate.ts';
import { type RegionCell, regionCells } from './region-cells.ts';
import type { RegionLabel, RegionLabelTask } from './region-label.ts';
import { type LabelledCell, priceOf, regionSamples } from './region-samples.ts';
import type { SampleSet } from './sample.ts';
import { type TrainingProgress, train } from './train.ts';
import type { TrainingInput } from './trainer/config.ts';
import { holdBack } from './training-sets.ts';

export interface AdaptOptions {
  /** Of the new model. */
  readonly name: string;
  /** Wall seconds for everything. The result depends on the machine unless `cells` and `epochs` are given. */
  readonly seconds?: number;
  /** Cells to label; as many as a share of the time allows by default. */
  readonly cells?: number;
  readonly epochs?: number;
  readonly seed?: number;
  /** Labels tasks, anywhere; passes on each label with the position of its task, in any order, until the signal is aborted. */
  readonly label: (
    tasks: Iterable<RegionLabelTask>,
    onLabel: (label: RegionLabel, index: number) => Promise<void>,
    signal: AbortSignal,
  ) => Promise<void>;
  /** Labels of an earlier run with the same instance and seed, by cell. */
  readonly known?: ReadonlyMap<number, RegionLabel>;
  readonly onLabel?: (cell: number, label: RegionLabel) => void | Promise<void>;
  readonly onEpoch?: (progress: TrainingProgress) => void;
  readonly signal?: AbortSignal;
}

export interface Adapted {
  /** The one to use: trained further, or as it was if that did not help. */
  readonly model: Model;
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

/** Descents per cell: labels within about half a percent of twenty times the effort (docs/explained/surrogates.md), and twice as many as with eight. */
export const adaptIterations = 4;
/** Share of the time for labels. */
const labelShare = 0.75;
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

export async function adapt(instance: Instance, model: Model, options: AdaptOptions): Promise<Adapted> {
  const { seconds = Number.POSITIVE_INFINITY, seed = 1, name } = options;
  if (model.network.shape.kind === 'graph-transformer')
    throw new NeoLrpError('E_MODEL', `'${model.card.name}' is a Graph Transformer, which cannot be adapted; name another model`);
  if (seconds === Number.POSITIVE_INFINITY && (options.cells === undefined || options.epochs === undefined))
    throw new NeoLrpError('E_USAGE', 'without a time limit, adapt needs numbers of cells and epochs');
  const watch = new StopWatch({ ...(Number.isFinite(seconds) && { seconds }), signal: options.signal });
  const { labelled, unroutable } = await labelCells(instance, seed, watch, options);
  if (labelled.length < fewestCells)
    throw new NeoLrpError(
      'E_BUDGET',
      `${labelled.length} cells were labelled in time, but at least ${fewestCells} are needed; allow more time${unroutable > 0 ? ` (${unroutable} more could not be routed by themselves)` : ''}`,
    );
  const { training: rest, held } = holdBack(regionSamples(instance, labelled), heldShare, seed);
  const { training, held: validation } = holdBack(rest, validationShare, seed + 1);
  const price = priceOf(planeOf(instance));
  const before = evaluateModel(model, held, price);

  const epochs = options.epochs ?? epochsFor(training, watch.remaining());
  const { signal, clear } = until(watch);
  const result = await train(
    fineTuning(model, name, epochs, seed),
    { training, validation },
    {
      initial: model.network,
      anyCost: true,
      signal,
      onProgress: options.onEpoch,
    },
  ).finally(clear);
  const trained: Model = { card: { ...model.card, name }, network: result.bestEpoch > 0 ? result.network : model.network };
  const after = evaluateModel(trained, held, price);
  const helped = inMip(after).mean < inMip(before).mean;
  const chosen = helped ? trained : { card: { ...model.card, name }, network: model.network };
  return {
    model: withCard(chosen, model, instance, {
      before,
      after: helped ? after : before,
      epochs: result.history.length,
      seed,
      training,
      held,
    }),
    helped,
    before,
    after,
    cells: labelled.length,
    unroutable,
    held: held.count,
    epochs: result.history.length,
    seconds: watch.elapsed(),
  };
}

/** What decides inside the MIP. */
export const inMip = (evaluation: Evaluation): Evaluation['overall'] => (evaluation.embedded ?? evaluation).overall;

async function labelCells(
  instance: Instance,
  seed: number,
  watch: StopWatch,
  { cells: wanted = Number.POSITIVE_INFINITY, label, known = new Map(), onLabel, signal }: AdaptOptions,
): Promise<{ labelled: LabelledCell[]; unroutable: number }> {
  const drawn: RegionCell[] = [];
  const labels = new Map<number, RegionLabel>();
  const stop = new AbortController();
  const over = () => signal?.aborted || watch.spent(0) > labelShare;
  const cells = drawCells(instance, seed, wanted);
  /** Position in `drawn` of each task, as those with a known label are no tasks. */
  const positions: number[] = [];
  function* tasks(): Generator<RegionLabelTask> {
    for (const cell of cells) {
      const index = drawn.push(cell) - 1;
      const earlier = known.get(index);
      if (earlier !== undefined) {
        labels.set(index, earlier);
        continue;
      }
      positions.push(index);
      yield {
        part: depotSubproblem(instance, cell.depot, cell.customers),
        iterations: adaptIterations,
        seed: new Random(seed).split(index).uint32(),
      };
      if (over()) return;
    }
  }
  const timer = Number.isFinite(watch.remaining()) ? setTimeout(() => stop.abort(), 1000 * labelShare * watch.remaining()) : undefined;
  const relay = () => stop.abort();
  signal?.addEventListener('abort', relay, { once: true });
  try {
    await label(
      tasks(),
      async (found, task) => {
        labels.set(positions[task], found);
        await onLabel?.(positions[task], found);
      },
      stop.signal,
    );
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', relay);
  }
  if (signal?.aborted) throw new NeoLrpError('E_BUDGET', 'interrupted; repeat the command to continue with the labels made so far');
  const labelled = drawn.flatMap((cell, index) => {
    const found = labels.get(index);
    return found ? [{ cell, label: found }] : [];
  });
  return { labelled, unroutable: [...labels.values()].filter((found) => found === null).length };
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

/** As the network was trained, with shorter steps. */
function fineTuning({ network, card }: Model, name: string, epochs: number, seed: number): TrainingInput {
  const local = network.shape.kind === 'local-sets';
  return {
    name,
    architecture: network.shape,
    target: card.target,
    loss: card.target.kind === 'cost' ? 'relative' : local ? 'shares' : 'parts',
    optimiser: { kind: 'adam', learningRate: 1e-3, finalLearningRate: 1e-5 },
    batch: 32,
    epochs,
    seed,
    augment: { turn: true },
    ...(local && { freeUnits: 0 }),
    replaceDeadUnits: false,
  };
}

function epochsFor({ x }: SampleSet, seconds: number): number {
  const [least, most] = epochLimits;
  // Each cell is learnt twice, in its instance and on its own.
  return Math.max(least, Math.min(most, Math.floor((seconds * rowsPerSecond) / (2 * x.length))));
}

/** Aborts at the end of the time, or with the caller's signal. */
function until(watch: StopWatch): { signal: AbortSignal; clear: () => void } {
  const controller = new AbortController();
  const left = watch.remaining();
  const timer = Number.isFinite(left) ? setTimeout(() => controller.abort(), 1000 * Math.max(0, left)) : undefined;
  const { signal } = watch.stop;
  return { signal: signal ? AbortSignal.any([signal, controller.signal]) : controller.signal, clear: () => clearTimeout(timer) };
}

interface History {
  readonly before: Evaluation;
  readonly after: Evaluation;
  readonly epochs: number;
  readonly seed: number;
  readonly training: SampleSet;
  readonly held: SampleSet;
}

function withCard({ card, network }: Model, base: Model, instance: Instance, history: History): Model {
  const { before, after, epochs, seed, training, held } = history;
  const errors = ({ price, overall, embedded }: Evaluation) => ({
    price,
    overall,
    ...(embedded && { embedded: { overall: embedded.overall } }),
  });
  const source = { model: base.card.name, instance: instance.name, instanceHash: instanceHash(instance) };
  return {
    network,
    card: {
      ...card,
      description: `${base.card.name}, adapted to ${instance.name}`,
      training: { adapted: source, epochs, seed, iterations: adaptIterations },
      data: { cells: training.count, held: held.count },
      errors: { ...errors(after), before: errors(before) },
    },
  };
}
