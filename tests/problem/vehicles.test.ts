import { describe, expect, it } from 'vitest';
import { readPlan } from '../../src/formats/plan.ts';
import { writeSolution } from '../../src/formats/write.ts';
import { explainInfeasibility } from '../../src/problem/feasibility.ts';
import { requireSupported, usedFeatures } from '../../src/problem/features.ts';
import { createInstance, type InstanceInput } from '../../src/problem/instance.ts';
import { instanceHash, modelOf } from '../../src/problem/model.ts';
import { planSchema } from '../../src/problem/plan.ts';
import { describeRoutes } from '../../src/problem/solution.ts';
import { depotSubproblem } from '../../src/problem/subproblem.ts';
import { verify } from '../../src/problem/verify.ts';

/** A line with a depot at each end; a unit takes a minute. */
const base = {
  name: 'line',
  depots: [
    { id: 'A', x: 0, y: 0 },
    { id: 'B', x: 100, y: 0 },
  ],
  customers: [
    { id: 'p', x: 10, y: 0, demand: 4 },
    { id: 'q', x: 30, y: 0, demand: 3 },
  ],
  vehicles: [
    { id: 'van', capacity: 5 },
    { id: 'truck', capacity: 9 },
  ],
  travel: { kind: 'euclidean' as const, speed: 60 },
} satisfies InstanceInput;
const make = (change: Partial<InstanceInput> = {}) => createInstance({ ...base, ...change } as InstanceInput);
const unlimited = Number.POSITIVE_INFINITY;
const square = Array.from({ length: 4 }, () => [0, 1, 1, 1]);

describe('vehicleTypes', () => {
  it('gives the short form as one type', () => {
    const { vehicles: _, ...plain } = base;
    const instance = createInstance({ ...plain, vehicleCapacity: 7, vehicleCost: 3, costPerDistance: 2, maxRouteDistance: 90 });
    expect(modelOf(instance).types).toEqual([
      {
        id: 'vehicle',
        capacity: [7],
        fixedCost: 3,
        costPerDistance: 2,
        costPerTime: 0,
        available: unlimited,
        availableAt: [unlimited, unlimited],
        maxDistance: 90,
        maxDuration: unlimited,
        maxStops: unlimited,
        shift: [0, unlimited],
        speedFactor: 1,
        emissionPerDistance: 0,
      },
    ]);
  });

  it('resolves defaults, units and numbers at depots', () => {
    const instance = make({
      customers: [{ ...base.customers[0], quantities: { kg: 2 } }, base.customers[1]],
      costPerDistance: 3,
      vehicles: [
        { id: 'van', capacity: { kg: 5 }, costPerHour: 30, availablePerDepot: { B: 2 } },
        { id: 'bike', capacity: 1, depots: ['A'], available: 4 },
      ],
    });
    expect(modelOf(instance).quantities).toEqual(['demand', 'kg']);
    expect(instance.vehicleCapacity).toBe(1e12);
    expect(modelOf(instance).types).toMatchObject([
      { capacity: [unlimited, 5], costPerDistance: 3, costPerTime: 0.5, availableAt: [0, 2] },
      { capacity: [1, unlimited], available: 4, availableAt: [unlimited, 0] },
    ]);
  });

  it.each<[string, Partial<InstanceInput>, RegExp]>([
    ['the same id twice', { vehicles: [base.vehicles[0], base.vehicles[0]] }, /vehicles\[0\] and vehicles\[1\] share the id 'van'/],
    ['a cost beside the list', { vehicleCost: 4 }, /vehicles state their own fixedCost; leave out vehicleCost/],
    ['a capacity that is none of theirs', { vehicleCapacity: 4 }, /vehicles state their capacities/],
    ['a depot that does not exist', { vehicles: [{ id: 'van', capacity: 5, depots: ['Z'] }] }, /there is no depot 'Z'/],
    ['a quantity that nobody needs', { vehicles: [{ id: 'van', capacity: { kilo: 5 } }] }, /no customer has a quantity 'kilo'/],
    ['a type that does not exist', { customers: [{ ...base.customers[0], vehicles: ['bus'] }] }, /there is no vehicle type 'bus'/],
    [
      'windows in disorder',
      {
        customers: [
          {
            ...base.customers[0],
            timeWindows: [
              [5, 9],
              [9, 12],
            ],
          },
        ],
      },
      /in order and may not touch/,
    ],
    [
      'a shift that ends before it begins',
      { vehicles: [{ id: 'van', capacity: 5, shift: [9, 5] }] },
      /the span ends before it begins: 9 to 5/,
    ],
    [
      'times without a speed',
      { travel: { kind: 'euclidean' }, customers: [{ ...base.customers[0], serviceTime: 5 }] },
      /add travel\.speed/,
    ],
    ...[0, 3].map((short): [string, Partial<InstanceInput>, RegExp] => [
      `durations whose row ${short} is short`,
      { travel: { kind: 'matrix', values: square, durations: square.map((row, k) => (k === short ? row.slice(1) : row)) } },
      /durations must be as large as values, 4 × 4/,
    ]),
    ['sites that do not exist', { rules: { oneOf: [['A', 'Z']] } }, /there is no depot 'Z'/],
    ['no vehicles at all', { vehicles: undefined }, /this is missing; expected a number, or a list of vehicles/],
  ])('refuses %s', (_, change, message) => {
    expect(() => make(change)).toThrow(message);
  });
});

