/**
 * A training run as one replica sees it: a generator that yields after every batch and every epoch, so that whoever drives it can report,
 * save and stop. All that is random comes from the seed and the epoch, so a run resumed from a checkpoint repeats the uninterrupted one.
 */
import type { KernelsFactory } from '../../kernels/kernels.ts';
import { wasmKernels } from '../../kernels/wasm.ts';
import { NeoLrpError } from '../../problem/errors.ts';
import { Random } from '../../run/random.ts';
import { plainView, turnedView, type View, writeDepotFeatures, writeFeatures } from '../../surrogate/features.ts';
import type { Network } from '../../surrogate/network.ts';
import { outputCount, type Target } from '../../surrogate/target.ts';
import type { SampleSet } from '../sample.ts';
import type { Checkpoint, EpochRecord } from './checkpoint.ts';
import { alone, type Communicator } from './communicator.ts';
import type { TrainingConfig } from './config.ts';
import { replaceDeadUnits, UnitActivity } from './dead-units.ts';
import { fingerprint } from './fingerprint.ts';
import { Objective } from './objective.ts';
import { Optimiser } from './optimiser.ts';
import { actualCosts, Groups, rankingGradient } from './ranking.ts';
import type { Trainable } from './trainable.ts';
import { trainableOf } from './trainable-of.ts';

export interface TrainingSets {
  readonly training: SampleSet;
  readonly validation: SampleSet;
}

export type TrainingEvent =
  | { readonly kind: 'batch' }
  | { readonly kind: 'epoch'; readonly record: EpochRecord; readonly rows: number; readonly best: boolean; checkpoint(): Checkpoint };

export type TrainingEnd = 'epochs' | 'patience' | 'aborted' | 'diverged';

export interface Trained {
  readonly end: TrainingEnd;
  readonly network: Network;
  /** With N3's and N4's range filled in. */
  readonly target: Target;
  readonly bestEpoch: number;
  readonly history: readonly EpochRecord[];
}

export interface RunOptions {
  readonly communicator?: Communicator;
  readonly resume?: Checkpoint;
  /** Asked after each batch; any replica's yes ends the run. */
  readonly interrupted?: () => boolean;
  readonly kernels?: KernelsFactory;
}

export function* trainingRun(config: TrainingConfig, sets: TrainingSets, options: RunOptions = {}): Generator<TrainingEvent, Trained> {
  const run = new TrainingRun(config, sets, options);
  while (run.end === undefined) yield* run.epoch();
  return run.result(run.end);
}

class TrainingRun {
  end: TrainingEnd | undefined;
  private readonly config: TrainingConfig;
  private readonly sets: TrainingSets;
  private readonly communicator: Communicator;
  private readonly interrupted: () => boolean;
  private readonly objective: Objective;
  private readonly network: Trainable;
  private readonly optimiser: Optimiser;
  private readonly groups: Groups | undefined;
  private readonly data: string;
  /** Of one pass, sample by sample. */
  private readonly start: Int32Array;
  private readonly outputs: Float64Array;
  private readonly outputGradient: Float64Array;
  private done = 0;
  private bestEpoch = 0;
  private bestError = Number.POSITIVE_INFINITY;
  private best: Float32Array;
  private history: EpochRecord[] = [];

  constructor(config: TrainingConfig, sets: TrainingSets, options: RunOptions) {
    const { training, validation } = sets;
    this.config = config;
    this.sets = sets;
    this.communicator = options.communicator ?? alone;
    this.interrupted = options.interrupted ?? (() => false);
    this.objective = Objective.of(config, training);
    const outputs = outputCount(config.target);
    this.network = trainableOf(
      config.architecture,
      outputs,
      Math.max(largest(training), largest(validation)),
      options.kernels ?? wasmKernels,
    );
    this.start = new Int32Array(this.network.maxSamples + 1);
    this.outputs = new Float64Array(this.network.maxSamples * outputs);
    this.outputGradient = new Float64Array(this.network.maxSamples * outputs);
    this.groups = config.ranking ? new Groups(training) : undefined;
    const epochSteps = Math.ceil(training.count / config.batch);
    this.optimiser = new Optimiser(this.network, config.optimiser, config.epochs * epochSteps);
    this.data = `${fingerprint(training)}${fingerprint(validation)}`;
    this.network.initialise(new Random(config.seed).split(0), training.start[training.count] / training.count);
    this.optimiser.start();
    this.best = this.weights();
    if (options.resume) this.restore(options.resume);
    if (this.done >= config.epochs) this.end = 'epochs';
  }

