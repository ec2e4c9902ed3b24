/** No column of a planner's table is lost: each is used, kept or reported. */
import { describe, expect, it } from 'vitest';
import { readCustomerRows, readDepotRows } from '../../src/formats/csv-rows.ts';
import { readInstance } from '../../src/formats/read.ts';
import type { ReadWarning } from '../../src/formats/read-warnings.ts';
import { NeoLrpError } from '../../src/problem/errors.ts';
import { type ColumnName, columnNames } from './column-names.ts';

/** What else the row needs, so that the column in question is the only one of its kind. */
const beside: Readonly<Record<ColumnName['kind'], readonly (readonly [header: string, value: string])[]>> = {
  customers: [
    ['id', 'a'],
    ['x', '1'],
    ['y', '2'],
    ['demand', '3'],
  ],
  depots: [
    ['id', 'a'],
    ['x', '1'],
    ['y', '2'],
  ],
};
const partner: Readonly<Record<string, string>> = { longitude: 'latitude', latitude: 'longitude', x: 'y', y: 'x' };

interface Found {
  readonly place: Record<string, unknown>;
  readonly warnings: readonly ReadWarning[];
}

function read({ kind, name, outcome }: ColumnName, value: string, ignore: readonly string[] = []): Found {
  const own =
    outcome in partner ? [[partner[outcome], '2'] as const, ...beside[kind].filter(([header]) => !/^[xy]$/.test(header))] : beside[kind];
  const columns = [...own.filter(([header]) => header !== outcome), [name, value] as const];
  const text = `${columns.map(([header]) => `"${header}"`).join('\t')}\n${columns.map(([, cell]) => cell).join('\t')}\n`;
  const warnings: ReadWarning[] = [];
  const options = { ignore, onWarning: (warning: ReadWarning) => warnings.push(warning) };
  const { places } = (kind === 'customers' ? readCustomerRows : readDepotRows)({ name: 'table', text }, options);
  return { place: places[0] as unknown as Record<string, unknown>, warnings };
}

function check(column: ColumnName): void {
  const { name, outcome } = column;
  switch (outcome) {
    case 'id':
      expect(read(column, 'v7').place).toMatchObject({ id: 'v7' });
      return;
    case 'name':
    case 'address':
      expect(read(column, 'v7')).toMatchObject({ place: { id: 'a', [outcome]: 'v7' }, warnings: [] });
      return;
    case 'longitude':
    case 'x':
      expect(read(column, '7')).toMatchObject({ place: { x: 7 }, warnings: [] });
      return;
    case 'latitude':
    case 'y':
      expect(read(column, '7')).toMatchObject({ place: { y: 7 }, warnings: [] });
      return;
    case 'demand':
    case 'capacity':
    case 'openingCost':
      expect(read(column, '7')).toMatchObject({ place: { [outcome]: 7 }, warnings: [] });
      expect(read(column, '7').place.details).toBeUndefined();
      return;
    case 'status':
      expect(read(column, 'open').place).toMatchObject({ status: 'open' });
      return;
    case 'allowedDepots':
    case 'forbiddenDepots': {
      const files = [
        { name: 'customers.csv', text: `id,x,y,demand,"${name}"\na,1,2,3,D\nb,1,3,3,\n` },
        { name: 'depots.csv', text: 'id,x,y\nD,0,0\nE,1,1\n' },
      ];
      expect(readInstance(files, { vehicleCapacity: 9 }).rules).toMatchObject({ [outcome.replace('Depots', '')]: { a: ['D'] } });
      return;
    }
    case 'detail':
    case 'named': {
      const { place, warnings } = read(column, 'v7');
      expect(place.details).toEqual({ [name]: 'v7' });
      expect(warnings.map(({ columns }) => columns)).toEqual(outcome === 'named' ? [[name]] : []);
      return;
    }
    case 'refused':
      expect(() => read(column, 'v7')).toThrow(
        expect.objectContaining({ code: 'E_FORMAT_UNSUPPORTED', place: expect.objectContaining({ ignorable: [name] }) }),
      );
      expect(read(column, 'v7', [name.toUpperCase()])).toMatchObject({ place: { details: { [name]: 'v7' } }, warnings: [] });
      expect(read(column, '').place.details).toBeUndefined();
  }
}

describe('column names of real spreadsheets', () => {
  it('are many, and none stands twice', () => {
    expect(columnNames.length).toBeGreaterThanOrEqual(300);
    expect(new Set(columnNames.map(({ kind, name }) => `${kind} ${name}`)).size).toBe(columnNames.length);
  });

  it.each(columnNames)('$kind: $name → $outcome', check);

  it('whatever they are, are used, kept or named', () => {
    for (const column of columnNames)
      for (const kind of ['customers', 'depots'] as const)
        try {
          const { place } = read({ ...column, kind, outcome: 'detail' }, '777');
          expect(JSON.stringify(place), column.name).toContain('777');
        } catch (error) {
          if (!(error instanceof NeoLrpError)) throw error;
          expect(error.message).toContain(column.name);
        }
  });
});
