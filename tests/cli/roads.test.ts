/** Roads from a server on this machine. Every connection of the program is written down: it goes to the named host alone. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { osrmStub, serveRoads, serveTiles, spyOn } from '../roads/stubs.ts';
import { workplace } from './neo-lrp.ts';

const main = fileURLToPath(new URL('../../dist/lib/main.js', import.meta.url));
const [depots, customers] = [
  [{ id: 'A', x: 9.1, y: 47.1 }],
  [
    { id: 1, x: 9.2, y: 47.1, demand: 1 },
    { id: 2, x: 9.2, y: 47.2, demand: 1 },
    { id: 3, x: 9.1, y: 47.2, demand: 1 },
  ],
];
const asks = { name: 'grid', depots, customers, vehicleCapacity: 3, travel: { kind: 'roads' } };

describe('roads', () => {
  const { path, folder } = workplace();
  let stub: Awaited<ReturnType<typeof serveRoads>>;
  beforeAll(async () => {
    stub = await serveRoads(osrmStub);
    writeFileSync(path('asks.json'), JSON.stringify(asks));
    writeFileSync(path('spy.mjs'), spyOn(path('hosts.txt')));
  });
  afterAll(() => stub.close());

  const run = (args: readonly string[], env: object = {}) =>
    new Promise<{ status: number; stdout: string; stderr: string }>((resolve) => {
      const options = { cwd: folder(), env: { ...process.env, XDG_CACHE_HOME: folder(), ...env } };
      const child = execFile(process.execPath, ['--import', path('spy.mjs'), main, ...args], options, (_, stdout, stderr) =>
        resolve({ status: child.exitCode ?? -1, stdout, stderr }),
      );
    });
  const hosts = () => (existsSync(path('hosts.txt')) ? readFileSync(path('hosts.txt'), 'utf8').trim().split('\n') : []);

  it('solves nothing before the roads are known, and asks no one for them', async () => {
    const { status, stderr } = await run(['solve', 'asks.json', '--iterations', '1']);
    expect(status).toBe(4);
    expect(stderr).toContain('E_SOLVER_MISSING');
    expect(hosts()).toEqual([]);
  });

  it('draws maps with land and water from the package, and asks no one for them', async () => {
    const city = fileURLToPath(new URL('../../examples/city', import.meta.url));
    expect((await run(['plot', city, 'city.svg'])).status).toBe(0);
    expect(readFileSync(path('city.svg'), 'utf8')).toContain('class="base"');
    expect((await run(['solve', city, '--iterations', '1', '--map', 'plan.png', '--sheets', 'sheets.html', '--quiet'])).status).toBe(0);
    expect(hosts()).toEqual([]);
  });

  it('takes map tiles from the address that is named, into the map', async () => {
    const tiles = await serveTiles();
    const address = `${tiles.url}/{z}/{x}/{y}.png`;
    const city = fileURLToPath(new URL('../../examples/city', import.meta.url));
    const { status } = await run(['plot', city, 'tiles.svg', '--tiles', address, '--attribution', '© the mappers']);
    await tiles.close();
    const svg = readFileSync(path('tiles.svg'), 'utf8');
    expect([status, svg.includes('© the mappers'), svg.includes('GeoNames')]).toEqual([0, true, false]);
    expect(tiles.paths.every((tile) => /^\/\d+\/\d+\/\d+\.png$/.test(tile))).toBe(true);
    expect(svg.match(/<image href="data:image\/png;base64,/g)?.length).toBe(tiles.paths.length);
    expect(new Set(hosts())).toEqual(new Set([new URL(tiles.url).host]));
    rmSync(path('hosts.txt'));
    const gone = await run(['plot', city, 'gone.svg', '--tiles', address]);
    expect([gone.status, existsSync(path('gone.svg'))]).toEqual([4, false]);
    expect(gone.stderr).toContain(tiles.url);
    const wrong = await run(['plot', city, 'wrong.svg', '--tiles', 'https://tiles.example']);
    expect([wrong.status, wrong.stderr]).toEqual([2, expect.stringContaining('{z}/{x}/{y}')]);
    rmSync(path('hosts.txt'));
  });

  it('describes what is still to be measured', async () => {
    const { status, stdout } = await run(['inspect', 'asks.json']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/travel +on roads in km \(car\), still to be measured/);
    expect(stdout).toMatch(/feasible +looks feasible in straight lines/);
    expect(JSON.parse((await run(['inspect', 'asks.json', '--json'])).stdout)).toMatchObject({
      travel: { kind: 'great-circle', roads: { profile: 'car', measured: false } },
    });
    expect(hosts()).toEqual([]);
  });

  it('measures, keeps the answers, and asks for what is new', async () => {
    const args = ['roads', 'asks.json', '--roads', `osrm=${stub.url}`, '--out', 'roads.json', '--json'];
    const first = await run(args);
    expect(JSON.parse(first.stdout)).toMatchObject({
      places: 4,
      pairs: 12,
      asked: 12,
      engine: 'osrm',
      profile: 'car',
      data: '2026-01-01',
      notes: [],
    });
    expect(JSON.parse((await run(args)).stdout)).toMatchObject({ asked: 0 });
    writeFileSync(path('asks.json'), JSON.stringify({ ...asks, customers: customers.with(1, { id: 2, x: 9.25, y: 47.2, demand: 1 }) }));
    expect(JSON.parse((await run(args)).stdout)).toMatchObject({ asked: 6 });
    expect(new Set(hosts())).toEqual(new Set([stub.url.replace('http://', '')]));
  });

  it('solves on the way, as the environment says, and draws the routes on roads', async () => {
    const out = ['--iterations', '20', '--threads', '1', '--out', 'plan.json', '--map', 'map.svg', '--json'];
    const { stdout } = await run(['solve', 'asks.json', ...out], { NEO_LRP_ROADS: `osrm=${stub.url}` });
    const { routes } = JSON.parse(stdout);
    // Around the square against the way back that is longer: 15 + 10 + 1.4 · 25 km.
    expect(routes[0].distance).toBeCloseTo(60, 6);
    expect(routes[0].line[0]).toEqual([9.1, 47.1]);
    expect(JSON.parse(readFileSync(path('plan.json'), 'utf8')).routes[0].line).toEqual(routes[0].line);
    expect(readFileSync(path('map.svg'), 'utf8')).toContain('© OpenStreetMap contributors');
    const solved = await run(['solve', 'roads.json', '--iterations', '20', '--threads', '1', '--json']);
    expect(JSON.parse(solved.stdout).cost.total).toBe(JSON.parse(stdout).cost.total);
    expect(new Set(hosts())).toEqual(new Set([stub.url.replace('http://', '')]));
  });

  it('solves every instance of a folder on the way', async () => {
    mkdirSync(path('many'));
    for (const count of [2, 3])
      writeFileSync(path(`many/${count}.json`), JSON.stringify({ ...asks, name: `${count}`, customers: customers.slice(0, count) }));
    const search = ['--iterations', '20', '--threads', '1', '--json'];
    const { stdout } = await run(['solve', 'many', '--each', 'plans', '--roads', `osrm=${stub.url}`, ...search]);
    expect(JSON.parse(stdout)).toMatchObject({ solved: 2, failed: 0 });
    const [route] = JSON.parse(readFileSync(path('plans/3.solution.json'), 'utf8')).routes;
    // Around the square: 10 + 10 + 1.4 · 20 km.
    expect(route.distance).toBeCloseTo(48, 6);
    expect(route.line[0]).toEqual([9.1, 47.1]);
  });

  it('keeps the plan when the engine fails before the lines are drawn', async () => {
    const failing = await serveRoads((path, body) =>
      path.startsWith('/route/') ? { code: 'Broken', message: 'worn out' } : osrmStub(path, body),
    );
    writeFileSync(path('known.json'), JSON.stringify({ ...asks, customers: customers.slice(0, 1) }));
    const measured = ['known.json', '--roads', `osrm=${failing.url}`];
    expect((await run(['roads', ...measured, '--out', 'no.json'])).stderr).toContain('worn out');
    const { status, stderr, stdout } = await run(['solve', ...measured, '--iterations', '5', '--threads', '1', '--json']);
    await failing.close();
    expect({ status, warned: stderr.includes('routes are drawn straight') }).toEqual({ status: 0, warned: true });
    expect(JSON.parse(stdout).routes[0].line).toBeUndefined();
  });

  it.each([
    [['--osm', 'map.txt'], 'E_USAGE'],
    [['--roads', 'http://localhost:1'], 'E_USAGE'],
    [['--roads', 'osrm=http://localhost:1', '--height', '4'], 'E_UNSUPPORTED'],
  ])('refuses %s', async (args, code) => {
    const { status, stderr } = await run(['roads', 'asks.json', '--out', join(folder(), 'x.json'), ...args]);
    expect({ status, coded: stderr.includes(code) }).toEqual({ status: 2, coded: true });
  });
});
