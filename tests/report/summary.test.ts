import { describe, expect, it } from 'vitest';
import { createInstance, type InstanceInput } from '../../src/problem/instance.ts';
import { summariseInstance } from '../../src/report/summary.ts';
import { planar } from './scenes.ts';

const variant = (change: Partial<InstanceInput>) => summariseInstance(createInstance({ ...planar, ...change }));

describe('summariseInstance', () => {
  it('counts what is there', () => {
    expect(summariseInstance(planar)).toMatchObject({
      name: 'planar',
      customers: 5,
      depots: 3,
      lockedOpen: 0,
      lockedClosed: 1,
      demand: { total: 34, min: 1, max: 16 },
      vehicle: { capacity: 20, cost: 7 },
      depotCapacity: { min: 30, max: 30, total: 60, unlimited: 1 },
      openingCost: { min: 10, max: 120 },
      travel: { kind: 'euclidean', scale: 1, rounding: 'none' },
      rules: [],
      box: { x: { min: -30, max: 90 }, y: { min: -70, max: 40 } },
      bounds: { vehicles: 2, depots: 2 },
      infeasible: null,
    });
  });

  it('states the longest route where there is one', () => {
    expect(variant({ maxRouteDistance: 400 }).vehicle).toEqual({ capacity: 20, cost: 7, maxDistance: 400 });
    expect(variant({}).vehicle).toEqual({ capacity: 20, cost: 7 });
  });

  it('needs a vehicle for each customer that fills more than half of one', () => {
    const customers = [6, 6, 6].map((demand, k) => ({ id: k, x: 0, y: 0, demand }));
    expect(variant({ customers, vehicleCapacity: 10 }).bounds.vehicles).toBe(3);
    expect(variant({ customers, vehicleCapacity: 12 }).bounds.vehicles).toBe(2);
  });

  it('needs one depot where one is unlimited, more where minOpen says so', () => {
    const depots = planar.depots.map((d) => ({ ...d, status: 'candidate' as const }));
    expect(variant({ depots }).bounds.depots).toBe(1);
    expect(variant({ depots }).depotCapacity.total).toBeNull();
    expect(variant({ depots, rules: { minOpen: 2 } }).bounds.depots).toBe(2);
  });

  it('says why no plan can exist', () => {
    const { infeasible, bounds } = variant({ depots: planar.depots.map((d) => ({ ...d, capacity: 5 })) });
    expect(infeasible?.code).toBe('E_INFEASIBLE_CAPACITY');
    expect(bounds.depots).toBeNull();
  });

  it('tells charges, quantities and limits in sentences', () => {
    const [first, ...others] = planar.depots;
    const { terms, vehicles } = variant({
      depots: [{ ...first, handlingCost: 0.5, minLoad: 3, maxVehicles: 2 }, ...others.map((depot) => ({ ...depot, handlingCost: 1 }))],
      customers: planar.customers.map((customer, k) => ({
        ...customer,
        quantities: { pallets: 2 },
        ...(k === 0 && { vehicles: ['van'] }),
      })),
      vehicleCapacity: undefined,
      vehicleCost: undefined,
      vehicles: [{ id: 'van', capacity: { demand: 20, pallets: 8 } }],
      emissionPrice: 0.1,
      units: { demand: 'crates' },
    });
    expect(terms).toEqual([
      `${2 * planar.customers.length} pallets in total`,
      '1 customer served by certain vehicles only',
      'handling costs 0.5 to 1 a unit',
      `an open depot supplies at least 3 crates at 1 of ${planar.depots.length} depots`,
      `at most 2 vehicles of a depot at 1 of ${planar.depots.length} depots`,
      'a kg of CO₂ costs 0.1',
    ]);
    expect(vehicles).toEqual(['van: capacity 20 crates, 8 pallets, cost 0']);
    expect(variant({}).terms).toBeUndefined();
  });

  it('tells the rules in sentences', () => {
    expect(variant({ rules: { maxOpen: 2, apart: [['a', 'b']], forbidden: { c: ['north'] } } }).rules).toEqual([
      'open depots at most 2',
      'groups of customers kept apart: 1',
      'customers with forbidden depots: 1',
    ]);
  });
});
