/** The engines themselves on a small extract, where `npm run peers` has installed them; says so where it skips. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findPythonPackage } from '../../src/parallel/python.ts';
import { crowMetres, type LonLat, type RoadEngine } from '../../src/roads/engine.ts';
import { hasLocalValhalla } from '../../src/roads/local-valhalla.ts';
import { openRoads } from '../../src/roads/open.ts';
import { roadTable } from '../../src/roads/table.ts';

const osm = resolve(import.meta.dirname, '../../../shared/roads/liechtenstein.osm.pbf');
const folder = mkdtempSync(join(tmpdir(), 'neo-lrp-engines-'));
const close: (() => unknown)[] = [() => rmSync(folder, { recursive: true })];
afterAll(async () => {
  for (const end of close.reverse()) await end();
});

const python = await findPythonPackage('osrm-bindings', 'import osrm; print(osrm.__path__[0])');
const absent = existsSync(osm) ? undefined : `no ${osm}`;

/** Vaduz, Triesenberg on its mountain, Ruggell, Buchs beyond the Rhine. */
const towns: LonLat[] = [
  [9.5209, 47.141],
  [9.542, 47.1181],
  [9.5265, 47.2383],
  [9.4786, 47.1668],
];

async function opened(source: string, onStep: (text: string) => void = () => {}): Promise<RoadEngine> {
  return openRoads({ source, folder, onStep }, { profile: 'car' });
}

async function agrees(engine: RoadEngine): Promise<Float64Array> {
  const { distances, durations, snapped } = await roadTable(engine, towns);
  for (const [k, from] of towns.entries())
    for (const [l, to] of towns.entries()) {
      if (k === l) continue;
      const line = await engine.line([from, to]);
      expect(distances[k * 4 + l] / (line?.distance ?? 0)).toBeCloseTo(1, 1);
      expect(durations[k * 4 + l] / (line?.duration ?? 0)).toBeCloseTo(1, 1);
      expect(line?.points.length).toBeGreaterThan(10);
    }
  // Buchs lies at the edge of the extract.
  for (const k of [0, 1, 2]) expect(crowMetres(towns[k], snapped[k] ?? [0, 0])).toBeLessThan(300);
  return distances;
}

const valhallaAbsent = absent ?? (hasLocalValhalla() ? undefined : '@valhallajs/valhallajs is not installed');
describe.skipIf(valhallaAbsent)(`valhalla in this process${valhallaAbsent ? `, absent: ${valhallaAbsent}` : ''}`, () => {
  it('builds tiles once, and its matrices agree with its routes', async () => {
    const steps: string[] = [];
    await agrees(await opened(osm, (text) => steps.push(text)));
    expect(steps.length).toBe(1);
    await opened(osm, (text) => steps.push(text));
    expect(steps.length).toBe(1);
  });

  it('answers a column as it answers single pairs, which more sources than targets would spoil', async () => {
    const engine = await opened(osm);
    const { distances } = await engine.matrix(towns, [towns[0]]);
    for (const [k, town] of towns.entries()) expect(distances[k][0]).toBe((await engine.matrix([town], [towns[0]])).distances[0][0]);
  });

  it('has no answer for a place outside the map, and still answers for the others', async () => {
    const engine = await opened(osm);
    const { distances, from } = await engine.matrix([[2.35, 48.85], towns[0]], [towns[1], towns[2]]);
    expect(distances[0]).toEqual([null, null]);
    expect(from[0]).toBeNull();
    expect(distances[1].every((value) => value !== null && value > 1000)).toBe(true);
    expect(await engine.line([[2.35, 48.85], towns[0]])).toBeNull();
  });

  it('refuses a file that is no map', async () => {
    copyFileSync(import.meta.filename, join(folder, 'wrong.osm.pbf'));
    await expect(opened(join(folder, 'wrong.osm.pbf'))).rejects.toMatchObject({ code: 'E_SOLVER_FAILED' });
    await expect(opened(join(folder, 'none.osm.pbf'))).rejects.toMatchObject({ code: 'E_FILE' });
  });
});

const osrmAbsent = absent ?? (python.state === 'absent' ? python.reason : undefined);
describe.skipIf(osrmAbsent)(`osrm-routed${osrmAbsent ? `, absent: ${osrmAbsent}` : ''}`, () => {
  it('answers with matrices that agree with its routes', async () => {
    if (python.state === 'absent') return;
    const [bin, profile] = [join(python.version, 'bin'), join(python.version, 'share', 'profiles', 'car.lua')];
    const map = join(folder, 'map.osrm');
    copyFileSync(osm, join(folder, 'map.osm.pbf'));
    execFileSync(join(bin, 'osrm-extract'), ['-p', profile, join(folder, 'map.osm.pbf')]);
    execFileSync(join(bin, 'osrm-contract'), [map]);
    const port = await freePort();
    const server = spawn(join(bin, 'osrm-routed'), ['--ip', '127.0.0.1', '--port', String(port), map]);
    close.push(() => server.kill() && once(server, 'exit'));
    await new Promise<void>((running) => {
      let said = '';
      server.stdout.on('data', (chunk) => {
        said += chunk;
        if (said.includes('running and waiting for requests')) running();
      });
    });
    const distances = await agrees(await opened(`osrm=http://127.0.0.1:${port}`));
    expect(Math.min(...distances.filter((value) => value > 0))).toBeGreaterThan(2000);
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}
