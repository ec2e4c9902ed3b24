import { expect, it } from 'vitest';
import { indexRoutes } from '../../src/formats/indexed-plan.ts';
import { createInstance } from '../../src/problem/instance.ts';
import { describeRoutes } from '../../src/problem/solution.ts';
import { drawTimetable } from '../../src/report/timetable-chart.ts';
import { dayPlan, plannedDay } from './planned-day.ts';

const day = plannedDay();
const { routes } = describeRoutes(day, indexRoutes(day, dayPlan));

it('the timetable has a row for each route, and a box for each service and each waiting', () => {
  const svg = drawTimetable(day, routes) ?? '';
  expect(svg.match(/<g>/g)).toHaveLength(routes.length);
  const served = routes.flatMap(({ times }) => times?.stops ?? []);
  const waits = served.filter(({ waiting }) => waiting > 0).length;
  expect(svg.match(/Waiting: /g) ?? []).toHaveLength(waits);
  expect(svg).toContain('Bakery, ');
  expect(svg).not.toMatch(/NaN|Infinity|undefined/);
  // What begins is not left of what ended before it.
  const places = [...svg.matchAll(/<rect x="([\d.]+)"/g)].map(([, x]) => Number(x));
  expect(Math.min(...places)).toBeGreaterThanOrEqual(150);
});

it('is nothing where no times are part of the problem', () => {
  const plain = createInstance({
    name: 'a',
    depots: [{ id: 'd', x: 0, y: 0 }],
    customers: [{ id: 'c', x: 1, y: 0, demand: 1 }],
    vehicleCapacity: 1,
  });
  expect(drawTimetable(plain, describeRoutes(plain, [{ depot: 0, stops: [0] }]).routes)).toBeUndefined();
});
