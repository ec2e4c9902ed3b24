/** Spans across midnight in tables. */
import { expect, it } from 'vitest';
import { readInstance } from '../../src/formats/read.ts';
import { writeInstance, writeSolution } from '../../src/formats/write.ts';
import { solve } from '../../src/pipeline/solve.ts';

const file = (name: string, ...lines: string[]) => ({ name, text: lines.join('\n') });
const settings = file('settings.csv', 'key,value', 'vehicle capacity,5', 'speed,60');
const read = (customers: string[], depots: string[], ...more: ReturnType<typeof file>[]) =>
  readInstance([file('customers.csv', ...customers), file('depots.csv', ...depots), settings, ...more]);

it('a window, hours and a shift may end on the next day', () => {
  const { customers, depots, vehicles } = read(
    ['id,x,y,demand,window start,window end', 'a,10,0,2,22:00,2:00', 'b,0,10,2,1:00,3:00', 'c,0,9,2,21:00,23:00'],
    ['id,x,y,opening hours', 'D,0,0,20:00-6:00'],
    file('vehicles.csv', 'id,capacity,shift', 'van,5,19:00-5:00'),
  );
  expect(customers.map(({ timeWindows }) => timeWindows)).toEqual([[[1320, 1560]], [[1500, 1620]], [[1260, 1380]]]);
  expect(depots[0].openingHours).toEqual([1200, 1800]);
  expect(vehicles?.[0].shift).toEqual([1140, 1740]);
});

it('by day, windows stay where they are', () => {
  const { customers } = read(
    ['id,x,y,demand,time windows', 'a,10,0,2,1:00-3:00; 8:00-12:00'],
    ['id,x,y,opening hours', 'D,0,0,6:00-18:00'],
  );
  expect(customers[0].timeWindows).toEqual([
    [60, 180],
    [480, 720],
  ]);
});

it('is planned through the night, and times are those of the clock', async () => {
  const instance = read(['id,x,y,demand,time windows', 'a,10,0,2,0:30-2:00'], ['id,x,y,opening hours', 'D,0,0,22:00-6:00']);
  const solution = await solve(instance, { stop: { iterations: 3 } });
  const { times } = solution.routes[0];
  expect(times?.stops[0].arrival).toBe(1470);
  expect(JSON.stringify(writeSolution(instance, solution, 'csv'))).toMatch(/24:30|0:30/);
});

it('a window as JSON is exact, and is written so where it would be taken for one of the next day', () => {
  const given = [
    ['id,x,y,demand,time windows', 'a,10,0,2,"[[60, 120]]"', 'b,10,0,2,23:00-24:00'],
    ['id,x,y,opening hours', 'D,0,0,22:00-6:00'],
  ] as const;
  const instance = read([...given[0]], [...given[1]]);
  expect(instance.customers[0].timeWindows).toEqual([[60, 120]]);
  const written = writeInstance(instance, 'csv');
  expect(written[0].text).toContain('"[[60,120]]"');
  expect(readInstance(written).customers).toEqual(instance.customers);
});
