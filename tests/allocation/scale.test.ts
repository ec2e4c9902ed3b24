/** What large instances need: which pairs are priced, and assignments within capacities where supply is tight. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Choices, evenlyPriced, relieve, withinRoom } from '../../src/allocation/capacity.ts';
import { nearPairs } from '../../src/allocation/focus.ts';
import { locationProblem } from '../../src/allocation/location-problem.ts';
import { lagrangianAllocator } from '../../src/allocation/neural-mip.ts';
import { createInstance } from '../../src/problem/instance.ts';
import { Random } from '../../src/run/random.ts';
import { peaked, tinyInstance, violationsOf } from './tiny.ts';

/** Depots on a line, a hundred apart, each with its customers around it. */
const line = (depots: number, customers: number, rules = {}) =>
  createInstance({
    name: 'line',
    depots: Array.from({ length: depots }, (_, d) => ({ id: `D${d}`, x: 100 * d, y: 0, openingCost: 1 })),
    customers: Array.from({ length: customers }, (_, i) => ({ id: `c${i}`, x: 100 * (i % depots) + (i % 7), y: i % 11, demand: 1 })),
    vehicleCapacity: 10,
    rules,
  });

describe('near pairs', () => {
  const sets = [Uint8Array.from({ length: 40 }, (_, d) => d % 2), Uint8Array.from({ length: 40 }, (_, d) => Number(d % 4 === 1))];

  it('are all pairs where these are few, or where no sets are known', () => {
    expect(nearPairs(line(40, 100), sets)).toBeUndefined();
    expect(nearPairs(line(40, 1000))).toBeUndefined();
  });

  it('are depots of the sets only, and the nearest of every set', () => {
    const near = nearPairs(line(40, 1000), sets) as Uint8Array;
    for (let i = 0; i < 1000; i++) {
      const row = [...near.subarray(i * 40, (i + 1) * 40).keys()].filter((d) => near[i * 40 + d]);
      expect(row.every((d) => d % 2 === 1)).toBe(true);
      const home = i % 40;
      const nearest = (open: Uint8Array) =>
        [...open.keys()].filter((d) => open[d]).reduce((a, b) => (Math.abs(b - home) < Math.abs(a - home) ? b : a));
      // Ties between two sides may fall either way.
      for (const open of sets) expect(row.some((d) => open[d] && Math.abs(d - home) <= Math.abs(nearest(open) - home))).toBe(true);
    }
  });

  it('leave customers that share a depot all depots of the sets', () => {
    const near = nearPairs(line(40, 1000, { together: [['c3', 'c500']] }), sets) as Uint8Array;
    expect(near.subarray(120, 160).reduce((a, b) => a + b)).toBe(20);
  });
});

function choicesOf(units: number, depots: (u: number) => number[], cost: (u: number, d: number) => number): Choices {
  const lists = Array.from({ length: units }, (_, u) => depots(u).sort((a, b) => cost(u, a) - cost(u, b)));
  const from = new Int32Array(units + 1);
  lists.forEach((list, u) => {
    from[u + 1] = from[u] + list.length;
  });
  return { from, depot: Int32Array.from(lists.flat()), cost: Float64Array.from(lists.flatMap((list, u) => list.map((d) => cost(u, d)))) };
}

describe('choices of depots', () => {
  const loads = { units: 6, depots: 2, demand: new Float64Array(6).fill(1), capacity: Float64Array.of(3, 3) };
  // All prefer the first depot, the later ones less and less.
  const choices = choicesOf(
    6,
    () => [0, 1],
    (u, d) => (d === 0 ? 0 : 10 - u),
  );

  it('fill a depot with those who lose most elsewhere', () => {
    expect([...withinRoom(loads, choices)]).toEqual([0, 0, 0, 1, 1, 1]);
  });

  it('are priced so that loads are about even', () => {
    const { from, depot, cost } = evenlyPriced(loads, choices);
    const chosen = Array.from({ length: 6 }, (_, u) => (cost[from[u]] <= cost[from[u] + 1] ? depot[from[u]] : depot[from[u] + 1]));
    expect(chosen.filter((d) => d === 0).length).toBeGreaterThanOrEqual(2);
    expect(chosen.filter((d) => d === 0).length).toBeLessThanOrEqual(4);
    expect([...choices.cost]).toContain(10);
  });

  it('overfill the cheapest where no room is left', () => {
    expect(withinRoom({ ...loads, capacity: Float64Array.of(2, 2) }, choices)).toHaveLength(6);
  });
});

