/** Figures for Prometheus: the process with its event loop, requests by route and status, jobs by state. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { jobStates } from '../jobs/job.ts';
import type { Opened } from './context.ts';
import type { RequestWorkers } from './request-workers.ts';

type Prometheus = typeof import('prom-client');

export type Metrics = ReturnType<typeof createMetrics>;

/** `prometheus`: the package, which is loaded on demand. */
export function createMetrics(prometheus: Prometheus, opened: Opened, workers: Readonly<Record<string, RequestWorkers>>) {
  const registry = new prometheus.Registry();
  const registers = [registry];
  prometheus.collectDefaultMetrics({ register: registry });
  const durations = new prometheus.Histogram({
    name: 'neo_lrp_http_request_duration_seconds',
    help: 'Requests by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.01, 0.05, 0.2, 1, 5, 30, 60],
    registers,
  });
  new prometheus.Gauge({
    name: 'neo_lrp_jobs',
    help: 'Jobs in the database by state.',
    labelNames: ['state'],
    registers,
    async collect() {
      // The other figures are wanted even while the database is away.
      const counts = await opened(0)
        .then((store) => store.counts())
        .catch(() => undefined);
      for (const state of jobStates) this.set({ state }, counts === undefined ? Number.NaN : (counts[state] ?? 0));
    },
  });
  new prometheus.Gauge({
    name: 'neo_lrp_waiting_requests',
    help: 'Requests that wait for a process, by what they ask for.',
    labelNames: ['desk'],
    registers,
    collect() {
      for (const [desk, { waiting }] of Object.entries(workers)) this.set({ desk }, waiting);
    },
  });
  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    /** By the pattern of the route: addresses name jobs, and may be anything. */
    observe({ method, routeOptions: { url: route = 'other' } }: FastifyRequest, { statusCode: status, elapsedTime }: FastifyReply): void {
      durations.observe({ method, route, status }, elapsedTime / 1000);
    },
  };
}