  *epoch(): Generator<TrainingEvent, void> {
    const { config, optimiser, communicator } = this;
    const random = new Random(config.seed).split(this.done + 1);
    const learningRate = optimiser.learningRate();
    const activity = new UnitActivity(this.network.regressor.shape.units);
    let loss = 0;
    let samples = 0;
    let rows = 0;
    for (const batch of this.batches(random)) {
      const batchLoss = this.step(batch, random, activity);
      if (this.end) return;
      loss += batchLoss;
      samples += batch.length;
      for (let slot = 0; slot < batch.length; slot++) rows += customers(this.sets.training, batch[slot]);
      yield { kind: 'batch' };
    }
    communicator.sum(activity.counts);
    const replacedUnits =
      config.replaceDeadUnits && 2 * (this.done + 1) < config.epochs
        ? replaceDeadUnits(this.network, activity, random, (source) => this.randomPooled(source))
        : 0;
    if (replacedUnits > 0) this.network.refresh();
    this.done++;
    const { mean, median } = optimiser.withDeployedWeights(() => this.validate());
    const record = {
      epoch: this.done,
      learningRate,
      trainLoss: loss / samples,
      validationError: mean,
      validationMedian: median,
      replacedUnits,
    };
    if (![record.trainLoss, mean].every(Number.isFinite)) {
      this.end = 'diverged';
      return;
    }
    this.history.push(record);
    const best = mean < this.bestError;
    if (best) {
      this.bestError = mean;
      this.bestEpoch = this.done;
      this.best = optimiser.withDeployedWeights(() => this.weights());
    }
    if (this.done >= config.epochs) this.end = 'epochs';
    else if (config.patience !== undefined && this.done - this.bestEpoch >= config.patience) this.end = 'patience';
    yield { kind: 'epoch', record, rows, best, checkpoint: () => this.checkpoint() };
  }

  /** The samples in a new order, cut into batches; with a ranking loss, samples of a group stay together. */
  private *batches(random: Random): Generator<Int32Array> {
    const { training } = this.sets;
    const { batch: size } = this.config;
    if (!this.groups) {
      const order = random.shuffle(Int32Array.from({ length: training.count }, (_, k) => k));
      for (let from = 0; from < order.length; from += size) yield order.subarray(from, from + size);
      return;
    }
    const order = random.shuffle(Int32Array.from({ length: this.groups.count }, (_, g) => g));
    let batch: number[] = [];
    for (const group of order) {
      batch.push(...this.groups.of(group));
      if (batch.length >= size) {
        yield Int32Array.from(batch);
        batch = [];
      }
    }
    if (batch.length > 0) yield Int32Array.from(batch);
  }

  /** One optimiser step; returns the batch's loss, summed over its samples. Sets `end` when the run must stop here. */
  private step(batch: Int32Array, random: Random, activity: UnitActivity): number {
    const { network, communicator } = this;
    const { memory } = network.kernels;
    const mine = this.share(batch);
    const seen = this.config.ranking ? { from: 0, to: batch.length } : mine;
    const views = Array.from(batch, (k, slot) => (slot >= seen.from && slot < seen.to ? this.augmented(k, random) : unseen));
    const ranking = this.rank(batch, views, mine);
    const tail = network.gradient + network.parameters;
    memory.fill(0, network.gradient, tail + 4);
    let loss = ranking && mine.from === 0 ? ranking.loss : 0;
    for (let from = mine.from, to = from; from < mine.to; from = to) {
      to = this.predict(this.sets.training, batch, from, mine.to, views, random);
      activity.record(network.regressor.preActivation, to - from);
      loss += this.lossGradient(batch, from, to, views, ranking?.gradient);
      network.backward(this.outputGradient);
    }
    memory[tail] = this.interrupted() ? 1 : 0;
    memory[tail + 1] = loss;
    communicator.sum(memory.subarray(network.gradient, tail + 4));
    if (memory[tail] > 0) this.end = 'aborted';
    else if (!Number.isFinite(memory[tail + 1]) || !Number.isFinite(memory[network.gradient + network.regressor.bias]))
      this.end = 'diverged';
    if (this.end) return 0;
    this.optimiser.step(batch.length);
    if (this.config.convex) this.makeConvex();
    network.refresh();
    return memory[tail + 1];
  }

