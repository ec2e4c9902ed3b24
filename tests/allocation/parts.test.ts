/** The parts of the heuristic, each against something simpler. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Ascent } from '../../src/allocation/ascent.ts';
import { Assignment, evaluate } from '../../src/allocation/assignment.ts';
import { Branching } from '../../src/allocation/branching.ts';
import { solveCover } from '../../src/allocation/cover.ts';
import { Dual } from '../../src/allocation/dual.ts';
import { Knapsack } from '../../src/allocation/knapsack.ts';
import { LocalSearch } from '../../src/allocation/local-search.ts';
import { type LocationProblem, locationProblem } from '../../src/allocation/location-problem.ts';
import { neighbours } from '../../src/allocation/neighbours.ts';
import { AllocationPool } from '../../src/allocation/pool.ts';
import { reduce } from '../../src/allocation/reduction.ts';
import type { DepotRules } from '../../src/problem/depot-set.ts';
import { Random } from '../../src/run/random.ts';
import { scaled } from '../scaled.ts';
import { allAllocations, peaked, tinyInstance, violationsOf, wild } from './tiny.ts';

const seeds = fc.integer({ min: 1, max: 100_000 });

describe('continuous knapsack', () => {
  it('takes the best per unit of demand, the last in part', () => {
    const knapsack = new Knapsack(3);
    const value = knapsack.solve(Float64Array.of(-6, -10, -9), Int32Array.of(0, 1, 2), Float64Array.of(2, 2, 3), 4);
    expect(value).toBe(-10 - 6);
    expect(knapsack.price).toBe(3);
    expect(knapsack.solve(Float64Array.of(-6, 10, -9), Int32Array.of(0, 1), Float64Array.of(2, 2, 3), 1)).toBe(-3);
    expect([knapsack.taken, knapsack.part, knapsack.items[0]]).toEqual([0, 0.5, 0]);
  });

  it('equals greedy by sorting', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const random = new Random(seed);
        const n = 1 + random.int(30);
        const costs = Float64Array.from({ length: n }, () => Math.round(10 * random.normal()));
        const demand = Float64Array.from({ length: n }, () => random.int(6));
        const limit = random.int(40);
        const knapsack = new Knapsack(n);
        let room = limit;
        let greedy = 0;
        const worth = [...costs.keys()].filter((u) => costs[u] < 0).sort((a, b) => costs[a] / demand[a] - costs[b] / demand[b]);
        for (const u of worth) {
          const share = demand[u] === 0 ? 1 : Math.min(1, room / demand[u]);
          greedy += share * costs[u];
          room -= share * demand[u];
        }
        expect(knapsack.solve(costs, Int32Array.from(demand.keys()), demand, limit)).toBeCloseTo(greedy, 9);
      }),
    );
  });
});

describe('cover', () => {
  it('equals enumeration under all rules on depots', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const random = new Random(seed);
        const m = 1 + random.int(7);
        const values = Float64Array.from({ length: m }, () => Math.round(10 * random.normal()));
        const rules: DepotRules = {
          supply: Float64Array.from({ length: m }, () => random.int(10)),
          demand: random.int(15),
          openingCost: Float64Array.from({ length: m }, () => random.int(10)),
          budget: random.int(2) === 0 ? Number.POSITIVE_INFINITY : random.int(30),
          minOpen: 1 + random.int(2),
          maxOpen: 1 + random.int(m),
          lockedOpen: Uint8Array.from({ length: m }, () => Number(random.int(5) === 0)),
          lockedClosed: new Uint8Array(m),
          oneOf: [],
        };
        let least = Number.POSITIVE_INFINITY;
        for (let set = 0; set < 1 << m; set++) {
          const inside = [...values.keys()].filter((d) => (set >> d) & 1);
          const total = (list: Float64Array) => inside.reduce((sum, d) => sum + list[d], 0);
          const locked = rules.lockedOpen.every((lock, d) => !lock || inside.includes(d));
          if (!locked || inside.length < rules.minOpen || inside.length > rules.maxOpen) continue;
          if (total(rules.supply) >= rules.demand && total(rules.openingCost) <= rules.budget) least = Math.min(least, total(values));
        }
        expect(solveCover(values, rules).bound).toBe(least);
      }),
      { numRuns: scaled(300) },
    );
  });
});

const problemOf = (seed: number, surrogateOf = wild): LocationProblem => {
  const instance = tinyInstance(seed, { rules: seed % 2 === 0 ? { together: [['c1', 'c4']], apart: [['c0', 'c2']] } : {} });
  return locationProblem(instance, surrogateOf(seed).embed(instance));
};

const networks = [
  ['sums', wild],
  ['a maximum', peaked],
] as const;

describe.each(networks)('assignment under a network with %s', (_, surrogateOf) => {
  it('prices shifts and swaps as the network prices their results', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const problem = problemOf(seed, surrogateOf);
        const random = new Random(seed);
        const at = new Assignment(problem);
        const open = new Uint8Array(problem.depots).fill(1);
        at.set(
          open,
          Int32Array.from({ length: problem.units }, () => random.int(problem.depots)),
        );
        const whole = () => {
          // Empty depots may be closed in the running cost; here all are open, so only those in use are compared.
          const { predicted } = evaluate(
            problem,
            open,
            Int32Array.from(problem.unitOf, (u) => at.depotOf[u]),
          );
          return predicted.map((cost, d) => (at.size[d] > 0 ? cost + problem.openingCost[d] : at.cost[d]));
        };
        // Neurons that do not bend within the capacity are priced as linear; beyond it a price is only a guide.
        const expectPrice = (costs: ArrayLike<number>, d: number, price: number) => {
          if (at.load[d] <= problem.capacity[d]) expect(costs[d]).toBeCloseTo(price, 6);
        };
        for (let k = 0; k < 12; k++) {
          const u = random.int(problem.units);
          const [from, to] = [at.depotOf[u], random.int(problem.depots)];
          if (from === to) continue;
          const expected = [at.priceWith(from, u, -1), at.priceWith(to, u, 1)];
          at.shift(u, to);
          const costs = whole();
          expectPrice(costs, from, expected[0]);
          expectPrice(costs, to, expected[1]);
          const v = [...at.depotOf.keys()].find((unit) => at.depotOf[unit] === from);
          if (v === undefined) continue;
          const swapped = [at.priceSwapped(to, u, v), at.priceSwapped(from, v, u)];
          at.shift(u, from);
          at.shift(v, to);
          const after = whole();
          expectPrice(after, to, swapped[0]);
          expectPrice(after, from, swapped[1]);
        }
      }),
      { numRuns: scaled(40) },
    );
  });
});

describe.each(networks)('dual and reduction under a network with %s', (_, surrogateOf) => {
  it('every point of the dual bounds every allocation, and no better allocation is lost to the reduction', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const problem = problemOf(seed, surrogateOf);
        const all = allAllocations(problem.instance, surrogateOf(seed));
        if (all.length === 0) return;
        const noise = 1e-9 * Math.max(1, Math.abs(all[0].objective));
        const known = all[Math.min(all.length - 1, 5)].objective;
        const ascent = new Ascent(problem);
        for (let k = 0; k < 60; k++) expect(ascent.step(known).bound).toBeLessThanOrEqual(all[0].objective + noise);
        const { open, closed, allowed } = reduce(problem, ascent.best, known);
        for (const { decision, objective } of all) {
          if (objective > known) break;
          for (let d = 0; d < problem.depots; d++) {
            expect(decision.open[d]).toBeGreaterThanOrEqual(open[d]);
            expect(decision.open[d] + closed[d]).toBeLessThanOrEqual(1);
          }
          for (let u = 0; u < problem.units; u++) expect(allowed[decision.depotOf[problem.members[u][0]] * problem.units + u]).toBe(1);
        }
      }),
      { numRuns: scaled(12) },
    );
  });
});

describe.each(networks)('branching under a network with %s', (_, surrogateOf) => {
  it('never raises the bound above the optimum, and ends with every set of depots ruled out or bounded', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const problem = problemOf(seed, surrogateOf);
        const all = allAllocations(problem.instance, surrogateOf(seed));
        if (all.length === 0) return;
        const [{ objective }] = all;
        const noise = 1e-9 * Math.max(1, Math.abs(objective));
        const ascent = new Ascent(problem);
        for (let k = 0; k < 30; k++) ascent.step(objective);
        const branching = new Branching(problem, ascent);
        // A little above the optimum, so that no node with it is dropped for being as good.
        const target = objective + 10 * noise;
        for (let last = ascent.bound; branching.open; last = branching.bound) {
          branching.step(target);
          expect(branching.bound).toBeGreaterThanOrEqual(last);
          expect(branching.bound).toBeLessThanOrEqual(target);
        }
      }),
      { numRuns: scaled(12) },
    );
  });

  it('drops at once what no set of depots can satisfy', () => {
    const problem = problemOf(1, surrogateOf);
    const every = { ...problem, cover: { ...problem.cover, minOpen: problem.depots } };
    const ascent = new Ascent(every);
    for (let k = 0; k < 30; k++) ascent.step(Number.POSITIVE_INFINITY);
    const branching = new Branching(every, ascent);
    let steps = 0;
    for (; branching.open; steps++) branching.step(Number.POSITIVE_INFINITY);
    // All must open: one child of each node is empty, so there is one path to one leaf.
    expect(steps).toBe(problem.depots + 1);
    expect(branching.bound).toBeLessThan(Number.POSITIVE_INFINITY);
  });
});

describe('pool', () => {
  const allocation = (open: number[], depotOf: number[], objective: number) => ({
    open: Uint8Array.from(open),
    depotOf: Int32Array.from(depotOf),
    objective,
    predicted: new Float64Array(open.length),
  });

  it('keeps the best of each set of depots', () => {
    const pool = new AllocationPool();
    expect(pool.add(allocation([1, 1], [0, 1], 5))).toBe(true);
    expect(pool.add(allocation([1, 1], [1, 0], 4))).toBe(true);
    expect(pool.add(allocation([1, 0], [0, 0], 9))).toBe(false);
    expect(pool.add(allocation([1, 1], [0, 1], 5))).toBe(false);
    expect(pool.list(9).map(({ objective }) => objective)).toEqual([4, 9]);
    expect(pool.best?.objective).toBe(4);
  });
});

describe('neighbours of an allocation', () => {
  it('keep all rules, differ by two customers at most, and are priced exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), (seed) => {
        const instance = tinyInstance(seed, { customers: 9, depots: 3 });
        const problem = locationProblem(instance, peaked(seed).embed(instance));
        const search = new LocalSearch(problem, new Random(seed));
        search.guide(new Dual(problem).guideCost());
        const from = search.solve(new Uint8Array(3).fill(1));
        if (!from) return;
        const found = [...neighbours(problem, from)];
        for (const { depotOf, open, objective } of found) {
          const moved = depotOf.filter((d, i) => d !== from.depotOf[i]).length;
          expect(moved).toBeGreaterThan(0);
          expect(moved).toBeLessThanOrEqual(2 * Math.max(...problem.members.map((list) => list.length)));
          expect(evaluate(problem, open, depotOf).objective).toBeCloseTo(objective, 6);
          expect(violationsOf(instance, { open, depotOf })).toEqual([]);
        }
      }),
      { numRuns: scaled(60) },
    );
  });
});
