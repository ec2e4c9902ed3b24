/** The folder of a service on one machine: what is damaged in it is told, and never taken for less than was there. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/jobs/database/database.ts';
import { openStore } from '../../src/jobs/store.ts';

describe('a folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'neo-lrp-folder-'));
  const whole = join(folder, 'whole');
  /** Where the rows of jobs are. */
  let table = '';
  beforeAll(async () => {
    const store = await openStore({ data: whole });
    // Long inputs, so that the table has several pages.
    for (let k = 0; k < 12; k++) await store.submit('me', { kind: 'solve', input: `${k}${'x'.repeat(1500)}` });
    await store.close();
    const database = await openDatabase({ data: whole });
    [{ table }] = await database.query<{ table: string }>(`select pg_relation_filepath('neo_lrp.job') as table`);
    // From here on the journal alone could not bring the table back.
    await database.query('checkpoint');
    await database.close();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const copyOf = (name: string) => {
    const data = join(folder, name.replaceAll(' ', '-'));
    cpSync(whole, data, { recursive: true, filter: (path) => !path.endsWith('lock') });
    return data;
  };

  it('frees the jobs that its last process was working on', async () => {
    const data = copyOf('was at work');
    for (const attempt of [1, 2]) {
      const store = await openStore({ data });
      const claims = await store.claims.take(100);
      expect(claims.map((claim) => claim.attempt)).toEqual(Array(12).fill(attempt));
      expect(await store.claims.take(100)).toEqual([]);
      await store.close();
    }
  });

  const damages: Readonly<Record<string, (data: string) => void>> = {
    'has lost PG_VERSION': (data) => rmSync(join(data, 'PG_VERSION')),
    'has lost its control file': (data) => rmSync(join(data, 'global/pg_control')),
    'has lost the table of jobs': (data) => rmSync(join(data, table)),
    'has a table of jobs that was cut short': (data) => truncateSync(join(data, table), 8192),
    'has a page of jobs that was overwritten': (data) => {
      const bytes = readFileSync(join(data, table));
      writeFileSync(join(data, table), bytes.fill(7, 100, 200));
    },
    'has lost its journal': (data) => {
      for (const name of readdirSync(join(data, 'pg_wal'))) rmSync(join(data, 'pg_wal', name), { recursive: true });
    },
  };
  it.each(Object.keys(damages))('that %s is refused with what to do, and left as it is', async (name) => {
    const data = copyOf(name);
    damages[name](join(data, 'postgres'));
    const before = readdirSync(join(data, 'postgres')).toSorted();
    await expect(openStore({ data })).rejects.toMatchObject({ code: 'E_DAMAGED', message: expect.stringMatching(/restore a copy/) });
    expect(readdirSync(join(data, 'postgres')).filter((file) => before.includes(file))).toEqual(before);
  });
});
