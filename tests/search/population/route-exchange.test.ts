import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createInstance } from '../../../src/problem/instance.ts';
import { Random } from '../../../src/run/random.ts';
import { searchData } from '../../../src/search/data.ts';
import { Engine } from '../../../src/search/engine.ts';
import { searchParameters } from '../../../src/search/parameters.ts';
import type { Individual } from '../../../src/search/population/individual.ts';
import { RouteExchange } from '../../../src/search/population/route-exchange.ts';
import { listOf, routesOf } from '../../../src/search/routes.ts';
import { scaled } from '../../scaled.ts';
import { randomInstance, randomRoutes, stopsOf } from '../random-instance.ts';

const penalties = { vehicle: 3, depot: 2, rule: 50, distance: 50, time: 1 };

/** Children of 40 draws from parents with customers at −10, 20, 21 and 30 on a line and the depot at 0. */
async function children(vehicleCapacity: number, vehiclePenalty: number): Promise<Individual[]> {
  const data = searchData(
    createInstance({
      name: 'line',
      depots: [{ id: 'D', x: 0, y: 0, openingCost: 0 }],
      customers: [-10, 20, 21, 30].map((x, i) => ({ id: i, x, y: 0, demand: 1 })),
      vehicleCapacity,
    }),
  );
  const engine = await Engine.create(data);
  const plan = (...routes: number[][]): Individual =>
    engine.evaluate(
      listOf(
        data,
        routes.map((stops) => ({ depot: 0, stops })),
      ),
      Uint8Array.of(1),
    );
  const exchange = new RouteExchange(data, engine, searchParameters().evolution);
  return Array.from({ length: 40 }, (_, seed) => {
    const routes = exchange.cross(plan([0], [1, 2, 3]), plan([0, 3], [1, 2]), new Random(seed), { ...penalties, vehicle: vehiclePenalty });
    return engine.evaluate(routes ?? Int32Array.of(0), Uint8Array.of(1));
  });
}

describe('route exchange', () => {
  it('serves everybody once, from depots of the first parent alone', () =>
    fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 1e9 }), fc.boolean(), async (seed, asymmetric) => {
        const random = new Random(seed);
        const data = searchData(randomInstance(random, { customers: 2 + random.int(40), depots: 1 + random.int(5), asymmetric }));
        const closed = new Uint8Array(data.m);
        const engine = await Engine.create(data);
        const parent = () => engine.evaluate(randomRoutes(random, data), closed);
        const [first, second] = [parent(), parent()];
        const child = new RouteExchange(data, engine, searchParameters().evolution).cross(first, second, random, penalties);
        if (child === undefined) return fc.pre(false);
        const stops = stopsOf(data, child).sort((a, b) => a - b);
        expect(stops).toEqual(Array.from({ length: data.n }, (_, i) => i));
        for (const { depot } of routesOf(data, child)) expect(first.open[depot]).toBe(1);
      }),
      { numRuns: scaled(300) },
    ));

  it('has nothing to exchange between parents of the same routes', async () => {
    const random = new Random(1);
    const data = searchData(randomInstance(random, { customers: 20, depots: 3 }));
    const engine = await Engine.create(data);
    const parent = engine.evaluate(randomRoutes(random, data), new Uint8Array(data.m));
    expect(new RouteExchange(data, engine, searchParameters().evolution).cross(parent, parent, random, penalties)).toBeUndefined();
  });

  it('takes the cheaper way where somebody is left over or comes twice', async () => {
    // 1-2 for 1-2-3 leaves 3 over, which belongs with 1 and 2; 0-3 for 0 brings 3 twice, which had better stay there.
    for (const child of await children(3, 3)) expect(child.cost).toBe(60 + 20);
  });

  it('avoids a cheaper route that is full', async () => {
    for (const child of await children(2, 1000)) expect(child).toMatchObject({ cost: 42 + 80, feasible: true });
  });

  it('sends a vehicle more where every route is full', async () => {
    const most = Math.max(...(await children(1, 1000)).map(({ routes }) => routes[0]));
    expect(most).toBe(3);
  });
});
