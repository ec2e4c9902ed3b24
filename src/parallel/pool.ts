/** Several workers of one kind, started when they are first needed and kept for the next task. */
import { type ErrorCode, errorOf, NeoLrpError } from '../problem/errors.ts';
import { type AskOptions, type Worker, WorkerClient } from './worker.ts';

export interface PoolOptions {
  /** Workers at a time; as many as there are tasks by default. */
  readonly workers?: number;
  /** Tasks that may wait for a worker; further ones are refused with E_BUSY. */
  readonly mostWaiting?: number;
  /** The error for a task that was stopped by its time limit or signal. */
  readonly stopped?: { readonly code: ErrorCode; readonly reason: string };
}

const { POSITIVE_INFINITY: unlimited } = Number;

export class WorkerPool<Task, Result, Progress = never> {
  private readonly idle: WorkerClient<Task, Progress, Result>[] = [];
  private readonly queue: (() => void)[] = [];
  private running = 0;

  constructor(
    private readonly spawn: () => Worker,
    private readonly options: PoolOptions = {},
  ) {}

  /** Tasks that wait for a worker. */
  get waiting(): number {
    return this.queue.length;
  }

  /** Throws the worker's error with its code. */
  async run(task: Task, options: AskOptions<Progress> = {}): Promise<Result> {
    await this.turn(options.signal);
    const client = this.idle.pop() ?? new WorkerClient<Task, Progress, Result>(this.spawn);
    const outcome = await client.ask(task, options);
    this.idle.push(client);
    const next = this.queue.shift();
    if (next) next();
    else this.running--;
    if (outcome.kind === 'reply') return outcome.reply;
    if (outcome.kind === 'failed') throw errorOf(outcome);
    const { code, reason } = this.options.stopped ?? { code: 'E_BUDGET', reason: 'stopped from outside' };
    throw new NeoLrpError(code, reason);
  }

  /**
   * Takes the next task whenever a worker is free, and passes on each result as it comes. A result carries the position of its task, so the
   * number of workers changes only the time. Takes no more tasks after a failure or abort.
   */
  async forEach(
    tasks: Iterable<Task>,
    onResult: (result: Result, index: number) => void | Promise<void>,
    signal?: AbortSignal,
  ): Promise<void> {
    const queue = tasks[Symbol.iterator]();
    let taken = 0;
    let failure: unknown;
    const work = async () => {
      while (failure === undefined && !signal?.aborted) {
        const next = queue.next();
        if (next.done) return;
        const index = taken++;
        try {
          await onResult(await this.run(next.value, { signal }), index);
        } catch (error) {
          if (signal?.aborted) return;
          failure ??=
            error instanceof NeoLrpError && error.code === 'E_INTERNAL'
              ? new NeoLrpError(error.code, `a worker failed at task ${index}: ${error.reason}`, error.place)
              : error;
        }
      }
    };
    await Promise.all(Array.from({ length: this.options.workers ?? 1 }, work));
    if (failure !== undefined) throw failure;
  }

  /** Terminates the idle workers; the pool stays usable. */
  close(): void {
    for (const client of this.idle) client.close();
  }

  /** Resolves when a worker is free for the caller, who then counts as running. */
  private async turn(signal?: AbortSignal): Promise<void> {
    const { workers = unlimited, mostWaiting = unlimited } = this.options;
    if (this.running < workers) {
      this.running++;
      return;
    }
    if (this.queue.length >= mostWaiting) throw new NeoLrpError('E_BUSY', 'too many requests are being worked on; try again in a moment');
    await new Promise<void>((resolve, reject) => {
      const start = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        this.queue.splice(this.queue.indexOf(start), 1);
        reject(new NeoLrpError('E_BUSY', 'the client has gone'));
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.queue.push(start);
    });
  }
}
