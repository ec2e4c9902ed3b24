import { describe, expect, it } from 'vitest';
import { SetPrices } from '../../src/allocation/set-prices.ts';
import { openingOf } from '../../src/pipeline/known-sets.ts';
import { createInstance, type Instance } from '../../src/problem/instance.ts';
import { modelOf } from '../../src/problem/model.ts';
import type { Surrogate } from '../../src/surrogate/surrogate.ts';
import { allAllocations, graph, plain, priceOf, tinyInstance } from './tiny.ts';

/** The least routing cost of every set of depots that are all used, by trying everything. */
function leastRouting(instance: Instance, surrogate: Surrogate): Map<string, number> {
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
      const open = used.map((bit, d) => (bit || (mask >> d) & 1 ? 1 : 0)).join('');
      least.set(open, Math.min(least.get(open) ?? Number.POSITIVE_INFINITY, price));
    }
  }
  return least;
}

describe('prices of sets', () => {
  it.each<[string, (seed: number) => Surrogate]>([
    ['Deep Sets', plain],
    ['a Graph Transformer', graph],
  ])('are never below those of the best allocation, and for the cheapest of each size hardly above, by %s', async (_, surrogateOf) => {
    for (const seed of [1, 2]) {
      const instance = tinyInstance(seed, { depots: 4, customers: 5 });
      const surrogate = surrogateOf(seed);
      const prices = await SetPrices.of(instance, surrogate);
      const cheapest = { found: [] as number[], least: [] as number[] };
      for (const [key, least] of leastRouting(instance, surrogate)) {
        const open = Uint8Array.from(key, Number);
        const price = prices.price(open)?.reduce((a, b) => a + b, 0) ?? Number.POSITIVE_INFINITY;
        expect(price).toBeGreaterThanOrEqual(least - 1e-6);
        const opening = openingOf(open, modelOf(instance).depotRules);
        const count = key.replaceAll('0', '').length;
        cheapest.found[count] = Math.min(opening + price, cheapest.found[count] ?? Number.POSITIVE_INFINITY);
        cheapest.least[count] = Math.min(opening + least, cheapest.least[count] ?? Number.POSITIVE_INFINITY);
      }
      // If capacities bind, a set may keep an assignment that only several moves at once would improve.
      cheapest.least.forEach((least, count) => {
        expect(cheapest.found[count] - least).toBeLessThan(0.02 * Math.abs(least) + 1e-6);
      });
    }
  });
});
