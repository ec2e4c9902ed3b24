/** Every engine behind the one interface, against servers on this machine that answer as the engines' documentation says. */
import { afterEach, describe, expect, it } from 'vitest';
import type { LonLat, RoadEngine } from '../../src/roads/engine.ts';
import { askServer } from '../../src/roads/http.ts';
import { openRoads } from '../../src/roads/open.ts';
import { gridMetres, openrouteserviceStub, osrmStub, serveRoads, valhallaStub } from './stubs.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const stub of open.splice(0)) await stub.close();
});

async function engineOf(
  name: string,
  answer: Parameters<typeof serveRoads>[0],
  profile = 'truck',
): Promise<RoadEngine & { paths: string[] }> {
  const stub = await serveRoads(answer);
  open.push(stub);
  return { ...(await openRoads({ source: `${name}=${stub.url}/`, folder: 'unused' }, { profile })), paths: stub.paths };
}

const places: LonLat[] = [
  [9.1, 47.1],
  [9.25, 47.2],
  [9.4, 47.05],
];
const island: LonLat = [21, 47];

describe.each([
  ['osrm', osrmStub],
  ['valhalla', valhallaStub()],
  ['valhalla', valhallaStub(true)],
  ['openrouteservice', openrouteserviceStub],
] as const)('%s', (name, answer) => {
  it('measures in metres and seconds, there and back, and says where there is no way', async () => {
    const engine = await engineOf(name, answer);
    const { distances, durations, from } = await engine.matrix(places, [...places, island]);
    expect(distances.map((row) => row.map((value) => value && Math.round(value)))).toEqual(
      places.map((a) => [...places.map((b) => Math.round(gridMetres(a, b) ?? 0)), null]),
    );
    expect(durations[0][1]).toBeCloseTo(Number(gridMetres(places[0], places[1])) / 10, 5);
    expect(from).toEqual(places);
    expect(engine.data).not.toBe('unknown');
  });

  it('draws a line, and none where there is no way', async () => {
    const engine = await engineOf(name, answer);
    const line = await engine.line(places);
    expect(line?.distance).toBeCloseTo(Number(gridMetres(places[0], places[1])) + Number(gridMetres(places[1], places[2])), 3);
    expect(line?.points.length).toBe(3);
    expect(await engine.line([places[0], island])).toBeNull();
  });
});

describe('valhalla', () => {
  it('asks for no place that has no road', async () => {
    const engine = await engineOf('valhalla', valhallaStub());
    const { distances, from, to } = await engine.matrix([[9, 70], ...places], [places[0], [9, 70]]);
    expect(distances.map((row) => row.map((value) => value !== null))).toEqual([[false, false], ...places.map(() => [true, false])]);
    expect([from[0], to[1]]).toEqual([null, null]);
  });

  it('takes a distance of 0 without a duration for no way, and so an answer that there is none at all', async () => {
    const zero = { units: 'kilometers', sources_to_targets: { distances: [[0, 1.5]], durations: [[null, 90]] } };
    const engine = await engineOf('valhalla', (path, body) => (path === '/sources_to_targets' ? zero : valhallaStub()(path, body)));
    expect((await engine.matrix([places[0]], places.slice(1))).distances).toEqual([[null, 1500]]);
    const none = { error_code: 442, error: 'No path could be found for input' };
    const other = await engineOf('valhalla', (path, body) => (path === '/sources_to_targets' ? none : valhallaStub()(path, body)));
    expect((await other.matrix([places[0]], places.slice(1))).durations).toEqual([[null, null]]);
  });

  it('reads six digits of a polyline, longitude first', async () => {
    const engine = await engineOf('valhalla', valhallaStub());
    expect((await engine.line(places))?.points).toEqual([
      [-12.02, 3.85],
      [-12.095, 4.07],
      [-12.6453, 4.3252],
    ]);
  });
});

describe('a server', () => {
  it('that is busy is asked again', async () => {
    const stub = await serveRoads(() => ({ fine: true }));
    open.push(stub);
    stub.failures = [429, 503];
    expect(await askServer({ name: 'stub', url: stub.url, pause: 1 }, '/')).toEqual({ fine: true });
    expect(stub.paths.length).toBe(3);
  });

  it('that stays busy, or is not there, is a coded error', async () => {
    const stub = await serveRoads(() => ({}));
    stub.failures = [500, 500, 500, 500, 500];
    await expect(askServer({ name: 'stub', url: stub.url, pause: 1 }, '/')).rejects.toMatchObject({ code: 'E_SOLVER_FAILED' });
    await stub.close();
    await expect(askServer({ name: 'stub', url: stub.url, pause: 1 }, '/')).rejects.toMatchObject({ code: 'E_SOLVER_FAILED' });
  });

  it('is not followed to another host', async () => {
    const stub = await serveRoads(() => ({}));
    open.push(stub);
    stub.failures = [302, 302, 302, 302, 302];
    await expect(askServer({ name: 'stub', url: stub.url, pause: 1 }, '/')).rejects.toMatchObject({ code: 'E_SOLVER_FAILED' });
  });

  it('gives its own reason', async () => {
    const engine = await engineOf('osrm', (path, body) =>
      path.includes('/table/') ? { code: 'TooBig', message: 'Too many table coordinates' } : osrmStub(path, body),
    );
    await expect(engine.matrix(places, places)).rejects.toThrow('Too many table coordinates');
  });
});

describe('openRoads', () => {
  it('refuses what it does not know, and measures that an engine does not take', async () => {
    const source = { folder: 'unused' };
    await expect(openRoads({ ...source, source: 'graphhopper=http://localhost' }, { profile: 'car' })).rejects.toMatchObject({
      code: 'E_USAGE',
    });
    await expect(openRoads({ ...source, source: 'osrm=http://localhost' }, { profile: 'car', height: 4 })).rejects.toMatchObject({
      code: 'E_UNSUPPORTED',
    });
  });
});
