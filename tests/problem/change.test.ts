import { describe, expect, it } from 'vitest';
import { changeableFields, changeInstance } from '../../src/problem/change.ts';
import { NeoLrpError } from '../../src/problem/errors.ts';
import { instanceHash } from '../../src/problem/hash.ts';
import { createInstance } from '../../src/problem/instance.ts';

const instance = createInstance({
  name: 'town',
  depots: [
    { id: 'D', x: 0, y: 0 },
    { id: 'E', x: 1, y: 0 },
  ],
  customers: [
    { id: 'a', x: 3, y: 4, demand: 10 },
    { id: 'b', x: 3, y: 4, demand: 0 },
  ],
  vehicleCapacity: 20,
  rules: { maxOpen: 2 },
});
const fault = (changes: Parameters<typeof changeInstance>[1]) => {
  try {
    changeInstance(instance, changes);
  } catch (error) {
    if (error instanceof NeoLrpError) return error;
  }
  throw new Error('nothing was refused');
};

describe('changing an instance', () => {
  it('sets fields of the instance, its rules, units and travel by name', () => {
    const changed = changeInstance(instance, {
      name: 'other',
      vehicleCost: 120,
      costPerDistance: '0.66',
      minOpen: 1,
      'units.currency': 'EUR',
      'travel.rounding': 'ceil',
    });
    expect(changed).toMatchObject({
      name: 'other',
      vehicleCapacity: 20,
      vehicleCost: 120,
      costPerDistance: 0.66,
      rules: { minOpen: 1, maxOpen: 2 },
      units: { currency: 'EUR' },
      travel: { kind: 'euclidean', rounding: 'ceil' },
    });
    expect(instanceHash(changed)).not.toBe(instanceHash(instance));
    expect(instance).toMatchObject({ name: 'town', rules: { maxOpen: 2 } });
  });

  it('multiplies every demand', () => {
    expect(changeInstance(instance, { demandFactor: 1.3 }).customers.map(({ demand }) => demand)).toEqual([13, 0]);
  });

  it('takes optional fields away', () => {
    expect(changeInstance(instance, { maxOpen: null }).rules.maxOpen).toBeUndefined();
    expect(changeInstance(instance, { maxOpen: '' }).rules.maxOpen).toBeUndefined();
    expect(fault({ vehicleCapacity: '' })).toMatchObject({ code: 'E_VALUE', place: { field: 'vehicleCapacity' } });
  });

  it('refuses a unit for distances that are computed in another', () => {
    const globe = createInstance({ ...instance, travel: { kind: 'great-circle' } });
    expect(() => changeInstance(globe, { 'units.distance': 'mi' })).toThrow(/travel\.unit/);
    expect(changeInstance(globe, { 'travel.unit': 'mi' }).travel).toMatchObject({ unit: 'mi' });
  });

  it('refuses names that do not exist, and lists those that do', () => {
    const { code, message } = fault({ maxopen: 3 });
    expect(code).toBe('E_USAGE');
    expect(message).toContain("did you mean 'maxOpen'?");
    for (const name of changeableFields(instance)) expect(message).toContain(name);
    expect(changeableFields(instance)).toEqual(
      expect.arrayContaining([
        'vehicleCapacity',
        'maxRouteDistance',
        'maxOpen',
        'openingBudget',
        'units.distance',
        'travel.scale',
        'demandFactor',
      ]),
    );
    expect(changeableFields({ travel: { kind: 'matrix', values: [] } }).filter((name) => name.startsWith('travel.'))).toEqual([
      'travel.speed',
    ]);
    for (const name of ['__proto__', 'constructor', 'depots', 'version', 'travel.kind', 'travel.detour'])
      expect(fault(Object.fromEntries([[name, 1]]))).toMatchObject({ code: 'E_USAGE' });
  });

  it.each([
    [{ maxOpen: 'many' }, 'maxOpen'],
    [{ maxOpen: 1.5 }, 'rules.maxOpen'],
    [{ vehicleCapacity: 0 }, 'vehicleCapacity'],
    [{ demandFactor: -1 }, 'demandFactor'],
    [{ demandFactor: Number.POSITIVE_INFINITY }, 'demandFactor'],
    [{ vehicleCost: Number.NaN }, 'vehicleCost'],
  ])('refuses %j', (changes, field) => {
    expect(fault(changes)).toMatchObject({ place: { field } });
    expect(['E_VALUE', 'E_SYNTAX']).toContain(fault(changes).code);
  });
});
