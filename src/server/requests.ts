/** What routes ask of a request beyond its schema. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { ReadOptions } from '../formats/read.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { bodyTypes, isReadable } from './body.ts';
import type { Limits } from './limits.ts';
import type { Read } from './request-workers.ts';
import type { readQuerySchema } from './schemas.ts';

/** The body as it came, with what the address says about reading it. */
export function readOf(request: FastifyRequest, query: z.output<typeof readQuerySchema>, { customers }: Limits): Read {
  const { body, headers } = request;
  const contentType = headers['content-type'] ?? '';
  if (!isReadable(contentType))
    throw new NeoLrpError('E_MEDIA_TYPE', `send one of ${bodyTypes.join(', ')}`, { field: 'Content-Type', value: contentType });
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity')
    throw new NeoLrpError('E_MEDIA_TYPE', 'send the body as it is, without compression', { field: 'Content-Encoding', value: encoding });
  if (!(body instanceof Uint8Array) || body.length === 0) throw new NeoLrpError('E_USAGE', 'the body is empty; send an instance');
  const { format, ignore, vehicleCapacity, vehicleCost } = query;
  const options: ReadOptions = { format, ignore: ignore === undefined ? undefined : [ignore].flat(), vehicleCapacity, vehicleCost };
  return { body: { contentType, bytes: body }, options, most: customers };
}

/** Aborts when the client has gone before its answer. */
export function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort();
  });
  return gone.signal;
}

/** Query values are texts; where the schema wants something else they become numbers and booleans. */
export function typedQuery(schema: z.ZodType, query: unknown): unknown {
  const shape = schema instanceof z.ZodObject ? schema.shape : {};
  return Object.fromEntries(
    Object.entries(query as object).map(([name, text]) => {
      const wanted = Object.hasOwn(shape, name) ? (shape[name] as z.ZodType) : undefined;
      return [name, wanted === undefined || wanted.safeParse(text).success ? text : typed(text)];
    }),
  );
}

function typed(text: unknown): unknown {
  if (text === 'true' || text === 'false') return text === 'true';
  return typeof text === 'string' && text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}
