/** Small instances and plans that the tests of this room draw. */
import { createInstance } from '../../src/problem/instance.ts';

export const planar = createInstance({
  name: 'planar',
  depots: [
    { id: 'north', x: 0, y: 40, capacity: 30, openingCost: 100 },
    { id: 'south', x: 0, y: -40, capacity: 30, openingCost: 120 },
    { id: 'far', x: 90, y: 0, capacity: null, openingCost: 10, status: 'closed' },
  ],
  customers: [
    { id: 'a', x: -30, y: 0, demand: 4 },
    { id: 'b', x: -30, y: 40, demand: 9 },
    { id: 'c', x: 30, y: 40, demand: 1 },
    { id: 'd', x: 30, y: -40, demand: 16 },
    { id: 'e', x: 0, y: -70, demand: 4 },
  ],
  vehicleCapacity: 20,
  vehicleCost: 7,
});

/** North: 50 + 40 + 30 (a, b) and 30 + 30 (c); south: 30 + √(30² + 30²) + 30. */
export const planarPlan = {
  routes: [
    { depot: 'north', stops: ['a', 'b'] },
    { depot: 'north', stops: ['c'] },
    { depot: 'south', stops: ['d', 'e'] },
  ],
};

export const city = createInstance({
  name: 'Côte & <port>',
  depots: [
    { id: 'Entrepôt Nord', x: 2.3, y: 60.1, capacity: 50, status: 'open' },
    { id: 'Entrepôt Sud', x: 2.5, y: 59.9, capacity: 50 },
  ],
  customers: [
    { id: 's1', x: 2.35, y: 60.05, demand: 5 },
    { id: 's2', x: 2.45, y: 59.95, demand: 5 },
  ],
  vehicleCapacity: 10,
  travel: { kind: 'great-circle', unit: 'km' },
});
