import { describe, expect, it } from 'vitest';
import { createInstance, type InstanceInput } from '../../src/problem/instance.ts';
import {
  aspectOf,
  globe,
  kilometresPerPixel,
  type Places,
  plane,
  pointsOf,
  screenOf,
  wholeView,
  worldOf,
} from '../../src/report/projection.ts';

const size = { width: 800, height: 600 };

function placesAt(points: readonly (readonly [number, number])[], travel?: InstanceInput['travel']) {
  const [depot, ...customers] = points.map(([x, y], k) => ({ id: k, x, y }));
  return createInstance({ name: 'p', depots: [depot], customers: customers.map((c) => ({ ...c, demand: 1 })), vehicleCapacity: 9, travel });
}

/** Where everything is on a map that shows all of it. */
function onScreen(places: Places) {
  const { toWorld } = worldOf(places);
  const { toScreen } = screenOf(wholeView(places, size), size);
  return pointsOf(places).map((place) => toScreen(toWorld(place)));
}

describe('the projection', () => {
  it('leads from places to the screen and back', () => {
    for (const [world, place] of [
      [plane, { x: 12.5, y: -7 }],
      [globe(), { x: 14.5, y: 46.05 }],
      [globe(), { x: -70, y: -55 }],
      [globe(0), { x: -179, y: 12 }],
    ] as const) {
      const screen = screenOf({ x: 3, y: -4, scale: 37 }, size);
      const back = world.fromWorld(screen.toWorld(screen.toScreen(world.toWorld(place))));
      expect(back.x).toBeCloseTo(place.x, 9);
      expect(back.y).toBeCloseTo(place.y, 9);
    }
    // North is up.
    expect(globe().toWorld({ x: 0, y: 50 }).y).toBeLessThan(globe().toWorld({ x: 0, y: 40 }).y);
  });

  it('shows everything with air around, centred and in proportion', () => {
    const [southWest, northEast] = onScreen(
      placesAt([
        [-10, -10],
        [10, 10],
      ]),
    );
    expect(northEast.x - southWest.x).toBeCloseTo(southWest.y - northEast.y, 9);
    expect((northEast.x + southWest.x) / 2).toBeCloseTo(400, 9);
    expect((northEast.y + southWest.y) / 2).toBeCloseTo(300, 9);
    expect([southWest.y, northEast.y]).toEqual([556, 44]);
  });

  it('puts coinciding places in the middle', () => {
    const places = placesAt([
      [7, 7],
      [7, 7],
    ]);
    expect(aspectOf(places)).toBe(1);
    for (const at of onScreen(places)) expect(at).toEqual({ x: 400, y: 300 });
  });

  it('holds as far apart as places may be', () => {
    const xs = onScreen(
      placesAt([
        [-1e12, 0],
        [1e12, 0],
      ]),
    ).map(({ x }) => Math.round(x));
    expect(xs).toEqual([44, 756]);
  });

  it('is true to scale in the middle of the map', () => {
    const places = placesAt(
      [
        [10, 59],
        [12, 61],
      ],
      { kind: 'great-circle' },
    );
    // At 60 degrees north, a degree of longitude is half as long as one of latitude.
    expect(aspectOf(places)).toBeCloseTo(2, 2);
    const [a, b] = onScreen(places);
    const perPixel = kilometresPerPixel(worldOf(places), wholeView(places, size)) ?? Number.NaN;
    expect((b.x - a.x) * perPixel).toBeCloseTo(111.195, 0);
    expect((a.y - b.y) * perPixel).toBeCloseTo(2 * 111.195, 0);
    expect(kilometresPerPixel(plane, { x: 0, y: 0, scale: 1 })).toBeUndefined();
  });

  it('shows a region across the date line in one piece', () => {
    const [a, b] = onScreen(
      placesAt(
        [
          [179, 0],
          [-179, 0.5],
        ],
        { kind: 'great-circle' },
      ),
    );
    expect(b.x - a.x).toBeCloseTo(712, 6);
  });
});
