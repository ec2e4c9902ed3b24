/** `/healthz` and `/readyz`: whether the process lives, and whether it can take work. */
import * as z from 'zod';
import type { App, Context } from '../context.ts';
import { jsonAnswer, problemAnswers } from '../openapi.ts';

const statusSchema = z.object({ status: z.literal('ok') });

export function healthRoutes(app: App, { opened }: Context): void {
  const response = { 200: jsonAnswer('it does', statusSchema), ...problemAnswers(421) };
  app.get('/healthz', { schema: { tags: ['service'], summary: 'Whether the process answers', security: [], response } }, async (_, reply) =>
    reply.send({ status: 'ok' }),
  );
  app.get(
    '/readyz',
    {
      schema: {
        tags: ['service'],
        summary: 'Whether the service can take work',
        description: 'It can as long as its database answers.',
        security: [],
        response: { ...response, ...problemAnswers(503) },
      },
    },
    async (_, reply) => {
      await (await opened(0)).ping();
      return reply.send({ status: 'ok' });
    },
  );
}
