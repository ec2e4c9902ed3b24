/** `/v1/jobs`: runs that outlive the request that asked for them; `/v1/solve`: a job that the client waits for. */
import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { Job } from '../../jobs/job.ts';
import type { JobStore } from '../../jobs/store.ts';
import { NeoLrpError } from '../../problem/errors.ts';
import type { App, Context } from '../context.ts';
import { accessProblems, bodyProblems, jsonAnswer, problemAnswers } from '../openapi.ts';
import { goneSignal, readOf } from '../requests.ts';
import { jobDetailSchema, jobPageSchema, jobStatusSchema, solutionSchema, solveQuerySchema, solveRequestSchema } from '../schemas.ts';
import { endOf } from './events.ts';

export const jobParams = z.object({ id: z.string().meta({ description: 'of the job' }) });

const pageQuery = z.strictObject({
  limit: z.number().int().min(1).max(200).default(50),
  after: z.string().optional().meta({ description: 'the `next` of the page before' }),
});

const idempotencyHeaders = z.looseObject({
  'idempotency-key': z.string().min(1).max(255).optional().meta({ description: 'repeated with the same request, it names the same job' }),
});

/** Seconds that a solve may wait for a worker, before it is refused as one too many. */
const mostWait = 60;

const location = { Location: { type: 'string', description: 'address of the job' } } as const;

export function jobRoutes(app: App, context: Context): void {
  const { opened, limits, closing } = context;

  app.post(
    '/v1/solve',
    {
      schema: {
        tags: ['solve'],
        summary: 'Solve and wait',
        description: `Answers with the plan, after at most ${limits.solveSeconds} seconds of search. For longer runs, or to follow one, make a job.`,
        querystring: solveQuerySchema,
        body: solveRequestSchema,
        response: { 200: jsonAnswer('the plan', solutionSchema), ...bodyProblems, ...problemAnswers(409, 502, 504) },
      },
    },
    async (request, reply) => {
      const gone = goneSignal(reply);
      const input = await jobInput(context, request, request.query, limits.solveSeconds, gone);
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
    },
  );

  app.post(
    '/v1/jobs',
    {
      schema: {
        tags: ['jobs'],
        summary: 'Make a job',
        description: `Queues a run of at most ${limits.jobSeconds} seconds. It is kept until it ends, whatever happens to the service.`,
        querystring: solveQuerySchema,
        headers: idempotencyHeaders,
        body: solveRequestSchema,
        response: { 202: jsonAnswer('the job is kept and will be run', jobStatusSchema, location), ...bodyProblems },
      },
    },
    async (request, reply) => {
      const input = await jobInput(context, request, request.query, limits.jobSeconds, goneSignal(reply));
      const idempotencyKey = request.headers['idempotency-key'];
      const store = await opened();
      const { job } = await store.submit(request.owner, { kind: 'solve', input }, { idempotencyKey, mostWaiting: limits.queuedJobs });
      return reply.code(202).header('Location', addressOf(job.id)).send(linked(job));
    },
  );

  app.get(
    '/v1/jobs',
    {
      schema: {
        tags: ['jobs'],
        summary: 'List jobs',
        description: 'Those of the key, newest first.',
        querystring: pageQuery,
        response: { 200: jsonAnswer('a page of jobs', jobPageSchema), ...accessProblems, ...problemAnswers(400) },
      },
    },
    async (request, reply) => {
      const { jobs, next } = await (await opened()).list(request.owner, request.query);
      return reply.send({ jobs: jobs.map(linked), ...(next !== undefined && { next }) });
    },
  );

  app.get(
    '/v1/jobs/:id',
    {
      schema: {
        tags: ['jobs'],
        summary: 'See a job',
        description: 'Its state, its progress, and its plan or the best so far.',
        params: jobParams,
        response: { 200: jsonAnswer('the job', jobDetailSchema), ...accessProblems, ...problemAnswers(404) },
      },
    },
    async ({ owner, params: { id } }, reply) => {
      const store = await opened();
      return reply.type('application/json').send(await detail(store, owner, requireJob(await store.find(owner, id))));
    },
  );

  app.delete(
    '/v1/jobs/:id',
    {
      schema: {
        tags: ['jobs'],
        summary: 'Stop a job',
        description: 'Stops it and keeps the best plan. A job that has ended stays as it is.',
        params: jobParams,
        response: { 200: jsonAnswer('the job as it is now', jobDetailSchema), ...accessProblems, ...problemAnswers(404) },
      },
    },
    async ({ owner, params: { id } }, reply) => {
      const store = await opened();
      return reply.type('application/json').send(await detail(store, owner, requireJob(await store.cancel(owner, id))));
    },
  );
}

/** The JSON text of the job that the request asks for. */
async function jobInput(
  { quick, limits }: Context,
  request: FastifyRequest,
  { format, ignore, vehicleCapacity, vehicleCost, ...options }: z.output<typeof solveQuerySchema>,
  seconds: number,
  signal: AbortSignal,
): Promise<string> {
  const read = readOf(request, { format, ignore, vehicleCapacity, vehicleCost }, limits);
  return String(await quick.run({ kind: 'solve', read, options, seconds }, signal));
}

export function requireJob(job: Job | undefined): Job {
  if (job) return job;
  throw new NeoLrpError('E_UNKNOWN_JOB', 'there is no such job, or it belongs to another key', { field: 'id' });
}

const addressOf = (id: string) => `/v1/jobs/${id}`;

function linked({ kind: _, ...job }: Job): z.output<typeof jobStatusSchema> {
  const self = addressOf(job.id);
  return { ...job, links: { self, events: `${self}/events`, solution: `${self}/solution` } };
}

/** As text: the plan is kept as text, and may be long. */
async function detail(store: JobStore, owner: string, job: Job): Promise<string> {
  const best = await store.result(owner, job.id);
  const text = JSON.stringify(linked(job));
  return best === undefined ? text : `${text.slice(0, -1)},"best":${best}}`;
}
