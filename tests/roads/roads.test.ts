/** An instance measured on roads: the cache, blocks, doubts, and the matrices that come of it. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createInstance } from '../../src/problem/instance.ts';
import { travelCosts } from '../../src/problem/model.ts';
import { fileCache } from '../../src/roads/cache.ts';
import type { LonLat, RoadEngine, RoadMatrix } from '../../src/roads/engine.ts';
import { measureRoads, readRoads, roadProfile } from '../../src/roads/roads.ts';
import { roadTable } from '../../src/roads/table.ts';
import { gridMetres } from './stubs.ts';

const folder = mkdtempSync(join(tmpdir(), 'neo-lrp-roads-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Counts what it is asked for. */
function gridEngine(key: string, own: Partial<RoadEngine> = {}) {
  const requests: [number, number][] = [];
  const engine: RoadEngine = {
    ...{ name: 'grid', profile: 'truck', data: 'v1', attribution: 'none', key, block: { from: 4, to: 5 }, parallel: 3 },
    async matrix(from, to): Promise<RoadMatrix> {
      requests.push([from.length, to.length]);
      const distances = from.map((a) => to.map((b) => gridMetres(a, b)));
      return { distances, durations: distances.map((row) => row.map((metres) => metres && metres / 10)), from, to };
    },
    line: async (stops) => ({ points: stops, distance: gridMetres(stops[0], stops[1]) ?? Number.POSITIVE_INFINITY, duration: 0 }),
    ...own,
  };
  return { engine, requests };
}

const places = Array.from({ length: 11 }, (_, k): LonLat => [9 + ((k * 7) % 11) / 50, 47 + ((k * 3) % 11) / 50]);

describe('roadTable', () => {
  it('asks in blocks and knows every pair', async () => {
    const { engine, requests } = gridEngine('blocks');
    const { distances, asked } = await roadTable(engine, places);
    places.forEach((a, k) => {
      places.forEach((b, l) => {
        expect(distances[k * 11 + l]).toBeCloseTo(gridMetres(a, b) ?? -1, 6);
      });
    });
    expect(requests.length).toBe(9);
    expect(requests.every(([from, to]) => from <= 4 && to <= 5)).toBe(true);
    expect(asked.length).toBe(110);
  });

  it('asks for one row and one column when a customer has moved', async () => {
    const { engine, requests } = gridEngine('moved', { block: { from: 100, to: 100 } });
    const cache = fileCache(folder, engine.key);
    await roadTable(engine, places, { cache });
    const moved = places.with(4, [9.333, 47.111]);
    requests.length = 0;
    const { distances, asked } = await roadTable(engine, moved, { cache });
    expect(requests.toSorted()).toEqual([
      [1, 11],
      [10, 1],
    ]);
    expect(asked.length).toBe(20);
    expect(distances).toEqual((await roadTable(gridEngine('other').engine, moved)).distances);
    requests.length = 0;
    await roadTable(engine, moved.toReversed(), { cache });
    expect(requests).toEqual([]);
  });

  it('goes on after an engine that failed, and after a line that was cut', async () => {
    const { engine, requests } = gridEngine('killed', { parallel: 1 });
    const cache = fileCache(folder, engine.key);
    const failing = {
      ...engine,
      matrix: async (from: readonly LonLat[], to: readonly LonLat[]) => {
        if (requests.length === 4) throw new Error('killed');
        return engine.matrix(from, to);
      },
    };
    await expect(roadTable(failing, places, { cache })).rejects.toThrow('killed');
    const [file] = readdirSync(folder).filter((name) => readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean).length === 4);
    truncateSync(join(folder, file), readFileSync(join(folder, file)).length - 20);
    requests.length = 0;
    const { distances } = await roadTable(engine, places, { cache });
    expect(requests.length).toBeLessThanOrEqual(6);
    expect(distances.every(Number.isFinite)).toBe(true);
    requests.length = 0;
    await roadTable(engine, places, { cache });
    expect(requests).toEqual([]);
  });

  it('stops when it is told to, and keeps what had come', async () => {
    const { engine, requests } = gridEngine('stopped', { parallel: 1 });
    const cache = fileCache(folder, engine.key);
    const controller = new AbortController();
    const onProgress = ({ done }: { done: number }) => done === 3 && controller.abort();
    await expect(roadTable(engine, places, { cache, signal: controller.signal, onProgress })).rejects.toMatchObject({ code: 'E_BUDGET' });
    expect(requests.length).toBe(3);
    requests.length = 0;
    await roadTable(engine, places, { cache });
    expect(requests.length).toBe(6);
  });
});

