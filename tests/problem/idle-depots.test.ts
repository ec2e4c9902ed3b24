import { describe, expect, it } from 'vitest';
import { idleDepots } from '../../src/problem/idle-depots.ts';
import { createInstance, type InstanceInput } from '../../src/problem/instance.ts';

const withDepots = (depots: readonly (readonly [string, number, number?])[], rules: InstanceInput['rules']) =>
  createInstance({
    name: 'idle',
    depots: depots.map(([id, openingCost, minLoad]) => ({ id, x: 0, y: 0, openingCost, ...(minLoad !== undefined && { minLoad }) })),
    customers: [{ id: 'p', x: 1, y: 0, demand: 1 }],
    vehicleCapacity: 5,
    rules,
  });

describe('idle depots', () => {
  const abc = [
    ['A', 1],
    ['B', 2],
    ['C', 9],
    ['D', 3],
  ] as const;

  it('are the cheapest others', () => {
    expect(idleDepots(withDepots(abc, { minOpen: 3 }), new Set(['C']))).toEqual(['A', 'B']);
    expect(idleDepots(withDepots(abc, { minOpen: 1 }), new Set(['C']))).toEqual([]);
  });

  it('are never two of one group', () => {
    expect(idleDepots(withDepots(abc, { minOpen: 2, oneOf: [['A', 'C']] }), new Set(['C']))).toEqual(['B']);
    expect(idleDepots(withDepots(abc, { minOpen: 2, oneOf: [['A', 'B']] }), new Set())).toEqual(['A', 'D']);
    // A alone would be cheapest, but excludes all others.
    expect(idleDepots(withDepots(abc, { minOpen: 3, oneOf: [['A', 'B', 'C'], ['A', 'D'].toReversed()] }), new Set())).toEqual(['B', 'D']);
  });

  it('need not supply a least load', () => {
    expect(idleDepots(withDepots([...abc, ['E', 0, 4]], { minOpen: 2 }), new Set(['C']))).toEqual(['A']);
  });
});
