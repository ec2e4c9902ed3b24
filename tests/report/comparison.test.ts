import { describe, expect, it } from 'vitest';
import { changeInstance } from '../../src/problem/change.ts';
import { createInstance } from '../../src/problem/instance.ts';
import { instanceHash } from '../../src/problem/model.ts';
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
      instance: 'pair',
      cost: { total: 168, opening: 150, vehicles: 14, travel: 4 },
      units: {},
      openDepots: ['A', 'B'],
      customers: 2,
      routes: 2,
      distance: 4,
      duration: null,
      emission: null,
      violations: 0,
      broken: [],
    });
    expect(plans[1]).toMatchObject({ routes: 1, cost: { opening: 100, vehicles: 7 }, distance: 11 + Math.sqrt(101) });
    expect(changes).toEqual([
      {
        name: 'joint',
        instance: [],
        opened: [],
        closed: ['B'],
        moved: [{ customer: 'b', from: 'B', to: 'A' }],
        onlyHere: [],
        onlyFirst: [],
      },
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

  it('prices each plan for its own instance, and says in words what differs between them', () => {
    const changes = { demandFactor: 1.5, 'depots.B.openingCost': 80, maxOpen: 1 };
    const changed = changeInstance(instance, changes);
    const made = { ...joint, instance: 'pair', instanceHash: instanceHash(changed), changes };
    const told = comparePlans(
      [
        { name: 'x', plan: apart },
        { name: 'y', plan: made },
      ],
      instance,
    );
    expect(told.plans).toMatchObject([
      { instance: 'pair', violations: 0 },
      { instance: 'pair, demandFactor=1.5, depots.B.openingCost=80, maxOpen=1', violations: 0, broken: [] },
    ]);
    expect(told.changes[0].instance).toEqual([
      'maxOpen: none → 1',
      "openingCost of depot: 'B' 50 → 80",
      "demand of 2 customers × 1.5: 'a' 1 → 1.5, 'b' 1 → 1.5",
    ]);
    expect(told.remarks).toEqual(['the plans are for different instances: each cost is that of its own']);
  });

  it('finds the instance of each plan among several, or takes that of the caller', () => {
    const other = createInstance({ ...instance, customers: instance.customers.slice(0, 1), vehicleCost: 9 });
    const plan = { routes: [{ depot: 'A', stops: ['a'] }], instanceHash: instanceHash(other) };
    const first = { name: 'x', plan: joint };
    for (const told of [
      comparePlans([first, { name: 'y', plan }], instance, other),
      comparePlans([
        { ...first, instance },
        { name: 'y', plan, instance: other },
      ]),
    ]) {
      expect(told.plans).toMatchObject([{ cost: { vehicles: 7 } }, { cost: { vehicles: 9 }, violations: 0 }]);
      expect(told.changes[0].instance).toEqual(['vehicleCost: 7 → 9', "1 customer fewer: 'b'"]);
    }
  });

  it('says which plans are for an instance that is not given, and what they break here', () => {
    const of = (hash: string) => ({ ...joint, instance: 'pair', instanceHash: hash });
    const two = [
      { name: 'x', plan: of('1111') },
      { name: 'y', plan: { ...of('2222'), changes: { demandFactor: 1.3 } } },
    ];
    expect(comparePlans([...two, { name: 'z', plan: joint }]).remarks).toEqual([
      'the plans are for different instances: each cost is that of its own',
      'give the instance to see what differs between them',
      'z: the instance is not stated; give it to compute all costs',
    ]);
    const { remarks, plans } = comparePlans([{ name: 'x', plan: of(instanceHash(instance)) }, two[1]], instance);
    expect(remarks).toEqual(["y was made for another version of 'pair', which is not given; its costs are for the one that is"]);
    expect(plans[1]).toMatchObject({ instance: 'pair', violations: 1, broken: [expect.stringContaining('2222')] });
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
