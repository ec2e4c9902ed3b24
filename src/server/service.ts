/** The service: what stands before all routes, the routes, and the page behind them. */
import { availableParallelism } from 'node:os';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { loadOptional } from '../jobs/database/optional-package.ts';
import type { JobStore } from '../jobs/store.ts';
import { packageVersion } from '../node/version.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { firstIssue } from '../problem/schema-fault.ts';
import { type OwnNames, ownerOf, requireOwnHost, requireOwnOrigin } from './access.ts';
import { type App, type Context, type Opened, openedOf } from './context.ts';
import { announcedBytes, type Limits, Stock } from './limits.ts';
import { createMetrics } from './metrics.ts';
import { documentOf, transformObjectOf, transformOf } from './openapi.ts';
import { type PageOptions, pageHandler } from './page.ts';
import { asCoded, sendProblem } from './problems.ts';
import { RequestWorkers } from './request-workers.ts';
import { typedQuery } from './requests.ts';
import { eventRoutes } from './routes/events.ts';
import { instanceRoutes } from './routes/instances.ts';
import { jobRoutes } from './routes/jobs.ts';
import { healthRoutes, metricsRoutes, referenceRoutes } from './routes/service.ts';
import { solutionRoutes } from './routes/solution.ts';
import { components } from './schemas.ts';

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

const packageNames = ['fastify', 'fastify-type-provider-zod', '@fastify/swagger', 'prom-client', '@electric-sql/pglite'];

/** Throws E_SOLVER_MISSING, and names all that a service needs. */
export const loadPackages = () => loadOptional(importPackages, 'services over HTTP', ...packageNames);

/** Ready to listen. */
export async function createService(options: ServiceOptions): Promise<App> {
  const { opening, limits, keyRequired, onDefect } = options;
  const { fastify, swagger, provider, prometheus } = await loadPackages();
  const closing = new AbortController();
  const workers = requestWorkers(limits);
  const opened = openedOf(opening);
  const context: Context = { opened, limits, closing: closing.signal, ...workers };
  const metrics = createMetrics(prometheus, opened, { desk: workers.quick, study: workers.slow });

  const app: App = fastify({
    bodyLimit: limits.bodyBytes,
    connectionTimeout: slowest.silence,
    requestTimeout: slowest.request,
    keepAliveTimeout: slowest.keepAlive,
    http: { headersTimeout: slowest.head, connectionsCheckingInterval: checkEvery, maxHeaderSize: longestHead },
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 100 },
    frameworkErrors: (error, _request, reply) => void sendProblem(reply as unknown as FastifyReply, asCoded(error, onDefect)),
  }).withTypeProvider<import('fastify-type-provider-zod').ZodTypeProvider>();
  app.server.maxConnections = limits.connections;
  app.decorateRequest('owner', '');
  // Bodies are read by the library, in a process of their own: here they are bytes.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.setValidatorCompiler<z.ZodType>(
    ({ schema, httpPart }) =>
      (data) =>
        httpPart === 'body' ? { value: data } : validated(schema, data, httpPart),
  );
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  app.setErrorHandler((error, _request, reply) => sendProblem(reply, asCoded(error, onDefect)));
  app.addHook('onResponse', async (request, reply) => metrics.observe(request, reply));
  app.addHook('onClose', async () => {
    for (const pool of Object.values(workers)) pool.close();
  });
  app.addHook('preClose', async () => closing.abort());
  guard(app, options, opened);

  const transform = transformOf(provider.createJsonSchemaTransform({ schemaRegistry: components }));
  const transformObject = transformObjectOf(provider.createJsonSchemaTransformObject({ schemaRegistry: components }));
  await app.register(swagger, { openapi: documentOf(packageVersion, limits, keyRequired), transform, transformObject });
  app.register(async (scope: App) => {
    for (const routes of [jobRoutes, eventRoutes, solutionRoutes, instanceRoutes, healthRoutes]) routes(scope, context);
    metricsRoutes(scope, metrics);
    referenceRoutes(scope);
  });
  servePage(app, options);
  await app.ready();
  return app;
}

async function importPackages() {
  const [{ default: fastify }, { default: swagger }, provider, prometheus] = await Promise.all([
    import('fastify'),
    import('@fastify/swagger'),
    import('fastify-type-provider-zod'),
    import('prom-client'),
  ]);
  return { fastify, swagger, provider, prometheus: prometheus.default };
}

/** Faults are those of the library, with the field. */
function validated(schema: z.ZodType, data: unknown, part: string | undefined) {
  const given = part === 'querystring' ? typedQuery(schema, data) : data;
  const { data: value, error } = schema.safeParse(given);
  return error ? { error: firstIssue(error, given) } : { value };
}

const isApi = (path: string) => path.startsWith('/v1/') || path === '/v1' || path === '/metrics';

/** Before anything else: is the request for us, from whom, and is there room for it? */
function guard(app: App, { limits, keyRequired, host, names }: ServiceOptions, opened: Opened): void {
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
function routesOf(app: App): (path: string) => string {
  const routes: { readonly pattern: RegExp; readonly method: string }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    const pattern = new RegExp(`^${url.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`);
    routes.push(...[method].flat().map((name) => ({ pattern, method: name })));
  });
  return (path) => [...new Set(routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))].join(', ');
}

const pathOf = ({ url }: FastifyRequest) => url.split('?')[0];

/** What is no route of the API is a file of the page, or nothing. */
function servePage(app: App, { page, limits, keyRequired }: ServiceOptions): void {
  const files = pageHandler({ ...page, api: { seconds: limits.jobSeconds, keyRequired } });
  app.setNotFoundHandler((request, reply) => {
    if (isApi(pathOf(request)))
      return sendProblem(reply, new NeoLrpError('E_NOT_FOUND', 'there is nothing at this address; /docs lists what there is'));
    reply.hijack();
    files(request.raw, reply.raw);
  });
}
