/**
 * The queue, on pg-boss. A worker's lease on a job lasts as long as it gives signs of life; then the next worker may take the job. The job
 * itself is a row of the store, and whatever ends it there removes it from the queue in the same transaction.
 */
import { randomUUID } from 'node:crypto';
import type { PgBoss } from 'pg-boss';
import type { Clock } from '../run/clock.ts';
import type { Database, Queryable } from './database/database.ts';
import { loadOptional } from './database/optional-package.ts';

const name = 'jobs';
const schema = 'neo_lrp_queue';

/** Seconds without a sign of life after which a job is taken from its worker: the least that pg-boss allows. */
export const leaseSeconds = 10;
/** Seconds between two signs of life. */
export const beatSeconds = 3;
/** Seconds between two searches for leases that have run out. */
const watchSeconds = 2;
const day = 24 * 3600;

/** The store counts attempts and knows the limit; the queue only has to go on long enough. */
const retryLimit = 1000;

export interface Lease {
  /** The queue's own name of the entry. */
  readonly id: string;
  readonly job: string;
}

interface Entry {
  readonly job: string;
}

export class Queue {
  private constructor(private readonly boss: PgBoss) {}

  static async open(database: Database, clock: Clock): Promise<Queue> {
    const { PgBoss } = await loadOptional(
      () => import('pg-boss'),
      'jobs',
      'pg-boss',
      database.kind === 'server' ? 'pg' : '@electric-sql/pglite',
    );
    const boss = new PgBoss({
      db: asBossDatabase(database),
      backend: database.kind === 'server' ? 'postgres' : 'pglite',
      schema,
      clock,
      schedule: false,
      superviseIntervalSeconds: watchSeconds,
      monitorIntervalSeconds: watchSeconds,
      monitorVacuum: false,
      reindex: false,
    });
    // Background work is repeated anyway; calls throw their own errors.
    boss.on('error', () => {});
    await boss.start();
    await boss.createQueue(name, {
      retryLimit,
      retryDelay: 0,
      heartbeatSeconds: leaseSeconds,
      expireInSeconds: day - 1,
      // For ever: a clock that was wrong when the job came must not make it expire.
      retentionSeconds: 2 ** 31 - 1,
      deleteAfterSeconds: day,
    });
    const queue = new Queue(boss);
    // The first call looks up the queue. Inside a transaction of an embedded database it would wait for itself.
    await queue.keep([randomUUID()]);
    return queue;
  }

  /** `id`: of the lease, chosen by the caller. Urgent entries come before all others. */
  async add(within: Queryable, entries: readonly { readonly id: string; readonly job: string; readonly urgent: boolean }[]): Promise<void> {
    const rows = entries.map(({ id, job, urgent }) => ({ id, data: { job } satisfies Entry, priority: urgent ? 1 : 0 }));
    await this.boss.insert(name, rows, { db: asBossDatabase(within) });
  }

  /** Up to so many entries, which now belong to this worker. Start times are ignored, because a clock may have been set back. */
  async take(count: number): Promise<readonly Lease[]> {
    const taken = await this.boss.fetch<Entry>(name, { batchSize: count, ignoreStartAfter: true });
    return taken.map(({ id, data }) => ({ id, job: data.job }));
  }

  /** A sign of life for each. */
  async keep(leases: readonly string[]): Promise<void> {
    if (leases.length > 0) await this.boss.touch(name, [...leases]);
  }

  /** For jobs that have ended, begun or not. */
  async remove(within: Queryable, leases: readonly string[]): Promise<void> {
    if (leases.length > 0) await this.boss.deleteJob(name, [...leases], { db: asBossDatabase(within) });
  }

  /** Up for the next worker at once. */
  async giveBack(within: Queryable, lease: string): Promise<void> {
    await this.boss.fail(name, lease, undefined, { db: asBossDatabase(within) });
  }

  async close(): Promise<void> {
    await this.boss.stop({ graceful: false, close: false });
  }
}

const asBossDatabase = (database: Queryable) => ({
  // biome-ignore lint/suspicious/noExplicitAny: the type that pg-boss asks for
  executeSql: async (text: string, values?: unknown[]) => ({ rows: await database.query<any>(text, values) }),
});
