/**
 * One replica of a training run: a generator that yields after every batch and every epoch, so that its caller can report, save and stop.
 * Randomness comes from the seed and the epoch only, so a resumed run gives the same result as an uninterrupted one.
 */
import type { KernelsFactory } from '../../kernels/kernels.ts';
import { wasmKernels } from '../../kernels/wasm.ts';
import { NeoLrpError } from '../../problem/errors.ts';
import { Random } from '../../run/random.ts';
import type { Network } from '../../surrogate/network.ts';
import { outputCount, type Target } from '../../surrogate/target.ts';
import { membersOf, type SampleSet } from '../sample.ts';
import { customersOf } from '../set-table.ts';
import { BatchGradient } from './batch-gradient.ts';
import { batchesOf } from './batches.ts';
import type { Checkpoint, EpochRecord } from './checkpoint.ts';
import { alone, type Communicator } from './communicator.ts';
import type { TrainingConfig } from './config.ts';
import { replaceDeadUnits, UnitActivity } from './dead-units.ts';
import { fingerprint } from './fingerprint.ts';
import { Objective } from './objective.ts';
import { Optimiser } from './optimiser.ts';
import { actualCosts, Groups } from './ranking.ts';
import { SamplePass } from './sample-pass.ts';
import { plainSample } from './sample-view.ts';
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
  /** With the range of N3 and N4. */
  readonly target: Target;
  readonly bestEpoch: number;
  readonly history: readonly EpochRecord[];
}

export interface RunOptions {
  readonly communicator?: Communicator;
  readonly resume?: Checkpoint;
  /** A network of the same shape to begin with, in place of random weights. */
  readonly initial?: Network;
  /** Called after each batch; any replica can end the run. */
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
  private readonly pass: SamplePass;
  private readonly gradient: BatchGradient;
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
    this.pass = new SamplePass(this.network, this.objective);
    this.groups = config.ranking ? new Groups(training) : undefined;
    this.gradient = new BatchGradient(config, training, this.pass, this.communicator);
    const epochSteps = Math.ceil(training.count / config.batch);
    this.optimiser = new Optimiser(this.network, config.optimiser, config.epochs * epochSteps);
    this.data = `${fingerprint(training)}${fingerprint(validation)}`;
    this.network.initialise(new Random(config.seed).split(0), meanMembers(training));
    if (options.initial) {
      if (!this.network.adopt)
        throw new NeoLrpError('E_MODEL', `a network of kind '${config.architecture.kind}' cannot be trained further`);
      this.network.adopt(options.initial, this.objective.outputScale);
    }
    this.keepSigns();
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
    for (const batch of batchesOf(this.sets.training, config.batch, this.groups, random)) {
      const batchLoss = this.step(batch, random, activity);
      if (this.end) return;
      loss += batchLoss;
      samples += batch.length;
      for (let slot = 0; slot < batch.length; slot++) rows += customersOf(this.sets.training, batch[slot]);
      yield { kind: 'batch' };
    }
    communicator.sum(activity.counts);
    const replacedUnits =
      config.replaceDeadUnits && 2 * (this.done + 1) < config.epochs
        ? replaceDeadUnits(this.network, activity, random, (source) => this.pass.randomPooled(this.sets.training, source))
        : 0;
    if (replacedUnits > 0) this.network.refresh();
    this.done++;
    const { mean, median } = this.deployed(() => this.validate());
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
      this.best = this.deployed(() => this.weights());
    }
    if (this.done >= config.epochs) this.end = 'epochs';
    else if (config.patience !== undefined && this.done - this.bestEpoch >= config.patience) this.end = 'patience';
    yield { kind: 'epoch', record, rows, best, checkpoint: () => this.checkpoint() };
  }

  /** One optimiser step; returns the batch's loss, summed over its samples. Sets `end` when the run must stop here. */
  private step(batch: Int32Array, random: Random, activity: UnitActivity): number {
    const { network, communicator } = this;
    const { memory } = network.kernels;
    const tail = network.gradient + network.parameters;
    const loss = this.gradient.of(batch, random, activity);
    memory[tail] = this.interrupted() ? 1 : 0;
    memory[tail + 1] = loss;
    communicator.sum(memory.subarray(network.gradient, tail + 4));
    if (memory[tail] > 0) this.end = 'aborted';
    else if (!Number.isFinite(memory[tail + 1]) || !Number.isFinite(memory[network.gradient + network.regressor.bias]))
      this.end = 'diverged';
    if (this.end) return 0;
    this.optimiser.step(batch.length);
    this.keepSigns();
    return memory[tail + 1];
  }

  /** Runs `use` with the weights to deploy. Those of schedule-free are averages, whose signs may differ. */
  private deployed<T>(use: () => T): T {
    return this.optimiser.withDeployedWeights(() => {
      this.keepSigns();
      return use();
    });
  }

  /** Makes the output weights of ρ's convex units non-negative, and those of a maximum, and refreshes what depends on the weights. */
  private keepSigns(): void {
    const { memory } = this.network.kernels;
    const { regressor, weights, rising = [] } = this.network;
    const { units, outputs, latent, linear } = regressor.shape;
    const keep = (at: number) => {
      if (memory[weights + at] < 0) memory[weights + at] = 0;
    };
    for (const l of rising) {
      for (let k = 0; k < units; k++) keep(regressor.hidden + k * latent + l);
      if (linear) for (let h = 0; h < outputs; h++) keep(regressor.linear + h * latent + l);
    }
    for (let h = 0; h < outputs; h++) {
      const row = weights + regressor.output + h * units;
      for (let k = this.config.freeUnits ?? units; k < units; k++) if (memory[row + k] < 0) memory[row + k] = 0;
    }
    this.network.refresh();
  }

  /** Relative errors of the cost over the validation set. */
  private validate(): { mean: number; median: number } {
    const { validation } = this.sets;
    const { rank, size } = this.communicator;
    const all = Int32Array.from({ length: validation.count }, (_, k) => k);
    const plain = Array.from(all, (k) => plainSample(validation, k));
    const [from, to] = [rank, rank + 1].map((r) => Math.floor((r * validation.count) / size));
    const predicted = this.pass.costs(validation, all, from, to, plain);
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
      new NeoLrpError('E_USAGE', `the checkpoint belongs to another run: ${what} differ; delete it, or use the same again`);
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

function meanMembers(set: SampleSet): number {
  let sum = 0;
  for (let k = 0; k < set.count; k++) sum += membersOf(set, k);
  return sum / set.count;
}

function largest(set: SampleSet): number {
  let most = 0;
  for (let k = 0; k < set.count; k++) most = Math.max(most, customersOf(set, k));
  return most;
}
