/** Work that many workers share, as its submitter sees it: parts are asked for, and their results come from whichever workers there are. */
import { NeoLrpError } from '../problem/errors.ts';
import { Bell, pause } from '../run/clock.ts';
import { contentOf, hashOf, type Part, type PartResult } from './batch-store.ts';
import { type OnDatabase, type Retry, retryWhileGone } from './database/faults.ts';
import type { JobStore } from './store.ts';

/** Milliseconds between two looks at the results where nothing was announced. */
const pollPause = 1000;
/** Announcements within so many milliseconds become one look. */
const gatherPause = 50;
/** Parts that wait to be submitted at a time: their texts are in memory. */
const mostUnsent = 100;

interface Waiter {
  readonly resolve: (result: string) => void;
  readonly reject: (error: unknown) => void;
}

export class JobBatch {
  /** Parts that a worker has now. */
  running = 0;
  private readonly outstanding = new Map<string, Waiter[]>();
  private unsent: Part[] = [];
  private sending: Promise<void> | undefined;
  private watching: Promise<void> | undefined;
  private readonly kept = new Map<string, Promise<string>>();
  private readonly over = new AbortController();
  private readonly unsubscribe: () => void;
  private readonly bell: Bell;
  private readonly retry: Retry;

  constructor(
    private readonly store: JobStore,
    onDatabase?: OnDatabase,
  ) {
    this.bell = new Bell(store.clock);
    this.retry = retryWhileGone(store.clock, onDatabase);
    this.unsubscribe = store.subscribe(() => this.bell.ring());
  }

  /** Keeps a file for the parts that need it. Returns its hash. */
  keep(bytes: Uint8Array): Promise<string> {
    const hash = hashOf(bytes);
    const kept = this.kept.get(hash) ?? this.retry(() => this.store.batches.keepBlob(bytes), this.over.signal);
    this.kept.set(hash, kept);
    return kept;
  }

  /** The result of a part as JSON, made now or before. Resolves to a promise of it once the part is safely on its way. */
  async ask(part: Part): Promise<{ readonly result: Promise<string> }> {
    const content = contentOf(part);
    const result = new Promise<string>((resolve, reject) => {
      this.outstanding.set(content, [...(this.outstanding.get(content) ?? []), { resolve, reject }]);
    });
    result.catch(() => {});
    this.unsent.push(part);
    this.sending ??= this.send();
    if (this.unsent.length >= mostUnsent) await this.sending;
    return { result };
  }

  /** Ends the parts that have not ended; without it, workers go on after this process. */
  async cancel(): Promise<void> {
    this.over.abort();
    await this.sending?.catch(() => undefined);
    await this.store.batches.cancel([...this.outstanding.keys()]);
  }

  /** Waits no longer. Parts that were asked for are on their way. */
  async close(): Promise<void> {
    await this.sending?.catch(() => undefined);
    this.over.abort();
    this.unsubscribe();
    await this.watching?.catch(() => undefined);
  }

  private async send(): Promise<void> {
    // Parts that are asked for in the same turn of the event loop go together.
    await pause(this.store.clock, 0);
    try {
      while (this.unsent.length > 0) {
        const parts = this.unsent;
        this.unsent = [];
        await this.retry(() => this.store.batches.submit(parts), this.over.signal);
      }
      this.watching ??= this.watch();
    } catch (error) {
      this.fail(error);
    } finally {
      this.sending = undefined;
    }
  }

  private async watch(): Promise<void> {
    const { batches, clock } = this.store;
    const { signal } = this.over;
    const contents = () => [...this.outstanding.keys()];
    try {
      while (this.outstanding.size > 0 && !signal.aborted) {
        for (const result of await this.retry(() => batches.results(contents()), signal)) this.settle(result);
        this.running = await this.retry(() => batches.running(contents()), signal);
        if (this.outstanding.size === 0) break;
        await this.bell.wait(pollPause, signal);
        await pause(clock, gatherPause, signal);
      }
    } catch (error) {
      if (!signal.aborted) this.fail(error);
    } finally {
      this.watching = undefined;
    }
  }

  private settle(part: PartResult): void {
    const waiters = this.outstanding.get(part.content) ?? [];
    this.outstanding.delete(part.content);
    for (const { resolve, reject } of waiters)
      if (part.state === 'completed') resolve(part.result);
      else if (part.error) reject(new NeoLrpError(part.error.code, part.error.message, part.error.place));
      else reject(new NeoLrpError('E_BUDGET', 'the work was cancelled; repeat the command to go on'));
  }

  private fail(error: unknown): void {
    for (const waiters of this.outstanding.values()) for (const { reject } of waiters) reject(error);
    this.outstanding.clear();
  }
}
