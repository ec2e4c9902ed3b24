/** `POST /v1/what-if`: what each number of open depots would cost, and what each site is worth, by the network. */

import { NeoLrpError } from '../../problem/errors.ts';
import type { App, Context } from '../context.ts';
import { bodyProblems, jsonAnswer } from '../openapi.ts';
import { goneSignal, readOf } from '../requests.ts';
import { whatIfQuerySchema, whatIfRequestSchema, whatIfSchema } from '../schemas.ts';

const defaultSeconds = 5;

export function whatIfRoutes(app: App, { study, limits }: Context): void {
  app.post(
    '/v1/what-if',
    {
      schema: {
        tags: ['instances'],
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
      const read = readOf(request, query, limits);
      return reply.type('application/json').send(await study.do({ kind: 'what-if', read, seconds }, goneSignal(reply)));
    },
  );
}
