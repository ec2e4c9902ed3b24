import { expect, it } from 'vitest';
import { createInstance } from '../../src/problem/instance.ts';
import { modelOf } from '../../src/problem/model.ts';
import { Random } from '../../src/run/random.ts';
import { curveOrder, entering, leaving, rulesAlong } from '../../src/search/curve-order.ts';
import { searchData } from '../../src/search/data.ts';
import { randomInstance } from './random-instance.ts';

it.each([false, true])('renumbers customers, and nothing else (matrix: %s)', (asymmetric) => {
  const instance = randomInstance(new Random(2), { customers: 30, depots: 3, asymmetric });
  const { order, customers, travel } = searchData(instance);
  expect(Array.from(order).sort((a, b) => a - b)).toEqual([...instance.customers.keys()]);
  const { cost } = modelOf(instance).travel;
  for (let i = 0; i < 30; i++) {
    expect(customers[i]).toBe(instance.customers[order[i]]);
    for (let d = 0; d < 3; d++) expect(travel.arc(30 + d, i)).toBe(cost(d, 3 + order[i]));
    if (i > 0) expect(travel.arc(i, 0)).toBe(cost(3 + order[i], 3 + order[0]));
  }
});

it('renumbers rules as if they had been compiled for the new order', () => {
  for (let seed = 1; seed <= 30; seed++) {
    const instance = randomInstance(new Random(seed), { customers: 12, depots: 3, ruled: true });
    const order = curveOrder(instance.customers);
    const along = createInstance({ ...instance, customers: Array.from(order, (i) => instance.customers[i]) });
    const [found, expected] = [rulesAlong(order, modelOf(instance).rules), modelOf(along).rules];
    expect({ ...found, apart: [...found.apart] }).toEqual({ ...expected, apart: [...expected.apart] });
  }
});

it('brings routes in and out again as they were', () => {
  const order = curveOrder(randomInstance(new Random(3), { customers: 12, depots: 2 }).customers);
  const routes = [
    { depot: 1, stops: Int32Array.of(4, 0, 11) },
    { depot: 0, stops: Int32Array.of(7) },
  ];
  expect(leaving(order, entering(order, routes))).toEqual(routes);
});
