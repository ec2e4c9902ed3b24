/** What is called infeasible must be: proofs against exhaustion on tiny instances, and against the search on larger ones. */
import { describe, expect, it } from 'vitest';
import { explainInfeasibility } from '../../src/problem/feasibility.ts';
import { createInstance, type Instance, type InstanceInput } from '../../src/problem/instance.ts';
import { describeRoutes } from '../../src/problem/solution.ts';
import { verify } from '../../src/problem/verify.ts';
import { Random } from '../../src/run/random.ts';
import { firstPlan } from '../../src/search/construction/first-plan.ts';
import { search } from '../../src/search/search.ts';
import { leastPlan } from '../search/exhaustion.ts';
import { featuredInstance } from '../search/featured-instance.ts';
import { drawFleetInstance } from '../search/tiny-fleets.ts';

/**
 * Few vehicles of different speeds, short windows, and ways on which a detour may be shorter: about as much as can just be served, so that a
 * bound that is a little too high shows.
 */
function edgeInstance(seed: number): Instance {
  const random = new Random(seed);
  const chance = (share: number) => random.float() < share;
  const between = (least: number, most: number) => least + random.int(most - least + 1);
  const [n, m] = [between(2, 4), between(1, 2)];
  const minutes = between(20, 60);
  const matrix = () => Array.from({ length: n + m }, (_, a) => Array.from({ length: n + m }, (_, b) => (a === b ? 0 : between(1, 30))));
  const kind = random.int(4);
  return createInstance({
    name: `edge ${seed}`,
    depots: Array.from({ length: m }, (_, d) => ({
      id: `d${d}`,
      x: between(0, 20),
      y: between(0, 20),
      ...(chance(0.3) && { capacity: between(4, 14) }),
      ...(chance(0.2) && { minLoad: between(1, 8) }),
      ...(chance(0.3) && { maxVehicles: between(1, 2) }),
      ...(chance(0.3) && { openingHours: [between(0, 15), between(50, 120)] as [number, number], loadingTime: between(0, 5) }),
    })),
    customers: Array.from({ length: n }, (_, i) => {
      const from = between(0, 60);
      return {
        id: `c${i}`,
        x: between(0, 20),
        y: between(0, 20),
        demand: between(1, 5),
        ...(chance(0.4) && { timeWindows: [[from, from + between(0, 20)]] as [number, number][] }),
        ...(chance(0.4) && { serviceTime: between(0, 12) }),
        ...(chance(0.2) && { vehicles: [`v${random.int(2)}`] }),
      };
    }),
    vehicles: Array.from({ length: 2 }, (_, k) => ({
      id: `v${k}`,
      capacity: between(5, 9),
      available: between(0, 2),
      speedFactor: [0.5, 1, 2, 4][random.int(4)],
      ...(chance(0.5) && { maxDuration: minutes + between(0, 30) }),
      ...(chance(0.3) && { shift: [between(0, 20), between(40, 120)] as [number, number] }),
      ...(chance(0.3) && { maxDistance: between(20, 60) }),
      ...(chance(0.2) && { maxStops: between(1, 2) }),
    })),
    travel:
      kind === 0
        ? { kind: 'matrix', values: matrix(), speed: 60 }
        : kind === 1
          ? { kind: 'matrix', values: matrix(), durations: matrix() }
          : { kind: 'euclidean', rounding: kind === 2 ? 'nearest' : 'none', scale: kind === 2 ? 0.1 : 1, speed: kind === 2 ? 6 : 60 },
    rules: m > 1 ? { ...(chance(0.2) && { maxOpen: 1 }), ...(chance(0.1) && { oneOf: [['d0', 'd1']] }) } : {},
  });
}

describe('proofs that there is no plan', () => {
  it.each<[string, (seed: number) => Instance, number]>([
    ['at the edge', edgeInstance, 1000],
    ['with everything', drawFleetInstance, 300],
  ])('hold against exhaustion, %s', (_, draw, count) => {
    const seen = { refuted: 0, solved: 0 };
    for (let seed = 0; seed < count; seed++) {
      const instance = draw(seed);
      const reason = explainInfeasibility(instance);
      if (reason) seen.refuted++;
      else seen.solved++;
      if (reason) expect(leastPlan(instance), `seed ${seed}: ${reason.message}`).toBeUndefined();
    }
    expect(Math.min(seen.refuted, seen.solved)).toBeGreaterThan(count / 10);
  });

  it('hold against the search on larger instances', async () => {
    const seen = { refuted: 0, solved: 0 };
    for (let seed = 0; seed < 60; seed++) {
      const instance = featuredInstance(seed, 10 + (seed % 20), 2 + (seed % 3), { separate: seed % 3 === 0 });
      const reason = explainInfeasibility(instance);
      // The search itself asks first, so what is refuted is asked for a plan that any construction finds.
      const plan = reason
        ? firstPlan(instance)
        : await search(instance, { stop: { iterations: 2 } }).then(
            ({ routes }) => routes,
            () => undefined,
          );
      if (!plan) continue;
      seen.solved++;
      expect(reason?.message, `seed ${seed}`).toBeUndefined();
      expect(verify(instance, describeRoutes(instance, plan)).violations, `seed ${seed}`).toEqual([]);
    }
    expect(seen.solved).toBeGreaterThan(20);
  });
});

/** A line on which a unit takes a minute; the depot at 0. */
const line = (change: object) =>
  createInstance({
    name: 'line',
    depots: [{ id: 'A', x: 0, y: 0 }],
    customers: [
      { id: 'p', x: 20, y: 0, demand: 1, serviceTime: 10 },
      { id: 'q', x: 40, y: 0, demand: 1, serviceTime: 10 },
    ],
    vehicles: [
      { id: 'slow', capacity: 9, speedFactor: 0.5, maxDuration: 60, available: 1 },
      { id: 'fast', capacity: 9, speedFactor: 4, maxDuration: 60, available: 1 },
    ],
    travel: { kind: 'euclidean', speed: 60 },
    ...change,
  } as InstanceInput);

