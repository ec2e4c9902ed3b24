import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createInstance, type Instance, type InstanceInput } from '../../src/problem/instance.ts';
import { instanceHash } from '../../src/problem/model.ts';
import { planSchema } from '../../src/problem/plan.ts';
import { describeRoutes } from '../../src/problem/solution.ts';
import { type Violation, verify, violationKinds } from '../../src/problem/verify.ts';
import { scaled } from '../scaled.ts';
import { plannedInstance } from './arbitraries.ts';

/** A 3-4-5 world: depot A at the origin, B at (10, 0). */
const hand = createInstance({
  name: 'by hand',
  depots: [
    { id: 'A', x: 0, y: 0, capacity: 20, openingCost: 100 },
    { id: 'B', x: 10, y: 0, capacity: 20, openingCost: 200 },
  ],
  customers: [
    { id: 'p', x: 3, y: 4, demand: 5 },
    { id: 'q', x: 3, y: 0, demand: 4 },
    { id: 'r', x: 10, y: 12, demand: 7 },
  ],
  vehicleCapacity: 10,
  vehicleCost: 30,
});

describe('verify, by hand', () => {
  it('repeats no more of a plan than a reader needs', () => {
    const long = 'x'.repeat(400_000);
    const { violations } = verify(hand, { instance: long, instanceHash: long, routes: [{ depot: long, stops: [long, 'p'] }] });
    expect(violations.map(({ kind }) => kind)).toContain('unknown-id');
    for (const { message } of violations) expect(message.length).toBeLessThan(2100);
  });

  it('recomputes every part of the cost from routes alone', () => {
    const { feasible, cost } = verify(hand, {
      routes: [
        { depot: 'A', stops: ['p', 'q'] },
        { depot: 'B', stops: ['r'] },
      ],
    });
    // A→p 5, p→q 4, q→A 3; B→r→B 24.
    expect({ feasible, cost }).toEqual({ feasible: true, cost: { total: 396, opening: 300, vehicles: 60, travel: 36 } });
  });

  it('measures each route against the longest allowed, in distance and not in cost', () => {
    const limited = (maxRouteDistance: number) => createInstance({ ...(hand as InstanceInput), costPerDistance: 3, maxRouteDistance });
    const plan = {
      routes: [
        { depot: 'A', stops: ['p', 'q'] },
        { depot: 'B', stops: ['r'] },
      ],
    };
    expect(verify(limited(24), plan).feasible).toBe(true);
    expect(verify(limited(24 / (1 + 0.9e-9)), plan).feasible).toBe(true);
    expect(verify(limited(23.5), plan).violations).toEqual([
      { kind: 'over-route-distance', message: 'route 2 is 24 long, over the maximum route distance of 23.5', route: 1, depot: 'B' },
    ]);
  });

  it('counts a depot that is open and idle', () => {
    const plan = {
      openDepots: ['A', 'B'],
      routes: [
        { depot: 'A', stops: ['p', 'q'] },
        { depot: 'A', stops: ['r'] },
      ],
    };
    expect(verify(hand, plan).cost).toMatchObject({ opening: 300, vehicles: 60 });
    expect(verify(hand, { ...plan, openDepots: ['A'] }).cost.opening).toBe(100);
    const { openDepots: _, ...silent } = plan;
    expect(verify(hand, silent).cost.opening).toBe(100);
  });

  it('counts a locked-open depot, and drives an asymmetric matrix in the right direction', () => {
    const instance = createInstance({
      ...(hand as InstanceInput),
      depots: [hand.depots[0], { ...hand.depots[1], status: 'open' }],
      customers: hand.customers.slice(0, 2),
      travel: {
        kind: 'matrix',
        values: [
          [0, 0, 1, 90],
          [0, 0, 0, 0],
          [90, 0, 0, 10],
          [100, 0, 90, 0],
        ],
      },
    });
    expect(verify(instance, { routes: [{ depot: 'A', stops: ['p', 'q'] }] }).cost).toEqual({
      total: 441,
      opening: 300,
      vehicles: 30,
      travel: 111,
    });
  });

  it('names what it finds', () => {
    const { violations, feasible } = verify(hand, {
      openDepots: ['A'],
      routes: [
        { depot: 'A', stops: ['p', 'q', 'p'], load: 9 },
        { depot: 'B', stops: [] },
      ],
    });
    expect(feasible).toBe(false);
    expect(violations.map((v) => `${v.kind}: ${v.message}`)).toEqual([
      "served-twice: customer 'p' is served more than once",
      'over-vehicle-capacity: route 1 carries 14, over the vehicle capacity of 10',
      'load-misreported: the plan states a load of 9 for route 1, but it is 14',
      "empty-route: route 2 from depot 'B' has no stops",
      "closed-depot-used: routes start at depot 'B', which is not open",
      "unserved: customer 'r' is not served",
    ]);
  });

  it('shows name and id of places that have a name', () => {
    const instance = createInstance({
      name: 'named',
      depots: [
        { id: 'D1', name: 'North', x: 0, y: 0, capacity: 1 },
        { id: 'D2', x: 9, y: 0, status: 'closed' },
      ],
      customers: [
        { id: 'K1', name: 'Bakery', x: 1, y: 0, demand: 2 },
        { id: 'K2', name: 'Mill', x: 2, y: 0, demand: 1 },
      ],
      vehicleCapacity: 5,
      rules: { apart: [['K1', 'K2']] },
    });
    const at = (depot: string, ...stops: string[]) => verify(instance, { routes: [{ depot, stops }] }).violations.map((v) => v.message);
    expect(at('D1', 'K1')).toEqual(["customer 'Mill' (K2) is not served", "depot 'North' (D1) supplies 2, over its capacity of 1"]);
    expect(at('D2', 'K1', 'K2')).toEqual([
      "depot 'D2' is locked closed, but open",
      "customers 'Bakery' (K1) and 'Mill' (K2) must be kept apart, but share depot 'D2'",
    ]);
  });
});

