import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createInstance } from '../../../src/problem/instance.ts';
import { Random } from '../../../src/run/random.ts';
import { StopWatch } from '../../../src/run/stop.ts';
import { searchData } from '../../../src/search/data.ts';
import { depotSetsToRace, proposeDepotSets, rankDepotSets } from '../../../src/search/depots/ranking.ts';
import { scaled } from '../../scaled.ts';
import { brimful, largeAndSmall } from '../tight-instances.ts';

describe('the ranking of depot sets', () => {
  it('ranks only sets with enough supply', async () => {
    const data = searchData(brimful(2, 40, 12));
    const ranked = await rankDepotSets(data, 8, new Random(1));
    expect(ranked.map(({ open }) => open.join(''))).toEqual(['1'.repeat(12)]);
  });

  it('leads with the best set by either variant: last vehicles for nothing, and half a trip a depot', async () => {
    // A second depot for 10 saves 23 of line-haul. It also sends out a second vehicle, for 100.
    const at = (x: number) => [1, 2, 3, 4].map((k) => ({ id: `${x}/${k}`, x, y: 1, demand: 1 }));
    const data = searchData(
      createInstance({
        name: 'two',
        customers: [...at(0), ...at(10)],
        depots: [
          { id: 'a', x: 0, y: 0, capacity: 8, openingCost: 1 },
          { id: 'b', x: 10, y: 0, capacity: 8, openingCost: 10 },
        ],
        vehicleCapacity: 4,
        vehicleCost: 100,
        travel: { kind: 'euclidean', scale: 1, rounding: 'none' },
      }),
    );
    const ranked = (await rankDepotSets(data, 8, new Random(1))).map(({ open }) => open.join(''));
    expect(ranked.slice(0, 2)).toEqual(['11', '10']);
  });

  it('leads with the same set whatever the seed, where depots differ in size and must be filled completely', async () => {
    const data = searchData(largeAndSmall(120, 20));
    const rankings = await Promise.all([1, 2, 3, 4, 5].map((seed) => rankDepotSets(data, 8, new Random(seed))));
    expect(new Set(rankings.map(([{ open }]) => open.join(''))).size).toBe(1);
  });

  it('makes do with the sets that are known when it is late, and has one at least', async () => {
    const data = searchData(brimful(3, 60, 14));
    let looks = 0;
    const ranked = await rankDepotSets(data, 8, new Random(1), () => ++looks > 0);
    expect(ranked.map(({ open }) => open.join(''))).toEqual(['1'.repeat(14)]);
    expect(looks).toBeGreaterThan(0);
  });

  it('lets others run while it ranks, and ends when one of them says so', async () => {
    class Watch extends StopWatch {
      looks = 0;
      override interrupted() {
        this.looks++;
        return super.interrupted();
      }
    }
    const data = searchData(largeAndSmall(600, 40));
    const whole = new Watch({});
    await proposeDepotSets(data, new Random(1), whole);
    const controller = new AbortController();
    const aborted = new Watch({ signal: controller.signal });
    setTimeout(() => controller.abort(), 1);
    expect(await proposeDepotSets(data, new Random(1), aborted)).not.toEqual([]);
    expect(aborted.looks).toBeLessThan(whole.looks);
  });

  it('holds exactly the sets that keep the rules, where few depots allow to rate all', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 1e9 }), async (seed) => {
        const random = new Random(seed);
        const m = 1 + random.int(5);
        const amount = () => 1 + random.int(9);
        const depots = Array.from({ length: m }, (_, d) => ({
          id: `d${d}`,
          x: random.int(50),
          y: random.int(50),
          capacity: random.int(4) === 0 ? null : 3 * amount(),
          openingCost: amount(),
          status: (['candidate', 'candidate', 'candidate', 'open', 'closed'] as const)[random.int(5)],
        }));
        const customers = Array.from({ length: 4 }, (_, i) => ({ id: `c${i}`, x: random.int(50), y: random.int(50), demand: amount() }));
        const limits = { minOpen: random.int(3), maxOpen: 1 + random.int(m), openingBudget: 4 * amount() };
        const instance = createInstance({ name: 'few', depots, customers, vehicleCapacity: 10, rules: limits });
        const demand = customers.reduce((sum, customer) => sum + customer.demand, 0);
        const expected: string[] = [];
        for (let mask = 1; mask < 1 << m; mask++) {
          const inside = depots.filter((_, d) => (mask >> d) & 1);
          const outside = depots.filter((depot) => !inside.includes(depot));
          const supply = inside.reduce((sum, { capacity }) => sum + (capacity ?? Number.POSITIVE_INFINITY), 0);
          const spent = inside.reduce((sum, { openingCost }) => sum + openingCost, 0);
          if (inside.some(({ status }) => status === 'closed') || outside.some(({ status }) => status === 'open')) continue;
          if (inside.length < limits.minOpen || inside.length > limits.maxOpen || spent > limits.openingBudget || supply < demand) continue;
          expected.push(depots.map((_, d) => (mask >> d) & 1).join(''));
        }
        const ranked = await rankDepotSets(searchData(instance), 2 ** m, new Random(1));
        expect(ranked.map(({ open }) => open.join('')).sort()).toEqual(expected.sort());
      }),
      { numRuns: scaled(200) },
    );
  });

  it('finds by descent what enumeration finds', async () => {
    // All sets of nine depots are rated. Three more, locked closed, add no set, but twelve depots are too many for that.
    for (let seed = 1; seed <= 5; seed++) {
      const random = new Random(seed);
      const place = () => ({ x: random.int(100), y: random.int(100) });
      const depots = Array.from({ length: 9 }, (_, d) => ({ id: `d${d}`, ...place(), capacity: 60, openingCost: 40 + random.int(60) }));
      const customers = Array.from({ length: 30 }, (_, i) => ({ id: `c${i}`, ...place(), demand: 1 + random.int(9) }));
      const shut = ['u', 'v', 'w'].map((id) => ({ id, x: 50, y: 50, capacity: 60, openingCost: 1e6, status: 'closed' as const }));
      const lead = async (more: typeof shut) => {
        const instance = createInstance({ name: 'nine', depots: [...depots, ...more], customers, vehicleCapacity: 20, vehicleCost: 5 });
        const [{ open, proxy }] = await rankDepotSets(searchData(instance), 4, new Random(seed));
        return { open: open.slice(0, 9).join(''), proxy };
      };
      const [few, many] = [await lead([]), await lead(shut)];
      expect(many.proxy).toBeCloseTo(few.proxy, 6);
      expect(many.open).toBe(few.open);
    }
  });
});

