/** What requests may say beside their bodies, and how routes read it. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { formats } from '../formats/formats.ts';
import type { ReadOptions } from '../formats/read.ts';
import { solveOptionsSchema } from '../jobs/job.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { bodyTypes, isReadable, parsed } from './body.ts';
import type { Limits } from './limits.ts';
import type { Read } from './request-workers.ts';

/** How to read a file. */
const readQuery = {
  format: z
    .enum(formats.map(({ name }) => name) as [string, ...string[]])
    .optional()
    .meta({ description: 'of the file, where its content is not to decide' }),
  ignore: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .meta({ description: 'column of a table to plan without; may be repeated' }),
  vehicleCapacity: z.number().positive().optional().meta({ description: 'where the file leaves it unsaid' }),
  vehicleCost: z.number().nonnegative().optional(),
};

/** Options of a solve beside a file; a plan to start from does not fit into an address. */
const solveQuery = Object.fromEntries(
  Object.entries(solveOptionsSchema.omit({ start: true }).shape).map(([name, schema]) => [
    name,
    schema instanceof z.ZodDefault ? schema.unwrap().optional() : schema,
  ]),
);
export const solveQuerySchema = z.strictObject({ ...readQuery, ...solveQuery });
export const readQuerySchema = z.strictObject(readQuery);
export const whatIfQuerySchema = z.strictObject({
  ...readQuery,
  seconds: z.number().positive().optional().meta({ description: 'most time; 5 unless given' }),
});

export const pageQuerySchema = z.strictObject({
  limit: z.number().int().min(1).max(200).default(50),
  after: z.string().optional().meta({ description: 'the `next` of the page before' }),
});

export const idempotencySchema = z.looseObject({
  'idempotency-key': z.string().min(1).max(255).optional().meta({ description: 'repeated with the same request, it names the same job' }),
});

/** A value of a change to an instance. */
export const scalar = z.union([z.number(), z.string(), z.null()]);
export const changesSchema = z.record(z.string(), scalar).meta({
  description:
    'other values by path, such as maxOpen, depots.L4.status or vehicles.van.costPerDistance; a text such as *1.2 or +20% multiplies what is there',
});
export const alternativesSchema = z.array(changesSchema).max(10).meta({
  description: 'cases beside the instance as it is, each with changes of its own, such as { "demandFactor": 1.1 }',
});

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
export function queryOf<T>({ query }: FastifyRequest, schema: z.ZodType<T>): T {
  const shape = schema instanceof z.ZodObject ? schema.shape : {};
  const entries = Object.entries(query as object).map(([name, text]) => {
    const wanted = Object.hasOwn(shape, name) ? (shape[name] as z.ZodType) : undefined;
    return [name, wanted === undefined || wanted.safeParse(text).success ? text : typed(text)];
  });
  return parsed(schema, Object.fromEntries(entries));
}

function typed(text: unknown): unknown {
  if (text === 'true' || text === 'false') return text === 'true';
  return typeof text === 'string' && text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}
