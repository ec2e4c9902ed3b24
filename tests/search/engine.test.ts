import { expect, it } from 'vitest';
import { createInstance } from '../../src/problem/instance.ts';
import { Random } from '../../src/run/random.ts';
import { searchData } from '../../src/search/data.ts';
import { Engine } from '../../src/search/engine.ts';
import { routesOf } from '../../src/search/routes.ts';
import { randomInstance, randomRoutes, stopsOf } from './random-instance.ts';

const penalties = { vehicle: 10, depot: 10, rule: 100, distance: 100, time: 1 };

it('leaves whole routes when interrupted, and hardly changes them', async () => {
  const random = new Random(3);
  const data = searchData(randomInstance(random, { customers: 3000, depots: 2 }));
  const routes = randomRoutes(random, data);
  const open = Uint8Array.of(1, 1);
  const [stopped, whole] = [await Engine.create(data, () => true), await Engine.create(data)];
  for (const engine of [stopped, whole]) {
    engine.load(routes, open, penalties);
    engine.descend(1);
    expect(new Set(stopsOf(data, engine.toIndividual().routes)).size).toBe(data.n);
  }
  expect(stopped.toIndividual().cost).toBeGreaterThan(whole.toIndividual().cost);
});

it('gives back the routes that it was given', async () => {
  const random = new Random(4);
  const data = searchData(randomInstance(random, { customers: 20, depots: 3 }));
  const engine = await Engine.create(data);
  const routes = randomRoutes(random, data);
  engine.load(routes, Uint8Array.of(1, 0, 0), penalties);
  const shown = (list: readonly { readonly depot: number; readonly stops: ArrayLike<number> }[]) =>
    list.map(({ depot, stops }) => `${depot}: ${Array.from(stops).join(' ')}`).sort();
  expect(shown(routesOf(data, engine.toIndividual().routes))).toEqual(shown(routesOf(data, routes)));
});

it('keeps a matrix once, also when its memory grows', async () => {
  const random = new Random(5);
  const data = searchData(randomInstance(random, { customers: 60, depots: 12 }));
  const { travel } = data;
  const before = travel.arc(3, 65);
  const engine = await Engine.create(data);
  const { core } = engine;
  const { buffer } = core.memory;
  expect('matrix' in travel.source && travel.source.matrix.buffer).toBe(buffer);
  engine.load(randomRoutes(random, data), new Uint8Array(data.m).fill(1), penalties);
  const relocateDepots = () => {
    core.memory.grow(1);
    return core.relocateDepots();
  };
  Object.defineProperty(engine, 'core', { value: { ...core, relocateDepots } });
  engine.relocateDepots();
  expect(core.memory.buffer).not.toBe(buffer);
  expect(travel.arc(3, 65)).toBe(before);
});

it('shares its matrix at every size, wherever a page of its memory ends', async () => {
  const places = (letter: string, count: number) =>
    Array.from({ length: count }, (_, k) => ({ id: `${letter}${k}`, x: k % 17, y: k % 13 }));
  for (let size = 80; size < 240; size++) {
    const customers = places('c', size).map((place) => ({ ...place, demand: 1 }));
    for (const count of [1, 5]) {
      const data = searchData(createInstance({ name: 'grid', depots: places('d', count), customers, vehicleCapacity: 20 }));
      await Engine.create(data);
      expect(data.travel.arc(0, 1), `${size} customers`).toBeGreaterThanOrEqual(0);
    }
  }
});

it('holds a route of a depot where no vehicle may start, and moves it to one where some may', async () => {
  const data = searchData(
    createInstance({
      name: 'bare depot',
      depots: [0, 10].map((x) => ({ id: `d${x}`, x, y: 0 })),
      customers: [9, 11].map((x) => ({ id: `c${x}`, x, y: 0, demand: 1 })),
      vehicles: [{ id: 'van', capacity: 5, depots: ['d0'] }],
    }),
  );
  const engine = await Engine.create(data);
  engine.load(Int32Array.of(1, 1, 2, 0, 1), Uint8Array.of(1, 1), penalties);
  expect(engine.toIndividual().excess.rule).toBeGreaterThan(0);
  engine.descend(1);
  expect(engine.toIndividual()).toMatchObject({ feasible: true, cost: 22 });
});
