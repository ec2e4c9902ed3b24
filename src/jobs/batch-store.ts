/**
 * Work that many workers share. Its parts are jobs named by their content (what is asked, of which release), so a part that is asked for
 * twice, or run twice, has one result, and a repeated command finds what is done and what is under way.
 */
import { createHash, randomUUID } from 'node:crypto';
import type { Database, Queryable } from './database/database.ts';
import { schema } from './database/migrations.ts';
import { recordEvent } from './events.ts';
import { finalStates, type JobError, type JobKind, type JobState } from './job.ts';

/** Everybody who can reach the database shares its batches. */
const owner = 'studies';

export interface Part {
  readonly kind: JobKind;
  /** JSON, of the shape that the kind has. */
  readonly input: string;
  /** Hashes of the files that the input names. */
  readonly blobs?: readonly string[];
}

export type PartResult =
  | { readonly content: string; readonly state: 'completed'; readonly result: string }
  | { readonly content: string; readonly state: 'failed' | 'cancelled'; readonly error?: JobError };

export const hashOf = (...parts: readonly (string | Uint8Array)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
};

/** The name of a part: its kind, and all that it asks. */
export const contentOf = ({ kind, input }: Part): string => hashOf(kind, input);

const rowsPerStatement = 200;

export class BatchStore {
  constructor(private readonly database: Database) {}

  /** Keeps a file for the parts that need it, once. Returns its hash. */
  async keepBlob(bytes: Uint8Array): Promise<string> {
    const hash = hashOf(bytes);
    const [known] = await this.database.query(`update ${schema}.blob set used = now() where hash = $1 returning hash`, [hash]);
    if (!known)
      await this.database.query(`insert into ${schema}.blob (hash, bytes) values ($1, $2) on conflict (hash) do update set used = now()`, [
        hash,
        bytes,
      ]);
    return hash;
  }

  async blob(hash: string): Promise<Uint8Array | undefined> {
    const [row] = await this.database.query<{ bytes: Uint8Array }>(`select bytes from ${schema}.blob where hash = $1`, [hash]);
    return row?.bytes;
  }

  async removeUnusedBlobs(days: number): Promise<void> {
    await this.database.query(
      `delete from ${schema}.blob where used <= now() - make_interval(secs => $1)
         and not exists (select from ${schema}.job where blob.hash = any(job.blobs))`,
      [days * 86_400],
    );
  }

  /** Parts that are known already stay as they are; those that were cancelled or failed are queued again. */
  async submit(parts: readonly Part[]): Promise<void> {
    for (let k = 0; k < parts.length; k += rowsPerStatement)
      await this.database.transaction((within) => this.submitBatch(within, parts.slice(k, k + rowsPerStatement)));
  }

  /** Those of the parts that have ended. */
  async results(contents: readonly string[]): Promise<readonly PartResult[]> {
    const rows = await this.database.query<{ content: string; state: JobState; result: string | null; error: string | null }>(
      `select content, state, result, error from ${schema}.job where owner = $1 and content = any($2::text[]) and state = any($3::text[])`,
      [owner, contents, finalStates],
    );
    return rows.map(({ content, state, result, error }) =>
      state === 'completed'
        ? { content, state, result: result ?? '' }
        : {
            content,
            state: state === 'cancelled' ? 'cancelled' : 'failed',
            ...(error !== null && { error: JSON.parse(error) as JobError }),
          },
    );
  }

  /** How many of the parts are with a worker now. */
  async running(contents: readonly string[]): Promise<number> {
    const [{ count }] = await this.database.query<{ count: number }>(
      `select count(*)::int as count from ${schema}.job where owner = $1 and content = any($2::text[]) and state = 'running'`,
      [owner, contents],
    );
    return count;
  }

  /** Ends those that have not ended yet. */
  async cancel(contents: readonly string[]): Promise<void> {
    await this.database.transaction(async (within) => {
      const rows = await within.query<{ id: string }>(
        `update ${schema}.job set state = 'cancelled', finished = now()
         where owner = $1 and content = any($2::text[]) and state in ('queued', 'running') returning id`,
        [owner, contents],
      );
      for (const { id } of rows) await recordEvent(within, id, 'cancelled');
    });
  }

  private async submitBatch(within: Queryable, parts: readonly Part[]): Promise<void> {
    const rows = parts.map((part) => ({ id: randomUUID(), content: contentOf(part), blobs: [], ...part }));
    const added = await within.query<{ id: string }>(
      `insert into ${schema}.job (id, owner, kind, state, content, input, blobs)
       select id, $2, kind, 'queued', content, input, blobs
       from json_to_recordset($1::json) as part (id uuid, kind text, content text, input text, blobs text[])
       on conflict (owner, content) do nothing returning id`,
      [JSON.stringify(rows), owner],
    );
    const again = await within.query<{ id: string }>(
      `update ${schema}.job set state = 'queued', strikes = 0, reached = 0, finished = null, error = null
       where owner = $1 and content = any($2::text[]) and state in ('cancelled', 'failed') returning id`,
      [owner, rows.map(({ content }) => content)],
    );
    for (const { id } of [...added, ...again]) await recordEvent(within, id, 'queued');
  }
}
