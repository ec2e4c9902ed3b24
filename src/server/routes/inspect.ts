/** `POST /v1/inspect`: what is in an instance, and whether it can be solved at all. */
import type { App, Context } from '../context.ts';
import { bodyProblems, jsonAnswer } from '../openapi.ts';
import { goneSignal, readOf } from '../requests.ts';
import { inspectionSchema, inspectRequestSchema, readQuerySchema } from '../schemas.ts';

export function inspectRoutes(app: App, { desk, limits }: Context): void {
  app.post(
    '/v1/inspect',
    {
      schema: {
        tags: ['instances'],
        summary: 'Describe an instance',
        description: 'Sizes, demand, capacities, costs, travel rule, rules, warnings, and whether a plan can exist.',
        querystring: readQuerySchema,
        body: inspectRequestSchema,
        response: { 200: jsonAnswer('what is in it', inspectionSchema), ...bodyProblems },
      },
    },
    async (request, reply) => {
      const read = readOf(request, request.query, limits);
      return reply.type('application/json').send(await desk.do({ kind: 'inspect', read }, goneSignal(reply)));
    },
  );
}
