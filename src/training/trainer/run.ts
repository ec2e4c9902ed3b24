/**
 * One replica of a training run: a generator that yields after every batch and every epoch, so that its caller can report, save and stop.
 * Randomness comes from the seed and the epoch only, so a resumed run gives the same result as an uninterrupted one.
 */
import { wasmKernels } from '../../kernels/wasm.ts';
import { NeoLrpError } from '../../problem/errors.ts';
import { Random } from '../../run/random.ts';
import type { Network } from '../../surrogate/network.ts';
import { outputCount, type Target } from '../../surrogate/target.ts';
import { fingerprint, membersOf, type SampleSet, type TrainingSets } from '../sample.ts';
import { customersOf } from '../set-table.ts';
import { BatchGradient, batchesOf } from './batch-gradient.ts';
import { type Checkpoint, decodeCheckpoint, type EpochRecord, encodeCheckpoint } from './checkpoint.ts';
import { alone, type Communicator } from './communicator.ts';
import type { TrainingConfig } from './config.ts';
import { replaceDeadUnits, UnitActivity } from './dead-units.ts';
import { Objective } from './objective.ts';
import { Optimiser } from './optimiser.ts';
import { actualCosts, groupsOf } from './ranking.ts';
import { plainSample, SamplePass } from './sample-pass.ts';
import type { Trainable } from './trainable.ts';
import { trainableOf } from './trainable-of.ts';

export interface EpochReport {
  readonly record: EpochRecord;
  /** Customers that the epoch trained on. */
  readonly rows: number;
  /** True when it has the lowest validation error so far. */
  readonly best: boolean;
  readonly checkpoint?: Uint8Array;
}

export interface Trained {
  readonly end: 'epochs' | 'patience' | 'aborted' | 'diverged';
  readonly network: Network;
  /** With the range of N3 and N4. */
  readonly target: Target;
  readonly bestEpoch: number;
  readonly history: readonly EpochRecord[];
}

export interface RunOptions {
  readonly communicator?: Communicator;
  /** Bytes of a checkpoint. */
  readonly resume?: Uint8Array;
  /** Adds a checkpoint to every report. */
  readonly checkpoints?: boolean;
  /** A network of the same shape to begin with, in place of random weights. */
  readonly initial?: Network;
  /** Called after each batch; any replica can end the run. */
  readonly interrupted?: () => boolean;
}

/** Yields the report of each epoch, and nothing after a batch. */
export function* trainingRun(config: TrainingConfig, sets: TrainingSets, options: RunOptions): Generator<EpochReport | undefined, Trained> {
  const run = new TrainingRun(config, sets, options);
  while (run.end === undefined) yield* run.epoch();
  return run.result(run.end);
}

class TrainingRun {
  end: Trained['end'] | undefined;
  private readonly communicator: Communicator;
  private readonly objective: Objective;
  private readonly network: Trainable;
  private readonly optimiser: Optimiser;
  private readonly groups: number[][] | undefined;
  private readonly data: string;
  private readonly pass: SamplePass;
  private readonly gradient: BatchGradient;
  /** Epochs done, and the best of them. */
  private progress: Pick<Checkpoint, 'epoch' | 'bestEpoch' | 'bestError' | 'history'> = {
    epoch: 0,
    bestEpoch: 0,
    bestError: null,
    history: [],
  };
  private best: Float32Array;

  constructor(
    private readonly config: TrainingConfig,
    private readonly sets: TrainingSets,
    private readonly options: RunOptions,
  ) {
    const { training, validation } = sets;
    this.communicator = options.communicator ?? alone;
    this.objective = Objective.of(config, training);
    const largest = Math.max(largestOf(training), largestOf(validation));
    this.network = trainableOf(config.architecture, outputCount(config.target), largest, wasmKernels);
    this.pass = new SamplePass(this.network, this.objective);
    this.groups = config.ranking && groupsOf(training.group);
    this.gradient = new BatchGradient(config, training, this.pass, this.communicator);
    const epochSteps = Math.ceil(training.count / config.batch);
    this.optimiser = new Optimiser(this.network, config.optimiser, config.epochs * epochSteps);
    this.data = fingerprint(sets);
    this.network.initialise(new Random(config.seed).split(0), meanMembers(training));
    if (options.initial) {
      if (!this.network.adopt)
        throw new NeoLrpError('E_MODEL', `a network of kind '${config.architecture.kind}' cannot be trained further`);
      this.network.adopt(options.initial, this.objective.outputScale);
    }
    this.keepSigns();
    this.optimiser.start();
    this.best = this.copy(this.network.state.weights);
    if (options.resume) this.restore(options.resume);
    this.endIfDone();
  }

