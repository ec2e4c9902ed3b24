/**
 * The workers' side of jobs. A job belongs to a worker as long as that gives signs of life; then the next may begin it. Every change names
 * the attempt, so a worker that lost its job without noticing changes nothing.
 */
import type { Database, Queryable } from './database/database.ts';
import { schema } from './database/migrations.ts';
import { recordEvent } from './events.ts';
import { type JobError, type JobKind, type JobProgress, type JobState, jobErrorOf } from './job.ts';

/** How many times in a row a job is begun without getting further than before. A job that kills its workers fails instead of looping. */
export const mostStrikes = 8;

/** Seconds without a sign of life after which a job is taken from its worker. */
const leaseSeconds = 10;
/** Seconds between two signs of life. */
export const beatSeconds = 3;

export interface Claim {
  readonly id: string;
  readonly kind: JobKind;
  readonly attempt: number;
  readonly input: string;
  /** Of earlier attempts: the best so far, and how far they got. */
  readonly result: string | null;
  readonly cost: number | null;
  readonly progress: JobProgress | null;
}

export interface Report {
  readonly progress: JobProgress;
  /** A better result than any before. */
  readonly best?: { readonly cost: number; readonly result: string };
}

interface ClaimRow extends Omit<Claim, 'progress'> {
  readonly progress: string | null;
  readonly strikes: number;
  readonly before: JobState;
}

const ours = `id = $1 and attempts = $2 and state = 'running'`;

export class Claims {
  constructor(private readonly database: Database) {}

  /** Up to so many free jobs, each this worker's from now on. Those that services ask for come before the parts of a batch. */
  take(count: number): Promise<readonly Claim[]> {
    return this.database.transaction(async (within) => {
      const rows = await within.query<ClaimRow>(
        `with free as (
           select id, state as before from ${schema}.job
           where state in ('queued', 'running') and (state = 'queued'
             or alive not between ${schema}.clock() - make_interval(secs => $2) and ${schema}.clock() + make_interval(secs => $2))
           order by kind <> 'solve', created, id limit $1 for update skip locked
         )
         update ${schema}.job set state = 'running', attempts = attempts + 1, strikes = strikes + 1, started = coalesce(started, now()),
           alive = ${schema}.clock()
         from free where job.id = free.id returning job.id, kind, attempts as attempt, strikes, input, result, cost, progress, before`,
        [count, leaseSeconds],
      );
      const claims: Claim[] = [];
      for (const { progress, strikes, before, ...row } of rows) {
        if (before === 'running') await recordEvent(within, row.id, 'interrupted');
        const claim = { ...row, progress: progress === null ? null : (JSON.parse(progress) as JobProgress) };
        if (strikes > mostStrikes) {
          const reason = `the job was begun ${mostStrikes} times and got nowhere: its workers died, or lost the database, while they had it`;
          await end(within, claim, jobErrorOf(reason));
        } else {
          await recordEvent(within, row.id, 'started');
          claims.push(claim);
        }
      }
      return claims;
    });
  }

  /** Gives signs of life, and returns those claims that no longer hold. */
  async keep(claims: readonly Claim[]): Promise<readonly Claim[]> {
    const kept = await Promise.all(
      claims.map(({ id, attempt }) =>
        this.database.query(`update ${schema}.job set alive = ${schema}.clock() where ${ours} returning id`, [id, attempt]),
      ),
    );
    return claims.filter((_, k) => kept[k].length === 0);
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
      if (row) await recordEvent(within, claim.id, 'completed', row.cost === null ? {} : { cost: row.cost });
    });
  }

  /** Ends it with the reason; the best so far stays. A defect goes back to the queue, until it got nowhere too often. Returns the state. */
  fail(claim: Claim, error: JobError): Promise<JobState> {
    return this.database.transaction(async (within) => {
      if (error.code === 'E_INTERNAL' && (await requeue(within, claim, `and strikes < ${mostStrikes}`))) return 'queued';
      await end(within, claim, error);
      return 'failed';
    });
  }

  /** Returns it to the queue, because the worker has to stop: that is no strike. */
  async giveBack(claim: Claim): Promise<void> {
    await this.database.transaction(async (within) => {
      if (await requeue(within, claim, '')) await within.query(`update ${schema}.job set strikes = strikes - 1 where id = $1`, [claim.id]);
    });
  }

  /**
   * For an embedded database, whose workers all died with the process that had it: frees their jobs. Reading every row through an index
   * finds jobs that are missing from the table because its file was cut short.
   */
  async releaseAll(): Promise<void> {
    await this.database.transaction(async (within) => {
      await within.query('set local enable_seqscan = off; set local enable_bitmapscan = off');
      await within.query(`select id from ${schema}.job where owner >= '' and events >= 0`);
      await within.query(`update ${schema}.job set alive = '-infinity' where state = 'running'`);
    });
  }
}

async function requeue(within: Queryable, { id, attempt }: Claim, condition: string): Promise<boolean> {
  const [row] = await within.query(`update ${schema}.job set state = 'queued' where ${ours} ${condition} returning id`, [id, attempt]);
  if (row) await recordEvent(within, id, 'interrupted');
  return row !== undefined;
}

async function end(within: Queryable, { id, attempt }: Claim, error: JobError): Promise<void> {
  const change = `update ${schema}.job set state = 'failed', finished = now(), error = $3 where ${ours} returning id`;
  const [row] = await within.query(change, [id, attempt, JSON.stringify(error)]);
  if (row) await recordEvent(within, id, 'failed', { error });
}
