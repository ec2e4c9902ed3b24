import { describe, expect, it } from 'vitest';
import { createInstance } from '../../src/problem/instance.ts';
import { verify } from '../../src/problem/verify.ts';
import { comparePlans } from '../../src/report/comparison.ts';
import { drawMap } from '../../src/report/map.ts';
import { routeTable } from '../../src/report/route-table.ts';

const day = createInstance({
  name: 'day',
  depots: [{ id: 'D', x: 0, y: 0, name: 'North', loadingTime: 10, handlingCost: 2 }],
  customers: [
    { id: 'a', x: 3, y: 4, demand: 5, quantities: { 'm³': 1.5 }, timeWindows: [[500, 600]], serviceTime: 15 },
    { id: 'b', x: 0, y: 10, demand: 4 },
  ],
  vehicles: [
    {
      id: 'van',
      capacity: { demand: 9, 'm³': 3 },
      fixedCost: 100,
      costPerDistance: 2,
      costPerHour: 30,
      shift: [480, 1020],
      emissionPerDistance: 0.5,
    },
  ],
  emissionPrice: 4,
  units: { currency: 'EUR', distance: 'km', demand: 'kg' },
  travel: { kind: 'euclidean', speed: 60 },
});
const routes = [
  { depot: 'D', vehicle: 'van', stops: ['a'] },
  { depot: 'D', vehicle: 'van', stops: ['b'] },
];

describe('the table of routes', () => {
  it('shows vehicle, hours, loads and all that a route costs', () => {
    const [heads, rows] = routeTable(day, verify(day, { routes }).routes);
    expect(Object.fromEntries(heads.map((head, k) => [head, rows.map((row) => row[k])]))).toEqual({
      route: ['1', '2'],
      depot: ['North', 'North'],
      vehicle: ['van', 'van'],
      stops: ['1', '1'],
      'load (kg)': ['5', '4'],
      'm³': ['1.5', '0'],
      'distance (km)': ['10', '20'],
      start: ['8:05', '8:00'],
      return: ['8:40', '8:30'],
      'duration (h:mm)': ['0:35', '0:30'],
      'waiting (h:mm)': ['0:00', '0:00'],
      'kg CO₂': ['5', '10'],
      // 100 a vehicle, 2 a km, 30 an hour, 4 a kg CO₂, 2 a kg handled.
      'cost (EUR)': ['167.5', '203'],
    });
  });

  it('has no columns for what a plain instance lacks, and leaves out routes without figures', () => {
    const plain = createInstance({
      name: 'plain',
      depots: [{ id: 'D', x: 0, y: 0 }],
      customers: [{ id: 'a', x: 3, y: 4, demand: 1 }],
      vehicleCapacity: 2,
      vehicleCost: 7,
    });
    const { routes: found } = verify(plain, {
      routes: [
        { depot: 'nowhere', stops: ['a'] },
        { depot: 'D', stops: ['a'] },
      ],
    });
    expect(found[0]).toBeNull();
    expect(routeTable(plain, found)).toEqual([['route', 'depot', 'stops', 'load', 'distance', 'cost'], [['2', 'D', '1', '1', '10', '17']]]);
  });
});

it('maps and comparisons show hours, emission and each kind of cost', () => {
  const map = drawMap(day, { routes });
  expect(map).toContain('load 5 kg, van, 8:05–8:40');
  expect(map).toContain('Emission: 15 kg CO₂');
  expect(map).toContain('Vehicle types: 1');
  expect(comparePlans([{ name: 'one', plan: { routes } }], day).plans[0]).toMatchObject({
    duration: 65,
    emission: 15,
    cost: { time: 32.5, emission: 60, handling: 18 },
  });
});
