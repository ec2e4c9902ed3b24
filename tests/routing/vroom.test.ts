/** VROOM's protocol, with fake servers and programs. */
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createInstance } from '../../src/problem/instance.ts';
import { vroomProblem, vroomRouter } from '../../src/routing/vroom.ts';
import { clusters, clustersBest } from './cvrps.ts';

const program = existsSync('.peers/bin/vroom');
const job = (id: number) => ({ type: 'job', id });
const good = {
  code: 0,
  summary: { computing_times: { solving: 3 } },
  unassigned: [],
  routes: [
    { vehicle: 0, steps: [{ type: 'start' }, job(0), job(2), { type: 'end' }] },
    { vehicle: 1, steps: [{ type: 'start' }, job(1), job(3), { type: 'end' }] },
  ],
};

/** Uses a server that always answers `answer`; also returns the request. */
async function askServer(answer: unknown) {
  let body = '';
  const server = createServer((request, response) => {
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => response.end(typeof answer === 'string' ? answer : JSON.stringify(answer)));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  try {
    const routing = await vroomRouter({ kind: 'http', url }).solve(clusters, { stop: { seconds: 2 }, seed: 1 });
    return { routing, asked: JSON.parse(body) };
  } finally {
    server.close();
  }
}

describe('the VROOM protocol', () => {
  it('states the problem in integers', () => {
    const problem = vroomProblem(clusters) as { vehicles: unknown[]; jobs: unknown[]; matrices: { 'type 0': { durations: number[][] } } };
    expect(problem.vehicles).toHaveLength(4);
    expect(problem.vehicles[0]).toEqual({
      id: 0,
      profile: 'type 0',
      start_index: 0,
      end_index: 0,
      capacity: [125],
      costs: { fixed: 3e6 },
    });
    expect(problem.jobs[2]).toEqual({ id: 2, location_index: 3, delivery: [75] });
    expect(problem.matrices['type 0'].durations[0]).toEqual([0, 10e6, 10e6, 10049876, 10049876]);
  });

  it('states the longest route', () => {
    const { vehicles, matrices } = vroomProblem(
      createInstance({ ...clusters, travel: { kind: 'euclidean', rounding: 'ceil' }, maxRouteDistance: 30 }),
    ) as {
      vehicles: { max_distance: number }[];
      matrices: { 'type 0': { distances: number[][] } };
    };
    expect(vehicles[0].max_distance).toBe(30);
    expect(matrices['type 0'].distances[0]).toEqual([0, 10, 10, 11, 11]);
  });

  it('asks a server and believes good routes at their true cost', async () => {
    const { routing, asked } = await askServer(good);
    expect(asked).toMatchObject({ ...vroomProblem(clusters), options: { x: 5, t: 1, l: 1.9 } });
    expect(routing.stop).toBe('complete');
    expect(routing.routes.reduce((sum, r) => sum + r.cost + clusters.vehicleCost, 0)).toBeCloseTo(clustersBest, 9);
    expect((await askServer({ ...good, summary: { computing_times: { solving: 1950 } } })).routing.stop).toBe('time');
  });

  it.each<[string, unknown, string, RegExp]>([
    ['an error of its own', { code: 2, error: 'Invalid jobs' }, 'E_SOLVER_FAILED', /Invalid jobs/],
    ['no JSON', '<html>', 'E_SOLVER_FAILED', /not JSON: <html>/],
    ['nothing', '', 'E_SOLVER_FAILED', /answered nothing/],
    ['routes that miss a customer', { ...good, routes: good.routes.slice(1) }, 'E_SOLVER_FAILED', /'e1' is not served/],
    ['routes of strangers', { ...good, routes: [{ steps: [job(99)] }] }, 'E_SOLVER_FAILED', /customer 99/],
    ['customers left over', { ...good, unassigned: [{ id: 3 }] }, 'E_BUDGET', /'w2'/],
  ])('refuses %s', async (_, answer, code, message) => {
    await expect(askServer(answer)).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
  });

  it('reports a server that is not there', async () => {
    const router = vroomRouter({ kind: 'http', url: 'http://127.0.0.1:1/' });
    await expect(router.solve(clusters, { stop: { seconds: 1 }, seed: 1 })).rejects.toMatchObject({ code: 'E_SOLVER_FAILED' });
  });

  it('reports a program that crashes', async () => {
    const router = vroomRouter({ kind: 'program', command: process.execPath });
    await expect(router.solve(clusters, { stop: { seconds: 1 }, seed: 1 })).rejects.toMatchObject({
      code: 'E_SOLVER_FAILED',
      message: expect.stringContaining('VROOM ended with status'),
    });
  });

  it.skipIf(!program)(program ? 'talks to a real program' : 'a real program: no .peers/bin/vroom here', async () => {
    const router = vroomRouter({ kind: 'program', command: resolve('.peers/bin/vroom') }, { exploration: 1 });
    const { routes } = await router.solve(clusters, { stop: {}, seed: 1 });
    expect(routes.reduce((sum, r) => sum + r.cost + clusters.vehicleCost, 0)).toBeCloseTo(clustersBest, 9);
  });
});
