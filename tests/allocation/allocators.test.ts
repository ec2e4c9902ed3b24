import { afterAll, describe, expect, it } from 'vitest';
import type { Allocator } from '../../src/allocation/allocation.ts';
import { directDistances, facilityLocation, radialCosts } from '../../src/allocation/facility-location.ts';
import { lagrangianAllocator, neuralMip } from '../../src/allocation/neural-mip.ts';
import { HighsSolver } from '../../src/mip/solvers/highs.ts';
import { createInstance } from '../../src/problem/instance.ts';
import type { Surrogate } from '../../src/surrogate/surrogate.ts';
import { allAllocations, deep, graph, plain, priceOf, type TinyOptions, tinyInstance, violationsOf, wild } from './tiny.ts';

const highs = new HighsSolver();
afterAll(() => highs.close());

const sideConstraints: readonly (readonly [string, TinyOptions])[] = [
  ['no rule', {}],
  ['a depot locked open', { statuses: { D2: 'open' } }],
  ['a depot locked closed', { statuses: { D0: 'closed' } }],
  ['all depots open', { rules: { minOpen: 3 } }],
  ['at most two depots', { rules: { maxOpen: 2 } }],
  ['exactly two depots', { rules: { minOpen: 2, maxOpen: 2 } }],
  ['a budget for two depots', { rules: { openingBudget: 320 } }],
  ['customers kept apart', { rules: { apart: [['c0', 'c1', 'c2']] } }],
  [
    'customers tied together',
    {
      rules: {
        together: [
          ['c0', 'c3'],
          ['c3', 'c5'],
        ],
      },
    },
  ],
  ['allowed depots', { rules: { allowed: { c0: ['D1'], c4: ['D0', 'D2'] } } }],
  ['forbidden depots', { rules: { forbidden: { c1: ['D0'], c2: ['D1', 'D2'] } } }],
  [
    'everything at once',
    {
      statuses: { D1: 'open' },
      rules: {
        minOpen: 2,
        maxOpen: 3,
        apart: [['c0', 'c1']],
        together: [['c1', 'c2']],
        allowed: { c3: ['D0', 'D1'] },
        forbidden: { c5: ['D1'] },
      },
    },
  ],
];

const close = (a: number, b: number) => Math.abs(a - b) <= 1e-6 * Math.max(1, Math.abs(b));

describe.each(sideConstraints)('with %s', (_, options) => {
  const instance = tinyInstance(3, options);
  const exact: readonly (readonly [string, Surrogate, Allocator])[] = [
    ['neo, tight', wild(1), neuralMip(wild(1), { solver: highs })],
    ['neo, tight, Graph Transformer', graph(2), neuralMip(graph(2), { solver: highs })],
    ['neo, two hidden layers', deep(4), neuralMip(deep(4), { solver: highs })],
    ['neo, paper', plain(3), neuralMip(plain(3), { solver: highs, formulation: 'paper' })],
    ['flp', directDistances, facilityLocation({ solver: highs })],
    ['radial', radialCosts, neuralMip(radialCosts, { solver: highs })],
  ];

  it.each(exact)('%s finds the optimum that enumeration finds', async (_, surrogate, allocator) => {
    const all = allAllocations(instance, surrogate);
    const { best, pool, mip } = await allocator.allocate(instance, { gap: 0 });
    expect(violationsOf(instance, best)).toEqual([]);
    expect(close(best.objective, priceOf(instance, surrogate, best))).toBe(true);
    expect(close(best.objective, all[0].objective), `${best.objective} against ${all[0].objective}`).toBe(true);
    expect(mip.bound).toBeLessThanOrEqual(all[0].objective + 1e-6 * Math.abs(all[0].objective));
    expect(mip.gap).toBeLessThan(1e-5);
    expect(pool[0]).toBe(best);
    for (const allocation of pool) {
      expect(violationsOf(instance, allocation)).toEqual([]);
      expect(close(allocation.objective, priceOf(instance, surrogate, allocation))).toBe(true);
    }
    expect(new Set(pool.map(({ open }) => `${open}`)).size).toBe(pool.length);
  });

  it('the Lagrangian bound is below the optimum, the heuristic not, and its allocations keep the rules', async () => {
    for (const surrogate of [wild(4), plain(5), graph(6), directDistances]) {
      const [optimum] = allAllocations(instance, surrogate);
      const { best, mip, pool } = await lagrangianAllocator(surrogate).allocate(instance);
      const noise = 1e-7 * Math.abs(optimum.objective);
      expect(mip.bound).toBeLessThanOrEqual(optimum.objective + noise);
      expect(best.objective).toBeGreaterThanOrEqual(optimum.objective - noise);
      for (const allocation of pool) expect(violationsOf(instance, allocation)).toEqual([]);
    }
  });
});

it('no heuristic decides with two hidden layers', async () => {
  await expect(lagrangianAllocator(deep(1)).allocate(tinyInstance(3))).rejects.toMatchObject({ code: 'E_MODEL' });
});

it('looks at the sets of depots that it is given before all others', async () => {
  const instance = tinyInstance(3);
  const surrogate = wild(1);
  const noTime = { stop: { seconds: 0 } };
  for (const set of ['110', '101', '011']) {
    const open = Uint8Array.from(set, Number);
    const { best, pool } = await lagrangianAllocator(surrogate).allocate(instance, { ...noTime, depotSets: [open] });
    expect(best.open).toEqual(open);
    expect(pool.every(({ open: other }) => other.join('') === set)).toBe(true);
  }
});

it('finds another set where those that it is given cannot be used, however late', async () => {
  const instance = tinyInstance(3, { statuses: { D2: 'open' } });
  const { best } = await lagrangianAllocator(wild(1)).allocate(instance, { stop: { seconds: 0 }, depotSets: [Uint8Array.of(1, 1, 0)] });
  expect(best.open[2]).toBe(1);
});

it('the radial formula charges a share of a vehicle and of the way, and the arc from the nearest place on the way', () => {
  const instance = createInstance({
    name: 'road',
    depots: [{ id: 'D', x: 0, y: 0 }],
    customers: [10, 13, 40].map((x) => ({ id: `c${x}`, x, y: 0, demand: 2 })),
    vehicleCapacity: 8,
    vehicleCost: 100,
  });
  // A quarter of a vehicle and of the way; arcs from the depot, from the first and from the second customer.
  expect([...radialCosts.embed(instance).embeddings]).toEqual([25 + 5 + 7.5, 25 + 6.5 + 2.25, 25 + 20 + 20.25]);
  expect(radialCosts.predict(instance, 0, [0, 2])).toBe(37.5 + 65.25);
});
