/**
 * HiGHS 1.15 compiled to WebAssembly (npm `highs`), in a worker: the caller's thread never blocks, an abort takes effect at once, and a
 * crash, an exception or an endless loop becomes a result with a note.
 */

import { Worker, WorkerClient, type WorkerOutcome } from '../../parallel/worker.ts';
import { requireKnown } from '../../problem/arguments.ts';
import { sharedClock } from '../../run/clock.ts';
import { type Stop, StopWatch } from '../../run/stop.ts';
import { relativeGap } from '../check.ts';
import type { MipModel } from '../model.ts';
import { type Answer, audit, type MipOptions, type MipResult, type MipSolver } from '../solver.ts';
import type { HighsNumbers, HighsProgress, HighsReply, HighsRequest } from './highs.worker.ts';

export interface HighsConfiguration {
  /** Location of highs.wasm, for pages whose bundler moves it. */
  readonly wasmUrl?: string;
  /** Another worker with the same protocol, for tests of failures. */
  readonly spawn?: () => Worker;
}

/** HiGHS checks its clock only between steps, so the worker is terminated after this time. */
const grace = (seconds: number) => seconds * 1.05 + 0.1;

/** Wall seconds that a second of another clock may take on a busy machine. */
const slowness = 100;
/** Milliseconds between two readings of another clock. */
const lookEvery = 20;

/** HiGHS as WebAssembly, in a worker of its own, in Node and in browsers. */
export class HighsSolver implements MipSolver {
  readonly name = 'highs';
  private version = 'unknown';
  private readonly client: WorkerClient<HighsRequest, HighsProgress, HighsReply>;

  constructor(private readonly configuration: HighsConfiguration = {}) {
    requireKnown(configuration, { spawn: 0, wasmUrl: 0 });
    this.client = new WorkerClient(
      configuration.spawn ?? (() => new Worker(new URL('./highs.worker.js', import.meta.url), { type: 'module' })),
    );
  }

  async solve(model: MipModel, options: MipOptions = {}): Promise<MipResult> {
    const { stop = {}, gap = 0, start, presolve = true, onProgress } = options;
    const watch = new StopWatch(stop);
    const budget = Math.max(0, watch.remaining()) * (stop.clock === undefined ? 1 : slowness);
    const overseer = oversee(stop, watch);
    let incumbent: Float64Array | undefined;
    let bound: number | undefined;

    const outcome = await this.client.ask(
      { model: numbersOf(model), gap, presolve, deadline: sharedClock() + 1000 * budget, start, wasmUrl: this.configuration.wasmUrl },
      {
        limit: 1000 * grace(budget),
        signal: overseer.signal,
        onProgress: (progress) => {
          incumbent = progress.point ?? incumbent;
          bound = progress.bound ?? bound;
          onProgress?.(describe(progress));
        },
      },
    );
    overseer.release();

    const streamed = incumbent === undefined ? [] : [incumbent];
    const claim = this.claimOf(outcome, streamed, bound, stop);
    return audit(model, { solver: { name: this.name, version: this.version }, seconds: watch.elapsed(), ...claim }, options);
  }

  private claimOf(
    outcome: WorkerOutcome<HighsReply>,
    streamed: readonly Float64Array[],
    bound: number | undefined,
    { signal }: Stop,
  ): Answer {
    if (outcome.kind === 'failed')
      return { status: 'failed', points: streamed, bound, stop: 'complete', notes: [`HiGHS failed: ${outcome.reason}`] };
    if (outcome.kind === 'stopped') {
      const notes = outcome.why === 'time' ? ['HiGHS did not stop at its time limit and was terminated'] : [];
      return { status: 'limit', points: streamed, bound, stop: signal?.aborted ? 'aborted' : 'time', notes };
    }
    const { status, point, startRefused, modelStatus, version, bound: proved = bound } = outcome.reply;
    this.version = version;
    const notes = startRefused === undefined ? [] : [`HiGHS rejected the start: ${startRefused}`];
    if (status === 'failed') notes.push(`HiGHS ended with model status ${modelStatus}`);
    return { status, points: point ? [point] : streamed, bound: proved, stop: status === 'limit' ? 'time' : 'complete', notes };
  }

  /** Ends the idle worker. A process can also end without this. */
  close(): void {
    this.client.close();
  }
}

/** HiGHS only knows the wall clock, so budgets in other clocks are watched here. */
function oversee({ signal, clock }: Stop, watch: StopWatch): { readonly signal: AbortSignal | undefined; release(): void } {
  if (clock === undefined) return { signal, release: () => {} };
  const over = new AbortController();
  const timer = setInterval(() => {
    if (watch.remaining() <= 0) over.abort();
  }, lookEvery);
  return { signal: AbortSignal.any(signal ? [signal, over.signal] : [over.signal]), release: () => clearInterval(timer) };
}

function numbersOf(model: MipModel): HighsNumbers {
  const { columnCount, rowCount, offset, cost, integer, rowLower, rowUpper, rowStarts, columns, coefficients } = model;
  // HiGHS 1.15's presolve cuts off optima (or everything) where an integer column has a fractional bound.
  const lower = model.lower.map((bound, column) => (integer[column] === 1 ? Math.ceil(bound - 1e-9) + 0 : bound));
  const upper = model.upper.map((bound, column) => (integer[column] === 1 ? Math.floor(bound + 1e-9) : bound));
  return { columnCount, rowCount, offset, cost, lower, upper, integer, rowLower, rowUpper, rowStarts, columns, coefficients };
}

function describe({ seconds, objective, bound }: HighsProgress) {
  const gap = objective === undefined || bound === undefined ? undefined : relativeGap(objective, bound);
  return { seconds, objective, bound, gap };
}
