/** The service itself: whether it works (`/healthz`, `/readyz`), its figures (`/metrics`) and its description (`/openapi.json`, `/docs`). */
import type { FastifyInstance } from 'fastify';
import type { ApiDocument } from '../api-document.ts';
import type { Context } from '../context.ts';
import type { Metrics } from '../metrics.ts';

export function serviceRoutes(app: FastifyInstance, { opened }: Context, metrics: Metrics, { openApi, page, policy }: ApiDocument): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    await (await opened(0)).ping();
    return { status: 'ok' };
  });
  app.get('/metrics', async (_, reply) => reply.type(metrics.contentType).send(await metrics.text()));
  app.get('/openapi.json', async () => openApi);
  app.get('/docs', async (_, reply) => reply.type('text/html; charset=utf-8').header('Content-Security-Policy', policy).send(page));
}
