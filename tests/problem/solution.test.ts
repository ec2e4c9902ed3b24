import { describe, expect, it } from 'vitest';
import { createInstance } from '../../src/problem/instance.ts';
import { describeRoutes } from '../../src/problem/solution.ts';

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
      routes: [{ depot: 'A', stops: ['q', 'p'], load: 5, cost: 10 }],
    });
  });

  it('leaves unserved customers without a depot', () => {
    expect(describeRoutes(instance, [{ depot: 1, stops: [0] }])).toMatchObject({
      assignment: ['B', ''],
      openDepots: ['B'],
      cost: { travel: 194 },
    });
  });
});
