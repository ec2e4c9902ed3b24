import { describe, expect, it } from 'vitest';
import { changeInstance, changesAsOptions, changesText, type InstanceChanges } from '../../src/problem/change.ts';
import { changeablePaths } from '../../src/problem/change-paths.ts';
import { NeoLrpError } from '../../src/problem/errors.ts';
import { createInstance } from '../../src/problem/instance.ts';
import { instanceHash } from '../../src/problem/model.ts';

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
    const everything = fault({ zzzzzz: 3 }).message;
    for (const name of changeablePaths(instance).slice(0, 20)) expect(everything).toContain(name);
    expect(changeablePaths(instance)).toEqual(
      expect.arrayContaining([
        'vehicleCapacity',
        'maxRouteDistance',
        'maxOpen',
        'openingBudget',
        'units.distance',
        'travel.scale',
        'demandFactor',
        'depots.status',
        'vehicles.costPerDistance',
      ]),
    );
    expect(changeablePaths({ travel: { kind: 'matrix', values: [] } }).filter((name) => name.startsWith('travel.'))).toEqual([
      'travel.speed',
    ]);
    for (const name of [
      '__proto__',
      'constructor',
      'depots',
      'depots.id',
      'customers.timeWindows',
      'version',
      'travel.kind',
      'travel.detour',
    ])
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

const fleet = createInstance({
  name: 'fleet',
  depots: [
    { id: 'L2', name: 'Graz', x: 0, y: 0, openingCost: 500, capacity: 50 },
    { id: 'L.4', x: 1, y: 0, openingCost: 700, status: 'closed' },
  ],
  customers: [
    { id: 'a', x: 3, y: 4, demand: 10, quantities: { 'm³': 2 } },
    { id: 'b', x: 3, y: 4, demand: 5 },
  ],
  vehicles: [
    { id: 'van', capacity: { demand: 20, 'm³': 4 }, costPerDistance: 0.5, fixedCost: 80 },
    { id: 'truck', capacity: 40, costPerDistance: 0.9, fixedCost: 120, availablePerDepot: 3 },
  ],
});

