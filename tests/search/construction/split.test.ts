import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createInstance } from '../../../src/problem/instance.ts';
import { Random } from '../../../src/run/random.ts';
import { Splitter } from '../../../src/search/construction/split.ts';
import { searchData } from '../../../src/search/data.ts';
import { scaled } from '../../scaled.ts';
import { randomInstance } from '../random-instance.ts';

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
    const cheap = { vehicle: 1e-6, depot: 1, rule: 1, length: 1, time: 1 };
    // Vehicles are dear: all that may share one do. 15 of 10 is allowed, 16 is not.
    const most = line([5, 5, 5], { vehicleCost: 1000 });
    expect(shown(new Splitter(most).split(tourOf(3), Uint8Array.of(1), cheap))).toEqual([[0, 0, 1, 2]]);
    const more = line([5, 5, 6], { vehicleCost: 1000 });
    expect(new Splitter(more).split(tourOf(3), Uint8Array.of(1), cheap).length).toBe(2);
  });

  it('keeps to the vehicle where that is dear', () => {
    const dear = { vehicle: 1e6, depot: 1, rule: 1, length: 1, time: 1 };
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
    const routes = new Splitter(data).split(tourOf(4), Uint8Array.of(1, 1), { vehicle: 1e3, depot: 20, rule: 1, length: 1, time: 1 });
    const near = routes.filter(({ depot }) => depot === 0);
    expect(near.length).toBeLessThanOrEqual(2);
    expect(routes.length).toBe(4);
  });
});

describe('split against all ways to cut a tour', () => {
  const penalties = { vehicle: 3, depot: 2, rule: 50, length: 50, time: 1 };

  it('finds the cheapest, where depots have no limit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e9 }), fc.boolean(), (seed, asymmetric) => {
        const random = new Random(seed);
        const kind = { customers: 1 + random.int(7), depots: 1 + random.int(3), asymmetric };
        const drawn = randomInstance(random, kind);
        const depots = drawn.depots.map((depot) => ({ ...depot, capacity: null }));
        const data = searchData(createInstance({ ...drawn, depots }));
        const { n, m, travel, demand, vehicleCapacity, vehicleCost } = data;
        const tour = random.shuffle(tourOf(n));
        const priced = (stops: Int32Array, d: number) => {
          const load = stops.reduce((sum, i) => sum + demand[i], 0);
          if (stops.length > 1 && load > 1.5 * vehicleCapacity) return Number.POSITIVE_INFINITY;
          let total = vehicleCost + penalties.vehicle * Math.max(0, load - vehicleCapacity);
          for (let k = 0, from = n + d; k <= stops.length; k++) {
            const to = k < stops.length ? stops[k] : n + d;
            total += travel.arc(from, to);
            from = to;
          }
          return total;
        };
        let least = Number.POSITIVE_INFINITY;
        for (let cuts = 0; cuts < 1 << (n - 1); cuts++) {
          let [sum, from] = [0, 0];
          for (let k = 1; k <= n; k++) {
            if (k < n && !((cuts >> (k - 1)) & 1)) continue;
            const stops = tour.slice(from, k);
            sum += Math.min(...Array.from({ length: m }, (_, d) => priced(stops, d)));
            from = k;
          }
          least = Math.min(least, sum);
        }
        const routes = new Splitter(data).split(tour, new Uint8Array(m).fill(1), penalties);
        const found = routes.reduce((sum, { depot, stops }) => sum + priced(Int32Array.from(stops), depot), 0);
        expect(found).toBeCloseTo(least, 6);
      }),
      { numRuns: scaled(200) },
    );
  });

  it('overfills no vehicle where it splits the customers of one depot', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e9 }), (seed) => {
        const random = new Random(seed);
        const data = searchData(randomInstance(random, { customers: 1 + random.int(30), depots: 2 }));
        const routes = new Splitter(data).splitAt(1, random.shuffle(tourOf(data.n)));
        expect(routes.flatMap(({ stops }) => Array.from(stops)).sort((a, b) => a - b)).toEqual([...tourOf(data.n)]);
        for (const { depot, stops } of routes) {
          expect(depot).toBe(1);
          expect(Array.from(stops).reduce((sum, i) => sum + data.demand[i], 0)).toBeLessThanOrEqual(data.vehicleCapacity);
        }
      }),
    );
  });
});
