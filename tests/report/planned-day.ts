/** A day with every kind of cost, two vehicle types, hours, a second quantity and a route that ends after midnight. */
import { createInstance, type Instance } from '../../src/problem/instance.ts';
import type { Language } from '../../src/problem/languages.ts';

export const plannedDay = (language?: Language): Instance =>
  createInstance({
    name: 'Tuesday',
    depots: [
      { id: 'D1', name: 'North', x: 0, y: 0, openingCost: 150.333, loadingTime: 10, handlingCost: 0.37, capacity: 50 },
      { id: 'D2', name: 'South', x: 0, y: 30, openingCost: 99.999, handlingCost: 0.51 },
      { id: 'D3', name: 'East', x: 40, y: 30, openingCost: 70 },
    ],
    customers: [
      {
        id: 'a',
        name: 'Bakery',
        address: '5 High Street',
        ...{ x: 3, y: 4, demand: 5, quantities: { 'm³': 1.5 }, timeWindows: [[500, 600]], serviceTime: 15 },
        details: { Phone: '555 01', 'Internal remark': 'pays late', 'Internal phone': '12', Bemerkung: 'zahlt schlecht' },
      },
      {
        id: 'b',
        x: 0,
        y: 10,
        demand: 4,
        timeWindows: [
          [480, 500],
          [900, 1000],
        ],
      },
      { id: 'c', x: 7, y: 31, demand: 3, timeWindows: [[1435, 1500]], serviceTime: 20 },
    ],
    vehicles: [
      {
        id: 'van',
        name: 'Van',
        capacity: { demand: 9, 'm³': 3 },
        fixedCost: 100.01,
        costPerDistance: 2,
        costPerHour: 30,
        emissionPerDistance: 0.5,
      },
      { id: 'truck', name: 'Truck', capacity: 20, fixedCost: 222.22, costPerHour: 41 },
    ],
    emissionPrice: 0.123,
    units: { currency: 'EUR', distance: 'km', demand: 'kg', language },
    travel: { kind: 'euclidean', speed: 60 },
  });

export const dayPlan = {
  openDepots: ['D1', 'D2'],
  routes: [
    { depot: 'D2', vehicle: 'truck', stops: ['c'] },
    { depot: 'D1', vehicle: 'van', stops: ['a', 'b'] },
  ],
};
