import { expect, it } from 'vitest';
import { createInstance } from '../../src/problem/instance.ts';
import { createSolution } from '../../src/problem/solution.ts';
import { mayOpen } from '../../web/src/state/may-open.ts';

const base = {
  name: 'choices',
  depots: ['A', 'B', 'C'].map((id, k) => ({ id, x: 10 * k, y: 0, openingCost: 10 })),
  customers: [0, 1, 2].map((k) => ({ id: `c${k}`, x: 10 * k, y: 1, demand: 1 })),
  vehicleCapacity: 5,
};
const instance = createInstance(base);
/** Opens the depots at these positions, each for one customer. */
const opening = (...depots: readonly number[]) => {
  const routes = [0, 1, 2].map((k) => ({ depot: depots[k % depots.length], stops: [k] }));
  const time = { allocation: 0, routing: 0, improvement: 0, total: 0 };
  return { instance, solution: createSolution(instance, routes, { method: 'test', time, seed: 1, stop: 'complete', versions: {} }) };
};

it('plans answer only what the data allows, apart from what is asked', () => {
  const two = createInstance({ ...base, rules: { maxOpen: 2 } });
  expect(mayOpen(two, opening(0, 1, 2), 'count')).toBe(true);
  expect(mayOpen(two, opening(0, 1, 2), { lock: 'C' })).toBe(false);
  expect(mayOpen(two, opening(0, 2), { lock: 'C' })).toBe(true);

  const locked = createInstance({
    ...base,
    depots: base.depots.map((depot) => ({ ...depot, status: depot.id === 'C' ? 'closed' : 'candidate' })),
  });
  expect(mayOpen(locked, opening(0, 2), 'count')).toBe(false);
  expect(mayOpen(locked, opening(0, 2), { lock: 'C' })).toBe(true);
  expect(mayOpen(locked, opening(0, 2), { lock: 'A' })).toBe(false);

  const cheap = createInstance({ ...base, rules: { openingBudget: 10, oneOf: [['A', 'B']] } });
  expect(mayOpen(cheap, opening(0), 'count')).toBe(true);
  expect(mayOpen(cheap, opening(0, 2), 'count')).toBe(false);
  const exclusive = createInstance({ ...base, rules: { oneOf: [['A', 'B']] } });
  expect(mayOpen(exclusive, opening(0, 1), 'count')).toBe(false);
});