/** A plan that may be edited, and the instance it is for. */
interface Case {
  readonly input: Record<string, unknown>;
  readonly plan: {
    instanceHash?: string;
    openDepots: string[];
    assignment: string[];
    routes: { depot: string; stops: string[]; load: number; distance: number; cost: number }[];
    cost: { total: number; opening: number; vehicles: number; travel: number };
  };
}
type Mutation = readonly [name: string, plant: (c: Case) => unknown, ...expected: Violation['kind'][]];

const setRule = (rule: object) => (c: Case) => Object.assign(c.input, { rules: rule });
const loadOf = ({ plan }: Case, depot: string) => plan.routes.filter((r) => r.depot === depot).reduce((sum, r) => sum + r.load, 0);
const changeDepot = (c: Case, index: number, change: object) => Object.assign((c.input.depots as object[])[index], change);
const straightLine = (c: Case) => {
  // Every arc costs 1, so that single arcs can be taken away; stated costs are dropped.
  const size = (c.input.depots as unknown[]).length + (c.input.customers as unknown[]).length;
  const values: (number | null)[][] = Array.from({ length: size }, () => new Array(size).fill(1));
  c.input.travel = { kind: 'matrix', values };
  for (const route of c.plan.routes) Reflect.deleteProperty(route, 'cost');
  Reflect.deleteProperty(c.plan, 'cost');
  return values;
};

/** The same vehicles as a list, with a limit; a customer may be changed, and the routes may name another vehicle. */
const withVehicles =
  (change: object) =>
  (c: Case, named = 'van', customer: object = {}): void => {
    const { vehicleCost, vehicleCapacity: _, ...input } = c.input as { vehicleCost: number; vehicleCapacity: number; customers: object[] };
    for (const key of Object.keys(c.input)) delete (c.input as Record<string, unknown>)[key];
    Object.assign(c.input, input, {
      // Wherever it lies, a customer of the first route takes some time to reach.
      customers: input.customers.map((place) => ({ ...place, ...customer, serviceTime: 1 })),
      depots: (input as unknown as { depots: object[] }).depots.map((depot) => ({ ...depot, loadingTime: 1 })),
      vehicles: [
        { id: 'van', capacity: 90, fixedCost: vehicleCost, ...change },
        { id: 'bike', capacity: 1, availablePerDepot: 9 },
      ],
      travel: { ...(input as unknown as { travel: object }).travel, speed: 60 },
    });
    for (const route of c.plan.routes) Object.assign(route, { vehicle: named });
  };

