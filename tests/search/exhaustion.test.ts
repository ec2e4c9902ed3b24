import { describe, expect, it } from 'vitest';
import { createInstance, type InstanceInput } from '../../src/problem/instance.ts';
import { describeRoutes } from '../../src/problem/solution.ts';
import { agrees } from '../../src/problem/tolerance.ts';
import { verify } from '../../src/problem/verify.ts';
import { drawInstance, leastCost } from './brute-force.ts';
import { leastPlan } from './exhaustion.ts';
import { drawFleetInstance } from './tiny-fleets.ts';

type Parts = Omit<Partial<InstanceInput>, 'depots' | 'customers'>;

/** A depot at 0, another at 100 that costs 10 to open; customers along the line, one unit of distance a minute. */
function least(customers: readonly object[], parts: Parts = {}, depots: readonly object[] = [{}, {}]) {
  const plan = leastPlan(
    createInstance({
      name: 'line',
      depots: depots.map((depot, d) => ({ id: `d${d}`, x: 100 * d, y: 0, openingCost: 10 * d, ...depot })),
      customers: customers.map((customer, i) => ({ id: `c${i}`, x: 10 * (i + 1), y: 0, demand: 1, ...customer })),
      travel: { kind: 'euclidean', speed: 60 },
      ...('vehicles' in parts ? {} : { vehicleCapacity: 10, vehicleCost: 5 }),
      ...parts,
    }),
  );
  return (
    plan && {
      cost: plan.cost,
      routes: plan.routes.map(({ depot, stops, vehicle }) => [depot, vehicle, ...Array.from(stops)]),
      open: plan.openDepots,
    }
  );
}
const van = { id: 'van', capacity: 10, fixedCost: 5 };
const bike = { id: 'bike', capacity: 1, fixedCost: 1 };

