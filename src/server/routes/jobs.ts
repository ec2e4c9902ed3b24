/** `/v1/jobs`: runs that outlive the request that asked for them; `/v1/solve`: a job that the client waits for. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Job } from '../../jobs/job.ts';
import type { JobStore } from '../../jobs/store.ts';
import { NeoLrpError } from '../../problem/errors.ts';
import { parsed } from '../body.ts';
import type { Context, OfJob } from '../context.ts';
import { goneSignal, idempotencySchema, pageQuerySchema, queryOf, readOf, solveQuerySchema } from '../requests.ts';
import { endOf } from './events.ts';

/** Seconds that a solve may wait for a worker, before it is refused as one too many. */
const mostWait = 60;

export function jobRoutes(app: FastifyInstance, context: Context): void {
  const { opened, limits, closing } = context;

  app.post('/v1/solve', async (request, reply) => {
    const gone = goneSignal(reply);
    const input = await jobInput(context, request, limits.solveSeconds, gone);
    const { owner } = request;
    const store = await opened();
    const { job } = await store.submit(owner, { kind: 'solve', input }, { mostWaiting: limits.queuedSolves });
    const late = AbortSignal.timeout(1000 * (limits.solveSeconds + mostWait));
    const { state, error } = await endOf(store, owner, job.id, AbortSignal.any([gone, closing, late])).catch(async (fault: unknown) => {
      // Nobody waits for it any more.
      await store.cancel(owner, job.id);
      throw fault;
    });
    if (error) throw new NeoLrpError(error.code, error.message, error.place);
    const result = await store.result(owner, job.id);
    if (state === 'completed' && result !== undefined) return reply.type('application/json').send(result);
    throw new NeoLrpError('E_NO_PLAN', 'the run was stopped before its end');
  });

  app.post('/v1/jobs', async (request, reply) => {
    const { 'idempotency-key': idempotencyKey } = parsed(idempotencySchema, request.headers);
    const input = await jobInput(context, request, limits.jobSeconds, goneSignal(reply));
    const store = await opened();
    const { job } = await store.submit(request.owner, { kind: 'solve', input }, { idempotencyKey, mostWaiting: limits.queuedJobs });
    return reply.code(202).header('Location', addressOf(job.id)).send(linked(job));
  });

  app.get('/v1/jobs', async (request) => {
    const page = queryOf(request, pageQuerySchema);
    const { jobs, next } = await (await opened()).list(request.owner, page);
    return { jobs: jobs.map(linked), ...(next !== undefined && { next }) };
  });

  for (const [method, question] of [
    ['GET', 'find'],
    ['DELETE', 'cancel'],
  ] as const)
    app.route<OfJob>({
      method,
      url: '/v1/jobs/:id',
      handler: async ({ owner, params: { id } }, reply) => {
        const store = await opened();
        return reply.type('application/json').send(await detail(store, owner, requireJob(await store[question](owner, id))));
      },
    });
}

/** The JSON text of the job that the request asks for. */
async function jobInput({ quick, limits }: Context, request: FastifyRequest, seconds: number, signal: AbortSignal): Promise<string> {
  const { format, ignore, vehicleCapacity, vehicleCost, ...options } = queryOf(request, solveQuerySchema);
  const read = readOf(request, { format, ignore, vehicleCapacity, vehicleCost }, limits);
  return String(await quick.run({ kind: 'solve', read, options, seconds }, signal));
}

export function requireJob(job: Job | undefined): Job {
  if (job) return job;
  throw new NeoLrpError('E_UNKNOWN_JOB', 'there is no such job, or it belongs to another key', { field: 'id' });
}

const addressOf = (id: string) => `/v1/jobs/${id}`;

function linked({ kind: _, ...job }: Job) {
  const self = addressOf(job.id);
  return { ...job, links: { self, events: `${self}/events`, solution: `${self}/solution` } };
}

/** As text: the plan is kept as text, and may be long. */
async function detail(store: JobStore, owner: string, job: Job): Promise<string> {
  const best = await store.result(owner, job.id);
  const text = JSON.stringify(linked(job));
  return best === undefined ? text : `${text.slice(0, -1)},"best":${best}}`;
}
