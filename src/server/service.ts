/** The service: what stands before all routes, the routes, and the page behind them. */
import { availableParallelism } from 'node:os';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { JobStore } from '../jobs/store.ts';
import { loadOptional } from '../node/optional-package.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { type OwnNames, ownerOf, requireOwnHost, requireOwnOrigin } from './access.ts';
import { apiDocument } from './api-document.ts';
import { type Context, type Opened, openedOf } from './context.ts';
import { announcedBytes, type Limits, Stock } from './limits.ts';
import { createMetrics } from './metrics.ts';
import { type PageOptions, pageHandler } from './page.ts';
import { asCoded, sendProblem } from './problems.ts';
import { RequestWorkers } from './request-workers.ts';
import { eventRoutes } from './routes/events.ts';
import { instanceRoutes } from './routes/instances.ts';
import { jobRoutes } from './routes/jobs.ts';
import { serviceRoutes } from './routes/service.ts';
import { solutionRoutes } from './routes/solution.ts';

export interface ServiceOptions extends OwnNames {
  /** Requests that need the database wait for it. */
  readonly opening: Promise<JobStore>;
  readonly limits: Limits;
  readonly keyRequired: boolean;
  readonly page: Omit<PageOptions, 'api'>;
  /** Called with defects, whose details are kept from clients. */
  readonly onDefect: (error: unknown) => void;
}

/** Quick tasks have several processes; slow ones have one of their own. */
const requestWorkers = ({ whatIfSeconds }: Limits) => ({
  quick: new RequestWorkers(Math.min(4, availableParallelism()), 256, 15),
  slow: new RequestWorkers(1, 16, whatIfSeconds + 15),
});

/** Milliseconds that a client may take to send its head, to send all, and to be silent in between. */
const slowest = { head: 10_000, request: 120_000, silence: 150_000, keepAlive: 30_000 } as const;
const checkEvery = 2000;
const longestHead = 16 * 1024;

const packageNames = ['fastify', 'prom-client', '@electric-sql/pglite'];

/** Throws E_SOLVER_MISSING, and names all that a service needs. */
export const loadPackages = () => loadOptional(importPackages, 'services over HTTP', ...packageNames);

/** Ready to listen. */
export async function createService(options: ServiceOptions): Promise<FastifyInstance> {
  const { opening, limits, keyRequired, onDefect } = options;
  const { fastify, prometheus } = await loadPackages();
  const document = await apiDocument(limits, keyRequired);
  const closing = new AbortController();
  const workers = requestWorkers(limits);
  const opened = openedOf(opening);
  const context: Context = { opened, limits, closing: closing.signal, ...workers };
  const metrics = createMetrics(prometheus, opened, { desk: workers.quick, study: workers.slow });

  const app: FastifyInstance = fastify({
    bodyLimit: limits.bodyBytes,
    connectionTimeout: slowest.silence,
    requestTimeout: slowest.request,
    keepAliveTimeout: slowest.keepAlive,
    http: { headersTimeout: slowest.head, connectionsCheckingInterval: checkEvery, maxHeaderSize: longestHead },
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 100 },
    frameworkErrors: (error, _request, reply) => void sendProblem(reply as unknown as FastifyReply, asCoded(error, onDefect)),
  });
  app.server.maxConnections = limits.connections;
  app.decorateRequest('owner', '');
  // Bodies are read by the library, in a process of their own: here they are bytes.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.setErrorHandler((error, _request, reply) => sendProblem(reply, asCoded(error, onDefect)));
  app.addHook('onResponse', async (request, reply) => metrics.observe(request, reply));
  app.addHook('onClose', async () => {
    for (const pool of Object.values(workers)) pool.close();
  });
  app.addHook('preClose', async () => closing.abort());
  guard(app, options, opened);

  app.register(async (scope) => {
    for (const routes of [jobRoutes, eventRoutes, solutionRoutes, instanceRoutes]) routes(scope, context);
    serviceRoutes(scope, context, metrics, document);
  });
  servePage(app, options);
  await app.ready();
  return app;
}

async function importPackages() {
  const [{ default: fastify }, { default: prometheus }] = await Promise.all([import('fastify'), import('prom-client')]);
  return { fastify, prometheus };
}

const isApi = (path: string) => path.startsWith('/v1/') || path === '/v1' || path === '/metrics';

/** Before anything else: is the request for us, from whom, and is there room for it? */
function guard(app: FastifyInstance, { limits, keyRequired, host, names }: ServiceOptions, opened: Opened): void {
  const methodsOf = routesOf(app);
  const bytes = new Stock(limits.bytesInFlight, 'too much is being received at once; try again in a moment');
  app.addHook('onRequest', async (request, reply) => {
    reply
      .header('X-Content-Type-Options', 'nosniff')
      .header('Cross-Origin-Resource-Policy', 'same-origin')
      .header('Referrer-Policy', 'no-referrer');
    requireOwnHost(request.headers, { host, names });
    const allowed = request.is404 ? methodsOf(pathOf(request)) : '';
    if (allowed !== '') {
      reply.header('Allow', allowed);
      throw new NeoLrpError('E_METHOD', `this address answers ${allowed}`, { value: request.method });
    }
    if (!isApi(pathOf(request))) return;
    reply.header('Cache-Control', 'no-store');
    requireOwnOrigin(request.headers, { host, names });
    request.owner = await ownerOf(request.headers, async () => (await opened()).keys, keyRequired);
    reply.raw.once('close', bytes.take(announcedBytes(request.raw, limits)));
  });
}

/** The methods that an address answers; empty where it is no route. */
function routesOf(app: FastifyInstance): (path: string) => string {
  const routes: { readonly pattern: RegExp; readonly method: string }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    const pattern = new RegExp(`^${url.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`);
    routes.push(...[method].flat().map((name) => ({ pattern, method: name })));
  });
  return (path) => [...new Set(routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))].join(', ');
}

const pathOf = ({ url }: FastifyRequest) => url.split('?')[0];

/** What is no route of the API is a file of the page, or nothing. */
function servePage(app: FastifyInstance, { page, limits, keyRequired }: ServiceOptions): void {
  const files = pageHandler({ ...page, api: { seconds: limits.jobSeconds, keyRequired } });
  app.setNotFoundHandler((request, reply) => {
    if (isApi(pathOf(request)))
      return sendProblem(reply, new NeoLrpError('E_NOT_FOUND', 'there is nothing at this address; /docs lists what there is'));
    reply.hijack();
    files(request.raw, reply.raw);
  });
}
