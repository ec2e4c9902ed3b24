/** PostgreSQL inside this process, in a folder. One process at a time may have the folder. */
import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { PGlite, Transaction } from '@electric-sql/pglite';
import { makeFolder } from '../../node/files.ts';
import { loadOptional } from '../../node/optional-package.ts';
import { Worker, WorkerClient } from '../../parallel/worker.ts';
import { NeoLrpError } from '../../problem/errors.ts';
import type { Database, Queryable } from './database.ts';
import { codedFaults, damaged } from './faults.ts';
import { type FolderLock, lockFolder } from './folder-lock.ts';
import type { MakeData } from './make-data.worker.ts';

export async function openPglite(folder: string): Promise<Database> {
  const { PGlite } = await loadOptional(() => import('@electric-sql/pglite'), 'jobs in a folder', '@electric-sql/pglite');
  await makeFolder(folder);
  const lock = await lockFolder(folder);
  try {
    const data = join(folder, 'postgres');
    if (!existsSync(data)) await makeData(data);
    // Where this file is missing, PGlite would make a new database over the old one.
    if (!existsSync(join(data, 'PG_VERSION'))) throw damaged('PG_VERSION is missing', data);
    const pglite = await PGlite.create(data).catch((cause) => Promise.reject(damaged(cause, data)));
    return new Embedded(pglite, lock, data);
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Made under another name, so that what a kill leaves half-made is never taken for a database. */
async function makeData(data: string): Promise<void> {
  const making = `${data}.making`;
  const template = fileURLToPath(new URL('./template.br', import.meta.url));
  const maker = new WorkerClient<MakeData, never, void>(
    () => new Worker(new URL('./make-data.worker.js', import.meta.url), { type: 'module' }),
  );
  const outcome = await maker.ask({ folder: making, template });
  maker.close();
  if (outcome.kind === 'failed') throw new NeoLrpError('E_DATABASE', `no database can be made here: ${outcome.reason}`, { file: data });
  await rename(making, data);
}

class Embedded implements Database {
  readonly kind = 'embedded';

  constructor(
    private readonly pglite: PGlite,
    private readonly lock: FolderLock,
    private readonly data: string,
  ) {}

  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]> {
    return codedFaults(this.data, () => run<Row>(this.pglite, text, values));
  }

  transaction<T>(work: (within: Queryable) => Promise<T>): Promise<T> {
    return codedFaults(this.data, () => this.pglite.transaction((within) => work({ query: (text, values) => run(within, text, values) })));
  }

  listen(channel: string, onMessage: (message: string) => void): Promise<() => Promise<void>> {
    return this.pglite.listen(channel, onMessage);
  }

  async close(): Promise<void> {
    await this.pglite.close();
    await this.lock.release();
  }
}

/** A statement with values, or any number of them without. */
async function run<Row>(pglite: PGlite | Transaction, text: string, values: readonly unknown[] = []): Promise<Row[]> {
  // It works on this thread and yields to promises only: many queries at once would keep everything else waiting.
  await setImmediate();
  if (values.length > 0) return (await pglite.query<Row>(text, [...values])).rows;
  return (await pglite.exec(text)).flatMap(({ rows }) => rows as Row[]);
}
