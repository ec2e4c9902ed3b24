/** What takes long is done once in a call of `solve`, whichever stages it goes through. */
import { expect, it, vi } from 'vitest';
import { directDistances } from '../../src/allocation/facility-location.ts';
import { lagrangianAllocator } from '../../src/allocation/neural-mip.ts';
import { decideBy } from '../../src/pipeline/decide.ts';
import { solve } from '../../src/pipeline/solve.ts';
import { createInstance, type Instance } from '../../src/problem/instance.ts';
import { Random } from '../../src/run/random.ts';
import { search } from '../../src/search/search.ts';
import { randomInstance } from '../search/random-instance.ts';

/** The instances that each of these was asked about. */
const calls = vi.hoisted(() => {
  const lists: Record<string, unknown[]> = {};
  return {
    lists,
    counted: <Args extends unknown[], Result>(name: string, original: (...args: Args) => Result) => {
      lists[name] = [];
      return (...args: Args) => {
        lists[name].push(args[0]);
        return original(...args);
      };
    },
  };
});
vi.mock('../../src/problem/instance.ts', async (original) => {
  const actual = await original<typeof import('../../src/problem/instance.ts')>();
  return { ...actual, createInstance: calls.counted('createInstance', actual.createInstance) };
});
vi.mock('../../src/problem/hash.ts', async (original) => {
  const actual = await original<typeof import('../../src/problem/hash.ts')>();
  return { ...actual, hashOf: calls.counted('hash', actual.hashOf) };
});
vi.mock('../../src/problem/rules.ts', async (original) => {
  const actual = await original<typeof import('../../src/problem/rules.ts')>();
  return { ...actual, compileRules: calls.counted('rules', actual.compileRules) };
});
vi.mock('../../src/problem/travel.ts', async (original) => {
  const actual = await original<typeof import('../../src/problem/travel.ts')>();
  return { ...actual, travelOf: calls.counted('travel', actual.travelOf) };
});
/** A part of the search data. */
vi.mock('../../src/search/curve-order.ts', async (original) => {
  const actual = await original<typeof import('../../src/search/curve-order.ts')>();
  return { ...actual, curveOrder: calls.counted('data', actual.curveOrder) };
});
/** A part of the feasibility check. */
vi.mock('../../src/problem/out-of-reach.ts', async (original) => {
  const actual = await original<typeof import('../../src/problem/out-of-reach.ts')>();
  return { ...actual, withoutWay: calls.counted('feasibility', actual.withoutWay) };
});

let seed = 0;
/** A new one each time: what follows from an instance is kept with it. */
function region(): Instance {
  const drawn = randomInstance(new Random(++seed), { customers: 12, depots: 4 });
  return createInstance({ ...drawn, depots: drawn.depots.map((depot) => ({ ...depot, capacity: null })) });
}
const counts = () => Object.fromEntries(Object.entries(calls.lists).map(([name, list]) => [name, list.length]));
const stop = { iterations: 3 };
const decide = decideBy(lagrangianAllocator(directDistances), { method: 'flp', surrogate: directDistances });
const whole = { createInstance: 0, feasibility: 1, hash: 1, rules: 1, travel: 1 };

it.each([
  ['the search alone', {}, { ...whole, data: 1 }],
  ['islands, which have their own data', { threads: 2 }, { ...whole, data: 0 }],
])('solve by %s', async (_, options, expected) => {
  for (let k = 0; k < 4; k++) {
    const instance = region();
    for (const list of Object.values(calls.lists)) list.length = 0;
    await solve(instance, { stop, ...options });
    expect(counts()).toEqual(expected);
  }
});

it.each([
  ['a decision, its routes and the search', { decide }],
  ['a decision and its routes', { decide, improve: false }],
])('solve by %s: the whole once, and each part without the proofs', async (_, options) => {
  const instance = region();
  for (const list of Object.values(calls.lists)) list.length = 0;
  await solve(instance, { stop, ...options });
  const { createInstance: made, feasibility, ...others } = calls.lists;
  expect({ made: made.length, feasibility: feasibility.length }).toEqual({ made: 0, feasibility: 1 });
  for (const list of Object.values(others)) expect(new Set(list).size).toBe(list.length);
});

it('a search on its own does all of it itself', async () => {
  const instance = region();
  for (const list of Object.values(calls.lists)) list.length = 0;
  await search(instance, { stop });
  expect(counts()).toEqual({ ...whole, data: 1, hash: 0 });
});
