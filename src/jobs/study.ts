/** A study as its submitter sees it: parts are asked for, and their results come from whichever workers there are. */
import { NeoLrpError } from '../problem/errors.ts';
import { Bell, pause } from '../run/clock.ts';
import { patiently } from './database/faults.ts';
import type { JobStore } from './store.ts';
import { contentOf, hashOf, type Part, type PartResult } from './studies.ts';

/** Seconds between two looks at the results where nothing was announced. */
const pollSeconds = 1;
/** Seconds in which announcements become one look. */
const gatherSeconds = 0.05;
/** Parts that wait to be submitted at a time: their texts are in memory. */
const mostUnsent = 100;

interface Asked {
  readonly resolve: (result: string) => void;
  readonly reject: (error: unknown) => void;
}

export interface StudyOptions {
  /** Once for every time that the database is gone. */
  readonly onWait?: (error: unknown) => void;
}

export class Study {
  /** Parts that are with a worker now. */
  running = 0;
  private readonly outstanding = new Map<string, Asked[]>();
  private unsent: Part[] = [];
  private sending: Promise<void> | undefined;
  private watching: Promise<void> | undefined;
  private readonly kept = new Map<string, Promise<string>>();
  private readonly over = new AbortController();
  private readonly unsubscribe: () => void;
  private readonly bell: Bell;

  constructor(
    private readonly store: JobStore,
    private readonly options: StudyOptions = {},
  ) {
    this.bell = new Bell(store.clock);
    this.unsubscribe = store.subscribe(() => this.bell.ring());
  }

  /** Keeps a file for the parts that need it. Returns its hash. */
  keep(bytes: Uint8Array): Promise<string> {
    const hash = hashOf(bytes);
    const known = this.kept.get(hash) ?? this.patiently(() => this.store.studies.keepBlob(bytes));
    this.kept.set(hash, known);
    return known;
  }

  /** The result of a part as JSON, made now or before. Resolves to a promise of it once the part is safely on its way. */
  async ask(part: Part): Promise<{ readonly result: Promise<string> }> {
    const result = new Promise<string>((resolve, reject) => {
      const content = contentOf(part);
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
    await this.store.studies.cancel([...this.outstanding.keys()]);
  }

  /** Waits no longer. Parts that were asked for are on their way. */
  async close(): Promise<void> {
    await this.sending?.catch(() => undefined);
    this.over.abort();
    this.unsubscribe();
    await this.watching?.catch(() => undefined);
  }

  private async send(): Promise<void> {
    // Those that are asked for in the same turn go together.
    await pause(this.store.clock, 0);
    try {
      while (this.unsent.length > 0) {
        const parts = this.unsent;
        this.unsent = [];
        await this.patiently(() => this.store.studies.submit(parts));
      }
      this.watching ??= this.watch();
    } catch (error) {
      this.fail(error);
    } finally {
      this.sending = undefined;
    }
  }

  private async watch(): Promise<void> {
    const { studies } = this.store;
    const { signal } = this.over;
    try {
      while (this.outstanding.size > 0 && !signal.aborted) {
        const contents = [...this.outstanding.keys()];
        for (const result of await this.patiently(() => studies.results(contents))) this.settle(result);
        this.running = await this.patiently(() => studies.running([...this.outstanding.keys()]));
        if (this.outstanding.size > 0) await this.untilAwake();
      }
    } catch (error) {
      if (!signal.aborted) this.fail(error);
    } finally {
      this.watching = undefined;
    }
  }

  private settle(part: PartResult): void {
    const asked = this.outstanding.get(part.content) ?? [];
    this.outstanding.delete(part.content);
    for (const { resolve, reject } of asked)
      if (part.state === 'completed') resolve(part.result);
      else if (part.error) reject(new NeoLrpError(part.error.code, part.error.message, part.error.place));
      else reject(new NeoLrpError('E_BUDGET', 'the work was cancelled; repeat the command to go on'));
  }

  private fail(error: unknown): void {
    for (const asked of this.outstanding.values()) for (const { reject } of asked) reject(error);
    this.outstanding.clear();
  }

  private patiently<T>(attempt: () => Promise<T>): Promise<T> {
    let told = false;
    const onWait = (error: unknown) => {
      if (!told) this.options.onWait?.(error);
      told = true;
    };
    return patiently(attempt, { clock: this.store.clock, signal: this.over.signal, onWait });
  }

  private async untilAwake(): Promise<void> {
    await this.bell.wait(1000 * pollSeconds, this.over.signal);
    await pause(this.store.clock, 1000 * gatherSeconds, this.over.signal);
  }
}
