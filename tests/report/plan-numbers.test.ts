import { describe, expect, it } from 'vitest';
import { indexRoutes } from '../../src/formats/indexed-plan.ts';
import { loadInstance } from '../../src/node/files.ts';
import { createInstance } from '../../src/problem/instance.ts';
import { describeRoutes } from '../../src/problem/solution.ts';
import { verify } from '../../src/problem/verify.ts';
import { costToServe, histogram, planNumbers, routeFill, routeHours } from '../../src/report/plan-numbers.ts';
import { dayPlan, plannedDay } from './planned-day.ts';

const instance = createInstance({
  name: 'line',
  depots: [
    { id: 'A', x: 0, y: 0, openingCost: 30, capacity: 20 },
    { id: 'B', x: 100, y: 0, openingCost: 12, status: 'open' },
  ],
  customers: [
    { id: 'a', x: 3, y: 0, demand: 1 },
    { id: 'b', x: 6, y: 0, demand: 2 },
    { id: 'c', x: -4, y: 0, demand: 3 },
  ],
  vehicleCapacity: 6,
  vehicleCost: 9,
});
const plan = {
  routes: [
    { depot: 'A', stops: ['a', 'b'] },
    { depot: 'A', stops: ['c'] },
  ],
};

describe('figures of a plan', () => {
  it('divide what it costs and carries', () => {
    expect(planNumbers(instance, plan)).toMatchObject({
      ...{ openDepots: 2, vehicles: 2, stops: 3, demand: 6, distance: 20, hours: null, emission: null, feasible: true },
      ...{ costPerStop: 80 / 3, costPerUnit: 80 / 6, vehicleUse: 0.5, depotUse: 6 / 20 },
      reach: { share: 1, limit: 6, unit: 'distance' },
    });
    const { routes } = describeRoutes(instance, indexRoutes(instance, plan));
    expect(routeFill(instance, routes)).toEqual([0.5, 0.5]);
  });

  it('share every cost among the customers: vehicles and depots by demand, driving by the way', () => {
    // Routes: vehicle 9 and driving 12 by 1 : 2, vehicle 9 and driving 8. Depots: 30 of A, and 12 of B, which is idle, over 6 units.
    const costs = Object.fromEntries(costToServe(instance, plan).map(({ customer, cost }) => [customer, cost]));
    expect(costs.a).toBeCloseTo(3 + 4 + 5 + 2, 9);
    expect(costs.b).toBeCloseTo(6 + 8 + 10 + 4, 9);
    expect(costs.c).toBeCloseTo(9 + 8 + 15 + 6, 9);
  });

  it.each([
    ['a day with every kind of cost', async () => [plannedDay(), dayPlan] as const],
    [
      'delivery rounds with hours and vehicles',
      async () => {
        const rounds = await loadInstance('examples/rounds');
        const vehicle = rounds.vehicles?.[0].id;
        return [rounds, { routes: rounds.customers.map(({ id }) => ({ depot: rounds.depots[0].id, vehicle, stops: [id] })) }] as const;
      },
    ],
  ])('add up for %s', async (_, load) => {
    const [day, routes] = await load();
    const { cost, routes: priced } = verify(day, routes);
    const served = costToServe(day, routes);
    expect(served.reduce((total, one) => total + one.cost, 0)).toBeCloseTo(cost.total, 6);
    expect(served).toHaveLength(day.customers.length);
    const figures = planNumbers(day, routes);
    const hours = routeHours(
      day,
      priced.filter((route) => route !== null),
    );
    expect(figures.hours).toBeCloseTo(
      hours.reduce((total, one) => total + one, 0),
      9,
    );
    expect(histogram(hours).reduce((total, { count }) => total + count, 0)).toBe(hours.length);
    expect(figures.reach?.share).toBeGreaterThanOrEqual(0.9);
  });

  it('count values between round numbers', () => {
    expect(histogram([0, 1, 2, 2.5, 7.9], 4)).toEqual([
      { from: 0, to: 2, count: 3 },
      { from: 2, to: 4, count: 1 },
      { from: 4, to: 6, count: 0 },
      { from: 6, to: 8, count: 1 },
    ]);
    expect(histogram([])).toEqual([]);
  });
});
