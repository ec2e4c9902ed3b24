/** Questions about an instance or a plan that need no search: `/v1/inspect`, `/v1/verify`, `/v1/what-if`. */
import type { FastifyReply } from 'fastify';
import { NeoLrpError } from '../../problem/errors.ts';
import type { App, Context } from '../context.ts';
import { bodyProblems, jsonAnswer } from '../openapi.ts';
import type { RequestTask, RequestWorkers } from '../request-workers.ts';
import { goneSignal, readOf } from '../requests.ts';
import {
  inspectionSchema,
  inspectRequestSchema,
  readQuerySchema,
  verificationSchema,
  verifyRequestSchema,
  whatIfQuerySchema,
  whatIfRequestSchema,
  whatIfSchema,
} from '../schemas.ts';

const defaultSeconds = 5;

const answer = async (reply: FastifyReply, workers: RequestWorkers, task: RequestTask) =>
  reply.type('application/json').send(await workers.run(task, goneSignal(reply)));

export function instanceRoutes(app: App, { quick, slow, limits }: Context): void {
  const tags = ['instances'];
  app.post(
    '/v1/verify',
    {
      schema: {
        tags,
        summary: 'Check a plan',
        description:
          'Recomputes loads and costs from instance and routes alone and lists every violation. Files are sent as a form with the parts instance and plan.',
        querystring: readQuerySchema,
        body: verifyRequestSchema,
        response: { 200: jsonAnswer('the verdict, whether or not the plan holds', verificationSchema), ...bodyProblems },
      },
      config: { files: false },
    },
    async (request, reply) => answer(reply, quick, { kind: 'verify', read: readOf(request, request.query, limits) }),
  );

  app.post(
    '/v1/inspect',
    {
      schema: {
        tags,
        summary: 'Describe an instance',
        description: 'Sizes, demand, capacities, costs, travel rule, rules, warnings, and whether a plan can exist.',
        querystring: readQuerySchema,
        body: inspectRequestSchema,
        response: { 200: jsonAnswer('what is in it', inspectionSchema), ...bodyProblems },
      },
    },
    async (request, reply) => answer(reply, quick, { kind: 'inspect', read: readOf(request, request.query, limits) }),
  );

  app.post(
    '/v1/what-if',
    {
      schema: {
        tags,
        summary: 'Ask what-if questions',
        description: `Predicts the cost of every number of open depots, and of each site open and closed, in at most ${limits.whatIfSeconds} seconds. Predictions rank; solve what looks best. Instances of which the network does not see all that costs are refused with the reasons.`,
        querystring: whatIfQuerySchema,
        body: whatIfRequestSchema,
        response: { 200: jsonAnswer('the predictions', whatIfSchema), ...bodyProblems },
      },
    },
    async (request, reply) => {
      const { seconds = Math.min(defaultSeconds, limits.whatIfSeconds), ...query } = request.query;
      if (seconds > limits.whatIfSeconds)
        throw new NeoLrpError('E_LIMIT', `this service allows ${limits.whatIfSeconds} seconds here`, { field: 'seconds', value: seconds });
      return answer(reply, slow, { kind: 'what-if', read: readOf(request, query, limits), seconds });
    },
  );
}
