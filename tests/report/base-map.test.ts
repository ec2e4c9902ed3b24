import { Resvg } from '@resvg/resvg-js';
import { describe, expect, it } from 'vitest';
import { loadBaseMap } from '../../src/node/base-map.ts';
import { createInstance, type InstanceInput } from '../../src/problem/instance.ts';
import type { BaseDrawing } from '../../src/report/base-map.ts';
import { drawMap } from '../../src/report/map.ts';
import { globe, screenOf } from '../../src/report/projection.ts';

const base = await loadBaseMap();
const size = { width: 900, height: 700 };

/** What a map of so many pixels per degree shows around a place. */
function around(x: number, y: number, scale: number) {
  const view = { ...globe().toWorld({ x, y }), scale };
  const drawing = base.compose(view, size);
  const { toScreen } = screenOf(view, size);
  return { drawing, at: (u: number, v: number) => toScreen(globe().toWorld({ x: u, y: v })) };
}

const numbersIn = (d: string) => d.match(/-?[\d.]+/g)?.map(Number) ?? [];

/** Whether a point lies within the areas of a path: a ray from it crosses their sides an odd number of times. */
function isWithin(d: string, { x, y }: { readonly x: number; readonly y: number }): boolean {
  const crossings = d.split('Z').flatMap((ring) => {
    const numbers = numbersIn(ring);
    const points = Array.from({ length: numbers.length / 2 }, (_, k) => [numbers[2 * k], numbers[2 * k + 1]]);
    return points.filter(([u, v], k) => {
      const [s, t] = points[(k || points.length) - 1];
      return v > y !== t > y && x < ((s - u) * (y - v)) / (t - v) + u;
    });
  });
  return crossings.length % 2 === 1;
}

const pathOf = (drawing: BaseDrawing | undefined, layer: string) =>
  drawing?.paths
    .filter((path) => path.layer === layer)
    .map(({ d }) => d)
    .join('') ?? '';

function abroad(places: readonly (readonly [number, number])[], travel: InstanceInput['travel'] = { kind: 'great-circle', unit: 'km' }) {
  const [depot, ...customers] = places.map(([x, y], id) => ({ id, x, y }));
  return createInstance({
    name: 'abroad',
    depots: [depot],
    customers: customers.map((one) => ({ ...one, demand: 1 })),
    vehicleCapacity: 9,
    travel,
  });
}

describe('the base map', () => {
  it.each([3, 18, 80, 300])('knows land from sea at %d pixels a degree', (scale) => {
    const places = [
      [2.35, 48.86, true],
      [-4.5, 47, false],
      [11.5, 43.5, true],
      [8.5, 43, false],
      [139.2, 36.2, true],
      [179, -18, false],
      [178, -17.8, true],
      [-160, 30, false],
      [51, 42, false],
    ] as const;
    for (const [x, y, isLand] of places) {
      const { drawing, at } = around(x, y, scale);
      expect(isWithin(pathOf(drawing, 'land'), at(x, y)), `${x}, ${y}`).toBe(isLand);
    }
  });

  it('keeps to the sheet, however large the country', () => {
    const { drawing } = around(60, 60, 40);
    for (const layer of ['land', 'lakes']) {
      const numbers = numbersIn(pathOf(drawing, layer));
      expect(Math.min(...numbers)).toBeGreaterThanOrEqual(-7);
      expect(Math.max(...numbers)).toBeLessThanOrEqual(size.width + 7);
    }
  });

  it('has as few points as the scale needs', () => {
    expect(pathOf(around(10, 50, 4).drawing, 'land').length).toBeLessThan(300_000);
    expect(pathOf(around(10, 54, 80).drawing, 'land').length).toBeGreaterThan(2000);
  });

  it('names the largest towns, each on its own', () => {
    const { drawing, at } = around(10.5, 51, 60);
    const berlin = drawing?.towns.find(({ name }) => name === 'Berlin');
    const expected = at(13.405, 52.52);
    expect(Math.hypot((berlin?.dot.x ?? 0) - expected.x, (berlin?.dot.y ?? 0) - expected.y)).toBeLessThan(4);
    expect(drawing?.towns.length).toBeLessThan(80);
    expect(new Set(drawing?.towns.map(({ at: { x, y } }) => `${x} ${y}`)).size).toBe(drawing?.towns.length);
  });

  it('shows the lines at any distance that they are true at, and none closer', () => {
    const layersAt = (scale: number) => around(9.53, 47.14, scale).drawing?.paths.map(({ layer }) => layer);
    expect(layersAt(80)).toEqual(['land', 'lakes', 'rivers', 'borders']);
    expect(layersAt(2800)).toEqual(['land', 'borders']);
    expect(layersAt(20_000)).toBeUndefined();
  });

  it('lies under a map in degrees, across the date line too, and under no other', () => {
    for (const places of [
      [
        [9.99, 53.55],
        [11.58, 48.14],
      ],
      [
        [178.4, -18.1],
        [-171.8, -13.8],
      ],
    ] as const) {
      const svg = drawMap(abroad(places), undefined, { base });
      expect(new Resvg(svg, { font: { loadSystemFonts: false } }).width).toBe(1200);
      expect(svg).toContain('class="base"');
      expect(svg).toContain('GeoNames');
    }
    const plane = abroad(
      [
        [9.99, 53.55],
        [11.58, 48.14],
      ],
      { kind: 'euclidean' },
    );
    expect(drawMap(plane, undefined, { base })).toBe(drawMap(plane));
    expect(() => drawMap(plane, undefined, { base: 'world' as never })).toThrow('base');
  });
});
