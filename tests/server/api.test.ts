import { afterAll, beforeAll, expect, it } from 'vitest';
import { createInstance, type InstanceInput } from '../../src/problem/instance.ts';
import { verify } from '../../src/problem/verify.ts';
import { onBothBackends, until } from '../jobs/backends.ts';
import { example, readEvents, startService, type TestService, tiny } from './service.ts';

onBothBackends('the API', (place) => {
  let service: TestService;
  beforeAll(async () => {
    const limits = ['--max-seconds', '20', '--max-queued', '8', '--max-customers', '100', '--max-body', '0.2'];
    service = await startService(await place(), '--workers', '2', ...limits);
  }, 120_000);
  afterAll(async () => {
    await service.close();
    expect(service.log()).not.toMatch(/^\s+at /m);
    expect(service.process.exitCode).toBe(0);
  });
  const job = async (options: object = { seconds: 0.3 }, headers: Record<string, string> = {}) =>
    (await service.send('/v1/jobs', { body: { instance: tiny, options }, headers })).body as { id: string; state: string };
  const ended = (id: string) =>
    until(async () => {
      const { body } = await service.send(`/v1/jobs/${id}`);
      return ['completed', 'failed', 'cancelled'].includes(body.state) && body;
    });

  it('solves while one waits, with a plan that holds', async () => {
    const { status, body } = await service.send('/v1/solve', { body: { instance: tiny, options: { seconds: 0.3, seed: 7 } } });
    expect([status, body.cost.total, body.seed]).toEqual([200, 130, 7]);
    expect(verify(createInstance(tiny as unknown as InstanceInput), body).feasible).toBe(true);
  });

  it('takes a job, tells where it is, and keeps its plan', async () => {
    const made = await service.send('/v1/jobs', { body: { instance: tiny, options: { seconds: 0.3 } } });
    expect([made.status, made.headers.get('location'), made.body.state]).toEqual([202, `/v1/jobs/${made.body.id}`, 'queued']);
    expect(await ended(made.body.id)).toMatchObject({ state: 'completed', cost: 130, best: { format: 'neo-lrp/solution' } });
  });

  it('tells what happens to a job, and goes on after the last event that was seen', async () => {
    const { id } = await job();
    const all = await readEvents(await fetch(`${service.url}/v1/jobs/${id}/events`));
    expect(all.map(({ id }) => Number(id))).toEqual(all.map((_, k) => k + 1));
    expect([all[0].event, all[1].event, all.at(-1)?.event]).toEqual(['queued', 'started', 'completed']);
    const rest = await readEvents(await fetch(`${service.url}/v1/jobs/${id}/events`, { headers: { 'Last-Event-ID': '2' } }));
    expect(rest).toEqual(all.slice(2));
    const none = await fetch(`${service.url}/v1/jobs/${id}/events`, { headers: { 'Last-Event-ID': String(all.length) } });
    expect(await readEvents(none)).toEqual([]);
    expect((await service.send(`/v1/jobs/${id}/events`, { headers: { 'Last-Event-ID': 'first' } })).body.code).toBe('E_VALUE');
  });

  it('sends the plan in the form that is wanted', async () => {
    const { id } = await job();
    await ended(id);
    const type = async (path: string, accept?: string) => {
      const { status, headers } = await service.send(`/v1/jobs/${id}/${path}`, { headers: accept === undefined ? {} : { accept } });
      return status === 200 ? headers.get('content-type')?.split(';')[0] : status;
    };
    expect(await type('solution')).toBe('application/json');
    expect(await type('solution', 'image/png;q=0.5, text/csv')).toBe('text/csv');
    expect(await type('solution', 'image/webp')).toBe(406);
    const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    expect(await type('solution', workbook)).toBe(workbook);
    const types = ['json', 'geojson', 'csv', 'svg', 'png', 'xlsx'].map((extension) => type(`solution.${extension}`));
    expect(await Promise.all(types)).toEqual([
      'application/json',
      'application/geo+json',
      'text/csv',
      'image/svg+xml',
      'image/png',
      workbook,
    ]);
    expect(await type('solution.webp')).toBe(400);
    expect((await service.send(`/v1/jobs/${id}/solution.svg`)).body).toContain('<svg');
  });

  it('stops a job and keeps its best plan', async () => {
    const { id } = await job({ seconds: 15 });
    await until(async () => (await service.send(`/v1/jobs/${id}`)).body.best);
    const stopped = await service.send(`/v1/jobs/${id}`, { method: 'DELETE' });
    expect(stopped).toMatchObject({ status: 200, body: { state: 'cancelled', best: { cost: { total: expect.any(Number) } } } });
    expect((await service.send(`/v1/jobs/${id}/solution`)).status).toBe(200);
    expect((await service.send(`/v1/jobs/${id}`, { method: 'DELETE' })).body.state).toBe('cancelled');
  });

  it('lists jobs, newest first, page by page', async () => {
    const made: string[] = [];
    for (let k = 0; k < 5; k++) made.unshift((await job({ seconds: 0.05 })).id);
    const ids: string[] = [];
    for (let after = ''; ids.length < made.length; ) {
      const { body } = await service.send(`/v1/jobs?limit=2${after}`);
      ids.push(...body.jobs.map(({ id }: { id: string }) => id));
      after = `&after=${encodeURIComponent(body.next)}`;
    }
    expect(ids.slice(0, made.length)).toEqual(made);
    expect((await service.send('/v1/jobs?after=yesterday')).body).toMatchObject({ code: 'E_VALUE', place: { field: 'after' } });
    await Promise.all(made.map(ended));
  });

  it('makes one job of requests with one key, and refuses the key for another', async () => {
    const headers = { 'Idempotency-Key': 'once' };
    const [first, second] = await Promise.all([job({ seconds: 0.1 }, headers), job({ seconds: 0.1 }, headers)]);
    expect(second.id).toBe(first.id);
    const other = await service.send('/v1/jobs', { body: { instance: tiny, options: { seconds: 0.2 } }, headers });
    expect([other.status, other.body.code]).toEqual([422, 'E_IDEMPOTENCY']);
    await ended(first.id);
  });

  it('reads instances in the formats of the library', async () => {
    const inspected = (body: unknown, type: string, query = '') => service.send(`/v1/inspect${query}`, { body, type });
    expect((await inspected(tiny, 'application/json')).body).toMatchObject({ name: 'tiny', format: 'json' });
    expect((await inspected({ instance: tiny }, 'application/json')).body.name).toBe('tiny');
    expect((await inspected(example('plain.json'), 'application/octet-stream')).body.customers).toBeGreaterThan(10);
    const tables = new FormData();
    for (const name of ['customers.csv', 'depots.csv', 'settings.csv'])
      tables.append('instance', new Blob([example(`city/${name}`)]), name);
    expect((await inspected(tables, '')).body).toMatchObject({ format: 'csv', customers: 50 });
    const vrp =
      'NAME : v\nTYPE : CVRP\nDIMENSION : 3\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 5\nNODE_COORD_SECTION\n1 0 0\n2 1 1\n3 2 2\nDEMAND_SECTION\n1 0\n2 1\n3 1\nDEPOT_SECTION\n1\n-1\nEOF\n';
    expect((await inspected(new TextEncoder().encode(vrp), 'text/plain; charset=utf-8')).body).toMatchObject({
      format: 'vrp',
      customers: 2,
    });
    const solved = await service.send('/v1/solve?seconds=0.2&seed=3', { body: new TextEncoder().encode(vrp), type: 'text/plain' });
    expect(solved.body).toMatchObject({ seed: 3, cost: { total: 5 } });
  });

  it('verifies plans, and answers what-if questions', async () => {
    const plan = JSON.parse(example('tiny.solution.json').toString());
    expect((await service.send('/v1/verify', { body: { instance: tiny, plan } })).body).toMatchObject({
      feasible: true,
      cost: { total: 130 },
    });
    const partial = await service.send('/v1/verify', { body: { instance: tiny, plan: { routes: plan.routes.slice(1) } } });
    expect([partial.status, partial.body.feasible, partial.body.violations[0].kind]).toEqual([200, false, 'unserved']);
    const form = new FormData();
    form.append('instance', new Blob([example('tiny.json')]), 'tiny.json');
    form.append('plan', new Blob([example('tiny.solution.json')]), 'plan.json');
    expect((await service.send('/v1/verify', { body: form })).body.feasible).toBe(true);
    const { body } = await service.send('/v1/what-if', { body: { instance: tiny, changes: { maxOpen: 2 } } });
    expect(body.byCount.map(({ count }: { count: number }) => count)).toEqual([1, 2, 3]);
    expect(body.sites.map(({ depot }: { depot: string }) => depot)).toEqual(['west', 'middle', 'east']);
  });

  it('says what is wrong, and where', async () => {
    const wrong = JSON.stringify({ instance: { ...tiny, customers: [{ id: 'a', x: 0, y: 0, demand: -1 }] } }, undefined, 1);
    const { status, headers, body } = await service.send('/v1/jobs', { body: new TextEncoder().encode(wrong) });
    expect([status, headers.get('content-type')?.split(';')[0]]).toEqual([400, 'application/problem+json']);
    const line = wrong.split('\n').findIndex((text) => text.includes('"demand": -1')) + 1;
    expect(body).toMatchObject({
      type: '/docs#E_VALUE',
      code: 'E_VALUE',
      status: 400,
      place: { line, field: 'instance.customers[0].demand' },
    });
    const broken = await service.send('/v1/jobs', { body: new TextEncoder().encode('{"instance":\n{') });
    expect(broken.body).toMatchObject({ code: 'E_SYNTAX', place: { line: 2 } });
    const infeasible = await service.send('/v1/jobs', { body: { instance: { ...tiny, vehicleCapacity: 1 } } });
    expect([infeasible.status, infeasible.body.code]).toEqual([422, 'E_INFEASIBLE_DEMAND']);
    const code = async (path: string, sent: Parameters<TestService['send']>[1]) => {
      const answer = await service.send(path, sent);
      return `${answer.status} ${answer.body.code}`;
    };
    expect(await code('/v1/jobs', { body: { instance: tiny, option: {} } })).toBe('400 E_SYNTAX');
    expect(await code('/v1/jobs?seconds=1', { body: { instance: tiny, options: { seed: 1 } } })).toBe('400 E_USAGE');
    expect(await code('/v1/jobs?ignore=x', { body: { instance: tiny } })).toBe('400 E_USAGE');
    expect(await code('/v1/jobs', { body: { instance: tiny, options: { model: '../secret' } } })).toBe('400 E_SYNTAX');
    expect(await code('/v1/jobs', { body: { instance: tiny, options: { model: 'nobody' } } })).toBe('400 E_MODEL');
    expect(await code('/v1/jobs', { body: new Uint8Array(), method: 'POST' })).toBe('400 E_USAGE');
    expect(await code('/v1/jobs', { body: tiny, type: 'application/xml' })).toBe('415 E_MEDIA_TYPE');
    expect(await code('/v1/jobs', { method: 'PUT' })).toBe('405 E_METHOD');
    expect(await code('/v1/nowhere', {})).toBe('404 E_NOT_FOUND');
    expect(await code('/v1/jobs/00000000-0000-4000-8000-000000000000', {})).toBe('404 E_UNKNOWN_JOB');
    expect(await code(`/v1/jobs/${'x'.repeat(300)}`, {})).toMatch(/^4/);
  });

  it('counts CPU seconds, or ends when it has settled, and says how sure the plan is', async () => {
    const run = async (options: object) => (await service.send('/v1/solve', { body: { instance: tiny, options } })).body;
    expect(await run({ cpuSeconds: 0.3 })).toMatchObject({ clock: 'cpu', stop: 'time', confidence: { iterations: expect.any(Number) } });
    expect(await run({ auto: true })).toMatchObject({ stop: 'settled', confidence: { verdict: 'settled' } });
    expect(await run({ cpuSeconds: 1, seconds: 1 })).toMatchObject({ code: 'E_USAGE', place: { field: 'options.cpuSeconds' } });
    expect(await run({ cpuSeconds: 1, method: 'neo-ds' })).toMatchObject({ code: 'E_USAGE', place: { field: 'options.cpuSeconds' } });
    expect(await run({ cpuSeconds: 999 })).toMatchObject({ code: 'E_LIMIT', place: { field: 'options.cpuSeconds' } });
  });

  it('holds its limits', async () => {
    const large = { ...tiny, customers: Array.from({ length: 101 }, (_, k) => ({ id: k, x: k, y: 0, demand: 0 })) };
    expect(await service.send('/v1/jobs', { body: { instance: large } })).toMatchObject({ status: 413, body: { code: 'E_TOO_LARGE' } });
    expect(await service.send('/v1/jobs', { body: large })).toMatchObject({ status: 413, body: { code: 'E_TOO_LARGE' } });
    expect(await service.send('/v1/jobs', { body: new Uint8Array(210_000) })).toMatchObject({ status: 413, body: { code: 'E_TOO_LARGE' } });
    const long = { body: { instance: tiny, options: { seconds: 21 } } };
    expect(await service.send('/v1/jobs', long)).toMatchObject({
      status: 422,
      body: { code: 'E_LIMIT', place: { field: 'options.seconds' } },
    });
    expect((await service.send('/v1/solve', { body: { instance: tiny, options: { seconds: 20.5 } } })).body.code).toBe('E_LIMIT');
    expect((await service.send('/v1/what-if?seconds=999', { body: tiny })).body.code).toBe('E_LIMIT');
    const queued = await Promise.all(
      Array.from({ length: 12 }, () => service.send('/v1/jobs', { body: { instance: tiny, options: { seconds: 10 } } })),
    );
    const refused = queued.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(2);
    expect([refused[0].body.code, Number(refused[0].headers.get('retry-after'))]).toEqual(['E_QUEUE_FULL', 5]);
    await Promise.all(
      queued.filter(({ status }) => status === 202).map(({ body }) => service.send(`/v1/jobs/${body.id}`, { method: 'DELETE' })),
    );
  });

  it('is watched', async () => {
    expect((await service.send('/healthz')).body).toEqual({ status: 'ok' });
    expect((await service.send('/readyz')).body).toEqual({ status: 'ok' });
    const { body } = await service.send('/metrics');
    expect(body).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
    expect(body).toMatch(/^neo_lrp_jobs\{state="completed"\} [1-9]/m);
    expect(body).toMatch(/neo_lrp_http_request_duration_seconds_count\{method="POST",route="\/v1\/solve",status="200"\}/);
  });
});