describe('the cheapest plan of a line, by hand', () => {
  it('is one round trip where nothing forbids it', () => {
    expect(least([{}, {}])).toMatchObject({ cost: 45, open: ['d0'] });
  });

  it('needs two vehicles for windows that one cannot keep', () => {
    const windows = [{ timeWindows: [[20, 20]] }, { timeWindows: [[20, 20]] }];
    expect(least(windows)).toMatchObject({
      cost: 20 + 40 + 10,
      routes: [
        [0, 0, 0],
        [0, 0, 1],
      ],
    });
  });

  it('takes the second of two windows', () => {
    const windows = [
      {
        timeWindows: [
          [0, 5],
          [30, 40],
        ],
      },
      { timeWindows: [[20, 20]] },
    ];
    expect(least(windows)).toMatchObject({ cost: 45, routes: [[0, 0, 1, 0]] });
  });

  it('pays for the hours of loading, travel and service', () => {
    const vehicles = [{ ...van, costPerHour: 60 }];
    const depots = [{ loadingTime: 3 }, {}];
    expect(least([{ serviceTime: 7 }], { vehicles }, depots)).toMatchObject({ cost: 5 + 20 + 3 + 20 + 7 });
  });

  it('splits a route that lasts too long, drives too far or stops too often', () => {
    const two = { cost: 20 + 40 + 10 };
    const off = { serviceTime: 20 };
    expect(least([off, off], { vehicles: [{ ...van, maxDuration: 79 }] })).toMatchObject(two);
    expect(least([off, off], { vehicles: [{ ...van, maxDuration: 80 }] })).toMatchObject({ cost: 45 });
    expect(least([{}, {}], { vehicles: [{ ...van, maxStops: 1 }] })).toMatchObject(two);
    expect(least([{}, {}], { vehicles: [{ ...van, maxDistance: 39 }] })).toBeUndefined();
  });

  it('keeps shifts and opening hours', () => {
    const depots = [{ openingHours: [0, 30] }, {}];
    expect(least([{}, {}], {}, depots)).toMatchObject({ open: ['d1'] });
    expect(least([{}, {}], { vehicles: [{ ...van, shift: [10, 50] }] })).toMatchObject({ cost: 45 });
    expect(least([{}, {}], { vehicles: [{ ...van, shift: [10, 49] }] })).toBeUndefined();
  });

  it('chooses among types by what they carry, may serve, and how many there are', () => {
    const vehicles = [van, bike];
    expect(least([{}], { vehicles })).toMatchObject({ cost: 21, routes: [[0, 1, 0]] });
    expect(least([{ vehicles: ['van'] }], { vehicles })).toMatchObject({ cost: 25, routes: [[0, 0, 0]] });
    expect(least([{}], { vehicles: [van, { ...bike, available: 0 }] })).toMatchObject({ cost: 25 });
    expect(least([{}], { vehicles: [van, { ...bike, depots: ['d1'] }] })).toMatchObject({ cost: 25 });
    expect(least([{}, {}], { vehicles: [{ ...bike, availablePerDepot: 1 }] })).toMatchObject({ cost: 10 + 2 + 20 + 160 });
  });

  it('limits every quantity', () => {
    const vehicles = [{ ...van, capacity: { demand: 10, m3: 5 } }];
    expect(least([{ quantities: { m3: 3 } }, { quantities: { m3: 3 } }], { vehicles })).toMatchObject({ cost: 70 });
    expect(least([{ quantities: { m3: 3 } }, { quantities: { m3: 2 } }], { vehicles })).toMatchObject({ cost: 45 });
  });

  it('prices emissions and handling', () => {
    const vehicles = [{ ...van, emissionPerDistance: 2 }];
    expect(least([{}], { vehicles, emissionPrice: 3 })).toMatchObject({ cost: 25 + 2 * 3 * 20 });
    expect(least([{ demand: 4 }], {}, [{ handlingCost: 100 }, {}])).toMatchObject({ cost: 10 + 5 + 180, open: ['d1'] });
  });

  it('keeps the rules of depots', () => {
    expect(least([{}], {}, [{ minLoad: 2 }, {}])).toMatchObject({ open: ['d1'] });
    expect(least([{ vehicles: ['van'] }, { vehicles: ['bike'] }], { vehicles: [van, bike] }, [{ maxVehicles: 1 }, {}])).toMatchObject({
      open: ['d0', 'd1'],
    });
    const apart = { apart: [['c0', 'c1']], oneOf: [['d0', 'd1']] };
    expect(least([{}, {}], { rules: { apart: apart.apart } })).toMatchObject({ open: ['d0', 'd1'] });
    expect(least([{}, {}], { rules: apart })).toBeUndefined();
    expect(least([{}], { rules: { minOpen: 2 } })).toMatchObject({ cost: 35, open: ['d0', 'd1'] });
    expect(least([{}], { rules: { minOpen: 2 } }, [{}, { minLoad: 2 }])).toBeUndefined();
  });

  it('finds no way where the matrix has none', () => {
    const values = [
      [0, null, 4],
      [1, 0, 5],
      [null, 2, 0],
    ];
    const depots = [{}];
    expect(least([{}, {}], { travel: { kind: 'matrix', values } }, depots)).toMatchObject({ cost: 5 + 4 + 2 + 1, routes: [[0, 0, 1, 0]] });
    expect(
      least(
        [{}],
        {
          travel: {
            kind: 'matrix',
            values: [
              [0, null],
              [1, 0],
            ],
          },
        },
        depots,
      ),
    ).toBeUndefined();
  });
});

describe('random tiny instances', () => {
  it('without hours and fleets cost what the other enumeration says', () => {
    for (let seed = 1; seed <= 150; seed++) {
      const instance = drawInstance(seed);
      const [one, other] = [leastPlan(instance)?.cost, leastCost(instance)];
      expect(one !== undefined && other !== undefined ? agrees(one, other) : one === other, `seed ${seed}: ${one}, ${other}`).toBe(true);
    }
  });

  it('have plans that the verifier accepts at their cost', () => {
    let feasible = 0;
    for (let seed = 1; seed <= 60; seed++) {
      const instance = drawFleetInstance(seed);
      const plan = leastPlan(instance);
      if (!plan) continue;
      feasible++;
      const { routes } = describeRoutes(instance, plan.routes);
      const { violations, cost } = verify(instance, { routes, openDepots: plan.openDepots });
      expect(violations, `seed ${seed}`).toEqual([]);
      expect(agrees(cost.total, plan.cost), `seed ${seed}`).toBe(true);
    }
    expect(feasible).toBeGreaterThan(30);
  });
});
