/** Random instances for property tests. */
import fc from 'fast-check';
import { createInstance, type Instance, type InstanceInput } from '../../src/problem/instance.ts';
import type { IndexedRoute } from '../../src/problem/solution.ts';

const point = { x: fc.integer({ min: 0, max: 100 }), y: fc.integer({ min: 0, max: 100 }) };

/** Instances of up to 3 depots and 4 customers with every kind of rule, tight enough that many are infeasible. */
export const tinyInstance: fc.Arbitrary<Instance> = fc
  .record({ m: fc.integer({ min: 1, max: 3 }), n: fc.integer({ min: 1, max: 4 }) })
  .chain(({ m, n }) => {
    const depotIds = Array.from({ length: m }, (_, d) => `D${d}`);
    const customerIds = Array.from({ length: n }, (_, i) => `C${i}`);
    const group = fc.subarray(customerIds, { minLength: Math.min(2, n) });
    const groups = n < 2 ? fc.constant([]) : fc.array(group, { maxLength: 2 });
    const perCustomer = fc.dictionary(fc.constantFrom(...customerIds), fc.subarray(depotIds), { maxKeys: 2 });
    const often = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 1 });
    // Tenths, so that sums carry floating-point noise.
    const tenths = (max: number) => fc.integer({ min: 0, max }).map((k) => k / 10);
    return fc.record({
      name: fc.constant('tiny'),
      vehicleCapacity: fc.integer({ min: 5, max: 12 }).map((k) => k / 10),
      vehicleCost: fc.integer({ min: 0, max: 9 }),
      maxRouteDistance: often(fc.oneof(fc.integer({ min: 2, max: 20 }), fc.integer({ min: 20, max: 300 }))),
      depots: fc.tuple(
        ...depotIds.map((id) =>
          fc.record({
            id: fc.constant(id),
            ...point,
            capacity: fc.option(tenths(20), { nil: null, freq: 4 }),
            openingCost: tenths(9),
            status: fc.constantFrom('candidate' as const, 'candidate' as const, 'open' as const, 'closed' as const),
          }),
        ),
      ),
      customers: fc.tuple(...customerIds.map((id) => fc.record({ id: fc.constant(id), ...point, demand: tenths(7) }))),
      travel: fc.oneof(
        fc.constant({ kind: 'euclidean' as const }),
        fc.record({
          kind: fc.constant('matrix' as const),
          values: fc.array(fc.array(fc.option(fc.integer({ min: 1, max: 9 }), { freq: 2 }), { minLength: m + n, maxLength: m + n }), {
            minLength: m + n,
            maxLength: m + n,
          }),
        }),
      ),
      rules: fc.record({
        minOpen: often(fc.integer({ min: 0, max: 3 })),
        maxOpen: often(fc.integer({ min: 0, max: 3 })),
        openingBudget: often(tenths(15)),
        apart: groups,
        together: groups,
        allowed: perCustomer,
        forbidden: perCustomer,
      }),
    });
  })
  .map((input) => createInstance(input as InstanceInput));

export interface Planned {
  readonly instance: Instance;
  readonly routes: readonly IndexedRoute[];
}

/**
 * Instances without binding limits, with routes that are feasible by construction: at least two depots,
 * each customer on a random depot (so that some share one), the depot's customers cut into routes of at most three.
 */
export const plannedInstance: fc.Arbitrary<Planned> = fc
  .record({
    depots: fc.array(fc.record({ ...point, openingCost: fc.integer({ min: 0, max: 500 }) }), { minLength: 2, maxLength: 4 }),
    customers: fc.array(fc.record({ ...point, demand: fc.integer({ min: 1, max: 30 }), at: fc.nat() }), { minLength: 5, maxLength: 15 }),
    vehicleCost: fc.integer({ min: 0, max: 50 }),
    scale: fc.constantFrom(1, 100),
    rounding: fc.constantFrom('none' as const, 'ceil' as const, 'floor' as const, 'nearest' as const),
  })
  .map(({ depots, customers, vehicleCost, scale, rounding }) => {
    const instance = createInstance({
      name: 'planned',
      depots: depots.map((d, k) => ({ id: `D${k}`, capacity: 30 * customers.length, ...d })),
      customers: customers.map(({ x, y, demand }, k) => ({ id: `C${k}`, x, y, demand })),
      vehicleCapacity: 90,
      vehicleCost,
      travel: { kind: 'euclidean', scale, rounding },
    });
    // The first two customers go to the first two depots, so that two depots are in use.
    const depotOf = customers.map(({ at }, k) => (k < 2 ? k : at % depots.length));
    const routes = depots.flatMap((_, depot) => {
      const served = depotOf.flatMap((d, k) => (d === depot ? [k] : []));
      return Array.from({ length: Math.ceil(served.length / 3) }, (_, r) => ({ depot, stops: served.slice(3 * r, 3 * r + 3) }));
    });
    return { instance, routes };
  });
