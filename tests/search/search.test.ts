import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readInstance } from '../../src/formats/read.ts';
import { NeoLrpError } from '../../src/problem/errors.ts';
import { explainInfeasibility } from '../../src/problem/feasibility.ts';
import { createInstance, type InstanceInput } from '../../src/problem/instance.ts';
import { describeRoutes } from '../../src/problem/solution.ts';
import { verify } from '../../src/problem/verify.ts';
import { search } from '../../src/search/search.ts';
import { drawInstance, leastCost } from './brute-force.ts';
import { brimful } from './tight-instances.ts';

describe('tiny instances of every kind, against brute force', () => {
  it('are solved to the optimum or refuted, and never anything else', async () => {
    const missed: string[] = [];
    for (let seed = 7_000_000; seed < 7_000_300; seed++) {
      const instance = drawInstance(seed);
      const best = leastCost(instance);
      expect(explainInfeasibility(instance)?.code.startsWith('E_INFEASIBLE') ?? false, `seed ${seed}`).toBe(best === undefined);
      if (best === undefined) continue;
      const { routes, cost } = await search(instance, { stop: { iterations: 200 }, seed: 1 });
      expect(verify(instance, describeRoutes(instance, routes)).violations, `seed ${seed}`).toEqual([]);
      expect(cost, `seed ${seed}`).toBeGreaterThanOrEqual(best * (1 - 1e-9));
      if (cost > best * (1 + 1e-9)) missed.push(`${seed}: ${cost} instead of ${best}`);
    }
    expect(missed).toEqual([]);
  });
});

const at = (id: string, x: number) => ({ id, x, y: 0 });
const iterations = { stop: { iterations: 50 } };

describe('instances that once went wrong', () => {
  const packed = (capacities: readonly number[], demands: readonly number[]): InstanceInput => ({
    name: 'packing',
    depots: capacities.map((capacity, d) => ({ ...at(`d${d}`, d), capacity })),
    customers: demands.map((demand, i) => ({ ...at(`c${i}`, i), demand })),
    vehicleCapacity: 100,
  });

  it.each([
    [
      [7, 14, 9],
      [5, 5, 5, 5, 5],
    ],
    [
      [3, 3],
      [2, 2, 2],
    ],
  ])('depots of %j cannot be packed with %j', async (capacities, demands) => {
    const run = search(createInstance(packed(capacities, demands)), { stop: { seconds: 2 } });
    await expect(run).rejects.toMatchObject({ code: 'E_INFEASIBLE_CAPACITY' });
  });

  it('a packing too large to refute ends with the budget', async () => {
    // 44 customers of 5 into four depots of 54: ten each.
    const instance = createInstance(packed([54, 54, 54, 59], new Array<number>(44).fill(5)));
    await expect(search(instance, { stop: { iterations: 3 } })).rejects.toMatchObject({ code: 'E_BUDGET' });
    await expect(search(instance, { stop: { seconds: 0.2 } })).rejects.toMatchObject({ code: 'E_BUDGET' });
    await expect(search(instance, { stop: { signal: AbortSignal.abort() } })).rejects.toMatchObject({ code: 'E_BUDGET' });
  });

  it('a missing arc is not cheaper than a dear vehicle', async () => {
    const instance = createInstance({
      name: 'gap',
      depots: [at('d', 0)],
      customers: [
        { ...at('a', 1), demand: 1 },
        { ...at('b', 2), demand: 1 },
      ],
      vehicleCapacity: 10,
      vehicleCost: 1e5,
      travel: {
        kind: 'matrix',
        values: [
          [0, 1, 1],
          [1, 0, null],
          [1, null, 0],
        ],
      },
    });
    expect((await search(instance, iterations)).cost).toBe(200_004);
  });

  it('a load a hair above the vehicle is above it', async () => {
    const customers = Array.from({ length: 20 }, (_, i) => ({ ...at(`c${i}`, i), demand: i === 7 ? 50.000_000_5 : 50 }));
    const instance = createInstance({ name: 'hair', depots: [at('d', 0)], customers, vehicleCapacity: 100 });
    const { routes } = await search(instance, iterations);
    expect(verify(instance, describeRoutes(instance, routes)).violations).toEqual([]);
    expect(routes.length).toBe(11);
  });

  it('an instance that no table can hold is refused at once', async () => {
    const customers = Array.from({ length: 10_001 }, (_, i) => ({ ...at(`c${i}`, i), demand: 1 }));
    const depots = Array.from({ length: 5000 }, (_, d) => at(`d${d}`, d));
    const instance = createInstance({ name: 'huge', depots, customers, vehicleCapacity: 100 });
    await expect(search(instance, iterations)).rejects.toBeInstanceOf(NeoLrpError);
    await expect(search(instance, iterations)).rejects.toMatchObject({ code: 'E_TOO_LARGE' });
  });
});

it('a plan to start from is never lost, and does not hold the search back', async () => {
  const instance = readInstance({ name: 'plain.json', text: readFileSync('examples/plain.json', 'utf8') });
  const poor = await search(instance, { stop: { iterations: 1 }, seed: 5 });
  const kept = await search(instance, { stop: { iterations: 0 }, start: [poor.routes] });
  expect(kept.cost).toBeLessThanOrEqual(poor.cost + 1e-6);
  const alone = await search(instance, { stop: { iterations: 80 }, seed: 1 });
  const warm = await search(instance, { stop: { iterations: 80 }, seed: 1, start: [poor.routes] });
  expect(warm.cost).toBeLessThanOrEqual(1.01 * alone.cost);
  expect(warm.cost).toBeLessThan(poor.cost);
});

