/** Orders by day: a sheet beside the customers, or dated rows of customers, in any language; dates in any order that is certain. */
import { describe, expect, it } from 'vitest';
import { dateOrder, parseDay } from '../../src/formats/dates.ts';
import { decodeFile } from '../../src/formats/decode.ts';
import { readInstance } from '../../src/formats/read.ts';
import type { ReadWarning } from '../../src/formats/read-warnings.ts';
import { encodeInstance, writeInstance } from '../../src/formats/write.ts';
import { createInstance, type InstanceInput } from '../../src/problem/instance.ts';
import { instanceHash } from '../../src/problem/model.ts';

const depots = { name: 'depots.csv', text: 'id,x,y,capacity,opening cost\nW,0,0,90,30\nE,9,9,90,30\n' };
const customers = { name: 'customers.csv', text: 'id,name,x,y\n1,Anna,1,2\n2,Bert,3,4\n3,Cleo,5,6\n' };
const settings = { name: 'settings.csv', text: 'key,value\nvehicle capacity,50\n' };
const orders = (text: string) => ({ name: 'orders.csv', text });

function read(...files: readonly { name: string; text: string }[]) {
  const warnings: ReadWarning[] = [];
  const instance = readInstance([depots, settings, ...files], { onWarning: (warning) => warnings.push(warning) });
  return { instance, warnings: warnings.map(({ code, message }) => `${code}: ${message}`) };
}

describe('a table of orders', () => {
  it('has days with the orders of each, and customers the mean of them', () => {
    const { instance } = read(customers, orders('Date,Customer,Quantity\n2026-03-03,2,4\n2026-03-02,1,10\n2026-03-02,2,6\n'));
    expect(instance.days).toEqual([
      {
        name: '2026-03-02',
        orders: [
          { customer: '1', demand: 10 },
          { customer: '2', demand: 6 },
        ],
      },
      { name: '2026-03-03', orders: [{ customer: '2', demand: 4 }] },
    ]);
    expect(instance.customers.map(({ demand }) => demand)).toEqual([5, 5, 0]);
  });

  it.each([
    ['German', 'Lieferdatum;Kunde;Menge (kg);Auftragsnummer;Umsatz\n2.3.2026;Anna;1,5;A-17;20,50\n3.3.2026;Bert;2;A-18;9\n'],
    ['French', 'Date de livraison;Client;Quantité\n02/03/2026;Anna;1,5\n13/03/2026;Bert;2\n'],
    ['Spanish', 'Fecha;Cliente;Cantidad\n2-3-2026;Anna;1,5\n13-3-2026;Bert;2\n'],
    ['Italian', 'Data;Cliente;Quantità\n2/3/2026;Anna;1,5\n31/3/2026;Bert;2\n'],
    ['Dutch', 'Leverdatum;Klant;Hoeveelheid\n02-03-2026;Anna;1,5\n13-03-2026;Bert;2\n'],
    ['Portuguese', 'Data;Cliente;Quantidade\n2/3/2026;Anna;1,5\n13/3/2026;Bert;2\n'],
    ['Polish', 'Data dostawy;Klient;Ilość\n2.03.2026;Anna;1,5\n3.03.2026;Bert;2\n'],
    ['American', 'Order date,Customer,Quantity\n3/2/2026,Anna,1.5\n3/13/2026,Bert,2\n'],
  ])('is read in %s, by name, with money and numbers of orders left aside', (_, text) => {
    const { instance } = read(customers, { name: 'Auftraege.csv', text });
    expect(instance.days?.[0]).toEqual({ name: '2026-03-02', orders: [{ customer: '1', demand: 1.5 }] });
    expect(instance.days).toHaveLength(2);
  });

  it('adds up what a customer ordered twice for a day, and says so', () => {
    const { instance, warnings } = read(customers, orders('day,customer,quantity\nMon,1,2\nMon,1,3\nTue,2,1\n'));
    expect(instance.days?.map(({ name, orders: list }) => [name, list?.[0].demand])).toEqual([
      ['Mon', 5],
      ['Tue', 1],
    ]);
    expect(warnings).toContainEqual(expect.stringMatching(/^merged-orders: orders.csv: 1 row is added/));
  });

  it('may have a sheet a month', () => {
    const { instance } = read(
      customers,
      { name: 'may.csv', text: 'date,customer,quantity\n2026-05-31,1,2\n' },
      { name: 'june.csv', text: 'date,customer,quantity\n2026-06-01,1,2\n2026-05-31,2,4\n' },
    );
    expect(instance.days?.map(({ name, orders: list }) => [name, list?.length])).toEqual([
      ['2026-05-31', 2],
      ['2026-06-01', 1],
    ]);
  });

  it('has opening costs converted to a day, or says what it takes them for', () => {
    const text = 'date,customer,quantity\n2026-05-31,1,2\n';
    const rent = { name: 'depots.csv', text: 'id,x,y,rent per year\nW,0,0,3650\n' };
    const files = [customers, settings, orders(text)];
    expect(readInstance([...files, rent]).depots[0].openingCost).toBe(10);
    expect(read(customers, orders(text)).warnings).toContainEqual(expect.stringMatching(/'opening cost' states no period.*one day/));
  });

  it('must have the unit of everything else', () => {
    const heavy = { name: 'depots.csv', text: 'id,x,y,capacity (t)\nW,0,0,9\n' };
    expect(() => readInstance([customers, settings, heavy, orders('date,customer,quantity (kg)\n2026-05-31,1,2\n')])).toThrow(
      /in t, but.*kg|kg.*in t/,
    );
  });

  it.each([
    ['E_UNKNOWN_ID', 'date,customer,quantity\n2026-03-02,9,1\n', 2, /no customer '9'/],
    ['E_SYNTAX', 'date,customer,quantity\n03/04/2026,1,1\n', 2, /may be 2026-04-03 or 2026-03-04/],
    ['E_SYNTAX', 'date,customer,quantity\n2026-03-02,1,1\n31.2.2026,1,1\n', 3, /no date '31.2.2026'/],
    ['E_SYNTAX', 'date,customer,quantity\n13/1/2026,1,1\n1/13/2026,1,1\n', 2, /different orders/],
    ['E_SYNTAX', 'date,customer,quantity\n,1,1\n', 2, /the day is empty/],
    ['E_SYNTAX', 'date,customer,colour\n2026-03-02,1,red\n', 1, /no column for demand/],
  ])('refuses with %s: %j', (code, text, line, message) => {
    expect(() => read(customers, orders(text))).toThrow(
      expect.objectContaining({
        code,
        message: expect.stringMatching(message),
        place: expect.objectContaining({ line, file: 'orders.csv' }),
      }),
    );
  });
});

