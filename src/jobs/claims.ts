/**
 * The workers' side of jobs. A claim holds until another worker begins the job: every change names the attempt, so a worker that lost its
 * lease without noticing changes nothing.
 */
import type { Database, Queryable } from './database/database.ts';
import { schema } from './database/migrations.ts';
import { recordEvent } from './events.ts';
import { isFinal, type JobError, type JobKind, type JobProgress, type JobState, jobErrorOf } from './job.ts';
import type { Lease, Queue } from './queue.ts';

/** How many times in a row a job is begun without getting further than before. A job that kills its workers fails instead of looping. */
export const mostStrikes = 8;

export interface Claim {
  readonly id: string;
  readonly kind: JobKind;
  readonly lease: string;
  readonly attempt: number;
  /** Attempts in a row that got no further, this one included. */
  readonly strikes: number;
  readonly input: string;
  /** Of earlier attempts: the best so far, and how far they got. */
  readonly result?: string;
  readonly cost?: number;
  readonly progress?: JobProgress;
}

export interface Report {
  readonly progress: JobProgress;
  /** A better result than any before. */
  readonly best?: { readonly cost: number; readonly result: string };
}

interface ClaimRow {
  readonly id: string;
  readonly kind: JobKind;
  readonly lease: string;
  readonly attempts: number;
  readonly strikes: number;
  readonly input: string;
  readonly result: string | null;
  readonly cost: number | null;
  readonly progress: string | null;
  readonly before: JobState;
}

const ours = `id = $1 and attempts = $2 and state = 'running'`;

export class Claims {
  constructor(
    private readonly database: Database,
    private readonly queue: Queue,
  ) {}

  /** Up to so many free jobs, each this worker's from now on. */
  async take(count: number): Promise<readonly Claim[]> {
    const leases = await this.queue.take(count);
    const claims = await Promise.all(leases.map((lease) => this.begin(lease)));
    return claims.filter((claim) => claim !== undefined);
  }

  /** Gives signs of life, and returns those claims that no longer hold. */
  async keep(claims: readonly Claim[]): Promise<readonly Claim[]> {
    if (claims.length === 0) return [];
    await this.queue.keep(claims.map(({ lease }) => lease));
    const rows = await this.database.query<{ id: string; attempts: number }>(
      `select id, attempts from ${schema}.job where id = any($1::uuid[]) and state = 'running'`,
      [claims.map(({ id }) => id)],
    );
    const attempts = new Map(rows.map((row) => [row.id, row.attempts]));
    return claims.filter(({ id, attempt }) => attempts.get(id) !== attempt);
  }

  /** False if the claim no longer holds. */
  report({ id, attempt }: Claim, { progress, best }: Report): Promise<boolean> {
    return this.database.transaction(async (within) => {
      const [row] = await within.query(
        `update ${schema}.job set progress = $3, result = coalesce($4, result), cost = coalesce($5, cost),
           strikes = case when $6 > reached then 0 else strikes end, reached = greatest($6, reached) where ${ours} returning id`,
        [id, attempt, JSON.stringify(progress), best?.result ?? null, best?.cost ?? null, progress.seconds],
      );
      if (row) await recordEvent(within, id, best ? 'best' : 'progress', { progress, ...(best && { cost: best.cost }) });
      return row !== undefined;
    });
  }

  /** Ends it with its result; without one, with the best that was reported. */
  async complete(claim: Claim, done: { readonly result?: string; readonly cost?: number; readonly progress?: JobProgress }): Promise<void> {
    await this.database.transaction(async (within) => {
      const [row] = await within.query<{ cost: number | null }>(
        `update ${schema}.job set state = 'completed', finished = now(), result = coalesce($3, result), cost = coalesce($4, cost),
           progress = coalesce($5, progress) where ${ours} returning cost`,
        [claim.id, claim.attempt, done.result ?? null, done.cost ?? null, done.progress ? JSON.stringify(done.progress) : null],
      );
      if (!row) return;
      await this.queue.remove(within, [claim.lease]);
      await recordEvent(within, claim.id, 'completed', row.cost === null ? {} : { cost: row.cost });
    });
  }

  /** Ends it with the reason; the best so far stays. */
  async fail({ id, attempt, lease }: Pick<Claim, 'id' | 'attempt' | 'lease'>, error: JobError, transaction?: Queryable): Promise<void> {
    const record = async (within: Queryable) => {
      const [row] = await within.query(
        `update ${schema}.job set state = 'failed', finished = now(), error = $3 where ${ours} returning id`,
        [id, attempt, JSON.stringify(error)],
      );
      if (!row) return;
      await this.queue.remove(within, [lease]);
      await recordEvent(within, id, 'failed', { error });
    };
    await (transaction ? record(transaction) : this.database.transaction(record));
  }

  /** Returns it to the queue. `counts`: as an attempt that got nowhere; not where the worker only has to stop. */
  async giveBack(claim: Claim, { counts }: { readonly counts: boolean }): Promise<void> {
    await this.database.transaction(async (within) => {
      const [row] = await within.query(`update ${schema}.job set state = 'queued', strikes = strikes - $3 where ${ours} returning id`, [
        claim.id,
        claim.attempt,
        counts ? 0 : 1,
      ]);
      if (!row) return;
      await this.queue.giveBack(within, claim.lease);
      await recordEvent(within, claim.id, 'interrupted');
    });
  }

  /**
   * For an embedded database, whose workers all died with the process that had it: rebuilds the queue from the jobs. Reading every row
   * through an index finds jobs that are missing from the table because its file was cut short.
   */
  async releaseAll(): Promise<void> {
    const rows = await this.database.transaction(async (within) => {
      await within.query('set local enable_seqscan = off; set local enable_bitmapscan = off');
      return within.query<{ id: string; lease: string; kind: JobKind; state: JobState }>(
        `select id, lease, kind, state from ${schema}.job where owner >= '' order by created, id`,
      );
    });
    for (const { id, lease, kind } of rows.filter(({ state }) => !isFinal(state)))
      await this.database.transaction(async (within) => {
        await this.queue.remove(within, [lease]);
        await this.queue.add(within, [{ id: lease, job: id, urgent: kind === 'solve' }]);
      });
  }

  private begin({ id: lease, job }: Lease): Promise<Claim | undefined> {
    return this.database.transaction(async (within) => {
      const [row] = await within.query<ClaimRow>(
        `with known as (select id, state as before from ${schema}.job where id = $1 and lease = $2 and state in ('queued', 'running') for update)
         update ${schema}.job set state = 'running', attempts = attempts + 1, strikes = strikes + 1, started = coalesce(started, now()) from known
         where job.id = known.id returning job.id, kind, lease, attempts, strikes, input, result, cost, progress, before`,
        [job, lease],
      );
      if (!row) {
        await this.queue.remove(within, [lease]);
        return undefined;
      }
      if (row.before === 'running') await recordEvent(within, job, 'interrupted');
      if (row.strikes > mostStrikes) {
        const reason = `the job was begun ${mostStrikes} times and got nowhere: its workers died, or lost the database, while they had it`;
        await this.fail({ id: job, attempt: row.attempts, lease }, jobErrorOf(reason), within);
        return undefined;
      }
      await recordEvent(within, job, 'started');
      return asClaim(row);
    });
  }
}

const asClaim = ({ id, kind, lease, attempts, strikes, input, result, cost, progress }: ClaimRow): Claim => ({
  id,
  kind,
  lease,
  attempt: attempts,
  strikes,
  input,
  ...(result !== null && { result }),
  ...(cost !== null && { cost }),
  ...(progress !== null && { progress: JSON.parse(progress) as JobProgress }),
});
