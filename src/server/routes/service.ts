/** The service itself: whether it works (`/healthz`, `/readyz`), its figures (`/metrics`) and its description (`/openapi.json`, `/docs`). */
import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { App, Context } from '../context.ts';
import type { Metrics } from '../metrics.ts';
import { accessProblems, jsonAnswer, problemAnswers } from '../openapi.ts';
import { type OpenApiDocument, referencePage, referenceStyle } from '../reference-page.ts';

const statusSchema = z.object({ status: z.literal('ok') });
const textAnswer = (description: string, type: string) => ({ description, content: { [type]: { schema: z.string() } } });
const tags = ['service'];

export function healthRoutes(app: App, { opened }: Context): void {
  const shared = { tags, security: [] };
  const response = { 200: jsonAnswer('it does', statusSchema), ...problemAnswers(421) };
  app.get('/healthz', { schema: { ...shared, summary: 'Whether the process answers', response } }, async () => ({ status: 'ok' as const }));
  app.get(
    '/readyz',
    {
      schema: {
        ...shared,
        summary: 'Whether the service can take work',
        description: 'It can as long as its database answers.',
        response: { ...response, ...problemAnswers(503) },
      },
    },
    async () => {
      await (await opened(0)).ping();
      return { status: 'ok' as const };
    },
  );
}

export function metricsRoutes(app: App, metrics: Metrics): void {
  app.get(
    '/metrics',
    {
      schema: {
        tags,
        summary: 'Figures for Prometheus',
        description: 'Memory, delay of the event loop, requests by route and status, jobs by state.',
        response: { 200: textAnswer('the figures', 'text/plain'), ...accessProblems },
      },
    },
    async (_, reply) => reply.type(metrics.contentType).send(await metrics.text()),
  );
}

export function referenceRoutes(app: App): void {
  const shared = { tags, security: [] };
  app.get(
    '/openapi.json',
    {
      schema: {
        ...shared,
        summary: 'This description',
        description: 'OpenAPI 3.1.',
        response: { 200: jsonAnswer('the document', z.looseObject({ openapi: z.string() })), ...problemAnswers(421) },
      },
    },
    async (_, reply) => reply.send(app.swagger()),
  );

  const styleHash = createHash('sha256').update(referenceStyle).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
  app.get(
    '/docs',
    {
      schema: {
        ...shared,
        summary: 'This description, to read',
        response: { 200: textAnswer('a page', 'text/html'), ...problemAnswers(421) },
      },
    },
    async (_, reply) =>
      reply
        .type('text/html; charset=utf-8')
        .header('Content-Security-Policy', policy)
        .send(referencePage(app.swagger() as unknown as OpenApiDocument)),
  );
}
