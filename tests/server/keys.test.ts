import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DatabasePlace } from '../../src/jobs/database/database.ts';
import { commandLine, onBothBackends, until } from '../jobs/backends.ts';
import { addKey, startService, type TestService, tiny } from './service.ts';

onBothBackends('two keys', (newPlace) => {
  let place: DatabasePlace;
  let service: TestService;
  let keys: Record<'ada' | 'ben' | 'eve', string>;
  beforeAll(async () => {
    place = await newPlace();
    keys = { ada: addKey(place, 'ada'), ben: addKey(place, 'ben'), eve: addKey(place, 'eve') };
    const at = 'data' in place ? ['--data', place.data] : ['--database', place.database];
    spawnSync(process.execPath, [commandLine, 'keys', 'revoke', 'eve', ...at]);
    // A further name means a proxy, and so keys.
    service = await startService(place, '--allow-host', 'planner.example', '--workers', '1');
  }, 180_000);
  afterAll(async () => {
    await service.close();
    for (const secret of Object.values(keys)) expect(service.log()).not.toContain(secret);
  });
  const as = (who: keyof typeof keys) => ({ Authorization: `Bearer ${keys[who]}` });

  it('let in whoever has a valid one', async () => {
    const status = async (headers: Record<string, string>) => (await service.send('/v1/jobs', { headers })).status;
    expect(await status(as('ada'))).toBe(200);
    const refused = await service.send('/v1/jobs');
    expect([refused.status, refused.body.code, refused.headers.get('www-authenticate')]).toEqual([401, 'E_KEY', 'Bearer realm="neo-lrp"']);
    expect(await status(as('eve'))).toBe(401);
    expect(await status({ Authorization: 'Bearer neo_guess' })).toBe(401);
    expect(await status({ Authorization: keys.ada })).toBe(401);
    expect(await status({ Authorization: `Bearer ${keys.ada}x` })).toBe(401);
    expect((await service.send('/metrics')).status).toBe(401);
    expect((await service.send('/healthz')).status).toBe(200);
    expect((await service.send('/v1/solve', { body: tiny })).status).toBe(401);
  });

  it('hide the jobs of one from the other', async () => {
    const body = { instance: tiny, options: { seconds: 30 } };
    const idempotency = { 'Idempotency-Key': 'same' };
    const mine = await service.send('/v1/jobs', { body, headers: { ...as('ada'), ...idempotency } });
    const yours = await service.send('/v1/jobs', { body, headers: { ...as('ben'), ...idempotency } });
    expect(yours.body.id).not.toBe(mine.body.id);
    const { id } = mine.body;
    for (const path of ['', '/events', '/solution', '/solution.svg'])
      expect(await service.send(`/v1/jobs/${id}${path}`, { headers: as('ben') })).toMatchObject({
        status: 404,
        body: { code: 'E_UNKNOWN_JOB' },
      });
    // What does not exist looks the same as what belongs to another.
    const [foreign, missing] = await Promise.all(
      [id, '00000000-0000-4000-8000-000000000000'].map((job) => service.send(`/v1/jobs/${job}`, { headers: as('ben'), method: 'DELETE' })),
    );
    expect(foreign.body).toEqual(missing.body);
    const listed = await service.send('/v1/jobs', { headers: as('ben') });
    expect(listed.body.jobs.map((job: { id: string }) => job.id)).toEqual([yours.body.id]);
    expect((await service.send(`/v1/jobs/${id}`, { headers: as('ada') })).body.state).not.toBe('cancelled');
    await until(async () => (await service.send(`/v1/jobs/${id}`, { headers: as('ada') })).body.best);
    await service.send(`/v1/jobs/${id}`, { headers: as('ada'), method: 'DELETE' });
    await service.send(`/v1/jobs/${yours.body.id}`, { headers: as('ben'), method: 'DELETE' });
  });

  it('are asked for before anybody can be reached from elsewhere', async () => {
    const empty = await newPlace();
    const at = 'data' in empty ? ['--data', empty.data] : ['--database', empty.database];
    const { status, stderr } = spawnSync(
      process.execPath,
      [commandLine, 'serve', '--api', '--host', '0.0.0.0', '--port', '0', '--json', '--quiet', ...at],
      {
        encoding: 'utf8',
      },
    );
    expect([status, JSON.parse(stderr).error.message]).toEqual([2, expect.stringContaining('neo-lrp keys add')]);
  });
});
