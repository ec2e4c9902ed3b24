import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { MipBuilder } from '../../src/mip/model.ts';
import { HighsSolver } from '../../src/mip/solvers/highs.ts';
import { createInstance } from '../../src/problem/instance.ts';
import { describeRoutes } from '../../src/problem/solution.ts';
import { verify } from '../../src/problem/verify.ts';
import { Random } from '../../src/run/random.ts';
import { StopWatch } from '../../src/run/stop.ts';
import { assign } from '../../src/search/construction/assign.ts';
import { construct } from '../../src/search/construction/construct.ts';
import { Splitter } from '../../src/search/construction/split.ts';
import { searchData } from '../../src/search/data.ts';
import { proposeDepotSets, rankDepotSets } from '../../src/search/depots/ranking.ts';
import { Transport } from '../../src/search/depots/transport.ts';
import { createIndividual } from '../../src/search/population/individual.ts';
import { search } from '../../src/search/search.ts';

const highs = new HighsSolver();
afterAll(() => highs.close());

/** Depots whose capacities add up to the demand and not a unit more. */
function brimful(seed: number, customers: number, depots: number) {
  const random = new Random(seed);
  const demands = Array.from({ length: customers }, () => 11 + random.int(10));
  const capacity = new Array<number>(depots).fill(0);
  for (const demand of demands) capacity[random.int(depots)] += demand;
  return createInstance({
    name: 'brimful',
    depots: capacity.map((sum, d) => ({ id: `d${d}`, x: random.int(100), y: random.int(100), capacity: sum, openingCost: 10 })),
    customers: demands.map((demand, i) => ({ id: `c${i}`, x: random.int(100), y: random.int(100), demand })),
    vehicleCapacity: 70,
    vehicleCost: 5,
    travel: { kind: 'euclidean', scale: 1, rounding: 'none' },
  });
}

describe('depots that must be filled to the brim', () => {
  it('are filled by the assignment itself, whatever the seed', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const data = searchData(brimful(seed, 60, 4));
      const load = new Float64Array(data.m);
      const depotOf = assign(data, new Uint8Array(data.m).fill(1), new Random(seed));
      depotOf.forEach((d, i) => {
        load[d] += data.demand[i];
      });
      load.forEach((filled, d) => {
        expect(filled / data.depotCapacity[d]).toBeCloseTo(1, 8);
        expect(filled).toBeLessThanOrEqual(data.depotCapacity[d]);
      });
    }
  });

  it('are constructed with routes that hold', () => {
    const data = searchData(brimful(3, 80, 5));
    const open = new Uint8Array(data.m).fill(1);
    const individual = createIndividual(data, construct(data, open, new Splitter(data), new Random(1)), open);
    expect(individual).toMatchObject({ feasible: true, vehicleExcess: 0, depotExcess: 0 });
  });

  it('are solved by the search', async () => {
    const instance = brimful(5, 60, 4);
    const first = await search(instance, { stop: { iterations: 1 } });
    const last = await search(instance, { stop: { iterations: 60 } });
    expect(last.cost).toBeLessThan(first.cost);
  });
});

describe('the transportation problem', () => {
  /** Two depots: the exact optimum is a fractional knapsack over what customers lose at the second. */
  const exact = (share: number[], demand: number[], [first, second]: number[]) => {
    const total = demand.reduce((a, b) => a + b, 0);
    const order = demand.map((_, i) => i).sort((a, b) => loss(a) - loss(b));
    function loss(i: number) {
      return (share[2 * i + 1] - share[2 * i]) / demand[i];
    }
    let cost = share.reduce((sum, value, k) => sum + (k % 2 === 0 ? value : 0), 0);
    let load = total;
    let moved = 0;
    for (const i of order) {
      const wanted = Math.min(demand[i], second - moved);
      const needed = Math.max(0, load - first);
      const part = loss(i) < 0 ? wanted : Math.min(wanted, needed);
      cost += part * loss(i);
      load -= part;
      moved += part;
    }
    return cost;
  };

  it('is bounded from below, closely, for two depots', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            demand: fc.integer({ min: 1, max: 20 }),
            near: fc.integer({ min: 1, max: 100 }),
            far: fc.integer({ min: 1, max: 100 }),
          }),
          {
            minLength: 4,
            maxLength: 40,
          },
        ),
        fc.double({ min: 0.4, max: 1, noNaN: true }),
        (customers, part) => {
          const demand = customers.map((c) => c.demand);
          const total = demand.reduce((a, b) => a + b, 0);
          const share = customers.flatMap((c) => [c.near * c.demand, c.far * c.demand]);
          const capacity = [part * total, 0.7 * total];
          const transport = new Transport(Float64Array.from(share), Float64Array.from(demand), Float64Array.from(capacity), 1e4);
          const bound = transport.cost([0, 1], Number.POSITIVE_INFINITY);
          const optimum = exact(share, demand, capacity);
          expect(bound).toBeLessThanOrEqual(optimum * (1 + 1e-9));
          expect(bound).toBeGreaterThanOrEqual(optimum * 0.95);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('bounds every neighbour of a configuration from below', () => {
    const data = searchData(brimful(9, 50, 6));
    const { n, m, places, cost } = data;
    const share = new Float64Array(n * m);
    for (let i = 0; i < n; i++) for (let d = 0; d < m; d++) share[i * m + d] = data.demand[i] * cost[(n + d) * places + i];
    const fresh = () =>
      new Transport(
        share,
        data.demand,
        data.depotCapacity.map((c) => 2 * c),
        1e6,
      );
    const transport = fresh();
    transport.cost([0, 1, 2, 3], Number.POSITIVE_INFINITY);
    const view = transport.view();
    for (const [close, open, after] of [
      [[0], [], [1, 2, 3]],
      [[], [4], [0, 1, 2, 3, 4]],
      [[1], [5], [0, 2, 3, 5]],
      [[2], [4, 5], [0, 1, 3, 4, 5]],
    ] as const)
      expect(transport.boundFrom(view, close, open)).toBeLessThanOrEqual(fresh().cost(after, Number.POSITIVE_INFINITY) * 1.001);
  });
});

