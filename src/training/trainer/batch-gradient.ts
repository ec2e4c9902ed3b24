/** The gradient of the loss over this replica's share of a batch: augmentation, forward pass, loss, backward pass. */
import type { Random } from '../../run/random.ts';
import type { SampleSet } from '../sample.ts';
import { type Slots, shareOf } from './batches.ts';
import type { Communicator } from './communicator.ts';
import type { TrainingConfig } from './config.ts';
import type { UnitActivity } from './dead-units.ts';
import { actualCosts, rankingGradient } from './ranking.ts';
import type { SamplePass } from './sample-pass.ts';
import { augmentedSample, type SampleView, unseenSample } from './sample-view.ts';

export class BatchGradient {
  private readonly config: TrainingConfig;
  private readonly training: SampleSet;
  private readonly pass: SamplePass;
  private readonly communicator: Communicator;
  /** Of one pass, sample by sample. */
  private readonly outputGradient: Float64Array;

  constructor(config: TrainingConfig, training: SampleSet, pass: SamplePass, communicator: Communicator) {
    this.config = config;
    this.training = training;
    this.pass = pass;
    this.communicator = communicator;
    this.outputGradient = new Float64Array(pass.outputs.length);
  }

  /** Replaces the network's gradient and the numbers after it; returns the loss, summed over this replica's samples. */
  of(batch: Int32Array, random: Random, activity: UnitActivity): number {
    const { training, pass, communicator } = this;
    const { network } = pass;
    const mine = shareOf(batch, training, communicator.rank, communicator.size);
    // A ranking loss compares with samples of other replicas, whose draws must be known.
    const seen = this.config.ranking ? { from: 0, to: batch.length } : mine;
    const views = Array.from(batch, (k, slot) => (slot >= seen.from && slot < seen.to ? this.augmented(k, random) : unseenSample));
    const ranking = this.rank(batch, views, mine);
    network.kernels.memory.fill(0, network.gradient, network.gradient + network.parameters + 4);
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

  private augmented(k: number, random: Random): SampleView {
    const { config, training } = this;
    // Allocations are compared at the same scale, so the samples of a group share their draw.
    return augmentedSample(config.augment, training, k, random, config.ranking ? training.group[k] : k);
  }

  private rank(batch: Int32Array, views: readonly SampleView[], mine: Slots) {
    const { ranking } = this.config;
    if (!ranking) return undefined;
    const { training, pass } = this;
    const predicted = pass.costs(training, batch, mine.from, mine.to, views);
    this.communicator.sum(predicted);
    const stretch = views.map((view) => view.stretch);
    const gradient = new Float64Array(batch.length);
    const actual = actualCosts(pass.objective, training, batch, stretch);
    const loss = ranking.weight * rankingGradient(training, batch, predicted, actual, ranking.temperature, gradient);
    return { loss, gradient: gradient.map((g) => ranking.weight * g) };
  }
}
