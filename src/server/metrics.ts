/** Figures for Prometheus: the process with its event loop, requests by route and status, jobs by state. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { jobStates } from '../jobs/job.ts';
import type { Opened } from './context.ts';
import type { RequestWorkers } from './request-workers.ts';

type Prometheus = typeof import('prom-client');

export class Metrics {
  readonly contentType: string;
  private readonly registry: InstanceType<Prometheus['Registry']>;
  private readonly durations: InstanceType<Prometheus['Histogram']>;

  /** `prometheus`: the package, which is loaded on demand. */
  constructor(
    { Registry, Histogram, Gauge, collectDefaultMetrics }: Prometheus,
    opened: Opened,
    workers: Readonly<Record<string, RequestWorkers>>,
  ) {
    const registry = new Registry();
    this.registry = registry;
    this.contentType = registry.contentType;
    collectDefaultMetrics({ register: registry });
    this.durations = new Histogram({
      name: 'neo_lrp_http_request_duration_seconds',
      help: 'Requests by method, route and status.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.01, 0.05, 0.2, 1, 5, 30, 60],
      registers: [registry],
    });
    new Gauge({
      name: 'neo_lrp_jobs',
      help: 'Jobs in the database by state.',
      labelNames: ['state'],
      registers: [registry],
      async collect() {
        // The process is worth watching while the database is away.
        const counts = await opened(0)
          .then((store) => store.counts())
          .catch(() => undefined);
        for (const state of jobStates) this.set({ state }, counts === undefined ? Number.NaN : (counts[state] ?? 0));
      },
    });
    new Gauge({
      name: 'neo_lrp_waiting_requests',
      help: 'Requests that wait for a process, by what they ask for.',
      labelNames: ['desk'],
      registers: [registry],
      collect() {
        for (const [desk, { waiting }] of Object.entries(workers)) this.set({ desk }, waiting);
      },
    });
  }

  /** The route's pattern, never the address: that names jobs, and may be anything. */
  observe(request: FastifyRequest, reply: FastifyReply): void {
    const labels = { method: request.method, route: request.routeOptions.url ?? 'other', status: reply.statusCode };
    this.durations.observe(labels, reply.elapsedTime / 1000);
  }

  text(): Promise<string> {
    return this.registry.metrics();
  }
}
