/** `GET /v1/jobs/{id}/events`: what happens to a job, as server-sent events. Whoever comes back goes on after `Last-Event-ID`. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import * as z from 'zod';
import { isFinal, type JobEvent } from '../../jobs/job.ts';
import type { JobStore } from '../../jobs/store.ts';
import { NeoLrpError } from '../../problem/errors.ts';
import type { App, Context } from '../context.ts';
import { newsOf } from '../job-news.ts';
import { Places } from '../limits.ts';
import { accessProblems, problemAnswers } from '../openapi.ts';
import { goneSignal } from '../requests.ts';
import { streamEventSchema } from '../schemas.ts';
import { jobParams, requireJob } from './jobs.ts';

const headersSchema = z.looseObject({
  'last-event-id': z.string().optional().meta({ description: 'sequence number of the last event that was seen' }),
});

/** Milliseconds after which a line without news is sent, so that neither end takes the other for dead. */
const silence = 15_000;
/** Milliseconds in which a reader has to take what was sent. */
const patience = 30_000;
/** Milliseconds after which a browser comes back. */
const comeBack = 2000;
/** Events in one piece. */
const batch = 200;

export function eventRoutes(app: App, { opened, limits, closing }: Context): void {
  const places = new Places(limits.streams, 'event streams');
  app.get(
    '/v1/jobs/:id/events',
    {
      exposeHeadRoute: false,
      schema: {
        tags: ['jobs'],
        summary: 'Follow a job',
        description:
          'A stream of server-sent events: the type of each is its event, its sequence number the id, and the data a JobEvent. It ends with the job.',
        params: jobParams,
        headers: headersSchema,
        response: {
          200: { description: 'the events', content: { 'text/event-stream': { schema: streamEventSchema } } },
          ...accessProblems,
          ...problemAnswers(400, 404, 429),
        },
      },
    },
    async ({ owner, params: { id }, headers }, reply) => {
      let after = sequenceOf(headers['last-event-id']);
      const store = await opened();
      requireJob(await store.find(owner, id));
      const leave = places.take();
      const signal = AbortSignal.any([goneSignal(reply), closing]);
      const { bell, end } = newsOf(store, id);
      const { raw } = reply.hijack();
      try {
        raw.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' });
        await write(raw, `retry: ${comeBack}\n\n`);
        for (let over = false; !over && !signal.aborted; ) {
          const events = (await store.events(owner, id, after, batch)) ?? [];
          for (const event of events) await write(raw, lineOf(event));
          after = events.at(-1)?.sequence ?? after;
          over = events.some(isLast) || (events.length === 0 && (await hasEnded(store, owner, id)));
          if (over || events.length === batch) continue;
          if (!(await bell.wait(silence, signal))) await write(raw, ': still here\n\n');
        }
      } catch {
        // Of a database that is gone nothing can be told; whoever comes back goes on where this ends.
      } finally {
        end();
        leave();
        raw.end();
      }
    },
  );
}

function sequenceOf(text: string | undefined): number {
  if (text === undefined || text === '') return 0;
  const sequence = Number(text);
  if (/^\d+$/.test(text) && sequence < 2 ** 31) return sequence;
  throw new NeoLrpError('E_VALUE', 'expected the sequence number of an event', { field: 'Last-Event-ID', value: text });
}

const hasEnded = async (store: JobStore, owner: string, id: string) => isFinal((await store.find(owner, id))?.state ?? 'cancelled');
const isLast = ({ type }: JobEvent) => type === 'completed' || type === 'failed' || type === 'cancelled';

const lineOf = (event: JobEvent) => `id: ${event.sequence}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

/** Waits for a reader that is slow, and gives up on one that has stopped. */
async function write(raw: ServerResponse, text: string): Promise<void> {
  if (raw.write(text)) return;
  await once(raw, 'drain', { signal: AbortSignal.timeout(patience) }).catch((cause) => {
    raw.destroy();
    throw cause;
  });
}
