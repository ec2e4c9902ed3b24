/** The two databases that jobs live in, each test file in a fresh one. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { describe, inject } from 'vitest';
import type { DatabasePlace } from '../../src/jobs/database/database.ts';

export const commandLine = fileURLToPath(new URL('../../dist/lib/main.js', import.meta.url));

/** A database of its own on the server of the tests; undefined where there is no server. */
export async function freshDatabase(): Promise<string | undefined> {
  const server = inject('postgres');
  if (server === '') return undefined;
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return Object.assign(new URL(server), { pathname: `/${name}` }).href;
}

const hasPostgres = inject('postgres') !== '';

/** The same tests on both; `place` makes a database of its own for the suite. */
export function onBothBackends(title: string, suite: (place: () => Promise<DatabasePlace>) => void): void {
  describe(`${title}, PGlite`, () => {
    suite(async () => {
      const folder = mkdtempSync(join(tmpdir(), 'neo-lrp-jobs-'));
      process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
      return { data: folder };
    });
  });
  describe.skipIf(!hasPostgres)(`${title}, PostgreSQL${hasPostgres ? '' : ' (not installed)'}`, () => {
    suite(async () => ({ database: (await freshDatabase()) ?? '' }));
  });
}

/** Tests that need several processes. */
export const describeWithPostgres = describe.skipIf(!hasPostgres);

export interface WorkerProcess {
  readonly pid: number;
  /** As a power cut would. */
  kill(): Promise<void>;
}

/** `neo-lrp work` as a process. */
export function startWorker(database: string, threads = 1): WorkerProcess {
  const child = spawn(process.execPath, [commandLine, 'work', '--database', database, '--threads', String(threads), '--quiet'], {
    stdio: 'ignore',
  });
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const killer = () => child.kill('SIGKILL');
  process.once('exit', killer);
  return {
    pid: child.pid ?? 0,
    async kill() {
      child.kill('SIGKILL');
      await exit;
      process.off('exit', killer);
    },
  };
}

export async function until<T>(ask: () => Promise<T | undefined | false>, seconds = 40): Promise<T> {
  for (const end = performance.now() + 1000 * seconds; performance.now() < end; ) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`nothing came of it in ${seconds} s`);
}
