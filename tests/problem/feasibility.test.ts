import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explainInfeasibility, requireFeasible } from '../../src/problem/feasibility.ts';
import { createInstance, type Instance, type InstanceInput } from '../../src/problem/instance.ts';
import { modelOf } from '../../src/problem/model.ts';
import { exceeds } from '../../src/problem/tolerance.ts';
import { verify } from '../../src/problem/verify.ts';
import { scaled } from '../scaled.ts';
import { tinyInstance } from './arbitraries.ts';

const place = { x: 0, y: 0 };
const base = {
  name: 'base',
  depots: [
    { id: 'A', ...place, capacity: 10, openingCost: 5 },
    { id: 'B', ...place, capacity: 8, openingCost: 7 },
    { id: 'C', ...place, capacity: 6, openingCost: 9 },
  ],
  customers: [
    { id: 'p', ...place, demand: 4 },
    { id: 'q', ...place, demand: 4 },
    { id: 'r', ...place, demand: 4 },
  ],
  vehicleCapacity: 5,
} satisfies InstanceInput;
const depots = (...changes: object[]) => base.depots.map((d, k) => ({ ...d, ...changes[k] }));

describe('explainInfeasibility', () => {
  it('says nothing of a feasible instance', () => {
    expect(explainInfeasibility(createInstance(base))).toBeUndefined();
    expect(() => requireFeasible(createInstance(base))).not.toThrow();
  });

  it('names places as people do, with units and rounded', () => {
    const customers = base.customers.map((customer) => ({ ...customer, name: `Shop ${customer.id}`, demand: 0.1 + 0.2 + 4 }));
    const reason = explainInfeasibility(createInstance({ ...base, customers, vehicleCapacity: 4, units: { demand: 'kg' } }));
    expect(reason?.message).toContain(
      "customers 'Shop p' (p), 'Shop q' (q), 'Shop r' (r): demand (up to 4.3 kg) exceeds the vehicle capacity of 4 kg",
    );
  });

  it.each<[string, Partial<InstanceInput>, string, RegExp]>([
    ['a demand over the vehicle', { vehicleCapacity: 3.5 }, 'E_INFEASIBLE_DEMAND', /customers 'p', 'q', 'r'.*up to 4.*3\.5/],
    [
      'every depot locked',
      { depots: depots({ status: 'closed' }, { status: 'closed' }, { status: 'closed' }) },
      'E_INFEASIBLE_RULES',
      /locked closed/,
    ],
    ['more wanted than allowed', { rules: { minOpen: 3, maxOpen: 2 } }, 'E_INFEASIBLE_RULES', /minOpen 3 exceeds the 2/],
    ['more wanted than there are', { rules: { minOpen: 4 } }, 'E_INFEASIBLE_RULES', /minOpen 4 exceeds the 3/],
    ['more wanted than unlocked', { depots: depots({ status: 'closed' }), rules: { minOpen: 3 } }, 'E_INFEASIBLE_RULES', /2 depots.*'A'/],
    ['no depot allowed', { rules: { maxOpen: 0 } }, 'E_INFEASIBLE_RULES', /maxOpen is 0/],
    [
      'too many locked open',
      { depots: depots({ status: 'open' }, {}, { status: 'open' }), rules: { maxOpen: 1 } },
      'E_INFEASIBLE_RULES',
      /'A', 'C'.*maxOpen is 1/,
    ],
    ['a budget below one depot', { rules: { openingBudget: 4 } }, 'E_INFEASIBLE_RULES', /cheapest other \('A'\) costs 5.*budget of 4/],
    [
      'a budget below the locked depots',
      { depots: depots({}, { status: 'open' }, { status: 'open' }), rules: { openingBudget: 15 } },
      'E_INFEASIBLE_RULES',
      /'B', 'C'.*costs 16.*budget of 15/,
    ],
    [
      'a budget below minOpen',
      { depots: depots({}, {}, { status: 'open' }), rules: { openingBudget: 20, minOpen: 3 } },
      'E_INFEASIBLE_RULES',
      /'C'.*2 others \('A', 'B'\) costs 21/,
    ],
    [
      'a customer barred everywhere',
      { rules: { allowed: { q: ['B'] }, forbidden: { q: ['B'] } } },
      'E_INFEASIBLE_RULES',
      /customer 'q' may use no depot/,
    ],
    [
      'tied customers with no depot in common',
      { rules: { together: [['p', 'q']], allowed: { p: ['A'], q: ['B'] } } },
      'E_INFEASIBLE_RULES',
      /'p', 'q' may use no depot/,
    ],
    [
      'tied and apart',
      {
        rules: {
          together: [
            ['p', 'q'],
            ['q', 'r'],
          ],
          apart: [['p', 'r']],
        },
      },
      'E_INFEASIBLE_RULES',
      /'p' and 'r' must use different depots/,
    ],
    ['a crowd to keep apart', { rules: { apart: [['p', 'q', 'r']], maxOpen: 2 } }, 'E_INFEASIBLE_RULES', /'p', 'q', 'r'.*at most 2/],
    [
      'too little capacity',
      { depots: depots({ capacity: 3 }, { capacity: 4 }, { capacity: 4.5 }) },
      'E_INFEASIBLE_CAPACITY',
      /demand 12 in total.*supply 11\.5/,
    ],
    [
      'too little capacity unlocked',
      { depots: depots({ status: 'closed' }, {}, { capacity: 3 }) },
      'E_INFEASIBLE_CAPACITY',
      /12.*supply 11$/,
    ],
    ['too little capacity in maxOpen', { rules: { maxOpen: 1 } }, 'E_INFEASIBLE_CAPACITY', /any 1 depot supplies .* at most 10/],
    ['too little capacity in the budget', { rules: { openingBudget: 6 } }, 'E_INFEASIBLE_CAPACITY', /budget of 6/],
    ['a group over every depot', { rules: { together: [['p', 'q', 'r']] } }, 'E_INFEASIBLE_CAPACITY', /'p', 'q', 'r': 12 .*supplies 10/],
    [
      'a customer over its depot',
      { depots: depots({}, {}, { capacity: 3 }), rules: { allowed: { r: ['C'] } } },
      'E_INFEASIBLE_CAPACITY',
      /customer 'r': 4 .*supplies 3/,
    ],
  ])('explains %s', (_, change, code, message) => {
    const reason = explainInfeasibility(createInstance({ ...base, ...change }));
    expect(reason?.code).toBe(code);
    expect(reason?.message).toMatch(message);
    expect(() => requireFeasible(createInstance({ ...base, ...change }))).toThrow(message);
  });

  it('explains a customer that is too far from every depot, with the distances', () => {
    const far = {
      ...base,
      depots: [
        { id: 'A', x: 0, y: 0 },
        { id: 'B', x: 100, y: 0 },
        { id: 'C', x: 40, y: 0, status: 'closed' as const },
      ],
      customers: [
        { id: 'p', x: 0, y: 10, demand: 1 },
        { id: 'q', x: 40, y: 30, name: 'Quay', demand: 1 },
      ],
      units: { distance: 'km' },
    };
    const reason = explainInfeasibility(createInstance({ ...far, maxRouteDistance: 99 }));
    expect(reason).toMatchObject({ code: 'E_INFEASIBLE_REACH', place: { field: 'maxRouteDistance', value: 99 } });
    expect(reason?.reason).toBe(
      "customer 'Quay' (q) is 100 km there and back from the nearest depot, 'A', but a route may be at most 99 km long",
    );
    expect(explainInfeasibility(createInstance({ ...far, maxRouteDistance: 100 }))).toBeUndefined();
    const barred = explainInfeasibility(createInstance({ ...far, maxRouteDistance: 100, rules: { allowed: { q: ['B'] } } }));
    expect(barred).toMatchObject({ code: 'E_INFEASIBLE_RULES' });
    expect(barred?.message).toContain(
      "'Quay' (q) may use no depot: allowed and forbidden lists (of every customer tied to them), the reach of the vehicles",
    );
  });

  it('knows that a detour in a matrix may be shorter than the direct way, and what it carries', () => {
    const values = [
      [0, 1, 9],
      [1, 0, 1],
      [2, 1, 0],
    ];
    const detour = {
      ...base,
      depots: base.depots.slice(0, 1),
      customers: base.customers.slice(0, 2),
      travel: { kind: 'matrix' as const, values },
      maxRouteDistance: 4,
    };
    expect(explainInfeasibility(createInstance({ ...detour, vehicleCapacity: 8 }))).toBeUndefined();
    expect(explainInfeasibility(createInstance({ ...detour, vehicleCapacity: 7 }))).toMatchObject({ code: 'E_INFEASIBLE_REACH' });
    expect(explainInfeasibility(createInstance({ ...detour, vehicleCapacity: 8, maxRouteDistance: 3 }))?.message).toContain(
      "customer 'q' is 4",
    );
  });

  it('explains a customer from whom there is no way back', () => {
    const values = Array.from({ length: 6 }, () => new Array<number | null>(6).fill(1));
    for (let to = 0; to < 6; to++) values[4][to] = null;
    const reason = explainInfeasibility(createInstance({ ...base, travel: { kind: 'matrix', values } }));
    expect(reason).toMatchObject({ code: 'E_INFEASIBLE_REACH', place: { field: 'travel.values' } });
    expect(reason?.message).toContain("customer 'q'");
    values[4][5] = 1;
    // By way of 'r' there is one, but a vehicle of 5 cannot carry both.
    const around = { ...base, travel: { kind: 'matrix', values } } as const;
    expect(explainInfeasibility(createInstance(around))).toMatchObject({ code: 'E_INFEASIBLE_REACH' });
    expect(explainInfeasibility(createInstance({ ...around, vehicleCapacity: 8 }))).toBeUndefined();
  });

  it('does not mistake floating-point noise for a shortage', () => {
    const thirds = [0.1, 0.2].map((demand, k) => ({ id: k, ...place, demand }));
    expect(0.1 + 0.2).toBeGreaterThan(0.3);
    expect(
      explainInfeasibility(createInstance({ ...base, depots: [{ id: 'A', ...place, capacity: 0.3 }], customers: thirds })),
    ).toBeUndefined();
  });

  it('sees that the budget buys the unlimited depot', () => {
    const offer = [
      { id: 'free', ...place, capacity: 0, openingCost: 0 },
      { id: 'small', ...place, capacity: 1, openingCost: 1 },
      { id: 'unlimited', ...place, capacity: null, openingCost: 5 },
    ];
    for (const order of [
      [0, 1, 2],
      [1, 0, 2],
      [2, 1, 0],
      [1, 2, 0],
    ])
      expect(
        explainInfeasibility(createInstance({ ...base, depots: order.map((k) => offer[k]), rules: { openingBudget: 5 } })),
      ).toBeUndefined();
  });

  it('never refutes an instance that enumeration solves', () => {
    const seen = { refuted: 0, solved: 0 };
    fc.assert(
      fc.property(tinyInstance, (instance) => {
        const reason = explainInfeasibility(instance);
        const plan = solveByEnumeration(instance);
        if (plan) seen.solved++;
        if (reason) seen.refuted++;
        expect(reason && plan ? { reason: reason.message, plan } : 'no conflict').toBe('no conflict');
      }),
      { numRuns: scaled(3000) },
    );
    expect(Math.min(seen.refuted, seen.solved)).toBeGreaterThan(50);
  });
});

