/** Workers in this process, on both databases: what becomes of a job. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isFinal, solveOptionsSchema } from '../../src/jobs/job.ts';
import { type JobStore, openStore } from '../../src/jobs/store.ts';
import { solveRequest } from '../../src/jobs/tasks/solve.ts';
import { work } from '../../src/jobs/worker.ts';
import { solve } from '../../src/node/solve.ts';
import { createInstance, type InstanceInput } from '../../src/problem/instance.ts';
import type { Solution } from '../../src/problem/solution.ts';
import { verify } from '../../src/problem/verify.ts';
import { Random } from '../../src/run/random.ts';
import { instance as rightAngles } from '../cli/neo-lrp.ts';
import { randomInstance } from '../search/random-instance.ts';
import { commandLine, onBothBackends, until } from './backends.ts';

const options = (given: Record<string, unknown>) => solveOptionsSchema.parse(given);

onBothBackends('a worker', (place) => {
  let store: JobStore;
  let working: Promise<void>;
  const stop = new AbortController();
  beforeAll(async () => {
    store = await openStore(await place());
    working = work(store, { threads: 2, program: commandLine, signal: stop.signal });
  });
  afterAll(async () => {
    stop.abort();
    await working;
    await store.close();
  });

  const ended = (id: string) =>
    until(async () => {
      const job = await store.find('me', id);
      return job && isFinal(job.state) && job;
    });

  it('solves as the library does, to the bit where iterations are counted', async () => {
    const instance = randomInstance(new Random(7), { customers: 40, depots: 4 });
    const asked = options({ iterations: 20, method: 'search', seed: 3 });
    const { job } = await store.submit('me', solveRequest(instance, asked));
    expect(await ended(job.id)).toMatchObject({ state: 'completed', attempts: 1 });
    const solution = JSON.parse((await store.result('me', job.id)) ?? '') as Solution;
    const own = await solve(instance, { stop: { iterations: 20 }, method: 'search', seed: 3 });
    expect([solution.routes, solution.cost, solution.instanceHash]).toEqual([own.routes, own.cost, own.instanceHash]);
    const types = (await store.events('me', job.id))?.map(({ type }) => type);
    expect([types?.[0], types?.[1], types?.at(-1)]).toEqual(['queued', 'started', 'completed']);
  });

  it('tells of plans on the way, and stops with the best of them', async () => {
    const instance = randomInstance(new Random(11), { customers: 40, depots: 4 });
    const { job } = await store.submit('me', solveRequest(instance, options({ seconds: 600, method: 'search' })));
    const best = await until(() => store.result('me', job.id));
    expect(verify(instance, JSON.parse(best) as Solution).feasible).toBe(true);
    expect((await store.cancel('me', job.id))?.state).toBe('cancelled');
    const kept = JSON.parse((await store.result('me', job.id)) ?? '') as Solution;
    expect(verify(instance, kept).feasible).toBe(true);
    // The thread is free for others.
    const next = await store.submit(
      'me',
      solveRequest(createInstance(rightAngles as InstanceInput), options({ iterations: 1, method: 'search' })),
    );
    expect(await ended(next.job.id)).toMatchObject({ state: 'completed', cost: 127 });
  });

  it('makes a record of an instance without a solution, at once', async () => {
    const tight = createInstance({ ...(rightAngles as InstanceInput), vehicleCapacity: 1 });
    const { job } = await store.submit('me', solveRequest(tight, options({ seconds: 5 })));
    expect(await ended(job.id)).toMatchObject({ state: 'failed', attempts: 1, error: { code: 'E_INFEASIBLE_DEMAND' } });
  });
});

onBothBackends('a worker that is told to stop', (place) => {
  it('gives its job back, and the next goes on from the best plan with the time that is left', async () => {
    const at = await place();
    const store = await openStore(at);
    const instance = randomInstance(new Random(5), { customers: 40, depots: 4 });
    const { job } = await store.submit('me', solveRequest(instance, options({ seconds: 3, method: 'search' })));
    const first = new AbortController();
    const working = work(store, { threads: 1, program: commandLine, signal: first.signal });
    await until(async () => ((await store.find('me', job.id))?.progress?.seconds ?? 0) > 0.5);
    first.abort();
    await working;
    const between = await store.find('me', job.id);
    expect(between).toMatchObject({ state: 'queued', attempts: 1 });
    const [claim] = await store.claims.take(1);
    expect([claim.cost, claim.progress]).toEqual([between?.cost, between?.progress]);
    await store.claims.giveBack(claim);

    const second = new AbortController();
    const again = work(store, { threads: 1, program: commandLine, signal: second.signal });
    const done = await until(async () => {
      const found = await store.find('me', job.id);
      return found?.state === 'completed' && found;
    });
    second.abort();
    await again;
    expect(done.cost).toBeLessThanOrEqual(between?.cost ?? 0);
    expect(done.progress?.seconds).toBeLessThan(5);
    await store.close();
  });
});
