import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createInstance } from '../../src/problem/instance.ts';
import { Random } from '../../src/run/random.ts';
import { searchData } from '../../src/search/data.ts';
import { createIndividual } from '../../src/search/individual.ts';
import { RouteExchange } from '../../src/search/route-exchange.ts';
import { randomInstance, randomRoutes } from './random-instance.ts';

const penalties = { vehicle: 3, depot: 2, rule: 50 };

describe('route exchange', () => {
  it('serves everybody once, from depots of the first parent alone', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e9 }), fc.boolean(), (seed, asymmetric) => {
        const random = new Random(seed);
        const data = searchData(randomInstance(random, { customers: 2 + random.int(40), depots: 1 + random.int(5), asymmetric }));
        const closed = new Uint8Array(data.m);
        const parent = () => createIndividual(data, randomRoutes(random, data), closed);
        const [first, second] = [parent(), parent()];
        const child = new RouteExchange(data).cross(first, second, random, penalties);
        fc.pre(child !== undefined);
        const stops = (child ?? []).flatMap((route) => Array.from(route.stops)).sort((a, b) => a - b);
        expect(stops).toEqual(Array.from({ length: data.n }, (_, i) => i));
        for (const { depot } of child ?? []) expect(first.open[depot]).toBe(1);
      }),
      { numRuns: 300 },
    );
  });

  it('has nothing to exchange between parents of the same routes', () => {
    const random = new Random(1);
    const data = searchData(randomInstance(random, { customers: 20, depots: 3 }));
    const parent = createIndividual(data, randomRoutes(random, data), new Uint8Array(data.m));
    expect(new RouteExchange(data).cross(parent, parent, random, penalties)).toBeUndefined();
  });

  it('takes over the better half of the other parent', () => {
    // Two pairs of neighbours, east and west: the first parent drives back and forth, the second does not.
    const places = [
      [-11, 0],
      [-10, 0],
      [10, 0],
      [11, 0],
    ];
    const data = searchData(
      createInstance({
        name: 'east and west',
        depots: [{ id: 'D', x: 0, y: 0, openingCost: 0 }],
        customers: places.map(([x, y], i) => ({ id: i, x, y, demand: 1 })),
        vehicleCapacity: 2,
      }),
    );
    const plan = (...routes: number[][]) =>
      createIndividual(
        data,
        routes.map((stops) => ({ depot: 0, stops: Int32Array.from(stops) })),
        Uint8Array.of(1),
      );
    const child = new RouteExchange(data).cross(plan([0, 2], [1, 3]), plan([0, 1], [2, 3]), new Random(3), penalties) ?? [];
    expect(createIndividual(data, child, Uint8Array.of(1)).cost).toBe(44);
  });
});