const named = (list: readonly LonLat[]) => list.map(([x, y], k) => ({ id: `p${k}`, x, y }));
const instanceAt = (list: readonly LonLat[], travel: object = { kind: 'roads' }) => {
  const [depot, ...customers] = named(list);
  return createInstance({
    name: 'x',
    depots: [depot],
    customers: customers.map((c) => ({ ...c, demand: 1 })),
    vehicleCapacity: 5,
    travel: travel as never,
  });
};

describe('measureRoads', () => {
  it('gives matrices in the unit of the instance, with where they come from', async () => {
    const { engine } = gridEngine('units');
    const { instance, notes } = await measureRoads(instanceAt(places, { kind: 'roads', unit: 'mi', rush: 1.5 }), engine, { rush: 1.5 });
    const travel = travelCosts(instance);
    expect(travel.distance(0, 1)).toBeCloseTo(Number(gridMetres(places[0], places[1])) / 1609.344, 3);
    expect(travel.time(0, 1)).toBeCloseTo((1.5 * Number(gridMetres(places[0], places[1]))) / 600, 3);
    expect(instance.units.distance).toBe('mi');
    expect(instance.travel).toMatchObject({ roads: { engine: 'grid', profile: 'truck', data: 'v1' } });
    expect(notes).toEqual([]);
    expect(createInstance(JSON.parse(JSON.stringify(instance)))).toEqual(instance);
  });

  it('names pairs without a way, places far from a road, and pairs in which the engine contradicts itself', async () => {
    const { engine } = gridEngine('doubts');
    const at = {
      ...engine,
      matrix: async (from: readonly LonLat[], to: readonly LonLat[]) => {
        const answer = await engine.matrix(from, to);
        const snap = (list: readonly LonLat[]) => list.map(([x, y], k): LonLat => (x === places[2][0] ? [x + 0.02, y] : list[k]));
        return { ...answer, from: snap(from), to: snap(to) };
      },
      line: async (stops: readonly LonLat[]) => ({ points: stops, distance: 999_000, duration: 0 }),
    };
    const { notes } = await measureRoads(instanceAt([...places.slice(0, 4), [21, 47], [21.1, 47]]), at);
    expect(notes[0]).toMatch(/^no way by road for 16 pairs: 'p0' to 'p4'/);
    expect(notes[1]).toMatch(/^far from the nearest road.*'p2' 1\.5\d? km/);
    expect(notes.at(-1)).toMatch(/^grid contradicts itself in \d+ of \d+ pairs.*in the matrix, 999\.0 km as a route/);
    expect(notes.at(-1)).toMatch(/no way in the matrix/);
  });

  it('names a place that no road reaches once, not with all its pairs', async () => {
    const { engine } = gridEngine('island');
    const { notes } = await measureRoads(instanceAt([...places, [21, 47]]), { ...engine, line: async () => null, name: 'quiet' });
    expect(notes[0]).toBe("no road reaches 'p11': outside the map, on an island, or closed to this vehicle");
    expect(notes.some((note) => note.startsWith('no way'))).toBe(false);
  });

  it('needs longitudes and latitudes', async () => {
    const { engine } = gridEngine('plane');
    await expect(measureRoads(instanceAt(places, { kind: 'euclidean' }), engine)).rejects.toMatchObject({ code: 'E_VALUE' });
  });
});