/** Tries every set of open depots and every assignment; a depot's customers are split into routes in every way. */
function solveByEnumeration(instance: Instance) {
  const { depots, customers } = instance;
  const [m, n] = [depots.length, customers.length];
  const routesFrom = depots.map((_, d) => waysToServe(instance, d));
  for (let open = 1; open < 1 << m; open++)
    for (let code = 0; code < m ** n; code++) {
      const assigned = new Array<number>(m).fill(0);
      for (let i = 0; i < n; i++) assigned[Math.floor(code / m ** i) % m] |= 1 << i;
      const parts = assigned.map((mask, d) => (mask > 0 && !(open & (1 << d)) ? undefined : routesFrom[d].get(mask)));
      if (parts.includes(undefined)) continue;
      const plan = {
        openDepots: depots.filter((_, d) => open & (1 << d)).map((d) => d.id),
        routes: parts.flatMap((routes, d) =>
          (routes ?? []).map((stops) => ({ depot: depots[d].id, stops: stops.map((i) => customers[i].id) })),
        ),
      };
      if (verify(instance, plan).feasible) return plan;
    }
  return undefined;
}

/** For each set of customers (a bit mask) that vehicles of this depot can serve, a shortest way to do so. */
function waysToServe(instance: Instance, depot: number): Map<number, number[][]> {
  const { depots, customers, vehicleCapacity } = instance;
  const n = customers.length;
  const { cost, distance } = modelOf(instance).travel;
  const single = new Map<number, number[]>();
  const lengthOf = (stops: readonly number[]) =>
    [...stops, -1].reduce(
      ({ at, sum }, i) => {
        const to = i < 0 ? depot : depots.length + i;
        return { at: to, sum: sum + distance(at, to) };
      },
      { at: depot, sum: 0 },
    ).sum;
  const isShortest = (mask: number, stops: readonly number[]) => {
    const known = single.get(mask);
    return !known || lengthOf(stops) < lengthOf(known);
  };
  const extend = (stops: number[], mask: number, load: number) => {
    const at = stops.length > 0 ? depots.length + stops[stops.length - 1] : depot;
    if (stops.length > 0 && Number.isFinite(cost(at, depot)) && isShortest(mask, stops)) single.set(mask, stops);
    for (let i = 0; i < n; i++) {
      const more = load + customers[i].demand;
      if (!(mask & (1 << i)) && Number.isFinite(cost(at, depots.length + i)) && !exceeds(more, vehicleCapacity))
        extend([...stops, i], mask | (1 << i), more);
    }
  };
  extend([], 0, 0);
  const served = new Map<number, number[][]>([[0, []]]);
  for (let mask = 1; mask < 1 << n; mask++)
    for (let part = mask; part > 0; part = (part - 1) & mask) {
      const route = single.get(part);
      const rest = served.get(mask ^ part);
      if (route && rest) served.set(mask, [...rest, route]);
    }
  return served;
}
