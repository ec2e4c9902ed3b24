/** Tables of planners: no number is silently misread; it is read correctly, reported or refused. */
import { describe, expect, it } from 'vitest';
import { readInstance } from '../../src/formats/read.ts';
import type { SourceFile } from '../../src/formats/source.ts';
import { faultOf } from './samples.ts';

const file = (name: string, ...lines: string[]): SourceFile => ({ name, text: lines.join('\n') });
const customers = file('customers.csv', 'id,x,y,demand', 'a,3,4,1', 'b,6,8,2');
const depots = file('depots.csv', 'id,x,y,capacity,opening cost', 'D,0,0,10,100');
const settings = (...lines: string[]) => file('settings.csv', 'setting,value', 'vehicle capacity,5', ...lines);

function read(...files: SourceFile[]) {
  const warnings: { code: string; message: string }[] = [];
  const instance = readInstance(files, { onWarning: ({ code, message }) => warnings.push({ code, message }) });
  return { instance, warnings, codes: warnings.map(({ code }) => code) };
}

describe('numbers', () => {
  const shops = (separator: string, ...demands: string[]) =>
    file('customers.csv', ['id', 'x', 'y', 'demand'].join(separator), ...demands.map((demand, k) => [k, 1, k, demand].join(separator)));
  const demandsOf = (table: SourceFile) => {
    const { instance, codes, warnings } = read(table, depots, settings('vehicle cost,1', 'cost per km,1'));
    return { demands: instance.customers.map(({ demand }) => demand), codes, warnings };
  };

  it.each<[string, string[], number[]]>([
    [';', ['12,5', '1.500'], [12.5, 1500]],
    [';', ['1.250,50', '2.500', '7'], [1250.5, 2500, 7]],
    [';', ['0,250', '1.500'], [0.25, 1500]],
    [';', ['12.5', '1,500'], [12.5, 1500]],
    [',', ['"1,250.50"', '"1,500"'], [1250.5, 1500]],
    [',', ['"12,5"', '1.500'], [12.5, 1500]],
    [',', ['1.5', '1.500'], [1.5, 1.5]],
    ['\t', ['12,5', '1.500.000'], [12.5, 1_500_000]],
  ])('separated by %j: %j', (separator, texts, demands) => {
    expect(demandsOf(shops(separator, ...texts))).toMatchObject({ demands, codes: [] });
  });

  it('that may be meant a thousand times as large are named once, or refused with how to write them', () => {
    const { demands, warnings } = demandsOf(shops(',', '1.500', '2.500'));
    expect(demands).toEqual([1.5, 2.5]);
    expect(warnings).toEqual([
      {
        code: 'ambiguous-number',
        message: "customers.csv:2, demand: '1.500' is read as 1.5; if it is 1500, write it without a separator",
      },
    ]);
    expect(faultOf(() => demandsOf(shops(',', '"1,500"'))).message).toContain('write 1500 or 1.500, whichever is meant');
    expect(faultOf(() => demandsOf(shops(',', '7 pallets'))).message).toContain("write 7 alone, and the unit 'pallets' in the name");
    expect(faultOf(() => demandsOf(shops(',', '1 500'))).message).toContain('write 1500');
  });
});