it('improves where depots must be filled completely', async () => {
  const instance = brimful(5, 60, 4);
  const first = await search(instance, { stop: { iterations: 1 } });
  const last = await search(instance, { stop: { iterations: 60 } });
  expect(last.cost).toBeLessThan(first.cost);
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

it.each([
  { minOpen: 6, maxOpen: 6 },
  { minOpen: 3, openingBudget: 6 },
  { maxOpen: 2, openingBudget: 12 },
])('keeps rules on the number and the cost of open depots: %o', async (rules) => {
  const instance = createInstance({
    name: 'twelve',
    depots: Array.from({ length: 12 }, (_, d) => ({ ...at(`d${d}`, d), capacity: 100, openingCost: 1 + d })),
    customers: Array.from({ length: 8 }, (_, i) => ({ id: `c${i}`, x: i, y: 1, demand: 1 })),
    vehicleCapacity: 4,
    vehicleCost: 1,
    rules,
  });
  const { routes } = await search(instance, { stop: { iterations: 20 } });
  expect(verify(instance, describeRoutes(instance, routes)).violations).toEqual([]);
});

/** Two far towns with a depot each: both open is cheapest unless a rule forbids it. */
const twoTowns = (rules: InstanceInput['rules']) =>
  createInstance({
    name: 'two towns',
    depots: [0, 100].map((x) => ({ id: `d${x}`, x, y: 0, openingCost: 1 })),
    customers: [1, 2, 3, 97, 98, 99].map((x) => ({ id: `c${x}`, x, y: 1, demand: 1 })),
    vehicleCapacity: 3,
    rules,
  });
const bothOpen = [
  { depot: 0, stops: [0, 1, 2] },
  { depot: 1, stops: [3, 4, 5] },
];

it.each<[string, InstanceInput['rules']]>([
  ['too many depots', { maxOpen: 1 }],
  ['depots that exclude each other', { oneOf: [['d0', 'd100']] }],
  ['dear depots', { openingBudget: 1 }],
])('a plan to start from with %s does not end as the result', async (_, rules) => {
  const instance = twoTowns(rules);
  const { routes } = await search(instance, { stop: { iterations: 30 }, seed: 1, start: [bothOpen] });
  expect(verify(instance, describeRoutes(instance, routes)).violations).toEqual([]);
});

it('cheap depots that exclude each other never open together', async () => {
  const instance = twoTowns({ oneOf: [['d0', 'd100']] });
  const { routes, cost } = await search(instance, { stop: { iterations: 300 }, seed: 1 });
  expect(new Set(routes.map(({ depot }) => depot)).size).toBe(1);
  expect(cost).toBeCloseTo(describeRoutes(instance, routes).cost.total, 9);
});

it('a plan to start from pays for depots that must open though it does not use them', async () => {
  const instance = twoTowns({ minOpen: 2 });
  const one = [
    { depot: 0, stops: [0, 1, 2] },
    { depot: 0, stops: [3, 4, 5] },
  ];
  const { cost, routes } = await search(instance, { stop: { iterations: 0 }, start: [one] });
  expect(cost).toBeCloseTo(describeRoutes(instance, routes).cost.total, 9);
});

it('finds vehicles for those whom the one that drives for nothing may not serve', async () => {
  const instance = createInstance({
    name: 'free ride',
    depots: [{ id: 'd', x: 0, y: 0 }],
    customers: [10_000, 20_000, 30_000, 40_000].map((x, i) => ({ id: `c${i}`, x, y: 0, demand: 1, vehicles: [i % 2 ? 'free' : 'dear'] })),
    vehicles: [
      { id: 'free', capacity: 4, costPerDistance: 0 },
      { id: 'dear', capacity: 4, costPerDistance: 9, fixedCost: 1000 },
    ],
  });
  const { routes, cost } = await search(instance, { stop: { iterations: 50 }, seed: 1 });
  expect(verify(instance, describeRoutes(instance, routes)).violations).toEqual([]);
  expect(cost).toBe(1000 + 9 * 60_000);
});

it('does not start at a depot without vehicles, though nobody has any demand', async () => {
  const instance = createInstance({
    name: 'errands',
    depots: [0, 10].map((x) => ({ id: `d${x}`, x, y: 0 })),
    customers: [9, 11].map((x) => ({ id: `c${x}`, x, y: 0, demand: 0 })),
    vehicles: [{ id: 'bike', capacity: 1, availablePerDepot: { d0: 2 } }],
  });
  const { cost } = await search(instance, { stop: { iterations: 30 }, seed: 1 });
  expect(cost).toBe(22);
});

it('fills depots that must open to their least load', async () => {
  const instance = createInstance({
    name: 'least loads',
    depots: [0, 5].map((x) => ({ id: `d${x}`, x, y: 0, minLoad: 1 })),
    customers: [6, 7].map((x) => ({ id: `c${x}`, x, y: 0, demand: 1 })),
    vehicleCapacity: 5,
    rules: { minOpen: 2 },
  });
  const { cost } = await search(instance, { stop: { iterations: 30 }, seed: 1 });
  expect(cost).toBe(12 + 4);
});

it('shares customers between depots although a second vehicle costs a billion times a unit of distance', async () => {
  // One vehicle could carry all; a single way of dividing the customers fits the two depots that may open.
  const instance = drawInstance(78_001_173);
  const { cost } = await search(instance, { stop: { iterations: 200 }, seed: 1 });
  expect(cost).toBeCloseTo(leastCost(instance) ?? 0, 6);
});
