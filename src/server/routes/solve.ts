/** `POST /v1/solve`: a job that is waited for. It runs where all jobs run; only the answer differs. */

import type { JobError } from '../../jobs/job.ts';
import { NeoLrpError } from '../../problem/errors.ts';
import type { App, Context } from '../context.ts';
import { ended } from '../job-news.ts';
import { bodyProblems, jsonAnswer, problemAnswers } from '../openapi.ts';
import { goneSignal } from '../requests.ts';
import { solutionSchema, solveQuerySchema, solveRequestSchema } from '../schemas.ts';
import { jobInput } from './jobs.ts';

/** Seconds that a solve may wait for a worker, before it is refused as one too many. */
const mostWait = 60;

export function solveRoutes(app: App, context: Context): void {
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
      const { state, error } = await ended(store, owner, job.id, AbortSignal.any([gone, closing, late])).catch(async (fault: unknown) => {
        // Nobody waits for it any more.
        await store.cancel(owner, job.id);
        throw fault;
      });
      if (error) throw faultOf(error);
      const result = await store.result(owner, job.id);
      if (state === 'completed' && result !== undefined) return reply.type('application/json').send(result);
      throw new NeoLrpError('E_NO_PLAN', 'the run was stopped before its end');
    },
  );
}

const faultOf = ({ code, message, place }: JobError) => new NeoLrpError(code, message, place);
