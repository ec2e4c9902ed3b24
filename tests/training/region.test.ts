/** Labels of one's own cells as targets: whatever the split into travel and routes, their priced sum is the cost. */
import { describe, expect, it } from 'vitest';
import { createInstance } from '../../src/problem/instance.ts';
import { planeOf } from '../../src/surrogate/plane.ts';
import { type LabelledCell, regionSamples } from '../../src/training/region.ts';

const places = {
  depots: [{ id: 'd', x: 0, y: 0 }],
  customers: Array.from({ length: 6 }, (_, i) => ({ id: `c${i}`, x: 10 + i, y: 3 * i, demand: 1 })),
};
const cell = (customers: number[], cost: number, routes: number): LabelledCell => ({
  cell: { draw: 0, depot: 0, customers },
  label: { cost, routes },
});
/** The second costs less than a route of the largest vehicle, as a smaller one drives it. */
const cells = [cell([0, 1, 2], 400, 2), cell([3], 60, 1), cell([0, 1, 2, 3, 4, 5], 900, 4)];

describe('targets of cells', () => {
  const plain = createInstance({ name: 'plain', ...places, vehicleCapacity: 3, vehicleCost: 100 });
  const fleet = createInstance({
    name: 'fleet',
    ...places,
    vehicles: [
      { id: 'small', capacity: 1, fixedCost: 20, costPerDistance: 1 },
      { id: 'large', capacity: 3, fixedCost: 100, costPerDistance: 2 },
    ],
  });

  it.each([plain, fleet])('add up to the cost: $name', (instance) => {
    const { travel, routes } = regionSamples(instance, cells);
    const { distanceScale, vehicleCost } = planeOf(instance);
    cells.forEach(({ label }, k) => {
      expect(distanceScale * travel[k] + vehicleCost * routes[k]).toBeCloseTo(label.cost, 9);
    });
  });

  it('count routes with one kind of vehicle, and are the same shares of every cost with several', () => {
    expect(regionSamples(plain, cells).routes[0]).toBeCloseTo(2, 9);
    const { travel, routes } = regionSamples(fleet, cells);
    const shares = Array.from(travel, (length, k) => length / routes[k]);
    for (const share of shares) expect(share).toBeCloseTo(shares[0], 9);
  });
});