describe('what only the better vehicle or the longer way makes possible is not refuted', () => {
  const slowOnly = { id: 'slow', capacity: 9, speedFactor: 0.5, maxDuration: 60 };
  const fast = { id: 'fast', capacity: 9, speedFactor: 4, maxDuration: 60 };
  it('a fast vehicle that serves all in time', () => {
    // 20 minutes of driving and 20 of service; the slow one alone would need 180.
    const instance = line({
      vehicles: [
        { ...slowOnly, available: 0 },
        { ...fast, available: 1 },
      ],
    });
    expect(explainInfeasibility(instance)).toBeUndefined();
    expect(leastPlan(instance)).toBeDefined();
  });

  it('two windows that only the fast one can keep', () => {
    const customers = [
      { id: 'p', x: 20, y: 0, demand: 1, timeWindows: [[10, 10]] },
      { id: 'q', x: 40, y: 0, demand: 1, timeWindows: [[15, 15]] },
    ];
    const vehicles = [
      { ...fast, available: 1 },
      { ...slowOnly, depots: ['A'], available: 0 },
    ];
    expect(explainInfeasibility(line({ customers, vehicles }))).toBeUndefined();
    const none = line({ customers, vehicles: [{ ...fast, speedFactor: 3, available: 1 }] });
    expect(explainInfeasibility(none)).toMatchObject({ code: 'E_INFEASIBLE_CAPACITY' });
    expect(leastPlan(none)).toBeUndefined();
  });

  it('a detour that is faster than the direct way', () => {
    const durations = [
      [0, 1, 30],
      [1, 0, 30],
      [1, 1, 0],
    ];
    const customers = [
      { id: 'p', x: 0, y: 0, demand: 1, timeWindows: [[0, 40]] },
      { id: 'q', x: 0, y: 0, demand: 1, timeWindows: [[0, 40]] },
    ];
    const travel = { kind: 'matrix', values: durations.map((row) => row.map(() => 1)), durations };
    const instance = line({
      customers,
      travel,
      vehicles: [{ id: 'van', capacity: 9, available: 1, maxDuration: 32 }],
    });
    expect(explainInfeasibility(instance)).toBeUndefined();
    expect(leastPlan(instance)).toBeDefined();
  });
});

describe('two customers are not kept from one route', () => {
  const none = { available: 0 };
  const one = { capacity: 9, available: 1 };
  it.each<[string, object]>([
    [
      'by a direct way that is longer than that through a third',
      {
        customers: ['p', 'q', 'r'].map((id) => ({ id, x: 0, y: 0, demand: 1 })),
        travel: {
          kind: 'matrix',
          values: Array.from({ length: 4 }, () => [1, 1, 1, 1]),
          durations: [
            [0, 1, 1, 1],
            [1, 0, 100, 1],
            [1, 100, 0, 1],
            [1, 1, 1, 0],
          ],
        },
        vehicles: [{ id: 'van', ...one, maxDuration: 50 }],
      },
    ],
    [
      'by the time of a vehicle that may be out for less',
      {
        customers: [20, 40].map((x) => ({ id: x, x, y: 0, demand: 1, serviceTime: 50 })),
        vehicles: [
          { id: 'long', ...one, maxDuration: 180 },
          { id: 'short', capacity: 9, ...none, maxDuration: 60 },
        ],
      },
    ],
    [
      'by the start of a vehicle that comes later',
      {
        customers: [20, 40].map((x) => ({ id: x, x, y: 0, demand: 1, timeWindows: [[x, x]] })),
        vehicles: [
          { id: 'early', ...one },
          { id: 'late', capacity: 9, ...none, shift: [100, 400] },
        ],
      },
    ],
  ])('%s', (_, change) => {
    const instance = line(change);
    expect(leastPlan(instance)?.routes).toHaveLength(1);
    expect(explainInfeasibility(instance)).toBeUndefined();
  });
});

describe('checks of large instances end', () => {
  it('with many customers kept apart, far more than pairs can be listed', () => {
    const random = new Random(1);
    const ids = Array.from({ length: 5000 }, (_, i) => `c${i}`);
    const input = (size: number) => ({
      name: 'large',
      depots: Array.from({ length: 300 }, (_, d) => ({ id: `d${d}`, x: random.float(), y: random.float(), openingCost: 1 })),
      customers: ids.map((id) => ({ id, x: random.float(), y: random.float(), demand: 1 })),
      vehicleCapacity: 10,
      rules: { apart: Array.from({ length: 200 }, (_, k) => ids.slice(10 * k, 10 * k + size)) },
    });
    expect(explainInfeasibility(createInstance(input(2000)))?.message).toMatch(/2000 customers .* at most 300 depots can open/);
    expect(explainInfeasibility(createInstance(input(290)))).toBeUndefined();
  });

  it('with as many kinds of customers as customers', () => {
    const types = Array.from({ length: 14 }, (_, k) => ({ id: `v${k}`, capacity: 50, available: 2000 }));
    const instance = createInstance({
      name: 'kinds',
      depots: [{ id: 'A', x: 0, y: 0 }],
      customers: Array.from({ length: 2500 }, (_, i) => ({
        id: `c${i}`,
        x: i % 60,
        y: i % 70,
        demand: 1,
        vehicles: types.filter((_, k) => ((i + 1) >> k) & 1).map(({ id }) => id),
      })),
      vehicles: types,
    });
    expect(explainInfeasibility(instance)).toBeUndefined();
  });
});
