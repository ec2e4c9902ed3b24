import { describe, expect, it } from 'vitest';
import { readInstance } from '../../src/formats/read.ts';
import type { ReadWarning } from '../../src/formats/read-warnings.ts';
import { csvFile as file } from './samples.ts';

const sites = () => [{ id: 'S1', x: 12, y: 51, openingCost: 9 }];

describe('a table of customers alone', () => {
  const customers = file('kunden.csv', 'Firma;Breitengrad;Längengrad;Paletten', 'Müller;52,52;13,4;12,5', 'Weber;51,34;12,37;8');

  it('needs sites', () => {
    expect(() => readInstance(customers)).toThrow('neo-lrp suggest');
  });

  it('is read with sites that the caller makes, and says what it assumes', () => {
    const told: ReadWarning[] = [];
    const instance = readInstance(customers, { sites, onWarning: (warning) => told.push(warning) });
    expect(instance).toMatchObject({ depots: [{ id: 'S1', openingCost: 9 }], vehicleCapacity: 500, travel: { kind: 'great-circle' } });
    expect(told.find(({ code }) => code === 'assumed')?.message).toBe(
      'assumed: a vehicle carries 500 (vehicleCapacity); 1 sites are suggested, as no table has any',
    );
  });

  it('needs no demand either', () => {
    const { customers: read, vehicleCapacity } = readInstance(file('c.csv', 'name,lat,lon', 'a,51,12', 'b,52,13'), { sites });
    expect([read.map(({ demand }) => demand), vehicleCapacity]).toEqual([[1, 1], 20]);
  });

  it('must have places', () => {
    expect(() => readInstance(file('c.csv', 'name,demand', 'a,51', 'b,52'), { sites })).toThrow('no column for longitude or x');
  });
});

it('tells customers and depots of one table apart by a column that says so', () => {
  const mixed = file(
    'alle.csv',
    'Typ;Nr;Breitengrad;Längengrad;Paletten;Kapazität;Miete',
    'Lager;L1;51,3;12,4;;100;1200',
    'Kunde;K1;52,5;13,4;12,5;;',
    'Kunde;K2;52,4;13,1;3;;',
  );
  expect(readInstance(mixed, { vehicleCapacity: 20 })).toMatchObject({
    depots: [{ id: 'L1', capacity: 100, openingCost: 1200 }],
    customers: [
      { id: 'K1', demand: 12.5 },
      { id: 'K2', demand: 3 },
    ],
  });
});
