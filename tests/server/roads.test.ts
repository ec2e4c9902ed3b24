/** The service measures on roads what asks for them, with the engine that it was started with, and asks no one without one. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { osrmStub, serveRoads, spyOn } from '../roads/stubs.ts';
import { startService, type TestService } from './service.ts';

const instance = {
  name: 'grid',
  depots: [{ id: 'A', x: 9.1, y: 47.1 }],
  customers: [
    { id: 1, x: 9.2, y: 47.1, demand: 1 },
    { id: 2, x: 9.2, y: 47.2, demand: 1 },
  ],
  vehicleCapacity: 2,
  travel: { kind: 'roads' },
};

describe('roads in the service', () => {
  let stub: Awaited<ReturnType<typeof serveRoads>>;
  let folder = '';
  const services: TestService[] = [];
  const hostsFile = () => join(folder, 'hosts.txt');
  const hosts = () => (existsSync(hostsFile()) ? readFileSync(hostsFile(), 'utf8').trim().split('\n') : []);
  const start = async (roads: string) => {
    Object.assign(process.env, { NEO_LRP_ROADS: roads, XDG_CACHE_HOME: folder, NODE_OPTIONS: `--import ${join(folder, 'spy.mjs')}` });
    services.push(await startService({ data: join(folder, `data-${services.length}`) }, '--workers', '1'));
    return services[services.length - 1];
  };
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'neo-lrp-service-roads-'));
    stub = await serveRoads(osrmStub);
    writeFileSync(join(folder, 'spy.mjs'), spyOn(hostsFile()));
  });
  afterAll(async () => {
    delete process.env.NEO_LRP_ROADS;
    delete process.env.XDG_CACHE_HOME;
    delete process.env.NODE_OPTIONS;
    for (const service of services) await service.close();
    await stub.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('refuses them without an engine', async () => {
    const service = await start('');
    const { status, body } = await service.send('/v1/solve', { body: { instance, options: { iterations: 5 } } });
    expect([status, body.code]).toEqual([503, 'E_SOLVER_MISSING']);
    expect(stub.paths).toEqual([]);
    expect(hosts()).toEqual([]);
  });

  it('solves on them', async () => {
    const service = await start(`osrm=${stub.url}`);
    const { status, body } = await service.send('/v1/solve', { body: { instance, options: { iterations: 5 } } });
    // East and north, and back by ways that are 1.4 times as long.
    expect([status, body.routes?.[0].distance]).toEqual([200, 48]);
    expect(stub.paths.some((path) => path.startsWith('/table/'))).toBe(true);
    // The routes carry their roads, in the plan and on its map.
    expect(body.routes?.[0].line.length).toBeGreaterThan(3);
    expect(new Set(hosts())).toEqual(new Set([new URL(stub.url).host]));
  });
});