  *epoch(): Generator<EpochReport | undefined, void> {
    const { config, optimiser, communicator } = this;
    const epoch = this.progress.epoch + 1;
    const random = new Random(config.seed).split(epoch);
    const learningRate = optimiser.learningRate();
    const activity = new UnitActivity(this.network.regressor.shape.units);
    let loss = 0;
    let samples = 0;
    let rows = 0;
    for (const batch of batchesOf(this.sets.training.count, config.batch, this.groups, random)) {
      const batchLoss = this.step(batch, random, activity);
      if (this.end) return;
      loss += batchLoss;
      samples += batch.length;
      for (let slot = 0; slot < batch.length; slot++) rows += customersOf(this.sets.training, batch[slot]);
      yield undefined;
    }
    communicator.sum(activity.counts);
    const replacedUnits =
      config.replaceDeadUnits && 2 * epoch < config.epochs
        ? replaceDeadUnits(this.network, activity, random, (source) => this.pass.randomPooled(this.sets.training, source))
        : 0;
    if (replacedUnits > 0) this.network.refresh();
    const { mean, median } = this.deployed(() => this.validate());
    const record = {
      epoch,
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
    const { progress } = this;
    const best = mean < (progress.bestError ?? Number.POSITIVE_INFINITY);
    const history = [...progress.history, record];
    this.progress = { ...progress, epoch, history, ...(best && { bestEpoch: epoch, bestError: mean }) };
    if (best) this.best = this.deployed(() => this.copy(this.network.state.weights));
    this.endIfDone();
    yield { record, rows, best, ...(this.options.checkpoints && { checkpoint: this.checkpoint() }) };
  }

  private endIfDone(): void {
    const { epochs, patience } = this.config;
    const { epoch, bestEpoch } = this.progress;
    if (epoch >= epochs) this.end = 'epochs';
    else if (patience !== undefined && epoch - bestEpoch >= patience) this.end = 'patience';
  }

  /** One optimiser step; returns the batch's loss, summed over its samples. Sets `end` when the run must stop here. */
  private step(batch: Int32Array, random: Random, activity: UnitActivity): number {
    const { kernels, gradient, parameters } = this.network.state;
    const { memory } = kernels;
    const tail = gradient + parameters;
    const loss = this.gradient.of(batch, random, activity);
    memory[tail] = this.options.interrupted?.() ? 1 : 0;
    memory[tail + 1] = loss;
    this.communicator.sum(memory.subarray(gradient, tail + 4));
    if (memory[tail] > 0) this.end = 'aborted';
    else if (!Number.isFinite(memory[tail + 1]) || !Number.isFinite(memory[gradient + this.network.regressor.bias])) this.end = 'diverged';
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
    const { regressor, rising } = this.network;
    const { kernels, weights } = this.network.state;
    const { memory } = kernels;
    const { units, outputs, latent, linear } = regressor.shape;
    const keep = (at: number) => {
      if (memory[weights + at] < 0) memory[weights + at] = 0;
    };
    for (const l of rising) {
      for (let k = 0; k < units; k++) keep(regressor.hidden + k * latent + l);
      if (linear) for (let h = 0; h < outputs; h++) keep(regressor.linear + h * latent + l);
    }
    for (let h = 0; h < outputs; h++) {
      for (let k = this.config.freeUnits ?? units; k < units; k++) keep(regressor.output + h * units + k);
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

  /** Parameters from `at` on. */
  private copy(at: number): Float32Array {
    const { kernels, parameters } = this.network.state;
    return Float32Array.from(kernels.memory.subarray(at, at + parameters));
  }

  private checkpoint(): Uint8Array {
    const { optimiser } = this;
    const { weights, firstMoment, secondMoment } = this.network.state;
    return encodeCheckpoint({
      config: this.config,
      threads: this.communicator.size,
      data: this.data,
      ...this.progress,
      steps: optimiser.steps,
      squaredRates: optimiser.squaredRates,
      weights: this.copy(weights),
      firstMoment: this.copy(firstMoment),
      secondMoment: this.copy(secondMoment),
      best: this.best,
    });
  }

  private restore(bytes: Uint8Array): void {
    const { network, optimiser, config } = this;
    const { kernels, parameters, weights, firstMoment, secondMoment } = network.state;
    const { memory } = kernels;
    const state = decodeCheckpoint(bytes);
    const differs = (what: string) =>
      new NeoLrpError('E_USAGE', `the checkpoint belongs to another run: ${what} differ; delete it, or use the same again`);
    const sameButLonger = JSON.stringify({ ...state.config, epochs: 0 }) === JSON.stringify({ ...config, epochs: 0 });
    if (!sameButLonger || state.weights.length !== parameters) throw differs('the configurations');
    if (state.data !== this.data) throw differs('the data');
    if (state.threads !== this.communicator.size) throw differs(`the thread counts (${state.threads} then, ${this.communicator.size} now)`);
    memory.set(state.weights, weights);
    memory.set(state.firstMoment, firstMoment);
    memory.set(state.secondMoment, secondMoment);
    network.refresh();
    optimiser.steps = state.steps;
    optimiser.squaredRates = state.squaredRates;
    const { epoch, bestEpoch, bestError, history } = state;
    this.progress = { epoch, bestEpoch, bestError, history };
    this.best = state.best;
  }

  result(end: Trained['end']): Trained {
    const { network } = this;
    network.state.kernels.memory.set(this.best, network.state.weights);
    return {
      end,
      network: network.extract(this.objective.outputScale),
      target: this.objective.target,
      bestEpoch: this.progress.bestEpoch,
      history: this.progress.history,
    };
  }
}

function meanMembers(set: SampleSet): number {
  let sum = 0;
  for (let k = 0; k < set.count; k++) sum += membersOf(set, k);
  return sum / set.count;
}

function largestOf(set: SampleSet): number {
  let most = 0;
  for (let k = 0; k < set.count; k++) most = Math.max(most, customersOf(set, k));
  return most;
}