describe('changing places and vehicle types by path', () => {
  const failing = (changes: Parameters<typeof changeInstance>[1]) => {
    try {
      return changeInstance(fleet, changes);
    } catch (error) {
      return error as NeoLrpError;
    }
  };

  it('sets a field of one by its id, or of all', () => {
    const { depots, vehicles } = changeInstance(fleet, {
      'depots.L.4.status': 'open',
      'depots.L2.openingCost': 900,
      'depots.L2.capacity': null,
      'vehicles.van.costPerDistance': '0.7',
      'vehicles.fixedCost': 100,
      'vehicles.van.capacity.m³': 5,
      'vehicles.truck.availablePerDepot.L2': 1,
    });
    expect(depots).toMatchObject([{ openingCost: 900, capacity: null }, { status: 'open' }]);
    expect(vehicles).toMatchObject([
      { costPerDistance: 0.7, fixedCost: 100, capacity: { demand: 20, 'm³': 5 } },
      { costPerDistance: 0.9, fixedCost: 100, availablePerDepot: { L2: 1, 'L.4': 3 } },
    ]);
    expect(fleet.vehicles?.[0]).toMatchObject({ costPerDistance: 0.5, capacity: { 'm³': 4 } });
  });

  it('multiplies a number wherever it stands, and what has several amounts as a whole', () => {
    const { vehicles, costPerDistance } = changeInstance(fleet, {
      costPerDistance: '+20 %',
      'vehicles.capacity': '*2',
      openingCost: '-10%',
    });
    expect(costPerDistance).toBe(1);
    expect(vehicles).toMatchObject([
      { costPerDistance: 0.6, capacity: { demand: 40, 'm³': 8 } },
      { costPerDistance: 1.08, capacity: 80 },
    ]);
    const more = { customers: [{ demand: 11, quantities: { 'm³': 2.2 } }, { demand: 5.5 }] };
    for (const changes of [{ demand: '*1.1' }, { demandFactor: 1.1 }, { 'customers.demand': '+10%' }] as InstanceChanges[])
      expect(changeInstance(fleet, changes)).toMatchObject(more);
    expect(changeInstance(fleet, { demandFactor: 1.1 })).toEqual(changeInstance(fleet, { demand: '*1.1' }));
  });

  it.each([
    [{ costPerDistance: 5 }, /change nothing: every vehicle type states its own cost .*vehicles\.ID\.costPerDistance/],
    [{ vehicleCost: 5 }, /vehicles\.fixedCost/],
    [{ vehicleCost: 0 }, /vehicles\.fixedCost/],
    [{ vehicleCost: '*2' }, /vehicles\.fixedCost/],
    [{ vehicleCapacity: 40 }, /vehicles\.capacity/],
    [{ maxRouteDistance: 40 }, /vehicles\.maxDistance/],
    [{ emissionPrice: 2 }, /no vehicle type emits/],
    [{ 'travel.speed': 50 }, /no times are part/],
    [{ handlingCost: '*2' }, /no number above 0 to multiply/],
    [{ 'depots.L.4.openingCost': 2 }, /locked closed/],
    [{ 'depots.L5.openingCost': 2 }, /E_UNKNOWN_ID.*no depot 'L5'; did you mean 'L2' or 'L\.4'/],
    [{ 'depots.Gratz.openingCost': 2 }, /no depot 'Gratz'; did you mean 'Graz' \(L2\)/],
    [{ 'depots.L2.openingcosts': 2 }, /did you mean 'openingCost'/],
    [{ 'vehicle.van.fixedCost': 2 }, /did you mean 'vehicles\.fixedCost'/],
    [{ capacity: 2 }, /depots\.capacity or vehicles\.capacity/],
    [{ 'depots.L2.capacity.m³': 2 }, /is one value/],
    [{ 'vehicles.van.capacity': 2 }, /amount for each of demand, m³/],
    [{ 'vehicles.van.capacity.m2': 2 }, /did you mean 'm³'/],
    [{ 'vehicles.van.availablePerDepot.L2': 2 }, /for all of them first/],
    [{ 'depots.status': '*2' }, /only numbers can be multiplied/],
    [{ 'depots.L2.status': 'opne' }, /"candidate", "open" or "closed"/],
    [{ costPerDistance: '*many' }, /a factor, 0 or above/],
    [{ costPerDistance: '*' }, /a factor, 0 or above/],
  ])('refuses %j, and says what to do', (changes, message) => {
    const error = failing(changes as Parameters<typeof changeInstance>[1]);
    expect(error).toBeInstanceOf(NeoLrpError);
    expect(`${(error as NeoLrpError).code} ${(error as Error).message}`).toMatch(message);
  });

  it('needs no order of changes to see whether they act', () => {
    expect(changeInstance(fleet, { 'depots.L.4.openingCost': 2, 'depots.L.4.status': 'candidate' }).depots[1]).toMatchObject({
      openingCost: 2,
    });
    expect(changeInstance(fleet, { emissionPrice: 2, 'vehicles.emissionPerDistance': 0.3 }).emissionPrice).toBe(2);
  });

  it('is told in words and as options', () => {
    const changes = { maxOpen: 2, demandFactor: 1.3, costPerDistance: '+20%', 'depots.L 4.status': 'open' };
    expect(changesText(changes)).toBe('maxOpen=2, demandFactor=1.3, costPerDistance × 1.2, depots.L 4.status=open');
    expect(changesAsOptions(changes)).toBe("--set maxOpen=2 --demand 1.3 --scale costPerDistance=1.2 --set 'depots.L 4.status=open'");
  });

  it('changes every number and text that it lists, or says why it would change nothing', () => {
    for (const path of changeablePaths(fleet)) {
      const choice = { status: 'open', rounding: 'ceil', language: 'de' }[path.slice(path.lastIndexOf('.') + 1)];
      const result = failing({ [path]: choice ?? (/name|address|currency|units/i.test(path) ? 'h' : 7) });
      if (result instanceof NeoLrpError) expect([path, result.code]).toEqual([path, expect.stringMatching(/^E_(USAGE|VALUE)$/)]);
      else expect([path, JSON.stringify(result)]).not.toEqual([path, JSON.stringify(fleet)]);
    }
  });
});
