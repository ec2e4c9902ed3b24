/** Jobs, their events and results as rows, which survive any process. Every question names the owner. */
import { createHash, randomUUID } from 'node:crypto';
import { NeoLrpError } from '../problem/errors.ts';
import { type Clock, systemClock } from '../run/clock.ts';
import { ApiKeys } from './api-keys.ts';
import { BatchStore } from './batch-store.ts';
import { Claims } from './claims.ts';
import { type Database, type DatabasePlace, openDatabase, type Queryable } from './database/database.ts';
import { migrate, schema } from './database/migrations.ts';
import { type Announcement, type Announcements, eventsAfter, openAnnouncements, recordEvent } from './events.ts';
import { asJob, type Job, type JobEvent, type JobKind, type JobRow, jobColumns } from './job.ts';

export interface JobRequest {
  readonly kind: JobKind;
  /** JSON, of the shape that the kind has. */
  readonly input: string;
}

export interface SubmitOptions {
  /** Repeated, it names the job that it named before. */
  readonly idempotencyKey?: string;
  /** Refuses where so many of the owner's jobs wait already. */
  readonly mostWaiting?: number;
}

export interface Submission {
  readonly job: Job;
  /** True if an earlier request with the same key made it. */
  readonly repeated: boolean;
}

export interface JobPage {
  readonly jobs: readonly Job[];
  /** Names the page after this one; absent at the last. */
  readonly next?: string;
}

export const openStore = async (place: DatabasePlace): Promise<JobStore> => storeOn(await openDatabase(place), systemClock);

/** Makes the tables where they are missing, and those of a newer release from older ones. */
export async function storeOn(database: Database, clock: Clock): Promise<JobStore> {
  try {
    await migrate(database);
    const store = new JobStore(database, await openAnnouncements(database), clock);
    // Nobody else can have begun them.
    if (database.kind === 'embedded') await store.claims.releaseAll();
    return store;
  } catch (error) {
    await database.close();
    throw error;
  }
}

export class JobStore {
  readonly keys: ApiKeys;
  /** For workers. */
  readonly claims: Claims;
  /** For work that is shared by many. */
  readonly batches: BatchStore;

  constructor(
    private readonly database: Database,
    private readonly announcements: Announcements,
    /** For those who wait for jobs. */
    readonly clock: Clock,
  ) {
    this.keys = new ApiKeys(database);
    this.claims = new Claims(database);
    this.batches = new BatchStore(database);
  }

  /** Whether other processes may work on the same jobs. */
  get shared(): boolean {
    return this.database.kind === 'server';
  }

  submit(owner: string, { kind, input }: JobRequest, { idempotencyKey, mostWaiting }: SubmitOptions = {}): Promise<Submission> {
    const request = createHash('sha256').update(kind).update('\0').update(input).digest('hex');
    return this.database.transaction(async (within) => {
      const earlier = idempotencyKey === undefined ? undefined : await findByKey(within, owner, idempotencyKey);
      if (earlier) return repeated(earlier, request);
      if (mostWaiting !== undefined) await requireRoom(within, owner, mostWaiting);
      const id = randomUUID();
      const [row] = await within.query<JobRow>(
        `insert into ${schema}.job (id, owner, kind, state, input, idempotency, request) values ($1, $2, $3, 'queued', $4, $5, $6)
         on conflict (owner, idempotency) do nothing returning ${jobColumns}`,
        [id, owner, kind, input, idempotencyKey ?? null, request],
      );
      // Another request with the same key was faster.
      if (!row) return repeated(await findByKey(within, owner, idempotencyKey ?? ''), request);
      await recordEvent(within, id, 'queued');
      return { job: asJob(row), repeated: false };
    });
  }

  async find(owner: string, id: string): Promise<Job | undefined> {
    const row = await this.column<JobRow>(owner, id, jobColumns);
    return row && asJob(row);
  }

  /** Newest first. `after`: the `next` of the page before. */
  async list(owner: string, { after, limit = 50 }: { readonly after?: string; readonly limit?: number } = {}): Promise<JobPage> {
    const [created, last] = after === undefined ? ['infinity', null] : readCursor(after);
    const rows = await this.database.query<JobRow>(
      `select ${jobColumns} from ${schema}.job
       where owner = $1 and (created, id) < ($2::timestamptz, coalesce($3::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
       order by created desc, id desc limit $4`,
      [owner, created, last, limit + 1],
    );
    const jobs = rows.slice(0, limit).map(asJob);
    const end = jobs.at(-1);
    return { jobs, ...(rows.length > limit && end && { next: `${end.created}_${end.id}` }) };
  }