describe('costs by kind', () => {
  const priced = make({
    depots: [{ ...base.depots[0], openingCost: 50, handlingCost: 0.5, loadingTime: 10 }, base.depots[1]],
    customers: [{ ...base.customers[0], serviceTime: 20 }, base.customers[1]],
    vehicles: [
      { id: 'van', capacity: 5, fixedCost: 7 },
      { id: 'truck', capacity: 9, fixedCost: 11, costPerDistance: 2, costPerHour: 30, emissionPerDistance: 0.25 },
    ],
    emissionPrice: 4,
  });

  it('add up, in the solution and in the verifier alike', () => {
    // 60 there and back; 10 + 60 + 20 minutes; 15 kg; 7 units handled.
    const plan = describeRoutes(priced, [{ depot: 0, vehicle: 1, stops: [0, 1] }]);
    expect(plan.cost).toEqual({ total: 289.5, opening: 50, vehicles: 11, travel: 120, time: 45, emission: 60, handling: 3.5 });
    expect(plan.routes).toMatchObject([
      {
        vehicle: 'truck',
        distance: 60,
        duration: 90,
        emission: 15,
        cost: 120,
        costs: { fixed: 11, distance: 120, time: 45, emission: 60, handling: 3.5 },
        times: { start: 0, departure: 10, return: 90, stops: [{ arrival: 20, departure: 40 }, { arrival: 60 }] },
      },
    ]);
    expect(verify(priced, plan)).toMatchObject({ feasible: true, violations: [], cost: plan.cost, emission: 15 });
  });

  it.each(['json', 'csv', 'geojson'] as const)('survive in a plan written as %s', (format) => {
    const plan = describeRoutes(priced, [
      { depot: 0, vehicle: 1, stops: [0] },
      { depot: 1, vehicle: 0, stops: [1] },
    ]);
    const back = readPlan(writeSolution(priced, planSchema.parse(plan), format), priced);
    expect(back.routes.map(({ vehicle }) => vehicle)).toEqual(['truck', 'van']);
    expect(verify(priced, back)).toMatchObject({ feasible: true, cost: plan.cost });
  });

  it('are not mentioned where the instance has none', () => {
    const { vehicles: _, ...plain } = base;
    const instance = createInstance({ ...plain, vehicleCapacity: 9, travel: { kind: 'euclidean' } });
    const { cost, routes } = describeRoutes(instance, [{ depot: 0, stops: [0, 1] }]);
    expect(Object.keys(cost)).toEqual(['total', 'opening', 'vehicles', 'travel']);
    expect(Object.keys(routes[0])).toEqual(['depot', 'stops', 'load', 'distance', 'cost']);
  });
});

