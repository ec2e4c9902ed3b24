import { describe, expect, it } from 'vitest';
import { directDistances } from '../../src/allocation/facility-location.ts';
import { SetPrices } from '../../src/allocation/set-prices.ts';
import {
  costByCount,
  costUnder,
  differenceBand,
  type PricedSet,
  predictionBand,
  routingHash,
  worthOfSites,
} from '../../src/allocation/what-if.ts';
import { loadModel } from '../../src/node/model-files.ts';
import { createInstance, type Instance } from '../../src/problem/instance.ts';
import { modelOf } from '../../src/problem/model.ts';
import { predictionError } from '../../src/surrogate/model.ts';
import { defaultModel } from '../../src/surrogate/registry.ts';
import type { Surrogate } from '../../src/surrogate/surrogate.ts';
import { allAllocations, graph, plain, priceOf, tinyInstance } from './tiny.ts';

const keyOf = (open: ArrayLike<number>) => Array.from(open).join('');

/** The least routing cost of every set of depots, by trying everything. */
function trueRouting(instance: Instance, surrogate: Surrogate): Map<string, number> {
  const free = createInstance({
    ...instance,
    depots: instance.depots.map((d) => ({ ...d, openingCost: 0, status: 'candidate' })),
    rules: {},
  });
  const least = new Map<string, number>();
  for (const { decision } of allAllocations(free, surrogate)) {
    const used = free.depots.map((_, d) => Number(Array.from(decision.depotOf).includes(d)));
    const price = priceOf(free, surrogate, { open: used, depotOf: decision.depotOf });
    // A set may have unused depots.
    for (let mask = 0; mask < 2 ** used.length; mask++) {
      const open = used.map((bit, d) => (bit || (mask >> d) & 1 ? 1 : 0));
      least.set(keyOf(open), Math.min(least.get(keyOf(open)) ?? Number.POSITIVE_INFINITY, price));
    }
  }
  return least;
}

const changed = (instance: Instance, change: Partial<Instance>) => createInstance({ ...instance, ...change });

describe('sets of depots', () => {
  it('cost, the cheapest of every size, what the best of all allocations costs', async () => {
    for (const seed of [1, 2, 3]) {
      const instance = tinyInstance(seed, { depots: 4, customers: 5 });
      const prices = new SetPrices(instance, directDistances);
      expect(await prices.explore(instance)).toBe('complete');
      const truth = trueRouting(instance, directDistances);
      expect(prices.sets.length).toBeGreaterThan(5);
      const all = [...truth].map(
        ([key, routing]): PricedSet => ({
          open: Uint8Array.from(key, Number),
          routing,
          predicted: new Float64Array(key.length),
        }),
      );
      const truths = costByCount(all, instance);
      const found = costByCount(prices.sets, instance);
      expect(found.map(({ count }) => count)).toEqual(truths.map(({ count }) => count));
      // If capacities bind, a set may keep an assignment that only several moves at once would improve.
      found.forEach(({ total }, k) => {
        expect(total / truths[k].total).toBeGreaterThan(1 - 1e-9);
        expect(total / truths[k].total).toBeLessThan(1.02);
      });
    }
  });

  it.each([
    ['Deep Sets', plain],
    ['Graph Transformer', graph],
  ] as const)('are never priced below what a %s says, and the cheapest of them is found', async (_, surrogateOf) => {
    for (const seed of [1, 2, 3]) {
      const instance = tinyInstance(seed, { depots: 4, customers: 5 });
      const surrogate = surrogateOf(seed);
      const prices = new SetPrices(instance, surrogate);
      await prices.explore(instance);
      const truth = trueRouting(instance, surrogate);
      for (const { open, routing } of prices.sets) expect(routing).toBeGreaterThanOrEqual((truth.get(keyOf(open)) ?? Number.NaN) - 1e-6);
      const [best] = allAllocations(instance, surrogate);
      expect(Math.min(...costByCount(prices.sets, instance).map(({ total }) => total))).toBeCloseTo(best.objective, 6);
    }
  });
});

