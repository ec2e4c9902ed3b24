/** `POST /v1/verify`: does a plan hold, and what does it really cost? */
import type { App, Context } from '../context.ts';
import { bodyProblems, jsonAnswer } from '../openapi.ts';
import { goneSignal, readOf } from '../requests.ts';
import { readQuerySchema, verificationSchema, verifyRequestSchema } from '../schemas.ts';

export function verifyRoutes(app: App, { desk, limits }: Context): void {
  app.post(
    '/v1/verify',
    {
      schema: {
        tags: ['instances'],
        summary: 'Check a plan',
        description:
          'Recomputes loads and costs from instance and routes alone and lists every violation. Files are sent as a form with the parts instance and plan.',
        querystring: readQuerySchema,
        body: verifyRequestSchema,
        response: { 200: jsonAnswer('the verdict, whether or not the plan holds', verificationSchema), ...bodyProblems },
      },
      config: { files: false },
    },
    async (request, reply) => {
      const read = readOf(request, request.query, limits);
      return reply.type('application/json').send(await desk.do({ kind: 'verify', read }, goneSignal(reply)));
    },
  );
}
