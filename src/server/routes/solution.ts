/** `GET /v1/jobs/{id}/solution`: the plan, or the best so far, as data or as a map. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod';
import { NeoLrpError } from '../../problem/errors.ts';
import { parsed } from '../body.ts';
import type { Context, OfJob } from '../context.ts';
import { goneSignal } from '../requests.ts';
import { requireJob } from './jobs.ts';

export const representations = {
  json: 'application/json',
  geojson: 'application/geo+json',
  csv: 'text/csv',
  svg: 'image/svg+xml',
  png: 'image/png',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

export type Representation = keyof typeof representations;
const representationNames = Object.keys(representations) as [Representation, ...Representation[]];

export const extensionSchema = z.object({ extension: z.enum(representationNames) });

export function solutionRoutes(app: FastifyInstance, { opened, quick }: Context): void {
  const send = async (reply: FastifyReply, owner: string, id: string, as: Representation) => {
    const store = await opened();
    const job = requireJob(await store.find(owner, id));
    const result = await store.result(owner, id);
    if (result === undefined) throw new NeoLrpError('E_NO_PLAN', `the job is ${job.state} and has no plan yet; follow its events`);
    reply.type(as === 'csv' ? 'text/csv; charset=utf-8' : representations[as]);
    if (as === 'json') return reply.send(result);
    const input = (await store.input(owner, id)) ?? '';
    const content = await quick.run({ kind: 'render', input, result, as }, goneSignal(reply));
    return reply.send(typeof content === 'string' ? content : Buffer.from(content));
  };

  app.get<OfJob>('/v1/jobs/:id/solution', ({ owner, params: { id }, headers: { accept } }, reply) =>
    send(reply.header('Vary', 'Accept'), owner, id, negotiate(accept)),
  );
  app.get<OfJob & { Params: { extension: string } }>('/v1/jobs/:id/solution.:extension', ({ owner, params: { id, extension } }, reply) =>
    send(reply, owner, id, parsed(extensionSchema, { extension }).extension),
  );
}

interface Range {
  readonly type: string;
  readonly quality: number;
}

/** The form that the client accepts with the highest quality; of equals, the first of the table. JSON by default. */
export function negotiate(accept: string | undefined): Representation {
  if (accept === undefined || accept.trim() === '') return 'json';
  const ranges = accept.split(',').map(parseRange);
  const rated = representationNames.map((name) => ({ name, quality: qualityOf(representations[name], ranges) }));
  const [best] = rated.toSorted((a, b) => b.quality - a.quality);
  if (best.quality > 0) return best.name;
  throw new NeoLrpError('E_NOT_ACCEPTABLE', `a plan is sent as ${Object.values(representations).join(', ')}`, {
    field: 'Accept',
    value: accept,
  });
}

function parseRange(text: string): Range {
  const [type, ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  const quality = weight === undefined ? 1 : Number(weight.slice(2));
  return { type, quality: quality >= 0 && quality <= 1 ? quality : 0 };
}

/** The most specific range that matches decides. */
function qualityOf(type: string, ranges: readonly Range[]): number {
  const [family] = type.split('/');
  for (const wanted of [type, `${family}/*`, '*/*']) {
    const range = ranges.find((candidate) => candidate.type === wanted);
    if (range) return range.quality;
  }
  return 0;
}
