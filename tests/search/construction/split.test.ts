import { describe, expect, it } from 'vitest';
import { createInstance } from '../../../src/problem/instance.ts';
import { Splitter } from '../../../src/search/construction/split.ts';
import { searchData } from '../../../src/search/data.ts';

/** Customers at 1, 2, … on a line, depots at the ends. */
function line(demands: readonly number[], { capacities = [null] as readonly (number | null)[], vehicle = 10, vehicleCost = 0 } = {}) {
  const end = demands.length + 1;
  return searchData(
    createInstance({
      name: 'line',
      depots: capacities.map((capacity, d) => ({ id: `d${d}`, x: d * end, y: 0, capacity })),
      customers: demands.map((demand, i) => ({ id: `c${i}`, x: i + 1, y: 0, demand })),
      vehicleCapacity: vehicle,
      vehicleCost,
    }),
  );
}

const tourOf = (n: number) => Int32Array.from({ length: n }, (_, i) => i);
const shown = (routes: readonly { depot: number; stops: ArrayLike<number> }[]) =>
  routes.map(({ depot, stops }) => [depot, ...Array.from(stops)]).sort((a, b) => a[1] - b[1]);

describe('split', () => {
  it('overfills a vehicle where that is cheaper, up to half of its capacity more, and never beyond', () => {
    const cheap = { vehicle: 1e-6, depot: 1, rule: 1 };
    // Vehicles are dear: all that may share one do. 15 of 10 is allowed, 16 is not.
    const most = line([5, 5, 5], { vehicleCost: 1000 });
    expect(shown(new Splitter(most).split(tourOf(3), Uint8Array.of(1), cheap))).toEqual([[0, 0, 1, 2]]);
    const more = line([5, 5, 6], { vehicleCost: 1000 });
    expect(new Splitter(more).split(tourOf(3), Uint8Array.of(1), cheap).length).toBe(2);
  });

  it('keeps to the vehicle where that is dear', () => {
    const dear = { vehicle: 1e6, depot: 1, rule: 1 };
    const data = line([5, 5, 5], { vehicleCost: 10 });
    const routes = new Splitter(data).split(tourOf(3), Uint8Array.of(1), dear);
    expect(routes.map(({ stops }) => stops.length).sort()).toEqual([1, 2]);
  });

  it('raises the price of an overfull depot until customers go elsewhere', () => {
    // All four are nearest to the first depot, which holds two of them.
    const data = searchData(
      createInstance({
        name: 'crowd',
        depots: [
          { id: 'near', x: 0, y: 0, capacity: 4 },
          { id: 'far', x: 12, y: 0, capacity: 100 },
        ],
        customers: [1, 2, 3, 4].map((x) => ({ id: `c${x}`, x, y: 0, demand: 2 })),
        vehicleCapacity: 2,
      }),
    );
    const routes = new Splitter(data).split(tourOf(4), Uint8Array.of(1, 1), { vehicle: 1e3, depot: 20, rule: 1 });
    const near = routes.filter(({ depot }) => depot === 0);
    expect(near.length).toBeLessThanOrEqual(2);
    expect(routes.length).toBe(4);
  });
});
