import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createInstance } from '../../src/problem/instance.ts';
import { describeRoutes } from '../../src/problem/solution.ts';
import { depotSubproblem } from '../../src/problem/subproblem.ts';
import { verify } from '../../src/problem/verify.ts';
import { plannedInstance } from './arbitraries.ts';

describe('depotSubproblem', () => {
  it('keeps ids, loads and costs: the parts add up to the whole', () => {
    fc.assert(
      fc.property(plannedInstance, ({ instance, routes }) => {
        const whole = describeRoutes(instance, routes);
        const used = [...new Set(routes.map((r) => r.depot))];
        const parts = used.map((depot) => {
          const own = routes.filter((r) => r.depot === depot);
          const customers = own.flatMap((r) => Array.from(r.stops));
          const part = depotSubproblem(instance, depot, customers);
          const position = new Map(customers.map((customer, k) => [customer, k]));
          const described = describeRoutes(
            part,
            own.map((r) => ({ depot: 0, stops: Array.from(r.stops, (i) => position.get(i) ?? -1) })),
          );
          expect(verify(part, described).violations).toEqual([]);
          return described;
        });
        expect(parts.flatMap((p) => p.routes)).toEqual(used.flatMap((d) => whole.routes.filter((r) => r.depot === instance.depots[d].id)));
        expect(parts.reduce((sum, p) => sum + p.cost.total, 0)).toBeCloseTo(whole.cost.total, 6);
      }),
    );
  });

  it('knows only the quantities of its own customers', () => {
    const instance = createInstance({
      name: 'quantities',
      depots: ['A', 'B'].map((id, x) => ({ id, x, y: 0 })),
      customers: [
        { id: 'p', x: 1, y: 1, demand: 1, quantities: { 'm³': 2 } },
        { id: 'q', x: 2, y: 1, demand: 1 },
      ],
      vehicles: [{ id: 'van', capacity: { demand: 5, 'm³': 4 } }],
    });
    expect(depotSubproblem(instance, 0, [1]).vehicles).toMatchObject([{ capacity: { demand: 5 } }]);
    expect(depotSubproblem(instance, 0, [0]).vehicles).toMatchObject([{ capacity: { demand: 5, 'm³': 4 } }]);
  });

  it('cuts an asymmetric matrix to size and drops the rules', () => {
    const values = Array.from({ length: 5 }, (_, from) => Array.from({ length: 5 }, (_, to) => 10 * from + to));
    const place = { x: 0, y: 0 };
    const instance = createInstance({
      name: 'matrix',
      depots: ['A', 'B'].map((id) => ({ id, ...place })),
      customers: ['p', 'q', 'r'].map((id) => ({ id, ...place, demand: 1 })),
      vehicleCapacity: 3,
      maxRouteDistance: 400,
      travel: { kind: 'matrix', values },
      rules: { minOpen: 2, apart: [['p', 'r']] },
    });
    const part = depotSubproblem(instance, 1, [2, 0]);
    expect(part.travel).toEqual({
      kind: 'matrix',
      values: [
        [11, 14, 12],
        [41, 44, 42],
        [21, 24, 22],
      ],
    });
    expect(part.rules).toEqual({ apart: [], together: [], allowed: {}, forbidden: {} });
    expect(part.depots).toMatchObject([{ id: 'B', status: 'open' }]);
    expect(part.customers.map((c) => c.id)).toEqual(['r', 'p']);
  });
});
