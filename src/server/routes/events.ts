/** `GET /v1/jobs/{id}/events`: what happens to a job, as server-sent events. A client that comes back continues after `Last-Event-ID`. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { finalStates, isFinal, type Job } from '../../jobs/job.ts';
import type { JobStore } from '../../jobs/store.ts';
import { NeoLrpError } from '../../problem/errors.ts';
import { Bell } from '../../run/clock.ts';
import type { Context, OfJob } from '../context.ts';
import { Stock } from '../limits.ts';
import { goneSignal } from '../requests.ts';
import { requireJob } from './jobs.ts';

/** Milliseconds without news after which a line is sent, so that neither end takes the other for dead. */
const keepAlive = 15_000;
/** Milliseconds in which a reader has to take what was sent. */
const patience = 30_000;
/** Milliseconds after which a browser comes back. */
const comeBack = 2000;
/** Events in one piece. */
const batch = 200;

export function eventRoutes(app: FastifyInstance, { opened, limits, closing }: Context): void {
  const streams = new Stock(limits.streams, `${limits.streams} event streams are open, which is the most here; try again later`);
  app.get<OfJob>('/v1/jobs/:id/events', { exposeHeadRoute: false }, async ({ owner, params: { id }, headers }, reply) => {
    let after = sequenceOf([headers['last-event-id'] ?? ''].flat()[0]);
    const store = await opened();
    requireJob(await store.find(owner, id));
    const leave = streams.take(1);
    const signal = AbortSignal.any([goneSignal(reply), closing]);
    const { bell, unsubscribe } = newsOf(store, id);
    const { raw } = reply.hijack();
    try {
      raw.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' });
      await write(raw, `retry: ${comeBack}\n\n`);
      for (let over = false; !over && !signal.aborted; ) {
        const events = (await store.events(owner, id, after, batch)) ?? [];
        for (const event of events) await write(raw, `id: ${event.sequence}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
        after = events.at(-1)?.sequence ?? after;
        over = events.some(({ type }) => endings.has(type)) || (events.length === 0 && (await hasEnded(store, owner, id)));
        if (over || events.length === batch) continue;
        if (!(await bell.wait(keepAlive, signal))) await write(raw, ': still here\n\n');
      }
    } catch {
      // The database or the client is gone: the stream ends, and the client can continue from its last event.
    } finally {
      unsubscribe();
      leave();
      raw.end();
    }
  });
}

function sequenceOf(text: string): number {
  if (text === '') return 0;
  const sequence = Number(text);
  if (/^\d+$/.test(text) && sequence < 2 ** 31) return sequence;
  throw new NeoLrpError('E_VALUE', 'expected the sequence number of an event', { field: 'Last-Event-ID', value: text });
}

const endings = new Set<string>(finalStates);
const hasEnded = async (store: JobStore, owner: string, id: string) => isFinal((await store.find(owner, id))?.state ?? 'cancelled');

/** Waits for a slow reader, and gives up on one that has stopped. */
async function write(raw: ServerResponse, text: string): Promise<void> {
  if (raw.write(text)) return;
  await once(raw, 'drain', { signal: AbortSignal.timeout(patience) }).catch((cause) => {
    raw.destroy();
    throw cause;
  });
}

/** `bell` rings whenever something may have happened to the job; the store knows what. */
function newsOf(store: JobStore, id: string): { readonly bell: Bell; readonly unsubscribe: () => void } {
  const bell = new Bell(store.clock);
  const unsubscribe = store.subscribe(({ job }) => {
    if (job === undefined || job === id) bell.ring();
  });
  return { bell, unsubscribe };
}

/** Milliseconds after which the store is asked though nothing was announced. */
const longestSilence = 5000;

/** The job once it has ended. Throws E_BUSY where the signal aborts before. */
export async function endOf(store: JobStore, owner: string, id: string, signal: AbortSignal): Promise<Job> {
  const { bell, unsubscribe } = newsOf(store, id);
  try {
    while (!signal.aborted) {
      const job = await store.find(owner, id);
      if (!job) throw new NeoLrpError('E_UNKNOWN_JOB', 'the job was removed');
      if (isFinal(job.state)) return job;
      await bell.wait(longestSilence, signal);
    }
    throw new NeoLrpError('E_BUSY', 'the service has no time for this run now; try again later, or make a job');
  } finally {
    unsubscribe();
  }
}
