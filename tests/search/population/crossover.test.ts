import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createInstance } from '../../../src/problem/instance.ts';
import { Random } from '../../../src/run/random.ts';
import { searchData } from '../../../src/search/data.ts';
import { giantTour, orderCrossover, routeOrder } from '../../../src/search/population/crossover.ts';
import { createIndividual } from '../../../src/search/population/individual.ts';
import { scaled } from '../../scaled.ts';
import { randomInstance, randomRoutes } from '../random-instance.ts';

const seeds = fc.integer({ min: 0, max: 1e9 });

/** All children of order crossover, one for each slice, by its definition. */
function children(first: readonly number[], second: readonly number[]): string[] {
  const n = first.length;
  return first.flatMap((_, start) =>
    first.map((_, end) => {
      const child = new Array<number>(n).fill(-1);
      for (let k = start; ; k = (k + 1) % n) {
        child[k] = first[k];
        if (k === end) break;
      }
      const rest = second.map((_, k) => second[(end + 1 + k) % n]).filter((customer) => !child.includes(customer));
      for (let k = 1; k <= n; k++) if (child[(end + k) % n] < 0) child[(end + k) % n] = rest.shift() ?? -1;
      return child.join();
    }),
  );
}

describe('order crossover', () => {
  it('keeps a slice of the first parent and the order of the second', () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 1, max: 7 }), (seed, n) => {
        const random = new Random(seed);
        const parent = () => random.shuffle(Int32Array.from({ length: n }, (_, i) => i));
        const [first, second] = [parent(), parent()];
        const child = new Int32Array(n);
        orderCrossover(first, second, random, child, new Uint8Array(n));
        expect(children([...first], [...second])).toContain(child.join());
      }),
      { numRuns: scaled(300) },
    );
  });

  it('has every customer once', () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 1, max: 60 }), (seed, n) => {
        const random = new Random(seed);
        const parent = () => random.shuffle(Int32Array.from({ length: n }, (_, i) => i));
        const child = new Int32Array(n);
        orderCrossover(parent(), parent(), random, child, new Uint8Array(n));
        expect([...child].sort((a, b) => a - b)).toEqual(Array.from({ length: n }, (_, i) => i));
      }),
    );
  });
});

describe('the giant tour', () => {
  it('goes round a depot by angle', () => {
    const around = { north: [0, 1], east: [1, 0], south: [0, -1], west: [-1, 0] };
    const data = searchData(
      createInstance({
        name: 'compass',
        depots: [{ id: 'd', x: 0, y: 0 }],
        customers: Object.entries(around).map(([id, [x, y]]) => ({ id, x, y, demand: 1 })),
        vehicleCapacity: 1,
      }),
    );
    const individual = createIndividual(
      data,
      [0, 1, 2, 3].map((i) => ({ depot: 0, stops: [i] })),
      Uint8Array.of(1),
    );
    expect(Array.from(giantTour(data, individual), (i) => data.order[i])).toEqual([2, 1, 0, 3]);
  });

  it('has every customer once, and the routes of a depot side by side', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const random = new Random(seed);
        const data = searchData(randomInstance(random, { customers: 1 + random.int(30), depots: 1 + random.int(5) }));
        const individual = createIndividual(data, randomRoutes(random, data), new Uint8Array(data.m));
        expect([...giantTour(data, individual)].sort((a, b) => a - b)).toEqual(Array.from({ length: data.n }, (_, i) => i));
        const depots = routeOrder(data, individual).map((r) => individual.depot[r]);
        const blocks = depots.filter((depot, k) => depot !== depots[k - 1]);
        expect(new Set(blocks).size).toBe(blocks.length);
      }),
    );
  });
});
