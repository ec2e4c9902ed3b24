import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createInstance } from '../../../src/problem/instance.ts';
import { Random } from '../../../src/run/random.ts';
import { searchData } from '../../../src/search/data.ts';
import { createIndividual, type Individual } from '../../../src/search/population/individual.ts';
import { RouteExchange } from '../../../src/search/population/route-exchange.ts';
import { scaled } from '../../scaled.ts';
import { randomInstance, randomRoutes } from '../random-instance.ts';

const penalties = { vehicle: 3, depot: 2, rule: 50, length: 50, time: 1 };

/** Children of 40 draws from parents with customers at −10, 20, 21 and 30 on a line and the depot at 0. */
function children(vehicleCapacity: number, vehiclePenalty: number): Individual[] {
  const data = searchData(
    createInstance({
      name: 'line',
      depots: [{ id: 'D', x: 0, y: 0, openingCost: 0 }],
      customers: [-10, 20, 21, 30].map((x, i) => ({ id: i, x, y: 0, demand: 1 })),
      vehicleCapacity,
    }),
  );
  const plan = (...routes: number[][]): Individual =>
    createIndividual(
      data,
      routes.map((stops) => ({ depot: 0, stops: Int32Array.from(stops) })),
      Uint8Array.of(1),
    );
  const exchange = new RouteExchange(data);
  return Array.from({ length: 40 }, (_, seed) => {
    const routes = exchange.cross(plan([0], [1, 2, 3]), plan([0, 3], [1, 2]), new Random(seed), { ...penalties, vehicle: vehiclePenalty });
    return createIndividual(data, routes ?? [], Uint8Array.of(1));
  });
}

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
        if (child === undefined) return fc.pre(false);
        const stops = child.flatMap((route) => Array.from(route.stops)).sort((a, b) => a - b);
        expect(stops).toEqual(Array.from({ length: data.n }, (_, i) => i));
        for (const { depot } of child) expect(first.open[depot]).toBe(1);
      }),
      { numRuns: scaled(300) },
    );
  });

  it('has nothing to exchange between parents of the same routes', () => {
    const random = new Random(1);
    const data = searchData(randomInstance(random, { customers: 20, depots: 3 }));
    const parent = createIndividual(data, randomRoutes(random, data), new Uint8Array(data.m));
    expect(new RouteExchange(data).cross(parent, parent, random, penalties)).toBeUndefined();
  });

  it('takes the cheaper way where somebody is left over or comes twice', () => {
    // 1-2 for 1-2-3 leaves 3 over, which belongs with 1 and 2; 0-3 for 0 brings 3 twice, which had better stay there.
    for (const child of children(3, 3)) expect(child.cost).toBe(60 + 20);
  });

  it('avoids a cheaper route that is full', () => {
    for (const child of children(2, 1000)) expect(child).toMatchObject({ cost: 42 + 80, feasible: true });
  });

  it('sends a vehicle more where every route is full', () => {
    const most = Math.max(...children(1, 1000).map(({ depot }) => depot.length));
    expect(most).toBe(3);
  });
});
