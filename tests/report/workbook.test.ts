import { describe, expect, it } from 'vitest';
import { CsvTable } from '../../src/formats/csv-table.ts';
import { decodeFile } from '../../src/formats/decode.ts';
import { Source } from '../../src/formats/source.ts';
import { createInstance } from '../../src/problem/instance.ts';
import { languages } from '../../src/problem/languages.ts';
import { verify } from '../../src/problem/verify.ts';
import { headings } from '../../src/report/words.ts';
import { encodePlan, requireWorkbookFits } from '../../src/report/workbook.ts';
import { dayPlan, plannedDay } from './planned-day.ts';

async function sheetsOf(instance = plannedDay()) {
  const sheets = await decodeFile(await encodePlan(instance, dayPlan));
  return new Map(
    sheets.map((file) => {
      const { header, rows } = new CsvTable(new Source(file));
      return [file.sheet ?? '', [header, ...rows.map(({ cells }) => cells)].map((row) => row.map(cellOf))] as const;
    }),
  );
}

type Cell = string | number | null;

const cellOf = (text: string): Cell => (text === '' ? null : Number.isFinite(Number(text)) ? Number(text) : text);

/** A time of day is read as that of Excel's day 0. */
const minutes = (date: unknown) => {
  const [, hours, rest] = /(\d\d?):(\d\d)/.exec(String(date)) ?? [];
  return 60 * Number(hours) + Number(rest);
};

/** Rows as records by the names of the columns. */
const records = ([heads, ...rows]: Cell[][]) =>
  rows.map((row) => Object.fromEntries(heads.map((head, k) => [String(head), row[k] ?? null])));

describe('a plan as a workbook', () => {
  it('has the costs by kind and by depot and by route, and all of them add up', async () => {
    const sheets = await sheetsOf();
    const { cost } = verify(plannedDay(), dayPlan);
    const costs = records(sheets.get('Costs') ?? []);
    expect(costs.map(({ Costs }) => Costs)).toEqual(['Opening', 'Vehicles', 'Travel', 'Time', 'Emission', 'Handling', 'Total cost']);
    const parts = costs.map((row) => Math.round(100 * Number(row['Cost (EUR)'])));
    const total = parts.pop();
    expect(parts.reduce((a, b) => a + b, 0)).toBe(total);
    expect(total).toBe(Math.round(100 * cost.total));
    const depots = records(sheets.get('Depots') ?? []);
    expect(depots.map(({ Name }) => Name)).toEqual(['North', 'South', null]);
    for (const row of depots) {
      const [sum, ...kinds] = Object.keys(row)
        .filter((head) => head.endsWith('(EUR)'))
        .reverse();
      expect(kinds.reduce((all, kind) => all + Number(row[kind]), 0)).toBeCloseTo(Number(row[sum]), 6);
    }
    expect(Number(depots[2]['Cost (EUR)'])).toBeCloseTo(cost.total, 6);
    const routes = records(sheets.get('Routes') ?? []);
    expect(routes.reduce((all, row) => all + Number(row['Cost (EUR)']), 0)).toBeCloseTo(cost.total - cost.opening, 6);
  });

  it('has stops with times as Excel counts them, the day where a route lasts beyond midnight, and who serves whom', async () => {
    const sheets = await sheetsOf();
    const stops = records(sheets.get('Stops') ?? []);
    expect(stops.map(({ Route, Stop, Id }) => [Route, Stop, Id])).toEqual([
      [2, 'Start', 'D1'],
      [2, 'Customer', 'a'],
      [2, 'Customer', 'b'],
      [2, 'Return', 'D1'],
      [1, 'Start', 'D2'],
      [1, 'Customer', 'c'],
      [1, 'Return', 'D2'],
    ]);
    const bakery = stops[1];
    expect(bakery).toMatchObject({ Name: 'Bakery', Address: '5 High Street', Phone: '555 01', 'm³': 1.5, Vehicle: 'Van', Day: 1 });
    expect(bakery['Time window']).toBe('8:20–10:00');
    expect([minutes(bakery['Service (h:mm)']), minutes(bakery.Arrival)]).toEqual([15, 600]);
    expect(stops[2]['Time window']).toBe('8:00–8:20, 15:00–16:40');
    expect(stops[6].Day).toBe(2);
    expect(minutes(stops[6].Arrival)).toBe(22);
    expect(records(sheets.get('Assignment') ?? []).map((row) => [row.Id, row.Depot, row.Route])).toEqual([
      ['a', 'D1', 2],
      ['b', 'D1', 2],
      ['c', 'D2', 1],
    ]);
    expect(JSON.stringify([...sheets.values()])).not.toMatch(/pays late|zahlt schlecht/);
  });

  it.each(languages)('speaks %s', async (language) => {
    const words = headings(language);
    const names = [...(await sheetsOf(plannedDay(language))).keys()];
    expect(names).toEqual([
      words.summarySheet,
      words.costsSheet,
      words.depotsSheet,
      words.routesSheet,
      words.stopsSheet,
      words.assignmentSheet,
    ]);
  });

  it('is refused beforehand where it cannot hold a text', () => {
    const odd = createInstance({
      ...plannedDay(),
      vehicleCapacity: undefined,
      customers: [{ ...plannedDay().customers[0], name: 'a\u0001' }],
    });
    expect(() => requireWorkbookFits(odd)).toThrow(expect.objectContaining({ code: 'E_FORMAT_UNSUPPORTED' }));
    expect(() => requireWorkbookFits(plannedDay())).not.toThrow();
  });
});
