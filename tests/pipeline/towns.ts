import { createInstance, type Instance } from '../../src/problem/instance.ts';

/** Two towns 100 apart with a site each; serving both from one saves an opening of 1000 for 200 of road. */
export const towns: Instance = createInstance({
  name: 'towns',
  depots: [
    { id: 'west', x: 0, y: 0, openingCost: 1000 },
    { id: 'east', x: 100, y: 0, openingCost: 1000 },
  ],
  customers: [
    { id: 'w1', x: 0, y: 3, demand: 1 },
    { id: 'w2', x: 4, y: 3, demand: 1 },
    { id: 'e1', x: 100, y: 3, demand: 1 },
    { id: 'e2', x: 96, y: 3, demand: 1 },
  ],
  vehicleCapacity: 2,
  vehicleCost: 10,
});

export const brief = { iterations: 20 };
