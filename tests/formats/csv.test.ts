import { describe, expect, it } from 'vitest';
import { readInstance } from '../../src/formats/read.ts';
import type { SourceFile } from '../../src/formats/source.ts';
import { writeInstance } from '../../src/formats/write.ts';
import { instanceHash } from '../../src/problem/model.ts';
import { csvTown, faultOf, csvFile as file } from './samples.ts';

const { customers, depots, settings } = csvTown;

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
    ['no value', [file('customers.csv', 'id,x,y,demand', 'a,3,4'), depots, settings], /^customers\.csv:2, demand: the cell is empty for/],
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
    [
      'the same name twice where nothing else identifies',
      [file('customers.csv', 'Shop,x,y,demand', 'Lidl,3,4,1', 'Lidl,5,4,1'), depots, settings],
      /^customers\.csv:3, .*share the id 'Lidl'; .* read from column 'Shop', and a column 'id' would tell such rows apart/,
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
      /^customers\.csv:1, Ready time: column 'Ready time' looks like a time.*ignore it$/,
    ],
    [
      'two columns for one field',
      [file('customers.csv', 'id,x,y,X,demand', 'a,3,4,5,1'), depots, settings],
      /^customers\.csv:1, X: both 'x' and 'X' could be the x; rename one column, or ignore it/,
    ],
    [
      'a limit under a strange name',
      [customers, file('depots.csv', 'id,x,y,max height', 'D,0,0,10'), settings],
      /^depots\.csv:1, max height: column 'max height' looks like a restriction/,
    ],
    [
      'a setting in two files',
      [customers, depots, settings, { name: 'town/instance.json', text: '{ "vehicleCost": 8 }' }],
      /^town\/instance\.json, vehicleCost: town\/settings\.csv states the same setting/,
    ],
    ['no depots', [customers, settings], /no table of depots/],
    ['no customers', [depots, settings], /no table of customers/],
    ['a stray table', [customers, depots, settings, file('prices.csv', 'a,b', '1,2')], /^prices\.csv: this table has neither/],
    ['no vehicle', [customers, depots], /no vehicle capacity is given: add 'vehicle capacity' to the settings, or a table of vehicles$/],
    [
      'an unknown setting',
      [customers, depots, file('settings.csv', 'mood,5')],
      /^settings\.csv:1, mood: unknown setting 'mood'; the settings are name, vehicle capacity/,
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
      /^settings\.csv:2, detour: this is for longitude and latitude/,
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

describe('what people read of a place', () => {
  it('is kept: names beside ids, addresses in one line, the rest by column', () => {
    const shops = file(
      'customers.csv',
      'No,Customer,Street,House number,ZIP,City,Phone,Demand kg,x,y',
      '17,Ada & Co,High Street,5,1000,Ljubljana,+386 1,3,1,2',
      '18,Ben,,,,Kranj,,4,3,4',
    );
    const { customers, units } = readInstance([shops, depots, settings]);
    expect(customers).toEqual([
      { id: '17', name: 'Ada & Co', address: 'High Street 5, 1000 Ljubljana', details: { Phone: '+386 1' }, x: 1, y: 2, demand: 3 },
      { id: '18', name: 'Ben', address: 'Kranj', x: 3, y: 4, demand: 4 },
    ]);
    expect(units).toEqual({ demand: 'kg' });
  });

  it('is not repeated in an address that says it already', () => {
    const shops = file('customers.csv', 'id,x,y,demand,Address,City', 'a,1,2,3,"Main 1, Kranj",Kranj', 'b,1,3,3,Main 2,Kranj');
    expect(readInstance([shops, depots, settings]).customers.map(({ address }) => address)).toEqual(['Main 1, Kranj', 'Main 2, Kranj']);
  });
});

describe('warnings and ignored columns', () => {
  const read = (files: SourceFile[], ignore?: string[]) => {
    const warnings: string[] = [];
    const instance = readInstance(files, {
      ignore,
      onWarning: ({ code, message }) => code === 'defaults' || warnings.push(message),
    });
    return { instance, warnings };
  };

  it('name what is not used, once a file', () => {
    const shops = file('customers.csv', 'id,x,y,demand,Mood,Wetter,', 'a,1,2,3,good,9,stray', 'b,1,3,3,bad,9,');
    const { instance, warnings } = read([shops, depots, settings]);
    expect(warnings).toEqual(["customers.csv: columns 'Mood', 'Wetter', 'column 7' are not used; kept as details"]);
    expect(instance.customers[0].details).toEqual({ Mood: 'good', Wetter: '9', 'column 7': 'stray' });
  });

  it('say when costs and demand are of different periods', () => {
    const shops = file('customers.csv', 'id,x,y,daily demand', 'a,1,2,3');
    const sites = file('depots.csv', 'id,x,y,Rent per month (EUR)', 'D,0,0,900');
    const { instance, warnings } = read([shops, sites, settings]);
    expect(warnings).toEqual([
      "all amounts are for one day, as 'daily demand' is: 'Rent per month (EUR)' is per month and is multiplied by 0.03288 (365 days a year); the setting period chooses another",
    ]);
    expect(instance).toMatchObject({ units: { currency: 'EUR' }, customers: [{ demand: 3 }] });
    expect(instance.depots[0].openingCost).toBeCloseTo((900 * 12) / 365, 9);
  });

  it('let a run go on without a column, in any spelling of its name, and refuse names that stand nowhere', () => {
    const shops = file('customers.csv', 'id,x,y,demand,Opening hours', 'a,1,2,3,9-17');
    expect(faultOf(() => read([shops, depots, settings])).code).toBe('E_FORMAT_UNSUPPORTED');
    expect(read([shops, depots, settings], ['opening hours']).instance.customers[0].details).toEqual({ 'Opening hours': '9-17' });
    expect(faultOf(() => read([customers, depots, settings], ['Opening hours'])).message).toContain("no column 'Opening hours' to ignore");
  });

  it('are told apart by their file where another has a column of that name', () => {
    const shops = file('customers.csv', 'id,x,y,demand,Capacity,Rent', 'a,1,2,3,9,8');
    const sites = file('depots.csv', 'id,x,y,opening cost,capacity,demand', 'D,0,0,70,50,4');
    const { ignorable } = faultOf(() => read([shops, sites, settings])).place;
    expect(ignorable).toEqual(['customers.csv:Capacity', 'Rent']);
    const { instance } = read([shops, sites, settings], [...(ignorable ?? [])]);
    expect(instance).toMatchObject({ depots: [{ capacity: 50 }], customers: [{ details: { Capacity: '9', Rent: '8' } }] });
    expect(faultOf(() => read([customers, sites, settings], ['depots.csv:Capacity', 'Rent'])).message).toContain(
      "no column 'Rent' to ignore",
    );
  });

  it.each<[string, SourceFile[], RegExp]>([
    [
      'two costs',
      [customers, file('depots.csv', 'id,x,y,Rent,Fixed cost', 'D,0,0,10,20'), settings],
      /^depots\.csv:1, Rent: both 'Fixed cost' and 'Rent' could be the openingCost/,
    ],
    [
      'demand in one unit and capacity in another',
      [file('customers.csv', 'id,x,y,demand (kg)', 'a,1,2,3'), file('depots.csv', 'id,x,y,capacity (t)', 'D,0,0,10'), settings],
      /^depots\.csv:1, capacity \(t\): capacity is in t, but the demand of customers is in kg/,
    ],
    [
      'a rule that names no depot',
      [file('customers.csv', 'id,x,y,demand,Allowed depots', 'a,1,2,3,"D, F"'), depots, settings],
      /^customers\.csv:2, Allowed depots: there is no depot 'F'/,
    ],
    [
      'a rule stated twice',
      [
        file('customers.csv', 'id,x,y,demand,Allowed depots', 'a,1,2,3,D'),
        depots,
        settings,
        { name: 'instance.json', text: '{ "rules": { "allowed": { "a": ["D"] } } }' },
      ],
      /^customers\.csv:1, Allowed depots: the settings state 'allowed' depots as well/,
    ],
  ])('do not stand for %s, which is refused', (_, files, message) => {
    expect(faultOf(() => readInstance(files)).message).toMatch(message);
  });
});

describe('settings', () => {
  const lines = (...rows: string[]) => file('settings.csv', 'setting,value', 'vehicle capacity,5', ...rows);

  it('tell the cost per distance, the currency and the units, and are written back', () => {
    const instance = readInstance([customers, depots, lines('Cost per km,0.66', 'Currency,EUR', 'demand unit,pallets')]);
    expect(instance).toMatchObject({ costPerDistance: 0.66, units: { currency: 'EUR', demand: 'pallets', distance: 'km' } });
    const written = writeInstance(instance, 'csv');
    expect(written[2].text).toContain('cost per distance,0.66\ncurrency,EUR\ndistance unit,km\ndemand unit,pallets\n');
    expect(readInstance(written)).toEqual(instance);
  });

  it.each([
    ['Max route distance,120', 120, 'km'],
    ['Max route distance (km),120', 120, 'km'],
    ['Max route distance m,120000', 120, 'km'],
    ['Max. km per route,120', 120, 'km'],
    ['Maximale Tourlänge (km),120', 120, 'km'],
    ['Distance maximale,120', 120, 'km'],
    ['max route distance (mi),100', 160.9344, 'km'],
    ['max route distance (mi),100', 100, undefined],
  ])('tell the longest route: %s', (row, limit, unit) => {
    const instance = readInstance([customers, depots, lines(row, ...(unit === undefined ? [] : [`distance unit,${unit}`]))]);
    expect(instance.maxRouteDistance).toBeCloseTo(limit, 9);
    expect(instance.units.distance).toBe(unit ?? 'mi');
    expect(readInstance(writeInstance(instance, 'csv'))).toEqual(instance);
  });

  it('refuse a longest route in a unit that cannot be compared with the distances', () => {
    const files = [customers, depots, lines('max route distance (km),120', 'distance unit,blocks')];
    expect(faultOf(() => readInstance(files)).message).toMatch(
      /^settings\.csv:3, maxRouteDistance: the longest route is in km, but distances are in blocks/,
    );
  });

  it('count in the hash where they change costs, and not where they are words', () => {
    const hash = (...rows: string[]) => instanceHash(readInstance([customers, depots, lines(...rows)]));
    expect(hash('currency,EUR')).toBe(hash());
    expect(hash('cost per distance,1')).toBe(hash());
    expect(hash('cost per distance,2')).not.toBe(hash());
  });

  it.each([
    [['cost per km,1', 'distance unit,leagues'], /^settings\.csv:3, costPerDistance: the cost is per km, but distances are in leagues/],
    [['travel,great-circle', 'distance unit,mi'], /unit of distance is in mi, but great-circle travel .* is in km/],
    [['cost per km,-1'], /^settings\.csv:3, costPerDistance/],
    [['together,[[a]]'], /^settings\.csv:3, together: not valid JSON/],
    [['together,"[[""a"", ""z""]]"'], /there is no customer 'z'/],
  ] as const)('refuse %j', (rows, message) => {
    expect(faultOf(() => readInstance([customers, depots, lines(...rows)])).message).toMatch(message);
  });

  it('states no rule that is empty, but a choice among no depots', () => {
    const instance = readInstance([customers, depots, settings]);
    const rulesOf = (rules: typeof instance.rules) => {
      const [, , { text }] = writeInstance({ ...instance, rules }, 'csv');
      return ['one of', 'together', 'apart', 'allowed'].filter((name) => text.includes(name));
    };
    expect(rulesOf({ ...instance.rules, oneOf: [] })).toEqual(['one of']);
    expect(rulesOf(instance.rules)).toEqual([]);
  });
});
