import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Worker, WorkerClient } from '../../src/parallel/worker.ts';

/** Answers a request with itself and its own thread's id; dies, loops or waits on demand. */
const script = `
import { parentPort, threadId } from 'node:worker_threads';
parentPort.on('message', ({ kind, request }) => {
  if (kind === 'finish') return parentPort.postMessage({ kind: 'reply', reply: { request: 'finished', threadId } });
  if (request === 'wait') return;
  if (request === 'die later') setTimeout(() => process.exit(3), 0);
  if (request === 'loop') for (;;);
  parentPort.postMessage({ kind: 'progress', progress: 'half' });
  parentPort.postMessage({ kind: 'reply', reply: { request, threadId } });
});`;

function client() {
  let spawned = 0;
  const workers = new WorkerClient<string, string, { request: string; threadId: number }>(() => {
    spawned++;
    return new Worker(new URL(`data:text/javascript,${encodeURIComponent(script)}`), { type: 'module' });
  });
  return { workers, spawned: () => spawned };
}

describe('a worker client', () => {
  it('keeps a worker that answered for the next request', async () => {
    const { workers, spawned } = client();
    const progress: string[] = [];
    const first = await workers.ask('a', { onProgress: (p) => progress.push(p) });
    const second = await workers.ask('b');
    expect(first).toMatchObject({ kind: 'reply', reply: { request: 'a' } });
    expect(second).toMatchObject({ kind: 'reply', reply: { request: 'b' } });
    expect(progress).toEqual(['half']);
    expect(spawned()).toBe(1);
    workers.close();
    expect(await workers.ask('c')).toMatchObject({ kind: 'reply' });
    expect(spawned()).toBe(2);
    workers.close();
  });

  it('asks as many workers at once as there are requests', async () => {
    const { workers, spawned } = client();
    const replies = await Promise.all(['a', 'b', 'c'].map((request) => workers.ask(request)));
    expect(replies.map((outcome) => outcome.kind === 'reply' && outcome.reply.request)).toEqual(['a', 'b', 'c']);
    expect(spawned()).toBe(3);
    workers.close();
  });

  it('terminates what overstays, and starts afresh', async () => {
    const { workers, spawned } = client();
    expect(await workers.ask('loop', { limit: 50 })).toEqual({ kind: 'stopped', why: 'time' });
    expect(await workers.ask('a')).toMatchObject({ kind: 'reply' });
    expect(spawned()).toBe(2);
    workers.close();
  });

  it('obeys a signal before and during a request', async () => {
    const { workers, spawned } = client();
    expect(await workers.ask('a', { signal: AbortSignal.abort() })).toEqual({ kind: 'stopped', why: 'aborted' });
    expect(spawned()).toBe(0);
    const controller = new AbortController();
    const asked = workers.ask('loop', { signal: controller.signal });
    controller.abort();
    expect(await asked).toEqual({ kind: 'stopped', why: 'aborted' });
  });

  it('gives a worker time to finish after a signal, and keeps one that does', async () => {
    const { workers, spawned } = client();
    const ask = (request: string, grace: number) => {
      const controller = new AbortController();
      const asked = workers.ask(request, { signal: controller.signal, grace });
      controller.abort();
      return asked;
    };
    expect(await ask('wait', 60_000)).toMatchObject({ kind: 'reply', reply: { request: 'finished' } });
    expect(await workers.ask('a')).toMatchObject({ kind: 'reply', reply: { request: 'a' } });
    expect(spawned()).toBe(1);
    expect(await ask('loop', 50)).toEqual({ kind: 'stopped', why: 'aborted' });
    workers.close();
  });

  it('starts a worker before it is needed, once', async () => {
    const { workers, spawned } = client();
    workers.warm();
    workers.warm();
    expect(await workers.ask('a')).toMatchObject({ kind: 'reply' });
    expect(spawned()).toBe(1);
    workers.close();
  });

  it('survives a worker that dies while idle', async () => {
    const { workers, spawned } = client();
    expect(await workers.ask('die later')).toMatchObject({ kind: 'reply' });
    // The death may be noticed between two requests or during one; either way nothing is thrown, and another worker takes over.
    while (spawned() === 1) await workers.ask('a');
    expect(await workers.ask('b')).toMatchObject({ kind: 'reply', reply: { request: 'b' } });
    workers.close();
  });

  it('reports what cannot be sent or started', async () => {
    const { workers } = client();
    expect(await workers.ask((() => {}) as unknown as string)).toMatchObject({ kind: 'failed' });
    const hopeless = new WorkerClient(() => {
      throw new Error('no threads here');
    });
    hopeless.warm();
    expect(await hopeless.ask('a')).toEqual({ kind: 'failed', code: 'E_INTERNAL', reason: 'no threads here', place: {} });
  });
});

describe('a worker that serves', () => {
  const squares = () =>
    new WorkerClient<number, never, number>(() => new Worker(new URL('./square.worker.js', import.meta.url), { type: 'module' }));

  it('answers, and sends what it throws with its code and place', async () => {
    const workers = squares();
    expect(await workers.ask(3)).toEqual({ kind: 'reply', reply: 9 });
    expect(await workers.ask(13)).toEqual({ kind: 'failed', code: 'E_INTERNAL', reason: 'unlucky', place: {} });
    expect(await workers.ask(-1)).toEqual({
      kind: 'failed',
      code: 'E_VALUE',
      reason: 'expected a number of at least 0',
      place: { value: -1 },
    });
    workers.close();
  });

  it('hears that it should finish', async () => {
    const workers = squares();
    const controller = new AbortController();
    const asked = workers.ask(Number.POSITIVE_INFINITY, { signal: controller.signal, grace: 60_000 });
    controller.abort();
    expect(await asked).toEqual({ kind: 'reply', reply: 0 });
    workers.close();
  });
});

/** Answers with its own process; runs out of memory, of all memory or of life on demand. */
const processScript = `
process.on('message', ({ request }) => {
  if (request === 'heap') for (const all = [];;) all.push(new Array(1e5).fill(all.length));
  if (request === 'pad') for (const row = [];;) row.push(null);
  if (request === 'killed') process.kill(process.pid, 'SIGKILL');
  if (request === 'loop') for (;;);
  process.send({ kind: 'reply', reply: { request, pid: process.pid } });
});`;

describe('a worker that is a process', () => {
  it('dies alone, and says of what', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'neo-lrp-worker-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = pathToFileURL(join(folder, 'worker.mjs'));
    writeFileSync(file, processScript);
    const workers = new WorkerClient<unknown, never, { request: unknown; pid: number }>(
      () => new Worker(file, { type: 'module', processMegabytes: 64 }),
    );
    const bytes = new Uint8Array([1, 2, 3]);
    const first = await workers.ask(bytes);
    expect(first).toMatchObject({ kind: 'reply', reply: { request: bytes } });
    const second = await workers.ask('a');
    expect(second.kind === 'reply' && first.kind === 'reply' && second.reply.pid === first.reply.pid).toBe(true);
    for (const request of ['heap', 'pad', 'killed'])
      expect(await workers.ask(request)).toMatchObject({ kind: 'failed', code: 'E_INTERNAL', reason: expect.stringMatching(/memory/) });
    expect(await workers.ask('loop', { limit: 500 })).toEqual({ kind: 'stopped', why: 'time' });
    expect(await workers.ask('b')).toMatchObject({ kind: 'reply', reply: { request: 'b' } });
    workers.close();
  }, 60_000);
});
