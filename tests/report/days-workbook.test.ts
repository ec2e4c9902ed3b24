import { expect, it } from 'vitest';
import { decodeFile } from '../../src/formats/decode.ts';
import { createInstance } from '../../src/problem/instance.ts';
import { encodePlan } from '../../src/report/workbook.ts';

it('has the cost of every day, what each site supplies on it, and all stops', async () => {
  const instance = createInstance({
    name: 'week',
    units: { language: 'de', currency: 'EUR' },
    depots: [
      { id: 'W', x: 0, y: 0, openingCost: 10 },
      { id: 'E', x: 9, y: 0 },
    ],
    customers: [
      { id: 'a', x: 3, y: 4, demand: 1 },
      { id: 'b', x: 0, y: 1, demand: 1 },
    ],
    vehicleCapacity: 9,
    days: [
      { name: '2026-03-02', orders: [{ customer: 'b', demand: 2 }] },
      { name: '2026-03-03', orders: [{ customer: 'a', demand: 4 }] },
    ],
  });
  const days = [
    { day: '2026-03-02', routes: [{ depot: 'W', stops: ['b'], load: 2 }] },
    { day: '2026-03-03', routes: [{ depot: 'W', stops: ['a'], load: 4 }] },
  ];
  const sheets = await decodeFile(await encodePlan(instance, { routes: [], openDepots: ['W'], days }));
  const rows = (name: string) =>
    sheets
      .find(({ sheet }) => sheet === name)
      ?.text.trim()
      .split('\n');
  expect(sheets.map(({ sheet }) => sheet)).toEqual(['Übersicht', 'Tag', 'Stopps']);
  expect(rows('Tag')?.slice(1)).toEqual(['2026-03-02,12,10,0,2,1,2', '2026-03-03,20,10,0,10,1,4']);
  expect(rows('Stopps')?.slice(1)).toEqual(['2026-03-02,1,W,,1,b', '2026-03-03,1,W,,1,a']);
});