/** Each adds one fault to a feasible plan in which depots D0 and D1 serve C0 and C1. */
const mutations: readonly Mutation[] = [
  ['the hash of another instance', (c) => Object.assign(c.plan, { instanceHash: '0123456789abcdef' }), 'wrong-instance'],
  ['an unknown depot on a route', (c) => Object.assign(c.plan.routes[0], { depot: 'nowhere' }), 'unknown-id', 'unserved'],
  ['an unknown customer', (c) => c.plan.routes[0].stops.push('nobody'), 'unknown-id'],
  ['an unknown open depot', (c) => c.plan.openDepots.push('nowhere'), 'unknown-id'],
  ['an unknown depot assigned', (c) => Object.assign(c.plan.assignment, { 0: 'nowhere' }), 'unknown-id'],
  ['a stop left out', (c) => c.plan.routes[0].stops.pop(), 'unserved', 'load-misreported'],
  ['a route left out', (c) => c.plan.routes.pop(), 'unserved'],
  ['a stop visited twice', (c) => c.plan.routes[0].stops.push(c.plan.routes[0].stops[0]), 'served-twice', 'load-misreported'],
  ['a route driven twice', (c) => c.plan.routes.push(c.plan.routes[0]), 'served-twice'],
  ['a route to nowhere', (c) => c.plan.routes.push({ depot: 'D0', stops: [], load: 0, distance: 0, cost: 0 }), 'empty-route'],
  [
    'no way to the first stop',
    (c) => {
      const m = (c.input.depots as unknown[]).length;
      straightLine(c)[0][m + Number(c.plan.routes[0].stops[0].slice(1))] = null;
    },
    'no-way',
  ],
  [
    'no way back to the depot',
    (c) => {
      const m = (c.input.depots as unknown[]).length;
      straightLine(c)[m + Number(c.plan.routes[0].stops.at(-1)?.slice(1))][0] = null;
    },
    'no-way',
  ],
  ['a smaller vehicle', (c) => Object.assign(c.input, { vehicleCapacity: c.plan.routes[0].load - 0.5 }), 'over-vehicle-capacity'],
  [
    'a shorter route asked for',
    (c) => Object.assign(c.input, { maxRouteDistance: Math.max(1e-3, 0.999 * c.plan.routes[0].distance) }),
    'over-route-distance',
  ],
  ['an hour too few', withVehicles({ maxDuration: 1e-3 }), 'over-route-duration'],
  ['a stop too many', withVehicles({ maxStops: 1 }), 'over-route-stops'],
  ['a shift that ends early', withVehicles({ shift: [0, 1e-3] }), 'late-return'],
  ['a vehicle that has no name', (c) => withVehicles({})(c, 'lorry'), 'wrong-vehicle'],
  ['a vehicle of other depots', withVehicles({ depots: ['D1'] }), 'wrong-vehicle'],
  ['a vehicle that a customer does not admit', (c) => void withVehicles({})(c, 'van', { vehicles: ['bike'] }), 'wrong-vehicle'],
  ['too few vehicles', withVehicles({ available: 1 }), 'too-many-vehicles'],
  ['too few vehicles at a depot', withVehicles({ availablePerDepot: { D0: 0, D1: 9 } }), 'wrong-vehicle'],
  ['too little room at a depot', (c) => changeDepot(c, 0, { maxVehicles: 0 }), 'too-many-vehicles'],
  ['too little to open for', (c) => changeDepot(c, 0, { minLoad: 1e6 }), 'under-depot-load'],
  ['a window that has closed', (c) => void withVehicles({})(c, 'van', { timeWindows: [[0, 0]] }), 'late-arrival'],
  [
    'a wrong duration',
    (c) => {
      withVehicles({ maxDuration: 1e9 })(c);
      Object.assign(c.plan.routes[0], { duration: 1e8 });
    },
    'time-misreported',
  ],
  ['two of alternative sites', (c) => setRule({ oneOf: [['D0', 'D1']] })(c), 'rule-broken'],
  ['a smaller depot', (c) => changeDepot(c, 0, { capacity: loadOf(c, 'D0') - 0.5 }), 'over-depot-capacity'],
  ['a depot closed but used', (c) => c.plan.openDepots.shift(), 'closed-depot-used'],
  ['a wrong assignment', (c) => Object.assign(c.plan.assignment, { 0: 'D1' }), 'wrong-depot'],
  ['a short assignment', (c) => c.plan.assignment.pop(), 'wrong-depot'],
  ['a long assignment', (c) => c.plan.assignment.push('D0'), 'wrong-depot'],
  ['a locked-closed depot in use', (c) => changeDepot(c, 0, { status: 'closed' }), 'rule-broken'],
  [
    'a locked-open depot closed',
    (c) => {
      (c.input.depots as object[]).push({ id: 'L', x: 0, y: 0, status: 'open' });
    },
    'rule-broken',
  ],
  ['too few open', (c) => setRule({ minOpen: c.plan.openDepots.length + 1 })(c), 'rule-broken'],
  ['too many open', (c) => setRule({ maxOpen: c.plan.openDepots.length - 1 })(c), 'rule-broken'],
  [
    'a budget exceeded',
    (c) => {
      changeDepot(c, 0, { openingCost: 1000 });
      setRule({ openingBudget: 999 })(c);
    },
    'rule-broken',
    'cost-misreported',
  ],
  ['tied customers torn apart', setRule({ together: [['C0', 'C1']] }), 'rule-broken'],
  ['a depot not on the allowed list', setRule({ allowed: { C0: ['D1'] } }), 'rule-broken'],
  ['a forbidden depot', setRule({ forbidden: { C0: ['D0'] } }), 'rule-broken'],
  [
    'two kept apart at one depot',
    (c) => {
      const at = c.plan.assignment;
      const other = at.findIndex((depot, k) => at.indexOf(depot) < k);
      return setRule({ apart: [[`C${at.indexOf(at[other])}`, `C${other}`]] })(c);
    },
    'rule-broken',
  ],
  ['a wrong load', (c) => Object.assign(c.plan.routes[0], { load: c.plan.routes[0].load + 1 }), 'load-misreported'],
  ['a wrong distance', (c) => Object.assign(c.plan.routes[0], { distance: c.plan.routes[0].distance + 0.01 }), 'distance-misreported'],
  ['a wrong route cost', (c) => Object.assign(c.plan.routes[0], { cost: c.plan.routes[0].cost + 0.01 }), 'cost-misreported'],
  ['a wrong total', (c) => Object.assign(c.plan.cost, { total: c.plan.cost.total - 0.01 }), 'cost-misreported'],
  ['a wrong opening cost', (c) => Object.assign(c.plan.cost, { opening: c.plan.cost.opening + 1 }), 'cost-misreported'],
  ['a wrong vehicle cost', (c) => Object.assign(c.plan.cost, { vehicles: c.plan.cost.vehicles + 1 }), 'cost-misreported'],
  ['a wrong travel cost', (c) => Object.assign(c.plan.cost, { travel: c.plan.cost.travel * 1.001 + 1 }), 'cost-misreported'],
];