describe('what if', () => {
  const instance = tinyInstance(7, { depots: 4, customers: 5 });
  const surrogate = plain(7);

  it('follows locks, counts and the budget', async () => {
    const prices = new SetPrices(instance, surrogate);
    await prices.explore(instance);
    const [first] = prices.sets;
    const outside = first.open.indexOf(0);
    const inside = first.open.indexOf(1);
    const lock = (d: number, status: 'open' | 'closed') =>
      changed(instance, { depots: instance.depots.map((depot, k) => (k === d ? { ...depot, status } : depot)) });
    const opening = instance.depots.reduce((sum, { openingCost }, d) => sum + first.open[d] * openingCost, 0);
    expect(costUnder(first, modelOf(instance).depotRules)).toBeCloseTo(opening + first.routing, 9);
    expect(costUnder(first, modelOf(lock(inside, 'open')).depotRules)).toBeCloseTo(opening + first.routing, 9);
    expect(costUnder(first, modelOf(lock(inside, 'closed')).depotRules)).toBeUndefined();
    expect(costUnder(first, modelOf(lock(outside, 'open')).depotRules)).toBeUndefined();
    const count = first.open.reduce((a, b) => a + b, 0);
    const { rules } = instance;
    expect(costUnder(first, modelOf(changed(instance, { rules: { ...rules, maxOpen: count - 1 } })).depotRules)).toBeUndefined();
    expect(costUnder(first, modelOf(changed(instance, { rules: { ...rules, minOpen: count + 1 } })).depotRules)).toBeUndefined();
    expect(costUnder(first, modelOf(changed(instance, { rules: { ...rules, openingBudget: opening - 1 } })).depotRules)).toBeUndefined();
    expect(costUnder(first, modelOf(changed(instance, { rules: { ...rules, openingBudget: opening } })).depotRules)).toBeDefined();
  });

  it('weighs each site by the best plans with and without it, whatever its own lock', async () => {
    const prices = new SetPrices(instance, surrogate);
    const locked = changed(instance, { depots: instance.depots.map((depot, k) => (k === 1 ? { ...depot, status: 'closed' } : depot)) });
    await prices.explore(instance);
    await prices.explore(locked);
    const best = (terms: Instance, keep: (set: PricedSet) => boolean) =>
      prices.sets
        .filter(keep)
        .reduce(
          (least, set) => Math.min(least, costUnder(set, modelOf(terms).depotRules) ?? Number.POSITIVE_INFINITY),
          Number.POSITIVE_INFINITY,
        );
    const worth = worthOfSites(prices.sets, locked);
    expect(worth[1].open?.total).toBeCloseTo(
      best(instance, ({ open }) => open[1] === 1),
      9,
    );
    expect(worth[1].closed?.total).toBeCloseTo(
      best(locked, () => true),
      9,
    );
    expect(worth[0].open?.total).toBeCloseTo(
      best(locked, ({ open }) => open[0] === 1),
      9,
    );
  });

  it('finds plans that new locks ask for, though none was priced before', async () => {
    const prices = new SetPrices(instance, surrogate);
    const all = changed(instance, { depots: instance.depots.map((depot) => ({ ...depot, status: 'open' })) });
    await prices.explore(all, { seconds: 0 });
    await prices.explore(all);
    expect(prices.sets.some((set) => costUnder(set, modelOf(all).depotRules) !== undefined)).toBe(true);
  });

  it('shares prices between instances that differ in opening costs, locks, counts and budget alone', () => {
    const { depots, rules } = instance;
    const hash = routingHash(instance);
    expect(routingHash(changed(instance, { depots: depots.map((d) => ({ ...d, openingCost: 1, status: 'open' })) }))).toBe(hash);
    expect(routingHash(changed(instance, { rules: { ...rules, minOpen: 2, maxOpen: 3, openingBudget: 9999 } }))).toBe(hash);
    expect(routingHash(changed(instance, { depots: depots.map((d) => ({ ...d, capacity: 1000 })) }))).not.toBe(hash);
    expect(routingHash(changed(instance, { rules: { ...rules, together: [['c0', 'c1']] } }))).not.toBe(hash);
    expect(routingHash(changed(instance, { vehicleCost: 1 }))).not.toBe(hash);
  });

  it('ends at once when told to', async () => {
    const prices = new SetPrices(instance, surrogate);
    expect(await prices.explore(instance, { signal: AbortSignal.abort() })).toBe('aborted');
  });

  it('have a band of error, and what two of them share drops out of the band of their difference', () => {
    const set = (...predicted: number[]): PricedSet => ({
      open: Uint8Array.from(predicted, (cost) => Number(cost > 0)),
      routing: predicted.reduce((a, b) => a + b, 0),
      predicted: Float64Array.from(predicted),
    });
    expect(predictionBand(set(300, 400, 0), 0.1)).toBeCloseTo(50, 9);
    expect(differenceBand(set(900, 300, 0), set(900, 0, 400), 0.1)).toBeCloseTo(50, 9);
    expect(differenceBand(set(900, 300), set(900, 300), 0.1)).toBe(0);
  });

  it('take their error from the card of the model: nine of ten predictions lie within it', async () => {
    const { card } = await loadModel(defaultModel);
    const { alone = 0, embedded = 0 } = predictionError(card) ?? {};
    expect(alone).toBeGreaterThan(0.01);
    expect(embedded).toBeGreaterThan(alone);
    expect(embedded).toBeLessThan(0.25);
    expect(predictionError({ ...card, errors: undefined })).toBeUndefined();
  });
});
