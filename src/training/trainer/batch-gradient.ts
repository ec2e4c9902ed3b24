/** An epoch's samples as batches, and the gradient of the loss over this replica's share of one. */
import type { Random } from '../../run/random.ts';
import type { SampleSet } from '../sample.ts';
import { customersOf } from '../set-table.ts';
import type { Communicator } from './communicator.ts';
import type { TrainingConfig } from './config.ts';
import type { UnitActivity } from './dead-units.ts';
import { actualCosts, rankingGradient } from './ranking.ts';
import { augmentedSample, plainSample, type SamplePass, type SampleView } from './sample-pass.ts';

/** The samples in a new order, cut into batches; those of a group stay together, if there are groups. */
export function* batchesOf(count: number, size: number, groups: readonly number[][] | undefined, random: Random): Generator<Int32Array> {
  const order = random.shuffle(Int32Array.from({ length: groups?.length ?? count }, (_, k) => k));
  let batch: number[] = [];
  for (const k of order) {
    batch.push(...(groups ? groups[k] : [k]));
    if (batch.length < size) continue;
    yield Int32Array.from(batch);
    batch = [];
  }
  if (batch.length > 0) yield Int32Array.from(batch);
}

/** Slots `from` … `to`−1 of a batch. */
interface Slots {
  readonly from: number;
  readonly to: number;
}

/** The part of a batch for replica `rank` of `size`, balanced by customers. */
function shareOf(batch: Int32Array, set: SampleSet, { rank, size }: Communicator): Slots {
  if (size === 1) return { from: 0, to: batch.length };
  const total = batch.reduce((sum, k) => sum + customersOf(set, k), 0);
  let [from, to] = [0, 0];
  let before = 0;
  batch.forEach((k, slot) => {
    const count = customersOf(set, k);
    const owner = Math.floor(((before + count / 2) / total) * size);
    if (owner < rank) from = slot + 1;
    if (owner <= rank) to = slot + 1;
    before += count;
  });
  return { from, to };
}

export class BatchGradient {
  /** Of one pass, sample by sample. */
  private readonly outputGradient: Float64Array;

  constructor(
    private readonly config: TrainingConfig,
    private readonly training: SampleSet,
    private readonly pass: SamplePass,
    private readonly communicator: Communicator,
  ) {
    this.outputGradient = new Float64Array(pass.outputs.length);
  }

  /** Replaces the network's gradient and the numbers after it; returns the loss, summed over this replica's samples. */
  of(batch: Int32Array, random: Random, activity: UnitActivity): number {
    const { training, pass, config } = this;
    const { network } = pass;
    const { kernels, gradient, parameters } = network.state;
    const mine = shareOf(batch, training, this.communicator);
    // A ranking loss compares with samples of other replicas, whose draws must be known. It compares allocations at the same scale, so the
    // samples of a group share their draw.
    const seen = config.ranking ? { from: 0, to: batch.length } : mine;
    const views = Array.from(batch, (k, slot) =>
      slot >= seen.from && slot < seen.to
        ? augmentedSample(config.augment, training, k, random, config.ranking ? training.group[k] : k)
        : plainSample(training, k),
    );
    const ranking = this.rank(batch, views, mine);
    kernels.memory.fill(0, gradient, gradient + parameters + 4);
    let loss = ranking && mine.from === 0 ? ranking.loss : 0;
    for (let from = mine.from, to = from; from < mine.to; from = to) {
      to = pass.predict(training, batch, from, mine.to, views, random);
      activity.record(network.regressor.preActivation, to - from);
      loss += this.ofOutputs(batch, from, to, views, ranking?.gradient);
      network.backward(this.outputGradient);
    }
    return loss;
  }

  /** Loss of the samples just predicted; its derivatives go to `outputGradient`. */
  private ofOutputs(batch: Int32Array, from: number, to: number, views: readonly SampleView[], ranking: Float64Array | undefined): number {
    const { training, outputGradient } = this;
    const { objective, outputs } = this.pass;
    const width = objective.outputs;
    const targets = new Float64Array(width);
    const slope = new Float64Array(width);
    let loss = 0;
    for (let slot = from; slot < to; slot++) {
      const { stretch } = views[slot];
      const at = (slot - from) * width;
      objective.targets(training, batch[slot], stretch, targets);
      loss += objective.lossAndGradient(outputs, at, targets, outputGradient);
      if (ranking) {
        objective.cost(training, batch[slot], stretch, outputs, at, slope);
        for (let h = 0; h < width; h++) outputGradient[at + h] += ranking[slot] * slope[h];
      }
    }
    return loss;
  }

  private rank(batch: Int32Array, views: readonly SampleView[], mine: Slots) {
    const { ranking } = this.config;
    if (!ranking) return undefined;
    const { training, pass } = this;
    const predicted = pass.costs(training, batch, mine.from, mine.to, views);
    this.communicator.sum(predicted);
    const gradient = new Float64Array(batch.length);
    const actual = actualCosts(
      pass.objective,
      training,
      batch,
      views.map(({ stretch }) => stretch),
    );
    const loss = ranking.weight * rankingGradient(training, batch, predicted, actual, ranking.temperature, gradient);
    return { loss, gradient: gradient.map((g) => ranking.weight * g) };
  }
}