const stated = (instance: Instance, routes: Parameters<typeof describeRoutes>[1]) =>
  structuredClone({ instance: instance.name, instanceHash: instanceHash(instance), ...describeRoutes(instance, routes) });

describe('verify, with planted faults', () => {
  it('accepts what describeRoutes says', () => {
    fc.assert(
      fc.property(plannedInstance, ({ instance, routes }) => {
        const plan = stated(instance, routes);
        const { violations, cost } = verify(instance, plan);
        expect(violations).toEqual([]);
        expect(cost.total).toBeCloseTo(plan.cost.total, 6);
        expect(verify(instance, planSchema.parse(JSON.parse(JSON.stringify(plan)))).feasible).toBe(true);
      }),
    );
  });

  it.each(mutations.map(([name, plant, ...expected]) => ({ name, plant, expected })))('finds $name', ({ plant, expected }) => {
    fc.assert(
      fc.property(plannedInstance, ({ instance, routes }) => {
        const { instanceHash: _hash, ...plan } = stated(instance, routes);
        const mutable = { input: structuredClone(instance) as unknown as Record<string, unknown>, plan } as unknown as Case;
        plant(mutable);
        const { feasible, violations } = verify(createInstance(mutable.input as unknown as InstanceInput), mutable.plan);
        expect(feasible).toBe(false);
        const kinds = violations.map((v) => v.kind);
        for (const kind of expected) expect(kinds).toContain(kind);
      }),
      { numRuns: scaled(25) },
    );
  });

  it('keeps customers apart', () => {
    const instance = createInstance({ ...(hand as InstanceInput), rules: { apart: [['p', 'q', 'r']] } });
    const routes = [
      { depot: 'A', stops: ['p'] },
      { depot: 'A', stops: ['q'] },
      { depot: 'B', stops: ['r'] },
    ];
    expect(verify(instance, { routes }).violations).toEqual([
      { kind: 'rule-broken', message: "customers 'p' and 'q' must be kept apart, but share depot 'A'", customer: 'q', depot: 'A' },
    ]);
  });

  it('plants every kind there is', () => {
    const planted = new Set(mutations.flatMap(([, , ...kinds]) => kinds));
    expect([...planted].sort()).toEqual([...violationKinds].sort());
  });
});

describe('verify, at size', () => {
  it('grows linearly: at 100,000 customers a quadratic step would run into the time limit of the test', () => {
    const n = 100_000;
    const instance = createInstance({
      name: 'large',
      depots: [{ id: 'D', x: 50, y: 50 }],
      customers: Array.from({ length: n }, (_, k) => ({ id: k, x: k % 1000, y: Math.floor(k / 1000), demand: 1 })),
      vehicleCapacity: 100,
    });
    const routes = Array.from({ length: n / 100 }, (_, r) => ({ depot: 0, stops: Array.from({ length: 100 }, (_, k) => 100 * r + k) }));
    const { cost, feasible } = verify(instance, stated(instance, routes));
    expect({ feasible, vehicles: cost.vehicles }).toEqual({ feasible: true, vehicles: 0 });
  }, 30_000);
});
