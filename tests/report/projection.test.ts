import { describe, expect, it } from 'vitest';
import { createInstance, type InstanceInput } from '../../src/problem/instance.ts';
import { projectionOf } from '../../src/report/projection.ts';

const box = { left: 100, top: 50, width: 400, height: 200 };

function placesAt(points: readonly (readonly [number, number])[], travel?: InstanceInput['travel']) {
  const [depot, ...customers] = points.map(([x, y], k) => ({ id: k, x, y }));
  return createInstance({ name: 'p', depots: [depot], customers: customers.map((c) => ({ ...c, demand: 1 })), vehicleCapacity: 9, travel });
}

describe('projectionOf', () => {
  it('keeps the aspect, points north up and centres', () => {
    const { points, kilometresPerPixel } = projectionOf(
      placesAt([
        [-10, -10],
        [10, 10],
        [-10, 10],
      ]),
    ).fit(box);
    expect(points).toEqual([
      [200, 250],
      [400, 50],
      [200, 50],
    ]);
    expect(kilometresPerPixel).toBeUndefined();
  });

  it('puts coinciding places in the middle', () => {
    const projection = projectionOf(
      placesAt([
        [7, 7],
        [7, 7],
      ]),
    );
    expect(projection.aspect).toBe(1);
    expect(projection.fit(box).points).toEqual([
      [300, 150],
      [300, 150],
    ]);
  });

  it('holds as far apart as places may be', () => {
    const { points } = projectionOf(
      placesAt([
        [-1e12, 0],
        [1e12, 0],
      ]),
    ).fit(box);
    expect(points.map(([x]) => Math.round(x))).toEqual([100, 500]);
  });

  it('squeezes longitudes by the cosine of the middle latitude', () => {
    const projection = projectionOf(
      placesAt(
        [
          [10, 59],
          [12, 61],
        ],
        { kind: 'great-circle' },
      ),
    );
    expect(projection.aspect).toBeCloseTo(2, 10);
    const { points, kilometresPerPixel } = projection.fit(box);
    expect(points[1][0] - points[0][0]).toBeCloseTo(100, 6);
    expect(kilometresPerPixel).toBeCloseTo((2 * 111.195) / 200, 6);
  });

  it('draws a region across the date line in one piece', () => {
    const { points } = projectionOf(
      placesAt(
        [
          [179, 0],
          [-179, 0.5],
        ],
        { kind: 'great-circle' },
      ),
    ).fit(box);
    expect(points[1][0] - points[0][0]).toBeCloseTo(400, 6);
  });
});
