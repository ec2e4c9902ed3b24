import { expect, it } from 'vitest';
import { modelOf } from '../../src/problem/model.ts';
import { Random } from '../../src/run/random.ts';
import { entering, inCurveOrder, leaving } from '../../src/search/curve-order.ts';
import { randomInstance } from './random-instance.ts';

it.each([false, true])('renumbers customers, and nothing else (matrix: %s)', (asymmetric) => {
  const given = randomInstance(new Random(2), { customers: 30, depots: 3, asymmetric });
  const { instance, order } = inCurveOrder(given);
  expect(Array.from(order).sort((a, b) => a - b)).toEqual([...given.customers.keys()]);
  const [before, after] = [modelOf(given).travel, modelOf(instance).travel];
  for (let i = 0; i < 30; i++) {
    expect(instance.customers[i]).toBe(given.customers[order[i]]);
    for (let d = 0; d < 3; d++) expect(after.cost(d, 3 + i)).toBe(before.cost(d, 3 + order[i]));
    expect(after.cost(3 + i, 3)).toBe(before.cost(3 + order[i], 3 + order[0]));
  }
});

it('brings routes in and out again as they were', () => {
  const { order } = inCurveOrder(randomInstance(new Random(3), { customers: 12, depots: 2 }));
  const routes = [
    { depot: 1, stops: Int32Array.of(4, 0, 11) },
    { depot: 0, stops: Int32Array.of(7) },
  ];
  expect(leaving(order, entering(order, routes))).toEqual(routes);
});