describe('chains of shifts', () => {
  it('reach a depot at the far end of a line of full ones', () => {
    const depots = 12;
    const units = 3 * depots - 1;
    const loads = { units, depots, demand: new Float64Array(units).fill(1), capacity: new Float64Array(depots).fill(3) };
    // The first depot has four, the last one; everyone may go one depot further.
    const depotOf = Int32Array.from({ length: units }, (_, u) => (u < 4 ? 0 : Math.min(depots - 1, 1 + Math.floor((u - 4) / 3))));
    const home = depotOf.slice();
    const choices = choicesOf(
      units,
      (u) => (home[u] + 1 < depots ? [home[u], home[u] + 1] : [home[u]]),
      (u, d) => d - home[u],
    );
    expect(relieve(loads, depotOf, choices)).toBe(true);
    expect(depotOf.filter((d) => d === depots - 1)).toHaveLength(2);
  });

  it('move load through a full depot', () => {
    const instance = createInstance({
      name: 'chain',
      depots: ['A', 'B', 'C'].map((id, d) => ({ id, x: 10 * d, y: 0, capacity: 2 })),
      customers: Array.from({ length: 5 }, (_, i) => ({ id: `c${i}`, x: 5 * i, y: 0, demand: 1 })),
      vehicleCapacity: 5,
    });
    const problem = locationProblem(instance, peaked(1).embed(instance));
    const depotOf = Int32Array.of(0, 0, 0, 1, 1);
    // Nobody of A may go to C directly.
    const choices = choicesOf(
      5,
      (u) => (u < 3 ? [0, 1] : [1, 2]),
      (u, d) => Math.abs(5 * u - 10 * d),
    );
    expect(relieve(problem, depotOf, choices)).toBe(true);
    expect(depotOf.filter((d) => d === 0)).toHaveLength(2);
    expect(depotOf.filter((d) => d === 2)).toHaveLength(1);
  });

  it('end with every depot within its capacity, or say that they could not', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), (seed) => {
        const instance = tinyInstance(seed, { customers: 14, depots: 4 });
        const problem = locationProblem(instance, peaked(seed).embed(instance));
        const random = new Random(seed);
        const depotOf = Int32Array.from({ length: problem.units }, () => random.int(2));
        const all = choicesOf(
          problem.units,
          () => [0, 1, 2, 3],
          (u, d) => ((u * 7 + d * 13) % 10) / 10,
        );
        const within = relieve(problem, depotOf, all);
        const load = new Float64Array(problem.depots);
        depotOf.forEach((d, u) => {
          load[d] += problem.demand[u];
        });
        expect(load.every((amount, d) => amount <= problem.capacity[d])).toBe(within);
      }),
    );
  });
});

describe('a decision that prices near pairs only', () => {
  it('keeps all rules and claims no bound of its own', async () => {
    const instance = line(45, 500);
    const sets = [
      Uint8Array.from({ length: 45 }, (_, d) => Number(d % 5 === 2)),
      Uint8Array.from({ length: 45 }, (_, d) => Number(d % 3 === 1)),
    ];
    const { best, mip } = await lagrangianAllocator(peaked(3)).allocate(instance, { stop: { seconds: 1 }, depotSets: sets });
    expect(violationsOf(instance, best)).toEqual([]);
    expect([...best.open.keys()].filter((d) => best.open[d]).every((d) => sets.some((open) => open[d]))).toBe(true);
    expect(mip.bound).toBe(Number.NEGATIVE_INFINITY);
  });
});
