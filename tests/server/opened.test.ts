/** A service whose database is still being opened. */

import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JobStore } from '../../src/jobs/store.ts';
import { openedOf } from '../../src/server/context.ts';
import { defaultLimits } from '../../src/server/limits.ts';
import { createService } from '../../src/server/service.ts';

describe('while the database is being opened', () => {
  let app: FastifyInstance;
  let open: (store: JobStore) => void = () => {};
  const opening = new Promise<JobStore>((resolve) => {
    open = resolve;
  });
  beforeAll(async () => {
    app = await createService({
      opening,
      limits: defaultLimits,
      host: 'localhost',
      names: [],
      keyRequired: false,
      page: { folder: fileURLToPath(new URL('../../examples', import.meta.url)) },
      onDefect: () => {},
    });
  });
  afterAll(() => app.close());
  const get = (url: string) => app.inject({ url, headers: { host: 'localhost' } });

  it('the process and its page answer, and what needs the database says when to come back', async () => {
    expect((await get('/healthz')).statusCode).toBe(200);
    expect((await get('/settings.json')).statusCode).toBe(200);
    const ready = await get('/readyz');
    expect([ready.statusCode, ready.json().code, ready.headers['retry-after']]).toEqual([503, 'E_DATABASE', '5']);
    expect((await get('/metrics')).body).toContain('neo_lrp_jobs{state="queued"} Nan');
    await expect(openedOf(opening)(10)).rejects.toMatchObject({ code: 'E_DATABASE' });
  });

  it('requests wait for it', async () => {
    const asked = get('/v1/jobs');
    open({ list: async () => ({ jobs: [] }), ping: async () => {} } as unknown as JobStore);
    expect((await asked).json()).toEqual({ jobs: [] });
    expect((await get('/readyz')).statusCode).toBe(200);
  });

  it('requests are told why it could not be opened', async () => {
    const failed = Promise.reject(new Error('no room'));
    await expect(openedOf(failed)()).rejects.toThrow('no room');
  });
});
