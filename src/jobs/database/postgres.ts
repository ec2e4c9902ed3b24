/** PostgreSQL through `pg`: a pool for queries, and a connection of its own for messages. */
import type { Client, Pool, PoolClient, QueryResult } from 'pg';
import { loadOptional } from '../../node/optional-package.ts';
import { NeoLrpError } from '../../problem/errors.ts';
import { pause, systemClock } from '../../run/clock.ts';
import type { Database, Queryable } from './database.ts';
import { codedFaults } from './faults.ts';

const connectionTimeoutMillis = 5000;
/** A connection that hangs must not hold a worker forever. */
const queryTimeout = 60_000;
const reconnectPause = 500;

export async function openPostgres(url: string): Promise<Database> {
  const { default: pg } = await loadOptional(() => import('pg'), 'jobs in PostgreSQL', 'pg');
  const where = placeOf(url);
  const settings = { connectionString: url, application_name: 'neo-lrp', connectionTimeoutMillis, keepAlive: true };
  const pool = new pg.Pool({ ...settings, max: 8, query_timeout: queryTimeout });
  // An idle connection that is lost is replaced when it is needed.
  pool.on('error', () => {});
  const database = new Postgres(pool, () => new pg.Client(settings), where);
  try {
    await database.query('select 1');
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

/** Host and name, without user and password. */
function placeOf(url: string): string {
  if (/^postgres(ql)?:/i.test(url) && URL.canParse(url)) {
    const { host, pathname } = new URL(url);
    return `${host || 'localhost'}${pathname}`;
  }
  throw new NeoLrpError('E_USAGE', 'a database is named by its address, such as postgres://user@host:5432/name', { field: '--database' });
}

interface Listener {
  readonly client: Client;
  readonly lost: Promise<void>;
}

class Postgres implements Database {
  readonly kind = 'server';

  constructor(
    private readonly pool: Pool,
    private readonly newClient: () => Client,
    private readonly where: string,
  ) {}

  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]> {
    return codedFaults(this.where, () => run<Row>(this.pool, text, values));
  }

  transaction<T>(work: (within: Queryable) => Promise<T>): Promise<T> {
    return codedFaults(this.where, async () => {
      const client = await this.pool.connect();
      let broken: Error | undefined;
      const onError = (error: Error) => {
        broken = error;
      };
      client.on('error', onError);
      try {
        await client.query('begin');
        const result = await work({ query: (text, values) => run(client, text, values) });
        await client.query('commit');
        return result;
      } catch (error) {
        await client.query('rollback').catch((fault: Error) => {
          broken = fault;
        });
        throw error;
      } finally {
        client.off('error', onError);
        client.release(broken);
      }
    });
  }

  /** Connects again whenever the connection is lost. */
  async listen(channel: string, onMessage: (message: string) => void, onGap: () => void): Promise<() => Promise<void>> {
    const ended = new AbortController();
    let current = await codedFaults(this.where, () => this.listener(channel, onMessage));
    const stay = async () => {
      while (!ended.signal.aborted) {
        await current.lost;
        void current.client.end().catch(() => {});
        await pause(systemClock, reconnectPause, ended.signal);
        if (ended.signal.aborted) return;
        const next = await this.listener(channel, onMessage).catch(() => undefined);
        if (next) {
          current = next;
          onGap();
        }
      }
    };
    void stay();
    return async () => {
      ended.abort();
      await current.client.end().catch(() => {});
    };
  }

  private async listener(channel: string, onMessage: (message: string) => void): Promise<Listener> {
    const client = this.newClient();
    const lost = new Promise<void>((resolve) => {
      client.on('error', () => resolve());
      client.on('end', () => resolve());
    });
    client.on('notification', ({ payload = '' }) => onMessage(payload));
    await client.connect();
    await client.query(`listen ${channel}`);
    return { client, lost };
  }

  async close(): Promise<void> {
    if (!this.pool.ending) await this.pool.end();
  }
}

async function run<Row>(client: Pool | PoolClient, text: string, values: readonly unknown[] = []): Promise<Row[]> {
  const result: unknown = await (values.length > 0 ? client.query(text, [...values]) : client.query(text));
  // Several statements have several results.
  return [result].flat().flatMap((one) => (one as QueryResult).rows as Row[]);
}