describe('sets to race', () => {
  const data = searchData(brimful(2, 40, 3));
  const all = Uint8Array.of(1, 1, 1);

  it('keep the rules', async () => {
    expect(await depotSetsToRace(data, new Random(1), new StopWatch({}))).toEqual([all]);
  });
});

describe('rules on the number and the cost of open depots', () => {
  const twelve = (rules: object) =>
    createInstance({
      name: 'twelve',
      depots: Array.from({ length: 12 }, (_, d) => ({ id: `d${d}`, x: d, y: 0, capacity: 100, openingCost: 1 + d })),
      customers: Array.from({ length: 8 }, (_, i) => ({ id: `c${i}`, x: i, y: 1, demand: 1 })),
      vehicleCapacity: 4,
      vehicleCost: 1,
      travel: { kind: 'euclidean', scale: 1, rounding: 'none' },
      rules,
    });

  it.each([
    { minOpen: 6, maxOpen: 6 },
    { minOpen: 3, openingBudget: 6 },
    { maxOpen: 2, openingBudget: 12 },
  ])('are kept by every set: %o', async (rules) => {
    const instance = twelve(rules);
    const data = searchData(instance);
    const ranked = await rankDepotSets(data, 8, new Random(1));
    expect(ranked.length).toBeGreaterThan(0);
    for (const { open } of ranked) {
      const depots = [...open.keys()].filter((d) => open[d]);
      expect(depots.length).toBeGreaterThanOrEqual(rules.minOpen ?? 1);
      expect(depots.length).toBeLessThanOrEqual(rules.maxOpen ?? 12);
      expect(depots.reduce((sum, d) => sum + data.openingCost[d], 0)).toBeLessThanOrEqual(rules.openingBudget ?? 100);
    }
  });
});
