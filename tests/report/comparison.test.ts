import { describe, expect, it } from 'vitest';
import { instanceHash } from '../../src/problem/hash.ts';
import { createInstance } from '../../src/problem/instance.ts';
import { comparePlans } from '../../src/report/comparison.ts';

const instance = createInstance({
  name: 'pair',
  depots: [
    { id: 'A', x: 0, y: 0, openingCost: 100 },
    { id: 'B', x: 10, y: 0, openingCost: 50 },
  ],
  customers: [
    { id: 'a', x: 0, y: 1, demand: 1 },
    { id: 'b', x: 10, y: 1, demand: 1 },
  ],
  vehicleCapacity: 5,
  vehicleCost: 7,
});
const apart = {
  routes: [
    { depot: 'A', stops: ['a'] },
    { depot: 'B', stops: ['b'] },
  ],
};
const joint = { routes: [{ depot: 'A', stops: ['a', 'b'] }] };

describe('comparing plans', () => {
  it('computes everything where the instance is given', () => {
    const { plans, changes, assumptions, remarks } = comparePlans(
      [
        { name: 'apart', plan: apart },
        { name: 'joint', plan: joint },
      ],
      instance,
    );
    expect(plans[0]).toEqual({
      name: 'apart',
      cost: { total: 168, opening: 150, vehicles: 14, travel: 4 },
      openDepots: ['A', 'B'],
      customers: 2,
      routes: 2,
      distance: 4,
      duration: null,
      emission: null,
      violations: 0,
    });
    expect(plans[1]).toMatchObject({ routes: 1, cost: { opening: 100, vehicles: 7 }, distance: 11 + Math.sqrt(101) });
    expect(changes).toEqual([
      { name: 'joint', opened: [], closed: ['B'], moved: [{ customer: 'b', from: 'B', to: 'A' }], onlyHere: [], onlyFirst: [] },
    ]);
    expect(assumptions).toEqual([]);
    expect(remarks).toEqual([]);
  });

  it('takes plans at their word without it', () => {
    const stated = { ...joint, cost: { total: 9 }, routes: [{ ...joint.routes[0], distance: 5 }] };
    const { plans } = comparePlans([
      { name: 'x', plan: stated },
      { name: 'y', plan: apart },
    ]);
    expect(plans[0]).toMatchObject({ cost: { total: 9 }, distance: 5, openDepots: ['A'], violations: null });
    expect(plans[1]).toMatchObject({ cost: {}, distance: null });
  });

  it('lists the assumptions that differ, and no others', () => {
    const common = { ...joint, method: 'neo-ds', threads: 2, time: { total: 10.02 } };
    const { assumptions } = comparePlans([
      { name: 'x', plan: { ...common, seed: 1 } },
      { name: 'y', plan: { ...common, seed: 2, changes: { maxOpen: 1, minOpen: null } } },
    ]);
    expect(assumptions).toEqual([
      { what: 'changes', values: [null, 'maxOpen=1, minOpen='] },
      { what: 'seed', values: ['1', '2'] },
    ]);
  });

  it('says in words that plans are of different instances', () => {
    const of = (hash: string) => ({ ...joint, instance: 'pair', instanceHash: hash });
    const told = comparePlans([
      { name: 'x', plan: of('1111') },
      { name: 'y', plan: { ...of('2222'), changes: { demandFactor: 1.3 } } },
      { name: 'z', plan: joint },
    ]);
    expect(told.remarks).toEqual([
      "the plans are for different instances, so their costs cannot be compared: x was made for 'pair' (1111), y was made for 'pair' with demandFactor=1.3 (2222)",
      'z: the instance is not stated; name it with --instance to compute all costs',
    ]);
    const own = instanceHash(instance);
    const { remarks } = comparePlans(
      [
        { name: 'x', plan: of(own) },
        { name: 'y', plan: of('2222') },
      ],
      instance,
    );
    expect(remarks).toEqual([`y was made for 'pair' (2222); here it is priced as a plan for 'pair' (${own})`]);
  });

  it('keeps apart customers whom only one plan serves, and strangers', () => {
    const { changes, plans } = comparePlans(
      [
        { name: 'x', plan: { routes: [{ depot: 'A', stops: ['a'] }] } },
        { name: 'y', plan: { routes: [{ depot: 'A', stops: ['b', 'ghost'] }] } },
      ],
      instance,
    );
    expect(changes[0]).toMatchObject({ moved: [], onlyHere: ['b', 'ghost'], onlyFirst: ['a'] });
    expect(plans[1]).toMatchObject({ distance: null, violations: 2 });
  });
});
