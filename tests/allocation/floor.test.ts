import { expect, it } from 'vitest';
import { leastCost } from '../../src/allocation/floor.ts';
import { proofOf } from '../../src/allocation/proof.ts';
import { createInstance } from '../../src/problem/instance.ts';
import { wild } from './tiny.ts';

/** Two depots 10 apart; six units to each of two customers beside them, vehicles of four. */
const instance = createInstance({
  name: 'floor',
  depots: [
    { id: 'A', x: 0, y: 0, capacity: 6, openingCost: 5 },
    { id: 'B', x: 10, y: 0, capacity: 12, openingCost: 9 },
  ],
  customers: [
    { id: 'a', x: 0, y: 3, demand: 4 },
    { id: 'b', x: 10, y: 2, demand: 2 },
    { id: 'c', x: 10, y: 4, demand: 4 },
  ],
  vehicleCapacity: 4,
  vehicleCost: 7,
});

it('adds up the cheapest sufficient depots, full vehicles and trips to the nearest depot', () => {
  // B alone supplies ten; three vehicles; 2·3·4/4 + 2·2·2/4 + 2·4·4/4 of travel.
  expect(leastCost(instance, true)).toBeCloseTo(9 + 3 * 7 + 6 + 2 + 8, 9);
  expect(leastCost(instance, false)).toBe(9);
});

it('counts no travel where a detour can be shorter than the direct way', () => {
  const travel = { kind: 'matrix' as const, values: Array.from({ length: 5 }, () => new Array(5).fill(1)) };
  expect(leastCost({ ...instance, travel }, true)).toBe(9 + 3 * 7);
});

const allocation = (objective: number) => ({
  open: Uint8Array.of(0, 1),
  depotOf: Int32Array.of(1, 1, 1),
  objective,
  predicted: new Float64Array(2),
});

it('raises a bound that says less, but not for a surrogate that prices its own choice below', () => {
  expect(proofOf(instance, wild(1), allocation(92), -300, 'x')).toEqual({ objective: 92, bound: 46, gap: 0.5, solver: 'x' });
  expect(proofOf(instance, wild(1), allocation(92), 90, 'x').bound).toBe(90);
  expect(proofOf(instance, wild(1), allocation(40), -300, 'x').bound).toBe(-300);
});
