/** Questions about an instance or a plan that are answered at once or in seconds: `/v1/inspect`, `/v1/verify`, `/v1/what-if`. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { NeoLrpError } from '../../problem/errors.ts';
import type { Context } from '../context.ts';
import type { RequestTask, RequestWorkers } from '../request-workers.ts';
import { goneSignal, queryOf, readOf, readQuerySchema, whatIfQuerySchema } from '../requests.ts';

const defaultSeconds = 5;

const answer = async (reply: FastifyReply, workers: RequestWorkers, task: RequestTask) =>
  reply.type('application/json').send(await workers.run(task, goneSignal(reply)));

export function instanceRoutes(app: FastifyInstance, { quick, slow, limits }: Context): void {
  for (const kind of ['verify', 'inspect'] as const)
    app.post(`/v1/${kind}`, async (request, reply) =>
      answer(reply, quick, { kind, read: readOf(request, queryOf(request, readQuerySchema), limits) }),
    );

  app.post('/v1/what-if', async (request, reply) => {
    const { seconds = Math.min(defaultSeconds, limits.whatIfSeconds), ...query } = queryOf(request, whatIfQuerySchema);
    if (seconds > limits.whatIfSeconds)
      throw new NeoLrpError('E_LIMIT', `this service allows ${limits.whatIfSeconds} seconds here`, { field: 'seconds', value: seconds });
    return answer(reply, slow, { kind: 'what-if', read: readOf(request, query, limits), seconds });
  });
}