describe('customers that are listed once for each day', () => {
  it('are customers with days', () => {
    const { instance } = read({
      name: 'customers.csv',
      text: 'date,id,x,y,demand\n2026-03-02,1,1,2,5\n2026-03-02,2,3,4,6\n2026-03-03,1,1,2,7\n',
    });
    expect(instance.customers.map(({ id, demand, details }) => [id, demand, details])).toEqual([
      ['1', 5, undefined],
      ['2', 6, undefined],
    ]);
    expect(instance.days?.map(({ name, orders: list }) => [name, list?.map(({ demand }) => demand)])).toEqual([
      ['2026-03-02', [5, 6]],
      ['2026-03-03', [7]],
    ]);
  });

  it('are at one place', () => {
    const text = 'date,id,x,y,demand\n2026-03-02,1,1,2,5\n2026-03-03,1,1,9,7\n';
    expect(() => read({ name: 'customers.csv', text })).toThrow(/customer '1' is at another place/);
  });
});

describe('days in tables', () => {
  const input: InstanceInput = {
    name: 'week',
    depots: [{ id: 'W', x: 0, y: 0, capacity: 40 }],
    customers: [
      { id: 'a', x: 1, y: 1, demand: 3 },
      { id: 'b', x: 2, y: 1, demand: 4 },
    ],
    vehicleCapacity: 10,
    travel: { kind: 'euclidean', speed: 30 },
    days: [
      { name: '2026-03-02', orders: [{ customer: 'b', demand: 2, serviceTime: 5, timeWindows: [[480, 600]] }] },
      {
        name: '2026-03-03',
        orders: [
          { customer: 'a', demand: 1 },
          { customer: 'b', demand: 2.5 },
        ],
      },
    ],
  };
  const unusual: InstanceInput = {
    ...input,
    days: [
      ...(input.days ?? []).toReversed(),
      { name: 'holiday', orders: [] },
      { name: 'fire', closed: ['W'], weight: 0.1, demandFactor: 2 },
    ],
  };

  it.each([
    ['plain days', input],
    ['days with weights, factors and closed sites, in any order', unusual],
  ])('go to CSV files and workbooks and back: %s', async (_, given) => {
    const instance = createInstance(given);
    const back = [
      readInstance(writeInstance(instance, 'csv')),
      readInstance(await decodeFile(await encodeInstance(instance, 'xlsx'))),
      readInstance(writeInstance(instance)),
    ];
    for (const again of back) expect(again.days).toEqual(instance.days);
    for (const again of back) expect(instanceHash(again)).toBe(instanceHash(instance));
  });

  it('are read in linear time: a year of a thousand customers', { timeout: 120_000 }, () => {
    const shops = Array.from({ length: 1000 }, (_, i) => `${i},${i % 40},${i % 25}`).join('\n');
    const days = Array.from({ length: 365 }, (_, d) => new Date(Date.UTC(2026, 0, 1 + d)).toISOString().slice(0, 10));
    const rows = days.flatMap((day, d) => Array.from({ length: 500 }, (_, i) => `${day},${(2 * i + d) % 1000},${1 + (i % 9)}`)).join('\n');
    const { instance } = read({ name: 'customers.csv', text: `id,x,y\n${shops}\n` }, orders(`date,customer,quantity\n${rows}\n`));
    expect(instance.days).toHaveLength(365);
    expect(instance.days?.every(({ orders: list }) => list?.length === 500)).toBe(true);
  });
});

describe('dates', () => {
  it.each([
    ['2026-04-03', '2026-04-03'],
    ['2026-4-3', '2026-04-03'],
    ['20260403', '2026-04-03'],
    ['2026-04-03T08:00:00.000Z', '2026-04-03'],
    ['3.4.26', '2026-04-03'],
    ['03. 04. 2026', '2026-04-03'],
    ['KW 12, Tuesday', undefined],
    ['4/4/2026', '2026-04-04'],
    ['4/13/2026', '2026-04-13'],
  ])('%s is %s', (text, name) => {
    const parsed = parseDay(text, dateOrder([text]));
    expect(parsed).toEqual(name === undefined ? { name: text, isDate: false } : { name, isDate: true });
  });

  it('tells the order by what cannot be a month', () => {
    expect(dateOrder(['1/2/2026', '13/2/2026'])).toBe('day-first');
    expect(dateOrder(['1/2/2026', '1/13/2026'])).toBe('month-first');
    expect(dateOrder(['1/2/2026'])).toBe('unknown');
  });
});