describe('what cannot be', () => {
  it.each<[string, Partial<InstanceInput>, string, RegExp]>([
    [
      'a window that closes too soon',
      { customers: [base.customers[0], { ...base.customers[1], timeWindows: [[0, 20]] }] },
      'E_INFEASIBLE_TIME',
      /customer 'q': the time window closes at 0:20, before any vehicle of depot 'A' can be there at 0:30/,
    ],
    [
      'a depot that closes too soon',
      { depots: base.depots.map((depot) => ({ ...depot, openingHours: [0, 59] as [number, number] })) },
      'E_INFEASIBLE_TIME',
      /customer 'q': no vehicle that serves it is back at depot 'A' before 1:00, but it must be by 0:59/,
    ],
    [
      'a day that is too short',
      { vehicles: [{ id: 'van', capacity: 9, maxDuration: 59 }] },
      'E_INFEASIBLE_TIME',
      /customer 'q': a route from depot 'A' takes at least 60 min, over the maximum duration of 59 min \(vehicle 'van'\)/,
    ],
    [
      'too long a way',
      { vehicles: [{ id: 'van', capacity: 9, maxDistance: 59 }] },
      'E_INFEASIBLE_REACH',
      /'q' is 60 there and back .* at most 59 long/,
    ],
    [
      'a vehicle that starts elsewhere only',
      { vehicles: [{ id: 'van', capacity: 9, availablePerDepot: 0 }] },
      'E_INFEASIBLE_RULES',
      /'p' may be served by no vehicle/,
    ],
    [
      'too large a quantity',
      { customers: [{ ...base.customers[0], quantities: { kg: 6 } }], vehicles: [{ id: 'van', capacity: { kg: 5 } }] },
      'E_INFEASIBLE_DEMAND',
      /'p' needs 6 of kg, more than the 5/,
    ],
    [
      'too few vehicles',
      { vehicles: [{ id: 'van', capacity: 5, available: 1 }] },
      'E_INFEASIBLE_CAPACITY',
      /need 7 of demand in total, but all vehicles together carry 5/,
    ],
    [
      'a depot that must open for more than there is',
      { depots: [{ ...base.depots[0], status: 'open', minLoad: 8 }, base.depots[1]] },
      'E_INFEASIBLE_CAPACITY',
      /must supply 8 \(minLoad\), but can supply 7 at the most/,
    ],
    [
      'two alternatives that must open',
      { depots: base.depots.map((depot) => ({ ...depot, status: 'open' as const })), rules: { oneOf: [['A', 'B']] } },
      'E_INFEASIBLE_RULES',
      /'A', 'B' are locked open, but at most one of them may open/,
    ],
  ])('explains %s', (_, change, code, message) => {
    const reason = explainInfeasibility(make(change));
    expect(reason?.code).toBe(code);
    expect(reason?.message).toMatch(message);
  });

  it('bars depots from which nobody can be there in time', () => {
    const windows = make({ customers: [{ ...base.customers[0], timeWindows: [[0, 50]] }, base.customers[1]] });
    expect([...modelOf(windows).rules.allowed]).toEqual([1, 0, 1, 1]);
    expect(explainInfeasibility(windows)).toBeUndefined();
  });
});

describe('the parts of an instance', () => {
  it('keep vehicles and times at one depot', () => {
    const instance = make({
      vehicles: [
        { id: 'van', capacity: 9, depots: ['A'] },
        { id: 'truck', capacity: 9, availablePerDepot: { B: 2 } },
      ],
    });
    expect(modelOf(depotSubproblem(instance, 1, [0])).types.map(({ availableAt }) => availableAt)).toEqual([[0], [2]]);
  });

  it('count in the hash', () => {
    const hashes = [
      make(),
      make({ vehicles: [base.vehicles[0]] }),
      make({ emissionPrice: 1 }),
      make({ units: { time: 'h' } }),
      make({ customers: [{ ...base.customers[0], serviceTime: 1 }, base.customers[1]] }),
      make({ depots: [{ ...base.depots[0], minLoad: 1 }, base.depots[1]] }),
      make({ rules: { oneOf: [['A', 'B']] } }),
    ].map(instanceHash);
    expect(new Set(hashes).size).toBe(hashes.length);
  });
});

describe('usedFeatures', () => {
  it('names what a solver must honour', () => {
    const instance = make({
      customers: [{ ...base.customers[0], serviceTime: 1, timeWindows: [[0, 60]] }],
      rules: { oneOf: [['A', 'B']] },
    });
    expect(usedFeatures(instance)).toEqual(['vehicles', 'customers.serviceTime', 'customers.timeWindows', 'rules.oneOf']);
    expect(() => requireSupported(instance, 'the search')).toThrow(
      expect.objectContaining({
        code: 'E_UNSUPPORTED',
        message: expect.stringMatching(/the search cannot plan with vehicles, customers\.serviceTime/),
      }),
    );
    const { vehicles: _, ...plain } = base;
    expect(usedFeatures(createInstance({ ...plain, vehicleCapacity: 9, maxRouteDistance: 90 }))).toEqual([]);
  });
});
