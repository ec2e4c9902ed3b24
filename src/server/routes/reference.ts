/** `/openapi.json`, and `/docs`: the same to read, without anything from elsewhere. */
import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { App } from '../context.ts';
import { jsonAnswer, problemAnswers } from '../openapi.ts';
import { type OpenApiDocument, referencePage, referenceStyle } from '../reference-page.ts';

export function referenceRoutes(app: App): void {
  const shared = { tags: ['service'], security: [] };
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
  app.get(
    '/docs',
    {
      schema: {
        ...shared,
        summary: 'This description, to read',
        response: { 200: { description: 'a page', content: { 'text/html': { schema: z.string() } } }, ...problemAnswers(421) },
      },
    },
    async (_, reply) =>
      reply
        .type('text/html; charset=utf-8')
        .header(
          'Content-Security-Policy',
          `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
        )
        .send(referencePage(app.swagger() as unknown as OpenApiDocument)),
  );
}
