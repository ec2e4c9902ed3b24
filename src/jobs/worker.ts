/** Runs whichever job is free, so many at a time, until told to stop. A database that is gone is waited for. */

import { NeoLrpError } from '../problem/errors.ts';
import { Bell } from '../run/clock.ts';
import { type Claim, mostStrikes, type Report } from './claims.ts';
import { isDatabaseFault, patiently } from './database/faults.ts';
import { type Job, type JobKind, jobErrorOf } from './job.ts';
import { beatSeconds } from './queue.ts';
import type { JobStore } from './store.ts';
import { openTasks, type Tasks } from './tasks/tasks.ts';

export interface WorkOptions {
  /** Jobs at a time; each has a thread or a process of its own. */
  readonly threads: number;
  /** The script of the command line, for runs in processes of their own. */
  readonly program: string;
  /** Ends it: jobs that are under way go back to the queue, with their best so far. */
  readonly signal: AbortSignal;
  /** Days after which jobs that have ended are removed. */
  readonly keepDays?: number;
  readonly onJob?: (job: { readonly id: string; readonly kind: JobKind; readonly state: Job['state'] }) => void;
  /** Once for every time that the database is gone, and when it is back. */
  readonly onDatabase?: (state: 'gone' | 'back', error?: unknown) => void;
}

export const defaultKeepDays = 30;
/** Seconds after which an idle worker looks for jobs that nobody announced. */
const pollSeconds = 2;
const purgeSeconds = 3600;

interface Running {
  readonly claim: Claim;
  readonly controller: AbortController;
  readonly done: Promise<void>;
}

export async function work(store: JobStore, options: WorkOptions, tasks: Tasks = openTasks()): Promise<void> {
  const worker = new JobWorker(store, tasks.of, options);
  try {
    await worker.run();
  } finally {
    tasks.close();
  }
}

class JobWorker {
  private readonly running = new Map<string, Running>();
  private readonly bell: Bell;
  private gone = false;

  constructor(
    private readonly store: JobStore,
    private readonly tasks: Tasks['of'],
    private readonly options: WorkOptions,
  ) {
    this.bell = new Bell(store.clock);
  }

  async run(): Promise<void> {
    const { signal, threads, keepDays = defaultKeepDays } = this.options;
    const unsubscribe = this.store.subscribe((announcement) => {
      if (announcement.job !== undefined && announcement.type === 'cancelled') this.running.get(announcement.job)?.controller.abort();
      if (announcement.job === undefined || announcement.type === 'queued' || announcement.type === 'interrupted') this.bell.ring();
    });
    const { clock } = this.store;
    const beat = clock.setInterval(() => void this.beat(), 1000 * beatSeconds);
    const purge = clock.setInterval(() => void this.store.purge(keepDays).catch(() => undefined), 1000 * purgeSeconds);
    try {
      while (!signal.aborted) {
        const free = threads - this.running.size;
        const claims = free === 0 ? [] : await this.patiently(() => this.store.claims.take(free));
        for (const claim of claims) this.start(claim);
        if (claims.length < free || free === 0) await this.bell.wait(1000 * pollSeconds, signal);
      }
    } catch (error) {
      if (!(signal.aborted && isDatabaseFault(error))) throw error;
    } finally {
      for (const { controller } of this.running.values()) controller.abort();
      await Promise.all([...this.running.values()].map(({ done }) => done));
      clock.clearInterval(beat);
      clock.clearInterval(purge);
      unsubscribe();
    }
  }

  private start(claim: Claim): void {
    const controller = new AbortController();
    const done = this.perform(claim, controller.signal).finally(() => {
      this.running.delete(claim.id);
      this.bell.ring();
    });
    this.running.set(claim.id, { claim, controller, done });
  }

  private async perform(claim: Claim, signal: AbortSignal): Promise<void> {
    const { claims, studies } = this.store;
    const { id, kind, strikes } = claim;
    const reports = new Reports((report) => this.patiently(() => claims.report(claim, report), signal));
    const ended = (state: Job['state']) => this.options.onJob?.({ id, kind, state });
    try {
      const blob = async (hash: string) => {
        const bytes = await this.patiently(() => studies.blob(hash), signal);
        if (!bytes) throw new NeoLrpError('E_DATASET', `a file of the job is no longer in the database (${hash}); submit it again`);
        return bytes;
      };
      const done = await this.tasks[kind](claim, { signal, report: (report) => reports.add(report), blob, program: this.options.program });
      await reports.settled();
      await this.patiently(() => claims.complete(claim, done));
      ended('completed');
    } catch (error) {
      await reports.settled();
      // Cancelled, or taken by another worker: nothing is ours to change. Told to stop: the next worker goes on.
      if (signal.aborted) {
        if (this.options.signal.aborted) await claims.giveBack(claim, { counts: false }).catch(() => undefined);
        return;
      }
      const reason = jobErrorOf(error);
      const again = reason.code === 'E_INTERNAL' && strikes < mostStrikes;
      await this.patiently(() => (again ? claims.giveBack(claim, { counts: true }) : claims.fail(claim, reason))).catch(() => undefined);
      ended(again ? 'queued' : 'failed');
    }
  }

  /** Signs of life; whatever is no longer ours is dropped. */
  private async beat(): Promise<void> {
    const held = [...this.running.values()];
    try {
      const lost = await this.store.claims.keep(held.map(({ claim }) => claim));
      for (const { claim, controller } of held) if (lost.includes(claim)) controller.abort();
    } catch (error) {
      if (!isDatabaseFault(error)) throw error;
    }
  }

  /** Over while the database is gone, and told once. */
  private async patiently<T>(attempt: () => Promise<T>, signal: AbortSignal = this.options.signal): Promise<T> {
    const { onDatabase } = this.options;
    const value = await patiently(attempt, {
      clock: this.store.clock,
      signal,
      onWait: (error) => {
        if (!this.gone) onDatabase?.('gone', error);
        this.gone = true;
      },
    });
    if (this.gone) onDatabase?.('back');
    this.gone = false;
    return value;
  }
}

/** One report at a time; while one is on its way, later ones become one. */
class Reports {
  private waiting: Report | undefined;
  private sending: Promise<void> | undefined;

  constructor(private readonly send: (report: Report) => Promise<unknown>) {}

  add(report: Report): void {
    this.waiting = { ...this.waiting, ...report };
    this.sending ??= this.flush().finally(() => {
      this.sending = undefined;
    });
  }

  async settled(): Promise<void> {
    await this.sending;
  }

  private async flush(): Promise<void> {
    while (this.waiting) {
      const report = this.waiting;
      this.waiting = undefined;
      // A report that cannot be made is made good by the next one, or by the result.
      await this.send(report).catch(() => undefined);
    }
  }
}
