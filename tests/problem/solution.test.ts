import { describe, expect, it } from 'vitest';
import { createInstance } from '../../src/problem/instance.ts';
import { createSolution, describeRoutes, idleDepotNotes } from '../../src/problem/solution.ts';
import { verify } from '../../src/problem/verify.ts';

const instance = createInstance({
  name: 'line',
  depots: [
    { id: 'A', x: 0, y: 0, openingCost: 10 },
    { id: 'B', x: 100, y: 0, openingCost: 20, status: 'open' },
  ],
  customers: [
    { id: 'p', x: 3, y: 0, demand: 2 },
    { id: 'q', x: 5, y: 0, demand: 3 },
  ],
  vehicleCapacity: 5,
  vehicleCost: 7,
});

describe('describeRoutes', () => {
  it('names, loads and prices what the solver hands over by position', () => {
    expect(describeRoutes(instance, [{ depot: 0, stops: Int32Array.of(1, 0) }])).toEqual({
      cost: { total: 47, opening: 30, vehicles: 7, travel: 10 },
      openDepots: ['A', 'B'],
      assignment: ['A', 'A'],
      routes: [{ depot: 'A', stops: ['q', 'p'], load: 5, distance: 10, cost: 10 }],
    });
  });

  it('leaves unserved customers without a depot', () => {
    expect(describeRoutes(instance, [{ depot: 1, stops: [0] }])).toMatchObject({
      assignment: ['B', ''],
      openDepots: ['B'],
      cost: { travel: 194 },
    });
  });

  it('opens the cheapest unused depots where a least number must open', () => {
    const depots = [
      { id: 'used', x: 0, y: 0, openingCost: 10 },
      { id: 'dear', x: 1, y: 0, openingCost: 9 },
      { id: 'barred', x: 2, y: 0, openingCost: 1, status: 'closed' as const },
      { id: 'cheap', x: 3, y: 0, openingCost: 4 },
    ];
    const routes = [{ depot: 0, stops: [0, 1] }];
    const atLeast = (minOpen: number) => createInstance({ ...instance, depots, rules: { minOpen } });
    expect(describeRoutes(atLeast(1), routes)).toMatchObject({ openDepots: ['used'], cost: { opening: 10 } });
    expect(describeRoutes(atLeast(2), routes)).toMatchObject({ openDepots: ['used', 'cheap'], cost: { opening: 14 } });
    expect(describeRoutes(atLeast(3), routes)).toMatchObject({ openDepots: ['used', 'dear', 'cheap'], cost: { opening: 23 } });
    const three = atLeast(3);
    expect(verify(three, describeRoutes(three, routes))).toMatchObject({ feasible: true, violations: [] });
  });

  it('has a sentence for each open depot that serves nobody', () => {
    const instance = createInstance({
      name: 'idle',
      depots: [
        { id: 'A', x: 0, y: 0 },
        { id: 'B', x: 0, y: 0, name: 'North' },
        { id: 'C', x: 0, y: 0, status: 'open' },
      ],
      customers: [{ id: 'c', x: 1, y: 0, demand: 1 }],
      vehicleCapacity: 1,
      rules: { minOpen: 3 },
    });
    expect(idleDepotNotes(instance, describeRoutes(instance, [{ depot: 0, stops: [0] }]))).toEqual([
      "depot 'North' (B) is open but serves no customer: at least 3 must open",
      "depot 'C' is open but serves no customer: it is locked open",
    ]);
  });
});

describe('createSolution', () => {
  const record = {
    method: 'by hand',
    time: { allocation: 0, routing: 0, improvement: 0, total: 0 },
    seed: 0,
    stop: 'complete',
    versions: {},
  };

  it('makes of routes by position a solution that verifies, and leaves out what is not known', () => {
    const solution = createSolution(instance, [{ depot: 0, stops: [0, 1] }], record);
    expect(solution).toMatchObject({ format: 'neo-lrp/solution', instance: 'line', method: 'by hand', cost: { total: 47 } });
    expect(verify(instance, solution).violations).toEqual([]);
    expect(Object.keys(solution)).not.toContain('units');
    expect(Object.keys(solution)).not.toContain('model');
  });

  it('has the units of the instance, and a note on a depot that serves nobody after those of the record', () => {
    const priced = createInstance({ ...instance, units: { currency: 'EUR' } });
    const { units, notes } = createSolution(priced, [{ depot: 0, stops: [0, 1] }], { ...record, notes: ['found on paper'] });
    expect(units).toEqual({ currency: 'EUR' });
    expect(notes).toEqual(['found on paper', "depot 'B' is open but serves no customer: it is locked open"]);
  });
});