describe('units', () => {
  it.each([
    ['distance (m)', 'm', 0.002],
    ['distance_km', 'km', 2],
    ['km', 'km', 2],
    ['Entfernung in Meter', 'm', 0.002],
    ['miles', 'mi', 3.218688],
  ])('of a column of distances called %s set the unit, and a price per km is converted', (name, distance, costPerDistance) => {
    const table = file('roads.csv', `from,to,${name}`, 'D,a,5000', 'D,b,9000', 'a,b,4000');
    const { instance } = read(customers, depots, table, settings('cost per km,2'));
    expect(instance.units.distance).toBe(distance);
    expect(instance.costPerDistance).toBeCloseTo(costPerDistance, 9);
    expect(faultOf(() => read(customers, depots, table, settings('distance unit,ft'))).code).toBe('E_SYNTAX');
  });

  it.each<[string, SourceFile[], RegExp]>([
    [
      'distances',
      [file('roads.csv', 'from,to,distance (m)', 'D,a,5', 'D,b,5', 'a,b,5'), settings('distance unit,km')],
      /in m, but .* in km/,
    ],
    [
      'the vehicle',
      [file('customers.csv', 'id,x,y,demand (kg)', 'a,1,2,3'), file('settings.csv', 'vehicle capacity (t),5')],
      /in t, but .* in kg/,
    ],
    [
      'costs',
      [file('depots.csv', 'id,x,y,rent (EUR)', 'D,0,0,5'), settings('vehicle cost (USD),5')],
      /^settings\.csv:3, vehicle cost \(USD\): the setting 'vehicle cost \(USD\)' is in USD, but the opening cost is in EUR/,
    ],
    ['the currency', [file('depots.csv', 'id,x,y,rent (EUR)', 'D,0,0,5'), settings('currency,$')], /opening cost is in EUR, but .* in \$/],
  ])('of %s that disagree are refused', (_, files, message) => {
    const has = (stem: string) => files.some(({ name }) => name === stem);
    const all = [...(has('customers.csv') ? [] : [customers]), ...(has('depots.csv') ? [] : [depots]), ...files];
    expect(faultOf(() => readInstance(all)).message).toMatch(message);
  });

  it('in the names of settings are kept', () => {
    const { instance } = read(customers, depots, file('settings.csv', 'Vehicle capacity (t),5', 'vehicle cost (USD),9'));
    expect(instance).toMatchObject({ vehicleCapacity: 5, vehicleCost: 9, units: { demand: 't', currency: 'USD' } });
  });
});

describe('what is not stated', () => {
  it('is called a default', () => {
    const globe = [file('customers.csv', 'id,lon,lat,demand', 'a,14.5,46.05,1'), file('depots.csv', 'id,lon,lat', 'D,14.6,46.15')];
    expect(read(...globe, settings()).warnings).toEqual([
      {
        code: 'defaults',
        message:
          'by default, distances are straight lines (travel.detour=1; roads are about 1.3 times as long); one km costs 1 (costPerDistance); vehicles cost nothing (vehicleCost=0)',
      },
    ]);
    const told = settings('travel,great-circle', 'road factor,1.3', 'cost per km,1', 'coût du véhicule,0');
    expect(read(...globe, told).warnings).toEqual([]);
  });

  it('is counted where distances are missing', () => {
    const { warnings } = read(
      customers,
      depots,
      file('roads.csv', 'from,to,km', 'D,a,5', 'D,b,9'),
      settings('vehicle cost,1', 'cost per km,1'),
    );
    expect(warnings).toMatchObject([{ code: 'missing-pairs', message: expect.stringMatching(/2 of 6 pairs .*: a to b, b to a$/) }]);
  });
});

describe('a folder', () => {
  it('may hold plans and route sheets of ours', () => {
    const plan = file('plan.csv', 'route,stop,depot,customer,x,y,demand,load', '1,1,D,a,3,4,1,1');
    const sheets = file('sheets.csv', 'route,order,stop,id,name,address,demand,load so far,leg,distance', '1,0,start,D,D,,0,0,0,0');
    const { instance, codes } = read(customers, depots, plan, sheets, settings('vehicle cost,1', 'cost per km,1'));
    expect(instance.customers).toHaveLength(2);
    expect(codes).toEqual(['unused-file', 'unused-file']);
  });

  it('may hold distances as a square, or half of it', () => {
    const square = file('matrix.csv', 'from,D,a,b', 'D,0,5,9', 'a,5,0,-', 'b,9,4,');
    const { instance } = read(customers, depots, square, settings());
    expect(instance.travel).toEqual({ kind: 'matrix', values: [[0, 5, 9], [5, 0, null], [9, 4, 0]] }); // biome-ignore format: a matrix
  });
});