it('ranks only configurations with enough supply', async () => {
  const data = searchData(brimful(2, 40, 12));
  const ranked = await rankDepotSets(data, 8, new Random(1));
  expect(ranked.map(({ open }) => open.join(''))).toEqual(['1'.repeat(12)]);
});

it('leads with the best configuration by either outlook: last vehicles for nothing, and half a trip a depot', async () => {
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

/** Depots of two sizes; a third of them supply the demand. */
function largeAndSmall(customers: number, depots: number) {
  const random = new Random(5);
  const place = () => 100 * random.float();
  const small = Math.round((customers * 2.84) / depots);
  return createInstance({
    name: 'large and small',
    depots: Array.from({ length: depots }, (_, d) => ({
      id: `d${d}`,
      x: place(),
      y: place(),
      capacity: d % 3 === 0 ? Math.round(2.41 * small) : small,
      openingCost: (d % 3 === 0 ? 300 : 150) * (1 + random.float()),
    })),
    customers: Array.from({ length: customers }, (_, i) => ({ id: `c${i}`, x: place(), y: place(), demand: 1 })),
    vehicleCapacity: 8,
    vehicleCost: 10,
    travel: { kind: 'euclidean', scale: 1, rounding: 'none' },
  });
}

it('leads with the same configuration whatever the seed, where depots differ in size and must be filled to the brim', async () => {
  const data = searchData(largeAndSmall(120, 20));
  const rankings = await Promise.all([1, 2, 3, 4, 5].map((seed) => rankDepotSets(data, 8, new Random(seed))));
  expect(new Set(rankings.map(([{ open }]) => open.join(''))).size).toBe(1);
});

it('makes do with the configurations that are known when it is late, and has one at least', async () => {
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

it('comes within a hundredth of the transport that a linear program finds, where depots must be filled to the brim', async () => {
  const { n, m, places, cost, demand, depotCapacity } = searchData(brimful(4, 120, 6));
  const share = Float64Array.from(
    { length: n * m },
    (_, k) => demand[Math.floor(k / m)] * cost[(n + (k % m)) * places + Math.floor(k / m)],
  );
  const capacity = depotCapacity.map((c) => 1.01 * c);
  const model = new MipBuilder('transport');
  const part = Array.from(share, (price) => model.addColumn({ cost: price }));
  for (let i = 0; i < n; i++) model.equal({ columns: part.slice(i * m, (i + 1) * m), coefficients: new Array<number>(m).fill(1) }, 1);
  for (let d = 0; d < m; d++) model.atMost({ columns: part.filter((_, k) => k % m === d), coefficients: demand }, capacity[d]);
  const { status, bound: optimum } = await highs.solve(model.build());
  expect(status).toBe('optimal');
  const bound = new Transport(share, demand, capacity, 1e6).cost([...capacity.keys()], Number.POSITIVE_INFINITY);
  expect(bound).toBeLessThanOrEqual(optimum * (1 + 1e-6));
  expect(bound).toBeGreaterThan(0.99 * optimum);
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
  ])('are kept by every configuration: %o', async (rules) => {
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
    const { routes } = await search(instance, { stop: { iterations: 20 } });
    expect(verify(instance, describeRoutes(instance, routes)).violations).toEqual([]);
  });
});

it('a depot is not too small by the rounding of a sum: 0.1 + 0.1 + 0.1 fits into 0.3', async () => {
  const instance = createInstance({
    name: 'tenths',
    depots: [{ id: 'd', x: 0, y: 0, capacity: 0.3, openingCost: 1 }],
    customers: ['a', 'b', 'c'].map((id, k) => ({ id, x: k, y: 1, demand: 0.1 })),
    vehicleCapacity: 1,
    vehicleCost: 1,
    travel: { kind: 'euclidean', scale: 1, rounding: 'none' },
  });
  const { routes } = await search(instance, { stop: { iterations: 5 } });
  expect(verify(instance, describeRoutes(instance, routes)).feasible).toBe(true);
});
