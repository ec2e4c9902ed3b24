/** A run in its own thread, as the page sees it. Stopping keeps the best so far, and never takes long. */
import { describeRoutes, type Instance, instanceHash, type Solution, type SolveProgress } from '../../../src/index.ts';
import { type Fault, type FromSolver, isPlanNews, type PlanNews, type RunOptions, type ToSolver } from './protocol.ts';

export type Outcome =
  | { readonly kind: 'solved'; readonly solution: Solution }
  | { readonly kind: 'failed'; readonly fault: Fault }
  /** Stopped before there was a first plan. */
  | { readonly kind: 'nothing' };

/** A run, wherever it is done. */
export interface SolveRun {
  readonly instance: Instance;
  readonly options: RunOptions;
  readonly outcome: Promise<Outcome>;
  /** Keeps the best so far. */
  stop(): void;
}

/** Milliseconds in which the thread may answer to a stop with its own, full account. Then it is ended. */
const patience = 150;

let spare: Worker | undefined;

/** Starts a thread before it is needed. */
export function warmUp(): void {
  spare ??= spawn();
}

function spawn(): Worker {
  return new Worker(new URL('./solve.worker.ts', import.meta.url), { type: 'module', name: 'solve' });
}

export class Run implements SolveRun {
  readonly outcome: Promise<Outcome>;
  private readonly worker: Worker;
  private readonly began = performance.now();
  private latest: PlanNews | undefined;
  private settle: (outcome: Outcome) => void = () => {};

  constructor(
    readonly instance: Instance,
    readonly options: RunOptions,
    onProgress: (progress: SolveProgress) => void,
  ) {
    this.worker = spare ?? spawn();
    spare = undefined;
    this.outcome = new Promise((resolve) => {
      this.settle = resolve;
    });
    this.worker.onmessage = ({ data }: MessageEvent<FromSolver>) => {
      if (data.kind !== 'progress') return this.end(data);
      if (isPlanNews(data.progress) && data.progress.routes) this.latest = data.progress;
      onProgress(data.progress);
    };
    this.worker.onerror = ({ message }) =>
      this.end({ kind: 'failed', fault: { code: 'E_INTERNAL', reason: message || 'the solving thread failed to start', place: {} } });
    this.tell({ kind: 'solve', instance, options });
  }

  stop(): void {
    this.tell({ kind: 'stop' });
    setTimeout(() => this.end(this.bestSoFar()), patience);
  }

  private tell(message: ToSolver): void {
    this.worker.postMessage(message);
  }

  private end(outcome: Outcome): void {
    this.worker.terminate();
    warmUp();
    this.settle(outcome);
  }

  /** The last plan that the thread told of, as a solution. */
  private bestSoFar(): Outcome {
    if (!this.latest?.routes) return { kind: 'nothing' };
    const { instance, options, latest } = this;
    const total = (performance.now() - this.began) / 1000;
    const solution: Solution = {
      format: 'neo-lrp/solution',
      version: 1,
      instance: instance.name,
      instanceHash: instanceHash(instance),
      method: options.method,
      ...describeRoutes(instance, this.latest.routes),
      time: { allocation: 0, routing: 0, improvement: total, total },
      seed: options.seed,
      threads: options.threads,
      stop: 'aborted',
      iterations: latest.iterations,
      versions: { 'neo-lrp': __VERSION__, browser: navigator.userAgent },
    };
    return { kind: 'solved', solution };
  }
}
