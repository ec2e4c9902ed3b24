/** The tables of jobs, as numbered steps. A step that was released is never changed: what is to be different is a new step. */
import { NeoLrpError } from '../../problem/errors.ts';
import type { Database } from './database.ts';

export const schema = 'neo_lrp';
/** Any number, the same for all. */
const lock = 7_204_815;

const steps: readonly string[] = [
  `create table ${schema}.api_key (
     id uuid primary key,
     name text not null,
     digest text not null unique,
     created timestamptz not null default now(),
     revoked timestamptz
   );
   create table ${schema}.blob (
     hash text primary key,
     bytes bytea not null,
     used timestamptz not null default now()
   );
   create table ${schema}.job (
     id uuid primary key,
     owner text not null,
     kind text not null,
     state text not null,
     content text,
     idempotency text,
     request text,
     input text not null,
     blobs text[] not null default '{}',
     lease uuid,
     attempts integer not null default 0,
     strikes integer not null default 0,
     reached double precision not null default 0,
     events integer not null default 0,
     created timestamptz not null default date_trunc('milliseconds', clock_timestamp()),
     started timestamptz,
     finished timestamptz,
     progress text,
     cost double precision,
     result text,
     error text
   );
   create unique index job_content on ${schema}.job (owner, content);
   create unique index job_idempotency on ${schema}.job (owner, idempotency);
   create index job_newest on ${schema}.job (owner, created desc, id desc);
   create index job_waiting on ${schema}.job (owner) where state = 'queued';
   create index job_finished on ${schema}.job (finished);
   create table ${schema}.event (
     job uuid not null references ${schema}.job on delete cascade,
     sequence integer not null,
     at timestamptz not null default clock_timestamp(),
     type text not null,
     data text,
     primary key (job, sequence)
   );`,
  `alter table ${schema}.job add alive timestamptz not null default '-infinity', drop lease;
   create index job_free on ${schema}.job ((kind <> 'solve'), created, id) where state in ('queued', 'running');
   create function ${schema}.clock() returns timestamptz language sql volatile as 'select clock_timestamp()';
   drop schema if exists neo_lrp_queue cascade;`,
];

/** By one process at a time. */
export async function migrate(database: Database): Promise<void> {
  await database.transaction(async (within) => {
    await within.query('select pg_advisory_xact_lock($1)', [lock]);
    await within.query(
      `create schema if not exists ${schema};
       create table if not exists ${schema}.migration (step integer primary key, made timestamptz not null default now());`,
    );
    const [{ made }] = await within.query<{ made: number }>(`select coalesce(max(step), 0)::int as made from ${schema}.migration`);
    if (made > steps.length)
      throw new NeoLrpError(
        'E_DATABASE',
        `the tables are of a newer release (step ${made}, this one knows ${steps.length}); upgrade this installation`,
      );
    for (const [k, step] of steps.entries()) {
      if (k < made) continue;
      await within.query(step);
      await within.query(`insert into ${schema}.migration (step) values ($1)`, [k + 1]);
    }
  });
}