describe('settings', () => {
  it.each(['Einstellung;Wert', 'paramètre;valeur', 'Parámetro;Valor', 'impostazione;valore', 'Instelling;Waarde', 'x;Wartość'])(
    'may have the header %s',
    (header) => {
      const told = file('settings.csv', header, 'Fahrzeugkapazität;5');
      expect(read(customers, depots, told).instance.vehicleCapacity).toBe(5);
    },
  );

  it('may name columns to ignore, of the distances as well', () => {
    const shops = file('customers.csv', 'id,x,y,demand,Öffnungszeiten', 'a,3,4,1,9-17', 'b,6,8,2,9-17');
    const roads = file('roads.csv', 'from,to,km,Toll', 'D,a,5,9', 'D,b,9,9', 'a,b,4,9');
    const { instance } = read(shops, depots, roads, settings('ignore,offnungszeiten; toll'));
    expect(instance.customers[0].details).toEqual({ Öffnungszeiten: '9-17' });
    expect(faultOf(() => read(customers, depots, roads, settings())).place.ignorable).toEqual(['Toll']);
  });
});

describe('columns', () => {
  it('that cannot be used are named together, with one command to copy', () => {
    const shops = file('customers.csv', 'id,x,y,demand,Delivery window,Handling cost', 'a,3,4,1,9-17,4');
    const sites = file('depots.csv', 'id,x,y,Opening hours', 'D,0,0,9-17');
    const { message, place } = faultOf(() => read(shops, sites, settings()));
    expect(message).toContain("column 'Delivery window' looks like a time, column 'Handling cost' looks like money");
    expect(place.ignorable).toEqual(['Delivery window', 'Handling cost', 'Opening hours']);
  });

  it('may say the period in German, and the status in any language', () => {
    const shops = file('kunden.csv', 'id;x;y;Wöchentlicher Bedarf', 'a;3;4;7');
    const words = [
      'existing',
      'offen',
      'geschlossen',
      'ouvert',
      'fermé',
      'abierto',
      'cerrado',
      'aperto',
      'chiuso',
      'yes',
      'no',
      'Kandidat',
      '',
    ];
    const sites = file('lager.csv', 'id;x;y;status', ...words.map((word, k) => `${k};0;${k};${word}`));
    const { instance } = read(shops, sites, settings());
    expect(instance.customers[0].demand).toBe(7);
    const [o, c] = ['open', 'closed'];
    expect(instance.depots.map(({ status }) => status)).toEqual([o, o, c, o, c, o, c, o, c, o, c, 'candidate', 'candidate']);
    const odd = file('lager.csv', 'id;x;y;status', 'A;0;0;perhaps');
    expect(faultOf(() => read(shops, odd, settings())).message).toContain("must be candidate, open or closed, not 'perhaps'");
  });
});

describe('rows', () => {
  it('with an empty cell name the place, and ask whether it is a total', () => {
    const shops = (row: string) => file('customers.csv', 'id,x,y,demand', 'a,3,4,1', row);
    const fault = (row: string) => faultOf(() => read(shops(row), depots, settings())).message;
    expect(fault('Shop 7,,4,1')).toBe("customers.csv:3, x: the cell is empty for 'Shop 7'");
    expect(fault('Summe,,,8')).toContain("the cell is empty for 'Summe'; if this row is a total, remove it");
  });

  it.each(['Customers 2026\n\nid,x,y,demand', 'Customers 2026,,,\nas of May,,,\nid,x,y,demand', 'Kunden\nid;x;y;demand'])(
    'above the column names are titles: %j',
    (head) => {
      const row = head.includes(';') ? 'a;3;4;1' : 'a,3,4,1';
      const { instance, codes } = read(file('customers.csv', head, row), depots, settings('vehicle cost,1', 'cost per km,1'));
      expect(instance.customers).toEqual([{ id: 'a', x: 3, y: 4, demand: 1 }]);
      expect(codes).toEqual(['skipped-lines']);
    },
  );
});
