/** Road lines of a plan: fetched in parts, drawn with few points, and found again in files and on maps. */
import { expect, it } from 'vitest';
import { writeSolution } from '../../src/formats/write.ts';
import { createInstance } from '../../src/problem/instance.ts';
import type { Solution } from '../../src/problem/solution.ts';
import { drawMap } from '../../src/report/map.ts';
import type { LonLat, RoadEngine } from '../../src/roads/engine.ts';
import { simplified, withRoadLines } from '../../src/roads/lines.ts';

const count = 25;
const instance = createInstance({
  name: 'row',
  depots: [{ id: 'D', x: 9, y: 47 }],
  customers: Array.from({ length: count }, (_, k) => ({ id: k + 1, x: 9 + 0.01 * (k + 1), y: 47, demand: 1 })),
  vehicleCapacity: count,
  travel: { kind: 'great-circle' },
});
const plan = { routes: [{ depot: 'D', stops: instance.customers.map(({ id }) => id) }] } as unknown as Solution;

/** Drives each leg by way of a bend to the north; knows no way to the last stop. */
function engine(asked: number[]): RoadEngine {
  return {
    ...{ name: 'bends', profile: 'car', data: '1', attribution: 'me', key: 'bends', block: { from: 1, to: 1 }, parallel: 1 },
    matrix: () => Promise.reject(new Error('not asked')),
    async line(stops) {
      asked.push(stops.length);
      if (asked.length === 2) return null;
      const bend = ([x, y]: LonLat, k: number): LonLat[] =>
        k === 0
          ? [[x, y]]
          : [
              [x - 0.005, y + 0.002],
              [x, y],
            ];
      return { points: stops.flatMap(bend), distance: 1, duration: 1 };
    },
  };
}

it('asks for 20 stops at a time and joins the parts; where there is no way, the line is straight', async () => {
  const asked: number[] = [];
  const [{ line = [] }] = (await withRoadLines(instance, plan, engine(asked))).routes;
  expect(asked).toEqual([20, 8]);
  expect([line[0], line.at(-1)]).toEqual([
    [9, 47],
    [9, 47],
  ]);
  expect(line.filter(([, y]) => y > 47).length).toBe(19);
});

it('is the geometry in GeoJSON, and one path on the map', async () => {
  const drawn = await withRoadLines(instance, plan, engine([]));
  const [{ text }] = [writeSolution(instance, drawn, 'geojson')];
  expect(JSON.parse(text).features[0].geometry.coordinates).toEqual(drawn.routes[0].line);
  const routes = (svg: string) => svg.slice(svg.indexOf('class="routes"'), svg.indexOf('class="customers"')).match(/<path/g)?.length;
  expect(routes(drawMap(instance, drawn))).toBe(1);
  expect(routes(drawMap(instance, plan))).toBe(2);
});

it('keeps corners and leaves out what lies on the way', () => {
  const corner: LonLat[] = [
    [9, 47],
    [9.001, 47.00001],
    [9.002, 47],
    [9.002, 47.001],
    [9.002, 47.002],
  ];
  expect(simplified(corner)).toEqual([
    [9, 47],
    [9.002, 47],
    [9.002, 47.002],
  ]);
  expect(
    simplified([
      [9, 47],
      [9.01, 47],
      [9, 47],
    ]),
  ).toEqual([
    [9, 47],
    [9.01, 47],
    [9, 47],
  ]);
});
