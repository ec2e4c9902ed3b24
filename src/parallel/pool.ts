/**
 * A pool of workers for many tasks of one kind. Results carry the position of their task, so the number of workers changes only the time.
 */
import { NeoLrpError } from '../problem/errors.ts';
import { type Worker, WorkerClient } from './worker.ts';

export class WorkerPool<Task, Result> {
  private readonly clients: readonly WorkerClient<Task, never, Result>[];

  constructor(
    spawn: () => Worker,
    readonly threads: number,
  ) {
    this.clients = Array.from({ length: threads }, () => new WorkerClient<Task, never, Result>(spawn));
  }

  /** Takes the next task whenever a worker is free and passes on each result as it comes. Takes no more after a failure or abort. */
  async forEach(
    tasks: Iterable<Task>,
    onResult: (result: Result, index: number) => void | Promise<void>,
    signal?: AbortSignal,
  ): Promise<void> {
    const queue = tasks[Symbol.iterator]();
    let drawn = 0;
    let failure: unknown;
    const work = async (client: WorkerClient<Task, never, Result>) => {
      for (;;) {
        if (failure !== undefined || signal?.aborted) return;
        const next = queue.next();
        if (next.done) return;
        const index = drawn++;
        const outcome = await client.ask(next.value, { signal });
        if (outcome.kind === 'stopped') return;
        if (outcome.kind === 'failed') {
          const { code, reason, place } = outcome;
          throw new NeoLrpError(code, code === 'E_INTERNAL' ? `a worker failed at task ${index}: ${reason}` : reason, place);
        }
        await onResult(outcome.reply, index);
      }
    };
    await Promise.all(
      this.clients.map((client) =>
        work(client).catch((error: unknown) => {
          failure ??= error;
        }),
      ),
    );
    if (failure !== undefined) throw failure;
  }

  /** Terminates the idle workers; the pool stays usable. */
  close(): void {
    for (const client of this.clients) client.close();
  }
}
