/** `/metrics`, for Prometheus. */
import * as z from 'zod';
import type { App } from '../context.ts';
import type { Metrics } from '../metrics.ts';
import { accessProblems } from '../openapi.ts';

export function metricsRoutes(app: App, metrics: Metrics): void {
  app.get(
    '/metrics',
    {
      schema: {
        tags: ['service'],
        summary: 'Figures for Prometheus',
        description: 'Memory, delay of the event loop, requests by route and status, jobs by state.',
        response: { 200: { description: 'the figures', content: { 'text/plain': { schema: z.string() } } }, ...accessProblems },
      },
    },
    async (_, reply) => reply.type(metrics.contentType).send(await metrics.text()),
  );
}