describe('large instances', () => {
  const many = Array.from({ length: 80 }, (_, k): LonLat => [9 + ((k * 37) % 80) / 100, 47 + ((k * 53) % 79) / 100]);
  const [apart, far] = [7, 40];
  const list = many.with(apart, [21, 47]).with(far, many[far - 1]);
  const size = list.length;

  it('measures depots and near customers, and estimates the others', async () => {
    const { engine } = gridEngine('large', { block: { from: 30, to: 1000 } });
    const { instance, notes, asked } = await measureRoads(instanceAt(list), engine, { large: { from: size, nearest: 8 } });
    const travel = travelCosts(instance);
    const exact = (k: number, l: number) => (gridMetres(list[k], list[l]) ?? Number.POSITIVE_INFINITY) / 1000;
    const away = (k: number, l: number) =>
      Math.hypot((list[k][0] - list[l][0]) * Math.cos((47.4 * Math.PI) / 180), list[k][1] - list[l][1]);
    const ratios: number[] = [];
    for (let k = 0; k < size; k++) {
      expect(travel.distance(0, k)).toBeCloseTo(exact(0, k), 2);
      expect(travel.distance(k, 0)).toBeCloseTo(exact(k, 0), 2);
      const others = [...list.keys()].filter((l) => l > 0 && l !== k && l !== far).sort((a, b) => away(k, a) - away(k, b));
      if (k > 0) for (const l of others.slice(0, 4)) expect(travel.distance(k, l)).toBeCloseTo(exact(k, l), 2);
      for (const l of others) if (k !== apart && l !== apart && away(k, l) > 0) ratios.push(travel.distance(k, l) / exact(k, l));
    }
    expect(travel.distance(apart, 5)).toBe(Number.POSITIVE_INFINITY);
    expect(travel.distance(far, far - 1)).toBe(0);
    expect(Math.min(...ratios)).toBeGreaterThan(0.5);
    expect(Math.max(...ratios)).toBeLessThan(2);
    expect(ratios.reduce((a, b) => a + b) / ratios.length).toBeCloseTo(1, 0);
    const { estimated } = (instance.travel.kind === 'matrix' && instance.travel.roads) || {};
    expect(estimated).toBeGreaterThan(0);
    expect(estimated).toBeLessThanOrEqual(size * (size - 1) - asked);
    expect(notes.at(-1)).toMatch(new RegExp(`^${estimated} of 6320 pairs are estimated from straight lines; .* 8 customers nearest`));
  });

  it('measures all pairs of one place fewer', async () => {
    const { engine } = gridEngine('not large');
    const { instance } = await measureRoads(instanceAt(list), engine, { large: { from: size + 1, nearest: 8 } });
    expect(instance.travel).not.toHaveProperty('roads.estimated');
  });

  it('refuses what no file can hold before anything is asked', async () => {
    const { engine, requests } = gridEngine('huge');
    const huge = instanceAt(Array.from({ length: 5101 }, (_, k): LonLat => [9 + k / 1e4, 47]));
    await expect(measureRoads(huge, engine)).rejects.toMatchObject({ code: 'E_TOO_LARGE' });
    expect(requests).toEqual([]);
  });
});

describe('readRoads', () => {
  const distances = [
    [0, 1500, 2000],
    [1400, 0, null],
    [2100, 900, 0],
  ];
  const durations = distances.map((row) => row.map((metres) => metres && metres / 10));
  const three = instanceAt(places.slice(0, 3));
  const kilometres = distances.map((row) => row.map((metres) => metres && metres / 1000));
  it.each([
    ['osrm', { code: 'Ok', distances, durations }],
    ['openrouteservice', { distances, durations, metadata: { engine: { graph_date: 'x' } } }],
    ['valhalla', { units: 'kilometers', sources_to_targets: { distances: kilometres, durations } }],
  ])('takes an answer of %s that was saved', (name, answer) => {
    const { instance, notes } = readRoads(three, JSON.stringify(answer), { profile: 'car' });
    expect(instance.travel).toMatchObject({ values: kilometres, roads: { engine: name } });
    expect(travelCosts(instance).time(2, 1)).toBeCloseTo(1.5, 9);
    expect(notes[0]).toBe("no way by road for 1 pair: 'p1' to 'p2'");
  });

  it('refuses an answer without durations, or for other places', () => {
    expect(() => readRoads(three, JSON.stringify({ code: 'Ok', distances }), { profile: 'car' })).toThrow('ask the engine for both');
    const four = instanceAt(places.slice(0, 4));
    expect(() => readRoads(four, JSON.stringify({ code: 'Ok', distances, durations }), { profile: 'car' })).toThrow('must be 4 × 4');
  });
});

describe('an instance that asks for roads', () => {
  it('says what vehicle it means, and cannot be measured as the crow flies', () => {
    const instance = instanceAt(places, { kind: 'roads', profile: 'truck', weight: 12 });
    expect(roadProfile(instance, { height: 3.8 })).toEqual({ profile: 'truck', weight: 12, height: 3.8, rush: 1 });
    expect(() => travelCosts(instance)).toThrow(expect.objectContaining({ code: 'E_SOLVER_MISSING' }));
    expect(createInstance(JSON.parse(JSON.stringify(instance)))).toEqual(instance);
  });
});
