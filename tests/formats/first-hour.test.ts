/** What a planner meets in the first hour: words of the own language, amounts per period, all faults at once. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readInstance } from '../../src/formats/read.ts';
import type { SourceFile } from '../../src/formats/source.ts';
import { writeInstance } from '../../src/formats/write.ts';
import { languages } from '../../src/problem/languages.ts';
import { faultOf } from './samples.ts';

const file = (name: string, ...lines: string[]): SourceFile => ({ name, text: lines.join('\n') });
const customers = file('customers.csv', 'id,x,y,demand', 'a,3,4,1', 'b,6,8,2');
const depots = file('depots.csv', 'id,x,y,capacity,opening cost', 'D,0,0,10,100');
const settings = (...lines: string[]) => file('settings.csv', 'setting,value', 'vehicle capacity,5', ...lines);

function read(...files: SourceFile[]) {
  const warnings: string[] = [];
  const instance = readInstance(files, { onWarning: ({ code, message }) => code !== 'defaults' && warnings.push(`${code}: ${message}`) });
  return { instance, warnings };
}

describe('words', () => {
  const folder = new URL('../../src/formats/words/', import.meta.url);
  const wordsIn = (name: string) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Record<string, Record<string, string>>;

  it('of every language name every setting, every column of vehicles and every word of distances', () => {
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(languages.map((language) => `${language}.json`)));
    const english = wordsIn('en.json');
    for (const language of languages)
      for (const part of ['settings', 'vehicleColumns', 'distances', 'tables', 'status', 'suspects']) {
        const own = wordsIn(`${language}.json`);
        const missing = Object.keys(english[part]).filter((key) => !own[part]?.[key]);
        const excused = ['vehicleCapacity', 'vehicleCost', 'costPerDistance', 'scale', 'name'];
        expect(
          missing.filter((key) => !excused.includes(key)),
          `${language}, ${part}`,
        ).toEqual([]);
      }
  });

  it.each([
    ['Fahrt,Luftlinie', 'Geschwindigkeit (km/h),45', 'Umwegfaktor,"1,3"'],
    ['trajet,à vol d’oiseau', 'vitesse (km/h),45', 'facteur de détour,"1,3"'],
    ['viaje,línea recta', 'velocidad (km/h),45', 'factor de desvío,"1,3"'],
    ['viaggio,linea d’aria', 'velocità (km/h),45', 'fattore di deviazione,"1,3"'],
    ['reis,hemelsbreed', 'snelheid (km/h),45', 'omwegfactor,"1,3"'],
    ['viagem,linha reta', 'velocidade (km/h),45', 'fator de desvio,"1,3"'],
    ['podróż,w linii prostej', 'prędkość (km/h),45', 'współczynnik objazdu,"1,3"'],
    ['travel,straight line', 'mph,27.961703', 'road factor,1.3'],
  ])('for travel and speed need no English: %s, %s, %s', (...lines) => {
    const globe = [file('customers.csv', 'id,lon,lat,demand', 'a,9,48,1'), file('depots.csv', 'id,lon,lat', 'D,9.1,48.1')];
    const { travel } = read(...globe, settings('distance unit,km', 'unit,km', ...lines)).instance;
    expect(travel).toMatchObject({ kind: 'great-circle', unit: 'km', detour: 1.3 });
    expect(travel.speed).toBeCloseTo(45, 4);
  });

  it('for vehicles may be German rates', () => {
    const fleet = file('fahrzeuge.csv', 'Typ;Nutzlast;Fixkosten pro Tag;€/km;Kosten pro Stunde;CO2 g/km', 'LKW;9;120;0,8;30;740');
    const { vehicles = [] } = read(customers, depots, fleet, file('einstellungen.csv', 'km/h;50')).instance;
    expect(vehicles).toMatchObject([{ capacity: 9, fixedCost: 120, costPerDistance: 0.8, costPerHour: 30, emissionPerDistance: 0.74 }]);
  });
});

describe('amounts', () => {
  const shops = file('customers.csv', 'id,x,y,weekly demand', 'a,3,4,70', 'b,6,8,140');
  const sites = file('depots.csv', 'id,x,y,monthly rent', 'D,0,0,365');

  it('are for the period of the demand, or of the setting, and what was converted is told', () => {
    const weekly = read(shops, sites, settings());
    expect(weekly.instance.depots[0].openingCost).toBeCloseTo((365 * 7 * 12) / 365, 9);
    expect(weekly.warnings).toEqual([
      "mixed-periods: all amounts are for one week, as 'weekly demand' is: 'monthly rent' is per month and is multiplied by 0.2301 (365 days a year); the setting period chooses another",
    ]);
    const daily = read(shops, sites, file('settings.csv', 'vehicle capacity,50', 'Zeitraum,Tag')).instance;
    expect(daily.customers.map(({ demand }) => demand)).toEqual([10, 20]);
    expect(daily.depots[0].openingCost).toBeCloseTo(12, 9);
    expect(faultOf(() => read(shops, sites, settings('period,fortnight'))).message).toContain('expected day, week, month or year');
  });

  it('of a vehicle for a shorter period are its cost for each use', () => {
    const fleet = (column: string) => file('vehicles.csv', `id,capacity,${column}`, 'v,200,70');
    const costOf = (column: string) => read(shops, sites, fleet(column)).instance.vehicles?.[0].fixedCost;
    expect(costOf('cost per day')).toBe(70);
    expect(costOf('fixed cost per year')).toBeCloseTo((70 * 7) / 365, 9);
  });

  it('without a period beside a rent per month are taken to be of a month, which is told', () => {
    expect(read(customers, sites, settings()).warnings).toEqual([
      expect.stringMatching(/^mixed-periods: 'monthly rent' is per month: demand and all routes/),
    ]);
  });

  it('paid to leave a site make the others cheaper, and a site that pays to stay is open', () => {
    const leaving = file('depots.csv', 'id,x,y,rent,closing cost', 'D,0,0,100,30', 'E,1,1,20,50', 'F,2,2,-5,0');
    const { instance, warnings } = read(customers, leaving, settings());
    expect(instance.depots.map(({ openingCost, status }) => [openingCost, status])).toEqual([
      [70, 'candidate'],
      [0, 'open'],
      [0, 'open'],
    ]);
    // All open: 100 + 20 − 5 = 70 + 0 + 0 + 45.
    expect(warnings).toEqual([expect.stringContaining('add 45 to the total cost of any plan')]);
    expect(faultOf(() => read(customers, leaving, settings('max open,2'))).message).toContain("site 'E' is cheaper open than closed");
    const locked = (status: string) => file('depots.csv', 'id,x,y,rent,closing cost,status', 'D,0,0,100,30,', `E,1,1,20,50,${status}`);
    expect(read(customers, locked('open'), settings('max open,1')).instance.depots[1]).toMatchObject({ openingCost: 0, status: 'open' });
    expect(faultOf(() => read(customers, locked('closed'), settings())).message).toContain("site 'E' is closed");
  });

  it('of a second quantity are a column of their own, if vehicles have a capacity for it', () => {
    const both = file('customers.csv', 'id,x,y,Paletten,m³', 'a,3,4,1,2', 'b,6,8,2,');
    const fleet = file('vehicles.csv', 'id,capacity,capacity (m³)', 'v,9,20');
    const { instance } = read(both, depots, fleet);
    expect(instance.customers.map(({ demand, quantities }) => [demand, quantities])).toEqual([
      [1, { 'm³': 2 }],
      [2, undefined],
    ]);
    expect(instance.vehicles?.[0].capacity).toEqual({ demand: 9, 'm³': 20 });
    expect(writeInstance(instance, 'csv')[0].text).toContain('quantity (m³)');
    expect(faultOf(() => read(both, depots, settings())).place.ignorable).toEqual(['m³']);
  });

  it('of time may stand beside distances', () => {
    const roads = file('roads.csv', 'von;nach;km;Fahrzeit (min)', 'D;a;5;10', 'D;b;9;0:30', 'a;b;-;-');
    const { travel } = read(customers, depots, roads, settings()).instance;
    expect(faultOf(() => read(customers, depots, file('roads.csv', 'von;nach;km;Dauer', 'D;a;5;-'), settings())).place).toMatchObject({
      line: 2,
    });
    expect(travel).toMatchObject({ kind: 'matrix', durations: [[0, 10, 30], [10, 0, null], [30, null, 0]] }); // biome-ignore format: a matrix
  });
});

describe('sites at one place', () => {
  const sizes = file('depots.csv', 'id,x,y,capacity', 'D small,0,0,10', 'D large,0,0,20', 'E,1,1,9');

  it('are taken for sizes of one, for which a setting is suggested', () => {
    expect(read(customers, sizes, settings()).warnings).toEqual([
      expect.stringMatching(
        /^same-place: 'D small', 'D large' are at the same place.* 'one of' with the value \[\["D small","D large"\]\]$/,
      ),
    ]);
    const told = read(customers, sizes, settings('one of,"D small; D large"'));
    expect([told.warnings, told.instance.rules.oneOf]).toEqual([[], [['D small', 'D large']]]);
  });
});

describe('faults', () => {
  it('of all tables are told at once, each with its place', () => {
    const shops = file('customers.csv', 'id,x,y,demand,Visits per week', 'a,3,four,1,2', 'b,6,8,two,2', 'c,,8,2,2');
    const sites = file('depots.csv', 'id,x,y,capacity,status', 'D,0,0,ten,open', 'E,0,0,5,perhaps');
    const error = faultOf(() => read(shops, sites, settings('mood,good')));
    expect([error, ...error.others].map(({ place }) => [place.file, place.line, place.field])).toEqual([
      ['settings.csv', 3, 'mood'],
      ['customers.csv', 1, 'Visits per week'],
      ['customers.csv', 2, 'y'],
      ['customers.csv', 3, 'demand'],
      ['customers.csv', 4, 'x'],
      ['depots.csv', 2, 'capacity'],
      ['depots.csv', 3, 'status'],
    ]);
    expect(error.message.split('\n')).toHaveLength(7);
    expect(error.toJSON().others).toHaveLength(6);
    expect(error.place.ignorable).toEqual(['Visits per week']);
  });

  it('of our JSON are told with their lines', () => {
    const text =
      '{\n"name":"a",\n"vehicleCapacity":0,\n"depots":[{"id":"D","x":0,"y":0}],\n"customers":[\n{"id":"a","x":"east","y":1,"demand":1}]}';
    const error = faultOf(() => readInstance({ name: 'a.json', text }));
    expect([error, ...error.others].map(({ place: { line, field } }) => [line, field])).toEqual([
      [6, 'customers[0].x'],
      [3, 'vehicleCapacity'],
    ]);
  });

  it('of places are those of the table, the settings included', () => {
    const far = file('depots.csv', 'id,lon,lat', 'D,9,48');
    const shops = file('customers.csv', 'id,lon,lat,demand', 'a,9,148,1');
    expect(faultOf(() => read(shops, far, settings())).place).toMatchObject({ file: 'customers.csv', line: 2 });
    expect(faultOf(() => read(customers, depots, settings('min open,1.5'))).place).toMatchObject({ file: 'settings.csv', line: 3 });
  });
});