  /** Loss of the samples just predicted; its derivatives go to `outputGradient`. */
  private lossGradient(
    batch: Int32Array,
    from: number,
    to: number,
    views: readonly Augmented[],
    ranking: Float64Array | undefined,
  ): number {
    const { objective } = this;
    const { training } = this.sets;
    const { outputs: width } = objective;
    const targets = new Float64Array(width);
    const slope = new Float64Array(width);
    let loss = 0;
    for (let slot = from; slot < to; slot++) {
      const { stretch } = views[slot];
      const at = (slot - from) * width;
      objective.targets(training, batch[slot], stretch, targets);
      loss += objective.lossAndGradient(this.outputs, at, targets, this.outputGradient);
      if (ranking) {
        objective.cost(training, batch[slot], stretch, this.outputs, at, slope);
        for (let h = 0; h < width; h++) this.outputGradient[at + h] += ranking[slot] * slope[h];
      }
    }
    return loss;
  }

  /** The stretch of a batch that is this replica's, by numbers of customers. */
  private share(batch: Int32Array): { from: number; to: number } {
    const { rank, size } = this.communicator;
    const { training } = this.sets;
    if (size === 1) return { from: 0, to: batch.length };
    let total = 0;
    for (let slot = 0; slot < batch.length; slot++) total += customers(training, batch[slot]);
    let [from, to] = [0, 0];
    let before = 0;
    for (let slot = 0; slot < batch.length; slot++) {
      const count = customers(training, batch[slot]);
      const owner = Math.floor(((before + count / 2) / total) * size);
      if (owner < rank) from = slot + 1;
      if (owner <= rank) to = slot + 1;
      before += count;
    }
    return { from, to };
  }

  private augmented(k: number, random: Random): Augmented {
    const { augment } = this.config;
    const { training } = this.sets;
    if (!augment) return { view: plainView(training.spread[k]), stretch: 1 };
    // Allocations are compared at one scale, so the samples of a group share their draw.
    const source = random.split(this.groups ? -1 - training.group[k] : -1 - k);
    const [low, high] = augment.spread ?? [1, 1];
    const stretch = low * (high / low) ** source.float();
    const spread = training.spread[k] * stretch;
    if (!augment.turn) return { view: plainView(spread), stretch };
    return { view: turnedView(spread, 2 * Math.PI * source.float(), source.int(2) === 1), stretch };
  }

  private rank(batch: Int32Array, views: readonly Augmented[], mine: { from: number; to: number }) {
    const { ranking } = this.config;
    if (!ranking) return undefined;
    const { training } = this.sets;
    const predicted = this.costs(training, batch, mine.from, mine.to, views);
    this.communicator.sum(predicted);
    const stretch = views.map((v) => v.stretch);
    const gradient = new Float64Array(batch.length);
    const actual = actualCosts(this.objective, training, batch, stretch);
    const loss = ranking.weight * rankingGradient(training, batch, predicted, actual, ranking.temperature, gradient);
    return { loss, gradient: gradient.map((g) => ranking.weight * g) };
  }

  /** Predicted costs of the samples in slots `from` … `to`−1, in their slots; 0 in all others. */
  private costs(set: SampleSet, samples: Int32Array, from: number, to: number, views: readonly Augmented[]): Float64Array {
    const costs = new Float64Array(samples.length);
    const { outputs: width } = this.objective;
    for (let first = from, next = from; first < to; first = next) {
      next = this.predict(set, samples, first, to, views);
      for (let slot = first; slot < next; slot++) {
        costs[slot] = this.objective.cost(set, samples[slot], views[slot].stretch, this.outputs, (slot - first) * width);
      }
    }
    return costs;
  }

  /** Forward pass of the samples from slot `from` on, as many as go together; returns the slot after the last. Results are in `outputs`. */
  private predict(set: SampleSet, samples: Int32Array, from: number, to: number, views: readonly Augmented[], random?: Random): number {
    const { network, start } = this;
    const { memory } = network.kernels;
    const { features, input, inputStride } = network;
    const depotRows = network.seesDepot ? 1 : 0;
    let count = 0;
    for (let slot = from; slot < to && count < network.maxSamples; slot++) {
      const k = samples[slot];
      const row = start[count];
      const next = row + depotRows + customers(set, k);
      if (count > 0 && next > network.maxRows) break;
      if (depotRows) writeDepotFeatures(features, memory, input + row * inputStride);
      writeFeatures(
        features,
        set,
        set.start[k],
        set.start[k + 1],
        views[slot].view,
        memory,
        input + (row + depotRows) * inputStride,
        inputStride,
      );
      start[++count] = next;
    }
    network.forward(start, count, this.outputs, network.seesDepot ? random?.split(samples[from]) : undefined);
    return from + count;
  }

