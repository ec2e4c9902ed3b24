import { describe, expect, it } from 'vitest';
import { readInstance } from '../../src/formats/read.ts';
import type { SourceFile } from '../../src/formats/source.ts';
import { faultOf } from './samples.ts';

const file = (name: string, ...lines: string[]): SourceFile => ({ name, text: lines.join('\n') });
const customers = file('town/customers.csv', 'id,x,y,demand', 'a,3,4,1', 'b,6,8,2.5');
const depots = file('town/depots.csv', 'id,x,y,capacity,opening cost,status', 'D,0,0,10,100,', 'E,1,1,,,open');
const settings = file('town/settings.csv', 'setting,value', 'vehicle capacity,5', 'Vehicle_Cost,7');

describe('CSV tables', () => {
  it('reads three plain files, named after their folder', () => {
    expect(readInstance([customers, depots, settings])).toMatchObject({
      name: 'town',
      depots: [
        { id: 'D', x: 0, y: 0, capacity: 10, openingCost: 100, status: 'candidate' },
        { id: 'E', capacity: null, openingCost: 0, status: 'open' },
      ],
      customers: [
        { id: 'a', x: 3, y: 4, demand: 1 },
        { id: 'b', x: 6, y: 8, demand: 2.5 },
      ],
      vehicleCapacity: 5,
      vehicleCost: 7,
      travel: { kind: 'euclidean', scale: 1, rounding: 'none' },
    });
  });

  it('tolerates what spreadsheets do: mark, semicolons, decimal commas, blank rows, other names and further columns', () => {
    const shops = file(
      'a.csv',
      '\uFEFFName;Lng;Lat;Quantity (kg);Street',
      'Šiška;14,49;46,07;1,5;"Main; 1"',
      ';;;;',
      'Vič ; 14.48;46,04;2;',
    );
    const sites = file('b.csv', 'Code;Longitude;Latitude;Fixed cost;Capacity', 'W;14,5;46;1e2;unlimited', '');
    const instance = readInstance([shops, sites], { vehicleCapacity: 5, name: 'x' });
    expect(instance).toMatchObject({
      name: 'x',
      depots: [{ id: 'W', x: 14.5, y: 46, openingCost: 100, capacity: null }],
      customers: [
        { id: 'Šiška', x: 14.49, y: 46.07, demand: 1.5 },
        { id: 'Vič', x: 14.48, y: 46.04, demand: 2 },
      ],
      travel: { kind: 'great-circle', unit: 'km', detour: 1 },
    });
  });

  it('knows what a column says when the place is named along with it, and takes the better of two names', () => {
    const shops = file('customers.csv', 'Customer,Customer ID,shop_x,Shop Y,Demands', 'Ada & Co,A1,3,4,1');
    const sites = file('depots.csv', 'Warehouse Name,x,y,Depot capacity,Fixed costs (EUR)', 'North,0,0,10,120');
    expect(readInstance([shops, sites, settings])).toMatchObject({
      customers: [{ id: 'A1', x: 3, y: 4, demand: 1 }],
      depots: [{ id: 'North', capacity: 10, openingCost: 120 }],
    });
  });

  it('reads settings beside instance.json where each says its own', () => {
    const json = { name: 'town/instance.json', text: '{ "rules": { "together": [["a", "b"]] } }' };
    expect(readInstance([customers, depots, settings, json])).toMatchObject({ vehicleCost: 7, rules: { together: [['a', 'b']] } });
  });

  it('reads tabs, quotes, line breaks inside quotes, and counts places that have no id', () => {
    const shops = file('c.tsv', 'x\ty\tq\tnote', '1\t2\t3\t"two\nlines, ""quoted"""', '4\t5\t6\t');
    const sites = file('depots.tsv', 'x\ty', '0\t0');
    expect(readInstance([shops, sites], { vehicleCapacity: 9 }).customers).toEqual([
      { id: '0', x: 1, y: 2, demand: 3, details: { note: 'two\nlines, "quoted"' } },
      { id: '1', x: 4, y: 5, demand: 6 },
    ]);
  });

  it('takes options over settings, and settings over what the columns imply', () => {
    const great = file('settings.csv', 'vehicle capacity,5', 'travel,great-circle', 'unit,m', 'detour,1.3', 'max open,1');
    expect(readInstance([customers, depots, great])).toMatchObject({
      travel: { kind: 'great-circle', unit: 'm', detour: 1.3 },
      rules: { maxOpen: 1 },
    });
    expect(readInstance([customers, depots, great], { travel: { kind: 'euclidean' }, vehicleCapacity: 8 })).toMatchObject({
      vehicleCapacity: 8,
      travel: { kind: 'euclidean' },
    });
  });

  it('reads instance.json in place of settings.csv, with rules and matrix', () => {
    const json = { vehicleCapacity: 5, rules: { together: [['a', 'b']] } };
    const instance = readInstance([customers, depots, { name: 'town/instance.json', text: JSON.stringify(json) }]);
    expect(instance.rules.together).toEqual([['a', 'b']]);
    expect(instance.vehicleCost).toBe(0);
  });

  it.each<[string, SourceFile[], RegExp]>([
    [
      'no number',
      [file('customers.csv', 'id,x,y,demand', 'a,3,4,1', 'b,6,eight,2'), depots, settings],
      /^customers\.csv:3, y: expected a number, but found 'eight'/,
    ],
    ['no value', [file('customers.csv', 'id,x,y,demand', 'a,3,4'), depots, settings], /^customers\.csv:2, demand: no demand is given/],
    [
      'no column',
      [file('customers.csv', 'id,x,y', 'a,3,4'), depots, settings],
      /^customers\.csv:1, demand: no column for demand: expected one named demand, quantity.*found id, x, y/,
    ],
    ['no latitude', [file('customers.csv', 'id,lon,demand', 'a,3,4'), depots, settings], /give both the same kind|no column for latitude/],
    ['mixed axes', [file('customers.csv', 'id,lon,lat,demand', 'a,3,4,1'), depots, settings], /give both the same kind/],
    [
      'too many values',
      [file('customers.csv', 'id,x,y,demand', 'a,3,4,1,5'), depots, settings],
      /^customers\.csv:2: the line has 5 values for 4 columns/,
    ],
    ['open quote', [file('customers.csv', 'id,x,y,demand', '"a,3,4,1'), depots, settings], /^customers\.csv:\d+: not valid CSV/],
    [
      'negative demand',
      [file('customers.csv', 'id,x,y,demand', 'a,3,4,-1'), depots, settings],
      /^customers\.csv:2, customers\[0\]\.demand/,
    ],
    [
      'same id twice',
      [file('customers.csv', 'id,x,y,demand', 'a,3,4,1', '', 'a,3,4,1'), depots, settings],
      /^customers\.csv:4, customers\[1\]\.id/,
    ],
    ['empty id', [file('customers.csv', 'id,x,y,demand', ',3,4,1'), depots, settings], /^customers\.csv:2, id: the id is empty/],
    [
      'wrong status',
      [customers, file('depots.csv', 'id,x,y,status', 'D,0,0,maybe'), settings],
      /^depots\.csv:2, status: .*candidate, open or closed, not 'maybe'/,
    ],
    ['no rows', [customers, file('depots.csv', 'id,x,y'), settings], /^depots\.csv: the table has column names, but no rows/],
    [
      'a time window',
      [file('customers.csv', 'id,x,y,demand,Ready time', 'a,3,4,1,8'), depots, settings],
      /^customers\.csv:1, Ready time: column 'Ready time' looks like a time.*ignore it \(--ignore 'Ready time'\)/,
    ],
    [
      'two columns for one field',
      [file('customers.csv', 'id,x,y,X,demand', 'a,3,4,5,1'), depots, settings],
      /^customers\.csv:1, X: both 'x' and 'X' may be the x; rename one column, or ignore it/,
    ],
    [
      'a limit under a strange name',
      [customers, file('depots.csv', 'id,x,y,max trucks', 'D,0,0,10'), settings],
      /^depots\.csv:1, max trucks: column 'max trucks' looks like a restriction/,
    ],
    [
      'a setting in two files',
      [customers, depots, settings, { name: 'town/instance.json', text: '{ "vehicleCost": 8 }' }],
      /^town\/instance\.json, vehicleCost: town\/settings\.csv states the same setting/,
    ],
    ['no depots', [customers, settings], /no table of depots/],
    ['no customers', [depots, settings], /no table of customers/],
    ['a stray table', [customers, depots, settings, file('prices.csv', 'a,b', '1,2')], /^prices\.csv: this table is neither/],
    ['no vehicle', [customers, depots], /no vehicle capacity is given: add 'vehicle capacity' to settings\.csv/],
    [
      'an unknown setting',
      [customers, depots, file('settings.csv', 'speed,5')],
      /^settings\.csv:1, speed: unknown setting 'speed'; known are name, vehicle capacity/,
    ],
    [
      'a setting twice',
      [customers, depots, file('settings.csv', 'vehicle capacity,5', 'vehicle capacity,6')],
      /^settings\.csv:2, .*given twice/,
    ],
    [
      'a setting of no number',
      [customers, depots, file('settings.csv', 'vehicle capacity,many')],
      /^settings\.csv:1, vehicle capacity: expected a number/,
    ],
    [
      'a setting out of range',
      [customers, depots, file('settings.csv', 'vehicle cost,1', 'vehicle capacity,-5')],
      /^settings\.csv:2, vehicleCapacity/,
    ],
    [
      'a lone detour',
      [customers, depots, file('settings.csv', 'vehicle capacity,5', 'detour,1.3')],
      /^settings\.csv:2, detour: 'detour' needs the setting 'travel'/,
    ],
    [
      'an unknown travel',
      [customers, depots, file('settings.csv', 'vehicle capacity,5', 'travel,by foot')],
      /^settings\.csv:2, travel\.kind/,
    ],
  ])('refuses %s, saying where', (_, files, message) => {
    expect(faultOf(() => readInstance(files)).message).toMatch(message);
  });
});
