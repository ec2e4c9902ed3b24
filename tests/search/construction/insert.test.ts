import { describe, expect, it } from 'vitest';
import { createInstance } from '../../../src/problem/instance.ts';
import { insertCustomers, rehang } from '../../../src/search/construction/insert.ts';
import { searchData } from '../../../src/search/data.ts';

/** Customers a … d on a line, a depot at either end. */
const data = searchData(
  createInstance({
    name: 'line',
    depots: [
      { id: 'west', x: 0, y: 0 },
      { id: 'east', x: 50, y: 0 },
    ],
    customers: ['a', 'b', 'c', 'd'].map((id, k) => ({ id, x: 10 * (k + 1), y: 0, demand: 1 })),
    vehicleCapacity: 3,
    vehicleCost: 5,
  }),
);
const penalties = { vehicle: 1000, depot: 1000, rule: 1000, distance: 1000, time: 1000 };
const at = (id: string) => data.customers.findIndex((customer) => customer.id === id);
const stops = (...ids: string[]) => Int32Array.from(ids, at);
const named = (list: ArrayLike<number>) => Array.from(list, (i) => data.customers[i].id);

describe('customers that are on no route', () => {
  it('go where they cost least, in between', () => {
    const [route, ...others] = insertCustomers(
      data,
      [{ depot: 0, vehicle: 0, stops: stops('a', 'c') }],
      [at('b')],
      Uint8Array.of(1, 0),
      penalties,
    );
    expect(others).toEqual([]);
    expect(named(route.stops)).toEqual(['a', 'b', 'c']);
  });

  it('take a vehicle of their own at the open depot nearby where the others are full', () => {
    const full = { depot: 0, vehicle: 0, stops: stops('a', 'b', 'c') };
    const routes = insertCustomers(data, [full], [at('d')], Uint8Array.of(1, 1), penalties);
    expect(routes.map(({ depot, stops }) => [depot, named(stops)])).toEqual([
      [0, ['a', 'b', 'c']],
      [1, ['d']],
    ]);
  });
});

describe('a route brought onto other depots', () => {
  it('stays where its depot is open, and goes to the open one that is nearest to its ends otherwise', () => {
    const route = { depot: 0, vehicle: 0, stops: stops('c', 'd') };
    expect(rehang(data, route, Uint8Array.of(1, 1)).depot).toBe(0);
    expect(rehang(data, route, Uint8Array.of(0, 1)).depot).toBe(1);
  });
});
