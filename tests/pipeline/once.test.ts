/** What takes long is done once in a call of `solve`, whichever stages it goes through. */
import { beforeEach, expect, it, vi } from 'vitest';
import { directDistances } from '../../src/allocation/facility-location.ts';
import { lagrangianAllocator } from '../../src/allocation/lagrangian.ts';
import { decideBy } from '../../src/pipeline/decide.ts';
import { solve } from '../../src/pipeline/solve.ts';
import { createInstance, type Instance } from '../../src/problem/instance.ts';
import { Random } from '../../src/run/random.ts';
import { search } from '../../src/search/search.ts';
import { randomInstance } from '../search/random-instance.ts';

const calls = vi.hoisted(() => ({ data: [] as unknown[], feasibility: [] as unknown[] }));
/** A part of the search data. */
vi.mock('../../src/search/curve-order.ts', async (original) => {
  const actual = await original<typeof import('../../src/search/curve-order.ts')>();
  const inCurveOrder: typeof actual.inCurveOrder = (instance) => {
    calls.data.push(instance);
    return actual.inCurveOrder(instance);
  };
  return { ...actual, inCurveOrder };
});
/** A part of the feasibility check. */
vi.mock('../../src/problem/reach.ts', async (original) => {
  const actual = await original<typeof import('../../src/problem/reach.ts')>();
  const explainReach: typeof actual.explainReach = (model) => {
    calls.feasibility.push(model.instance);
    return actual.explainReach(model);
  };
  return { ...actual, explainReach };
});

beforeEach(() => {
  calls.data.length = 0;
  calls.feasibility.length = 0;
});

let seed = 0;
/** A new one each time: an instance that has passed is never checked again. */
function region(): Instance {
  const drawn = randomInstance(new Random(++seed), { customers: 12, depots: 4 });
  return createInstance({ ...drawn, depots: drawn.depots.map((depot) => ({ ...depot, capacity: null })) });
}
const countOf = (list: readonly unknown[], instance: Instance) => list.filter((each) => each === instance).length;
const stop = { iterations: 3 };
const decide = decideBy(lagrangianAllocator(directDistances), { method: 'flp', surrogate: directDistances });

it.each([
  ['the search alone', {}, 1],
  ['a decision, its routes and the search', { decide }, 1],
  ['a decision and its routes', { decide, improve: false }, 1],
  ['islands, which have their own', { threads: 2 }, 0],
])('solve by %s', async (_, options, built) => {
  const instance = region();
  await solve(instance, { stop, ...options });
  expect(countOf(calls.data, instance)).toBe(built);
  expect(countOf(calls.feasibility, instance)).toBe(1);
});

it('a search on its own does both itself', async () => {
  const instance = region();
  await search(instance, { stop });
  expect(countOf(calls.data, instance)).toBe(1);
  expect(countOf(calls.feasibility, instance)).toBe(1);
});

it('an instance that can still change is checked every time', async () => {
  const instance = { ...region() };
  await search(instance, { stop });
  await search(instance, { stop });
  expect(countOf(calls.feasibility, instance)).toBe(2);
});
