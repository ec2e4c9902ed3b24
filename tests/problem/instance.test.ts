import { describe, expect, it } from 'vitest';
import { type ErrorCode, NeoLrpError } from '../../src/problem/errors.ts';
import { createInstance, type InstanceInput } from '../../src/problem/instance.ts';

const valid = {
  name: 'two by three',
  depots: [
    { id: 'A', x: 0, y: 0, capacity: 50, openingCost: 10 },
    { id: 'B', x: 10, y: 0 },
  ],
  customers: [
    { id: 1, x: 1, y: 1, demand: 5 },
    { id: 2, x: 2, y: 2, demand: 6 },
    { id: 3, x: 3, y: 3, demand: 7 },
  ],
  vehicleCapacity: 20,
} satisfies InstanceInput;

function refusal(input: unknown): { code: ErrorCode; field: string | undefined; message: string } {
  try {
    createInstance(input as InstanceInput);
  } catch (error) {
    if (error instanceof NeoLrpError) return { code: error.code, field: error.place.field, message: error.message };
    throw error;
  }
  throw new Error('the instance was accepted');
}

const withCustomer = (change: object) => ({ ...valid, customers: [valid.customers[0], { ...valid.customers[1], ...change }] });
const withDepot = (change: object) => ({ ...valid, depots: [valid.depots[0], { ...valid.depots[1], ...change }] });
const withRules = (rules: object) => ({ ...valid, rules });
const square = (size: number, entry: unknown = 1) => Array.from({ length: size }, () => new Array(size).fill(entry));

describe('createInstance', () => {
  it('fills defaults and turns ids into text', () => {
    const instance = createInstance(valid);
    expect(instance.depots[1]).toEqual({ id: 'B', x: 10, y: 0, capacity: null, openingCost: 0, status: 'candidate' });
    expect(instance.customers.map((c) => c.id)).toEqual(['1', '2', '3']);
    expect(instance.travel).toEqual({ kind: 'euclidean', scale: 1, rounding: 'none' });
    expect(instance.rules).toEqual({ apart: [], together: [], allowed: {}, forbidden: {} });
    expect(instance.vehicleCost).toBe(0);
  });

  it('freezes the whole value, not the input', () => {
    const input = structuredClone(valid);
    const instance = createInstance({ ...input, travel: { kind: 'matrix', values: square(5) } });
    expect(Object.isFrozen(instance)).toBe(true);
    expect(Object.isFrozen(instance.customers[2])).toBe(true);
    expect(instance.travel.kind === 'matrix' && Object.isFrozen(instance.travel.values[4])).toBe(true);
    expect(Object.isFrozen(input.customers)).toBe(false);
  });

  it.each([
    ['a coordinate beyond all maps', withCustomer({ x: 1e160 }), 'E_VALUE', 'customers[1].x'],
    ['a cost that no sum can carry', withDepot({ openingCost: 1e308 }), 'E_VALUE', 'depots[1].openingCost'],
    [
      'distances that are too dear together',
      { ...valid, costPerDistance: 1e12, travel: { kind: 'euclidean', scale: 1e6 } },
      'E_VALUE',
      'travel',
    ],
    ['NaN demand', withCustomer({ demand: Number.NaN }), 'E_VALUE', 'customers[1].demand'],
    ['infinite coordinate', withCustomer({ x: Number.POSITIVE_INFINITY }), 'E_VALUE', 'customers[1].x'],
    ['negative demand', withCustomer({ demand: -1 }), 'E_VALUE', 'customers[1].demand'],
    ['negative depot capacity', withDepot({ capacity: -5 }), 'E_VALUE', 'depots[1].capacity'],
    ['infinite depot capacity', withDepot({ capacity: Number.POSITIVE_INFINITY }), 'E_VALUE', 'depots[1].capacity'],
    ['negative opening cost', withDepot({ openingCost: -0.5 }), 'E_VALUE', 'depots[1].openingCost'],
    ['text for a number', withDepot({ y: 'north' }), 'E_SYNTAX', 'depots[1].y'],
    ['missing demand', withCustomer({ demand: undefined }), 'E_SYNTAX', 'customers[1].demand'],
    ['unknown key', withCustomer({ weight: 3 }), 'E_SYNTAX', 'customers[1]'],
    ['unknown status', withDepot({ status: 'maybe' }), 'E_SYNTAX', 'depots[1].status'],
    ['zero vehicle', { ...valid, vehicleCapacity: 0 }, 'E_VALUE', 'vehicleCapacity'],
    ['negative vehicle cost', { ...valid, vehicleCost: -1 }, 'E_VALUE', 'vehicleCost'],
    ['no customers', { ...valid, customers: [] }, 'E_VALUE', 'customers'],
    ['no depots', { ...valid, depots: [] }, 'E_VALUE', 'depots'],
    ['duplicate customer', withCustomer({ id: '1' }), 'E_DUPLICATE_ID', 'customers[1].id'],
    ['duplicate depot', withDepot({ id: 'A' }), 'E_DUPLICATE_ID', 'depots[1].id'],
    ['zero scale', { ...valid, travel: { kind: 'euclidean', scale: 0 } }, 'E_VALUE', 'travel.scale'],
    ['unknown travel kind', { ...valid, travel: { kind: 'by air' } }, 'E_SYNTAX', 'travel.kind'],
    ['matrix of wrong size', { ...valid, travel: { kind: 'matrix', values: square(4) } }, 'E_VALUE', 'travel.values'],
    ['ragged matrix', { ...valid, travel: { kind: 'matrix', values: [...square(5).slice(1), [1]] } }, 'E_VALUE', 'travel.values'],
    ['negative arc', { ...valid, travel: { kind: 'matrix', values: square(5, -1) } }, 'E_VALUE', 'travel.values[0][0]'],
    ['NaN arc', { ...valid, travel: { kind: 'matrix', values: square(5, Number.NaN) } }, 'E_VALUE', 'travel.values[0][0]'],
    ['latitude of 91', { ...withDepot({ y: 91 }), travel: { kind: 'great-circle' } }, 'E_VALUE', 'depots[1]'],
    ['rule on a stranger', withRules({ apart: [['1', '9']] }), 'E_UNKNOWN_ID', 'rules.apart[0][1]'],
    ['rule naming one twice', withRules({ together: [['1', '1']] }), 'E_DUPLICATE_ID', 'rules.together[0]'],
    ['group of one', withRules({ together: [['1']] }), 'E_VALUE', 'rules.together[0]'],
    ['allowed list of a stranger', withRules({ allowed: { 9: ['A'] } }), 'E_UNKNOWN_ID', 'rules.allowed'],
    ['forbidding an unknown depot', withRules({ forbidden: { 1: ['A', 'Z'] } }), 'E_UNKNOWN_ID', 'rules.forbidden.1[1]'],
    ['half a depot at least', withRules({ minOpen: 0.5 }), 'E_VALUE', 'rules.minOpen'],
  ])('refuses %s and names the field', (_, input, code, field) => {
    expect(refusal(input)).toMatchObject({ code, field });
  });

  it('names both places of a shared id, and counts further faults', () => {
    expect(refusal(withCustomer({ id: '1' })).message).toBe(
      "customers[1].id: customers[0] and customers[1] share the id '1'; ids must be unique",
    );
    expect(refusal({ ...withCustomer({ demand: -1, x: Number.NaN }) }).message).toMatch(/\(and 1 more\)\n {2}customers\[1\]\.demand/);
  });
});
