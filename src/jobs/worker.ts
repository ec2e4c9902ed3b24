/** Takes free jobs, so many at a time, and runs them until the signal aborts. Waits for a database that is gone. */

import { NeoLrpError } from '../problem/errors.ts';
import { Bell } from '../run/clock.ts';
import { beatSeconds, type Claim, type Report } from './claims.ts';
import { isDatabaseFault, type OnDatabase, type Retry, retryWhileGone } from './database/faults.ts';
import { type Job, type JobKind, jobErrorOf } from './job.ts';
import type { JobStore } from './store.ts';
import { labelTask } from './tasks/label.ts';
import { runTask } from './tasks/run.ts';
import { solveTask } from './tasks/solve.ts';
import type { Task } from './tasks/task.ts';
import { trialTask } from './tasks/trial.ts';

type Tasks = Readonly<Record<JobKind, Task>>;

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
  readonly onDatabase?: OnDatabase;
}

export const defaultKeepDays = 30;
/** Seconds after which an idle worker looks for jobs that were not announced. */
const pollSeconds = 2;
const purgeSeconds = 3600;

interface Running {
  readonly claim: Claim;
  readonly controller: AbortController;
  readonly done: Promise<void>;
}

export async function work(
  store: JobStore,
  options: WorkOptions,
  tasks: Tasks = { solve: solveTask(), run: runTask, label: labelTask(), trial: trialTask() },
): Promise<void> {
  try {
    await new JobWorker(store, tasks, options).run();
  } finally {
    for (const task of Object.values(tasks)) task.close();
  }
}

class JobWorker {
  private readonly running = new Map<string, Running>();
  private readonly bell: Bell;
  private readonly retry: Retry;

  constructor(
    private readonly store: JobStore,
    private readonly tasks: Tasks,
    private readonly options: WorkOptions,
  ) {
    this.bell = new Bell(store.clock);
    this.retry = retryWhileGone(store.clock, options.onDatabase);
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
        const claims = free === 0 ? [] : await this.retry(() => this.store.claims.take(free), signal);
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
    const { claims, batches } = this.store;
    const { id, kind } = claim;
    const reports = new Reports((report) => this.retry(() => claims.report(claim, report), signal));
    const ended = (state: Job['state']) => this.options.onJob?.({ id, kind, state });
    try {
      const blob = async (hash: string) => {
        const bytes = await this.retry(() => batches.blob(hash), signal);
        if (!bytes) throw new NeoLrpError('E_DATASET', `a file of the job is no longer in the database (${hash}); submit it again`);
        return bytes;
      };
      const done = await this.tasks[kind].run(claim, {
        signal,
        report: (report) => reports.add(report),
        blob,
        program: this.options.program,
      });
      await reports.settled();
      await this.retry(() => claims.complete(claim, done), this.options.signal);
      ended('completed');
    } catch (error) {
      await reports.settled();
      // Cancelled or taken by another worker: nothing is ours to change. Stopping: the next worker continues.
      if (signal.aborted) {
        if (this.options.signal.aborted) await claims.giveBack(claim).catch(() => undefined);
        return;
      }
      const reason = jobErrorOf(error);
      const state = await this.retry(() => claims.fail(claim, reason), this.options.signal).catch(() => undefined);
      if (state) ended(state);
    }
  }

  /** A sign of life for each job; those that are no longer ours are aborted. */
  private async beat(): Promise<void> {
    const held = [...this.running.values()];
    try {
      const lost = await this.store.claims.keep(held.map(({ claim }) => claim));
      for (const { claim, controller } of held) if (lost.includes(claim)) controller.abort();
    } catch (error) {
      if (!isDatabaseFault(error)) throw error;
    }
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
      // The next report, or the result, makes up for one that is lost.
      await this.send(report).catch(() => undefined);
    }
  }
}
