import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobEventSchema, jobSchema } from '../../scripts/api/schemas.ts';
import { contentOf } from '../../src/jobs/batch-store.ts';
import { mostStrikes } from '../../src/jobs/claims.ts';
import { type JobStore, openStore } from '../../src/jobs/store.ts';
import { scaled } from '../scaled.ts';
import { describeWithPostgres, freshDatabase, onBothBackends } from './backends.ts';

const request = (input: string) => ({ kind: 'solve', input }) as const;
const defect = { code: 'E_INTERNAL', message: 'the thread of the job died' } as const;
const stranger = randomUUID();

describeWithPostgres('a new database', () => {
  it('is set up once, by however many processes at the same time', async () => {
    const database = (await freshDatabase()) ?? '';
    const stores = await Promise.all(Array.from({ length: 5 }, () => openStore({ database })));
    const { job } = await stores[0].submit('a', request('1'));
    expect((await stores[4].find('a', job.id))?.state).toBe('queued');
    await Promise.all(stores.map((store) => store.close()));
  });
});

onBothBackends('the store', (place) => {
  let store: JobStore;
  beforeAll(async () => {
    store = await openStore(await place());
  });
  afterAll(() => store.close());

  /** The next free job; there is one. */
  const take = async () => {
    const [claim] = await store.claims.take(1);
    expect(claim).toBeDefined();
    return claim;
  };
  const drain = async () => {
    for (const claim of await store.claims.take(1000)) await store.claims.complete(claim, { result: '{}' });
  };

  it('runs a job from its submission to its result, and tells all of it in order', async () => {
    const heard: string[] = [];
    const unsubscribe = store.subscribe((announcement) => heard.push(announcement.job === undefined ? '?' : announcement.type));
    const { job, repeated } = await store.submit('a', request('{"x":1}'));
    expect([job.state, job.attempts, repeated]).toEqual(['queued', 0, false]);
    const claim = await take();
    expect([claim.id, claim.attempt, claim.input]).toEqual([job.id, 1, '{"x":1}']);
    expect((await store.find('a', job.id))?.state).toBe('running');
    const progress = { stage: 'improvement', seconds: 1, cost: 9 };
    expect(await store.claims.report(claim, { progress, best: { cost: 9, result: '{"best":9}' } })).toBe(true);
    expect(await store.result('a', job.id)).toBe('{"best":9}');
    await store.claims.report(claim, { progress: { ...progress, seconds: 2 } });
    await store.claims.complete(claim, { result: '{"best":8}', cost: 8 });
    const done = await store.find('a', job.id);
    expect(jobSchema.parse(done)).toMatchObject({ state: 'completed', cost: 8, attempts: 1, progress: { seconds: 2 } });
    const events = (await store.events('a', job.id)) ?? [];
    expect(events.map((event) => jobEventSchema.parse(event)).map(({ sequence, type }) => [sequence, type])).toEqual([
      [1, 'queued'],
      [2, 'started'],
      [3, 'best'],
      [4, 'progress'],
      [5, 'completed'],
    ]);
    expect((await store.events('a', job.id, 3))?.map(({ sequence }) => sequence)).toEqual([4, 5]);
    await expect.poll(() => heard).toEqual(['queued', 'started', 'best', 'progress', 'completed']);
    unsubscribe();
  });

  it('gives the same job for the same idempotency key, and refuses another request with it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ owner: fc.constantFrom('p', 'q'), key: fc.nat(2), body: fc.nat(1) }), { maxLength: 12 }),
        async (calls) => {
          const run = randomUUID();
          const first = new Map<string, { id: string; body: number }>();
          for (const { owner, key, body } of calls) {
            const name = `${owner} ${key}`;
            const known = first.get(name);
            const submitted = store.submit(owner + run, request(String(body)), { idempotencyKey: String(key) });
            if (known && known.body !== body) await expect(submitted).rejects.toMatchObject({ code: 'E_IDEMPOTENCY' });
            else {
              const { job, repeated } = await submitted;
              expect(repeated).toBe(known !== undefined);
              if (known) expect(job.id).toBe(known.id);
              else first.set(name, { id: job.id, body });
            }
          }
          await drain();
        },
      ),
      { numRuns: scaled(8) },
    );
  });

  it('makes one job of requests with one key at the same time', async () => {
    const submitted = await Promise.all(Array.from({ length: 6 }, () => store.submit('many', request('1'), { idempotencyKey: 'k' })));
    expect(new Set(submitted.map(({ job }) => job.id)).size).toBe(1);
    expect(submitted.filter(({ repeated }) => !repeated)).toHaveLength(1);
    await drain();
  });

  it('lists every job once, newest first, whatever the size of a page', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 1, max: 4 }), async (count, limit) => {
        const owner = randomUUID();
        const made: string[] = [];
        for (let k = 0; k < count; k++) made.push((await store.submit(owner, request(String(k)))).job.id);
        const seen: string[] = [];
        let after: string | undefined;
        do {
          const page = await store.list(owner, { limit, ...(after !== undefined && { after }) });
          expect(page.jobs.length).toBeLessThanOrEqual(limit);
          expect(page.jobs.length === 0 && page.next !== undefined).toBe(false);
          seen.push(...page.jobs.map(({ id }) => id));
          const ages = page.jobs.map(({ created }) => created);
          expect(ages).toEqual(ages.toSorted().reverse());
          after = page.next;
        } while (after !== undefined);
        expect(seen.toSorted()).toEqual(made.toSorted());
        expect(new Set(seen).size).toBe(count);
      }),
      { numRuns: scaled(10) },
    );
    await drain();
    await expect(store.list('a', { after: "'; drop table" })).rejects.toMatchObject({ code: 'E_VALUE' });
  });

  it('shows no owner the job of another', async () => {
    const { job } = await store.submit('mine', request('secret'));
    expect(await store.find(stranger, job.id)).toBeUndefined();
    expect(await store.input(stranger, job.id)).toBeUndefined();
    expect(await store.result(stranger, job.id)).toBeUndefined();
    expect(await store.events(stranger, job.id)).toBeUndefined();
    expect(await store.cancel(stranger, job.id)).toBeUndefined();
    expect((await store.list(stranger)).jobs).toEqual([]);
    expect((await store.find('mine', job.id))?.state).toBe('queued');
    expect(await store.find('mine', 'no uuid')).toBeUndefined();
    await drain();
  });

  it('cancels a waiting job for good, and keeps the best of a running one', async () => {
    const waiting = (await store.submit('c', request('1'))).job;
    expect((await store.cancel('c', waiting.id))?.state).toBe('cancelled');
    expect(await store.claims.take(5)).toEqual([]);
    const running = (await store.submit('c', request('2'))).job;
    const claim = await take();
    await store.claims.report(claim, { progress: { stage: 's', seconds: 1 }, best: { cost: 3, result: '{"c":3}' } });
    await store.cancel('c', running.id);
    expect(await store.claims.keep([claim])).toEqual([claim]);
    expect(await store.claims.report(claim, { progress: { stage: 's', seconds: 2 }, best: { cost: 2, result: '{}' } })).toBe(false);
    await store.claims.complete(claim, { result: '{}', cost: 1 });
    expect(await store.find('c', running.id)).toMatchObject({ state: 'cancelled', cost: 3 });
    expect(await store.result('c', running.id)).toBe('{"c":3}');
    expect((await store.cancel('c', running.id))?.state).toBe('cancelled');
  });

  it('refuses more waiting jobs than allowed', async () => {
    const room = { mostWaiting: 2 };
    const submitted = await Promise.allSettled(Array.from({ length: 5 }, (_, k) => store.submit('full', request(String(k)), room)));
    expect(submitted.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    await expect(store.submit('full', request('x'), room)).rejects.toMatchObject({ code: 'E_QUEUE_FULL' });
    await drain();
  });

  it('hands a job that was given back to the next, until that has been often enough', async () => {
    const { job } = await store.submit('poison', request('1'));
    await store.claims.giveBack(await take());
    expect(await store.find('poison', job.id)).toMatchObject({ state: 'queued', attempts: 1 });
    for (let attempt = 1; attempt <= mostStrikes; attempt++) {
      const claim = await take();
      expect(claim.attempt).toBe(attempt + 1);
      await store.claims.fail(claim, defect);
    }
    expect(await store.claims.take(1)).toEqual([]);
    expect(await store.find('poison', job.id)).toMatchObject({ state: 'failed', error: { code: 'E_INTERNAL' } });
    expect(await store.claims.take(1)).toEqual([]);
  });

  it('does not give up on a job that gets further each time', async () => {
    const { job } = await store.submit('slow', request('1'));
    for (let attempt = 1; attempt <= mostStrikes + 2; attempt++) {
      const claim = await take();
      await store.claims.report(claim, { progress: { stage: 's', seconds: attempt } });
      await store.claims.fail(claim, defect);
    }
    expect(await store.find('slow', job.id)).toMatchObject({ state: 'queued', attempts: mostStrikes + 2 });
    // Over the same stretch again and again is no progress.
    for (let attempt = 1; attempt <= mostStrikes; attempt++) {
      const claim = await take();
      await store.claims.report(claim, { progress: { stage: 's', seconds: 1 } });
      await store.claims.fail(claim, defect);
    }
    expect(await store.claims.take(1)).toEqual([]);
    expect((await store.find('slow', job.id))?.state).toBe('failed');
  });

  it('has one result for a part of a batch, however often it is asked for', async () => {
    const part = { kind: 'label', input: `{"n":"${randomUUID()}"}` } as const;
    const other = { kind: 'label', input: `{"m":"${randomUUID()}"}` } as const;
    await store.batches.submit([part, other]);
    await store.batches.submit([part]);
    const claims = await store.claims.take(10);
    expect(claims.map(({ input }) => input).toSorted()).toEqual([part.input, other.input].toSorted());
    const [mine] = claims.filter(({ input }) => input === part.input);
    await store.claims.complete(mine, { result: '[1]' });
    await store.claims.complete(mine, { result: '[2]' });
    const contents = [contentOf(part), contentOf(other)];
    expect(await store.batches.results(contents)).toEqual([{ content: contents[0], state: 'completed', result: '[1]' }]);
    expect(await store.batches.running(contents)).toBe(1);
    await store.batches.cancel(contents);
    await store.batches.submit([part, other]);
    expect((await store.claims.take(10)).map(({ input }) => input)).toEqual([other.input]);
    await store.batches.cancel(contents);
  });

  it('keeps a file once, as long as a job needs it', async () => {
    const bytes = Uint8Array.from([0, 1, 255]);
    const hash = await store.batches.keepBlob(bytes);
    expect(await store.batches.keepBlob(bytes)).toBe(hash);
    await store.batches.submit([{ kind: 'label', input: hash, blobs: [hash] }]);
    await store.purge(0);
    expect(Uint8Array.from((await store.batches.blob(hash)) ?? [])).toEqual(bytes);
    await store.claims.complete(await take(), { result: '[]' });
    await store.purge(0);
    expect(await store.batches.blob(hash)).toBeUndefined();
    expect(await store.batches.results([contentOf({ kind: 'label', input: hash })])).toEqual([]);
  });

  describe('API keys', () => {
    it('opens with the secret alone, until it is revoked, and stores none', async () => {
      const { secret, id } = await store.keys.add('planner');
      expect((await store.keys.check(secret))?.id).toBe(id);
      expect(await store.keys.check(`${secret}x`)).toBeUndefined();
      expect(await store.keys.check(id)).toBeUndefined();
      expect(JSON.stringify(await store.keys.list())).not.toContain(secret);
      await store.keys.revoke('planner');
      expect(await store.keys.check(secret)).toBeUndefined();
      await expect(store.keys.revoke('planner')).rejects.toMatchObject({ code: 'E_USAGE' });
    });
  });
});