  /** Stops it and keeps the best so far; a job that has ended stays as it is. */
  cancel(owner: string, id: string): Promise<Job | undefined> {
    if (!isUuid(id)) return Promise.resolve(undefined);
    return this.database.transaction(async (within) => {
      const [stopped] = await within.query<JobRow>(
        `update ${schema}.job set state = 'cancelled', finished = now()
         where owner = $1 and id = $2 and state in ('queued', 'running') returning ${jobColumns}`,
        [owner, id],
      );
      if (stopped) {
        await recordEvent(within, id, 'cancelled', stopped.cost === null ? {} : { cost: stopped.cost });
        return asJob(stopped);
      }
      const [row] = await within.query<JobRow>(`select ${jobColumns} from ${schema}.job where owner = $1 and id = $2`, [owner, id]);
      return row && asJob(row);
    });
  }

  /** Events after a sequence number, oldest first; undefined where the owner has no such job. */
  async events(owner: string, id: string, after = 0, limit = 1000): Promise<readonly JobEvent[] | undefined> {
    const known = await this.column<{ id: string }>(owner, id, 'id');
    return known && eventsAfter(this.database, id, after, limit);
  }

  /** What was asked for: JSON, of the shape that the kind has. */
  async input(owner: string, id: string): Promise<string | undefined> {
    return (await this.column<{ input: string }>(owner, id, 'input'))?.input;
  }

  /** The result, or the best so far: JSON; undefined where there is no job or nothing yet. */
  async result(owner: string, id: string): Promise<string | undefined> {
    return (await this.column<{ result: string | null }>(owner, id, 'result'))?.result ?? undefined;
  }

  /** Calls the listener at every event of every job; `events` has the details. Returns how to end it. */
  subscribe(listener: (announcement: Announcement) => void): () => void {
    return this.announcements.subscribe(listener);
  }

  /** Numbers of jobs by state, over all owners. */
  async counts(): Promise<Readonly<Record<string, number>>> {
    const rows = await this.database.query<{ state: string; count: number }>(
      `select state, count(*)::int as count from ${schema}.job group by state`,
    );
    return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
  }

  /** Removes jobs that ended more than so many days ago, with their events, and files that no job needs. Returns how many. */
  async purge(days: number): Promise<number> {
    const removed = await this.database.query(
      `delete from ${schema}.job where finished <= now() - make_interval(secs => $1) returning id`,
      [days * 86_400],
    );
    await this.batches.removeUnusedBlobs(days);
    return removed.length;
  }

  /** Throws E_DATABASE where it does not answer. */
  async ping(): Promise<void> {
    await this.database.query('select 1');
  }

  async close(): Promise<void> {
    await this.announcements.end();
    await this.database.close();
  }

  private async column<Row>(owner: string, id: string, columns: string): Promise<Row | undefined> {
    if (!isUuid(id)) return undefined;
    return (await this.database.query<Row>(`select ${columns} from ${schema}.job where owner = $1 and id = $2`, [owner, id]))[0];
  }
}

const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

function readCursor(text: string): readonly [string, string] {
  const [created, id] = text.split('_');
  if (id === undefined || !isUuid(id) || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(created) || Number.isNaN(Date.parse(created)))
    throw new NeoLrpError('E_VALUE', 'expected the `next` of an earlier page', { field: 'after', value: text });
  return [created, id];
}

type KeyedRow = JobRow & { readonly request: string };

async function findByKey(within: Queryable, owner: string, key: string): Promise<KeyedRow | undefined> {
  const [row] = await within.query<KeyedRow>(`select request, ${jobColumns} from ${schema}.job where owner = $1 and idempotency = $2`, [
    owner,
    key,
  ]);
  return row;
}

function repeated(row: KeyedRow | undefined, request: string): Submission {
  if (row?.request === request) return { job: asJob(row), repeated: true };
  throw new NeoLrpError('E_IDEMPOTENCY', 'this key belongs to an earlier request that asked for something else; use a new one');
}

/** One request of an owner at a time, or two could take the last place. */
async function requireRoom(within: Queryable, owner: string, most: number): Promise<void> {
  await within.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [owner]);
  const [{ waiting }] = await within.query<{ waiting: number }>(
    `select count(*)::int as waiting from ${schema}.job where owner = $1 and state = 'queued'`,
    [owner],
  );
  if (waiting >= most)
    throw new NeoLrpError(
      'E_QUEUE_FULL',
      `${waiting} of your jobs are waiting, which is the most allowed; wait for some of them, or cancel them`,
    );
}