  private randomPooled(random: Random): Float64Array {
    const { network } = this;
    const { training } = this.sets;
    const k = random.int(training.count);
    this.predict(training, Int32Array.of(k), 0, 1, [{ view: plainView(training.spread[k]), stretch: 1 }]);
    const { latent } = network.regressor.shape;
    return Float64Array.from(network.kernels.memory.subarray(network.pooled, network.pooled + latent));
  }

  /** Projects ρ's output weights onto what is convex. */
  private makeConvex(): void {
    const { memory } = this.network.kernels;
    const { regressor, weights } = this.network;
    const from = weights + regressor.output;
    for (let k = from; k < from + regressor.shape.outputs * regressor.shape.units; k++) if (memory[k] < 0) memory[k] = 0;
  }

  /** Relative errors of the cost over the validation set. */
  private validate(): { mean: number; median: number } {
    const { validation } = this.sets;
    const { rank, size } = this.communicator;
    const all = Int32Array.from({ length: validation.count }, (_, k) => k);
    const plain = Array.from(all, (k) => ({ view: plainView(validation.spread[k]), stretch: 1 }));
    const [from, to] = [rank, rank + 1].map((r) => Math.floor((r * validation.count) / size));
    const predicted = this.costs(validation, all, from, to, plain);
    const actual = actualCosts(this.objective, validation, all, new Float64Array(validation.count).fill(1));
    const errors = predicted.map((cost, k) => (k >= from && k < to ? Math.abs(cost - actual[k]) / actual[k] : 0));
    this.communicator.sum(errors);
    const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
    return { mean, median: errors.sort()[errors.length >> 1] };
  }

  private weights(): Float32Array {
    const { weights, parameters, kernels } = this.network;
    return Float32Array.from(kernels.memory.subarray(weights, weights + parameters));
  }

  private checkpoint(): Checkpoint {
    const { network, optimiser } = this;
    const { memory } = network.kernels;
    const copy = (at: number) => Float32Array.from(memory.subarray(at, at + network.parameters));
    return {
      config: this.config,
      threads: this.communicator.size,
      data: this.data,
      epoch: this.done,
      steps: optimiser.steps,
      squaredRates: optimiser.squaredRates,
      bestEpoch: this.bestEpoch,
      bestError: Number.isFinite(this.bestError) ? this.bestError : null,
      history: this.history,
      weights: copy(network.weights),
      firstMoment: copy(network.firstMoment),
      secondMoment: copy(network.secondMoment),
      best: this.best,
    };
  }

  private restore(state: Checkpoint): void {
    const { network, optimiser, config } = this;
    const { memory } = network.kernels;
    const differs = (what: string) =>
      new NeoLrpError('E_USAGE', `the checkpoint belongs to another run: ${what} differ; delete it, or resume with what it was made with`);
    const sameButLonger = JSON.stringify({ ...state.config, epochs: 0 }) === JSON.stringify({ ...config, epochs: 0 });
    if (!sameButLonger || state.weights.length !== network.parameters) throw differs('the configurations');
    if (state.data !== this.data) throw differs('the data');
    if (state.threads !== this.communicator.size) throw differs(`the thread counts (${state.threads} then, ${this.communicator.size} now)`);
    memory.set(state.weights, network.weights);
    memory.set(state.firstMoment, network.firstMoment);
    memory.set(state.secondMoment, network.secondMoment);
    network.refresh();
    optimiser.steps = state.steps;
    optimiser.squaredRates = state.squaredRates;
    this.done = state.epoch;
    this.bestEpoch = state.bestEpoch;
    this.bestError = state.bestError ?? Number.POSITIVE_INFINITY;
    this.best = state.best;
    this.history = [...state.history];
    if (config.patience !== undefined && this.done - this.bestEpoch >= config.patience) this.end = 'patience';
  }

  result(end: TrainingEnd): Trained {
    const { network } = this;
    network.kernels.memory.set(this.best, network.weights);
    return {
      end,
      network: network.extract(this.objective.outputScale),
      target: this.objective.target,
      bestEpoch: this.bestEpoch,
      history: this.history,
    };
  }
}

/** How a sample is looked at: its coordinates turned, its spread taken for `stretch` times as large. */
interface Augmented {
  readonly view: View;
  readonly stretch: number;
}

/** Stands for samples of other replicas. */
const unseen: Augmented = { view: plainView(1), stretch: 1 };

const customers = (set: SampleSet, k: number) => set.start[k + 1] - set.start[k];

function largest(set: SampleSet): number {
  let most = 0;
  for (let k = 0; k < set.count; k++) most = Math.max(most, customers(set, k));
  return most;
}
