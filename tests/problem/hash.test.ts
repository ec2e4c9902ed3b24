import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createInstance, type InstanceInput } from '../../src/problem/instance.ts';
import { instanceHash } from '../../src/problem/model.ts';
import { plannedInstance } from './arbitraries.ts';

const base = {
  name: 'hashed',
  depots: [{ id: 'A', x: 0, y: 0, capacity: 50, openingCost: 10 }],
  customers: [
    { id: '1', x: 1, y: 1, demand: 5 },
    { id: '2', x: 2, y: 2, demand: 6 },
  ],
  vehicleCapacity: 20,
  vehicleCost: 3,
} satisfies InstanceInput;
const hash = (input: InstanceInput) => instanceHash(createInstance(input));

describe('instanceHash', () => {
  it('is pinned: results made yesterday can be traced today', () => {
    expect(hash(base)).toMatchInlineSnapshot(`"417925a15b4c849e"`);
  });

  it('does not see how the input was written', () => {
    const reordered: InstanceInput = {
      vehicleCost: 3,
      vehicleCapacity: 20,
      customers: [
        { demand: 5, y: 1, x: 1, id: 1 },
        { id: 2, x: 2, y: 2, demand: 6 },
      ],
      depots: [{ openingCost: 10, capacity: 50, id: 'A', x: 0, y: 0, status: 'candidate' }],
      name: 'hashed',
      travel: { kind: 'euclidean', rounding: 'none', scale: 1 },
    };
    expect(hash(reordered)).toBe(hash(base));
    const lists = { a: ['A'], b: ['A'] };
    const customers = Object.keys(lists).map((id) => ({ id, x: 0, y: 0, demand: 1 }));
    expect(hash({ ...base, customers, rules: { allowed: { a: ['A'], b: ['A'] } } })).toBe(
      hash({ ...base, customers, rules: { allowed: { b: ['A'], a: ['A'] } } }),
    );
  });

  it.each<[string, Partial<InstanceInput>]>([
    ['name', { name: 'other' }],
    ['vehicle capacity', { vehicleCapacity: 21 }],
    ['vehicle cost', { vehicleCost: 3.0000001 }],
    ['the longest route', { maxRouteDistance: 100 }],
    ['rounding', { travel: { kind: 'euclidean', rounding: 'ceil' } }],
    ['a rule', { rules: { minOpen: 1 } }],
    ['a lock', { depots: [{ ...base.depots[0], status: 'open' }] }],
    ['a capacity', { depots: [{ ...base.depots[0], capacity: null }] }],
    ['a demand', { customers: [base.customers[0], { ...base.customers[1], demand: 7 }] }],
    ['the order', { customers: [base.customers[1], base.customers[0]] }],
  ])('changes with %s', (_, change) => {
    expect(hash({ ...base, ...change })).not.toBe(hash(base));
  });

  it('survives JSON and differs between random instances', () => {
    fc.assert(
      fc.property(plannedInstance, plannedInstance, ({ instance: a }, { instance: b }) => {
        expect(instanceHash(a)).toMatch(/^[0-9a-f]{16}$/);
        const copy = JSON.parse(JSON.stringify(a)) as InstanceInput;
        expect(hash(copy)).toBe(instanceHash(a));
        if (JSON.stringify(a) !== JSON.stringify(b)) expect(instanceHash(a)).not.toBe(instanceHash(b));
      }),
    );
  });
});
