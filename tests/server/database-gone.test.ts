/** The database goes away and comes back: clients are told to come back, and nothing is lost. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPostgres, startPostgres } from '../../scripts/postgres.mjs';
import { until } from '../jobs/backends.ts';
import { startService, type TestService, tiny } from './service.ts';

describe.skipIf(!findPostgres())('a service whose database goes away', () => {
  let database: Awaited<ReturnType<typeof startPostgres>>;
  let service: TestService;
  beforeAll(async () => {
    database = await startPostgres();
    service = await startService({ database: database.url }, '--workers', '1');
  }, 120_000);
  afterAll(async () => {
    await service.close();
    database.remove();
  });

  it('answers 503 with Retry-After, and goes on afterwards', async () => {
    const submit = () => service.send('/v1/jobs', { body: { instance: tiny, options: { seconds: 2 } } });
    const jobs = [await submit(), await submit(), await submit()].map(({ body }) => body.id as string);
    await until(async () => (await service.send(`/v1/jobs/${jobs[0]}`)).body.best);
    database.stop();
    for (const path of ['/v1/jobs', `/v1/jobs/${jobs[0]}`, '/readyz']) {
      const { status, headers, body } = await service.send(path);
      expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'E_DATABASE', '5']);
    }
    expect((await submit()).status).toBe(503);
    expect((await service.send('/healthz')).status).toBe(200);
    expect((await service.send('/metrics')).body).toContain('neo_lrp_jobs{state="queued"} Nan');
    expect((await service.send('/v1/inspect', { body: tiny })).status).toBe(200);
    database.start();
    for (const id of jobs)
      expect(await until(async () => ((await service.send(`/v1/jobs/${id}`)).body.state === 'completed' ? 'completed' : undefined))).toBe(
        'completed',
      );
    expect((await service.send('/v1/solve', { body: { instance: tiny, options: { seconds: 0.2 } } })).body.cost.total).toBe(130);
  });
});
