import { describe, expect, it } from 'vitest';
import { readCustomerRows, readDepotRows } from '../../src/formats/csv-rows.ts';

const rows = (text: string) => ({ name: 'clipboard', text });

describe('rows from a spreadsheet', () => {
  it('are read by their column names, in any order', () => {
    const { places, named } = readCustomerRows(rows('Demand\tName\tX\tY\n5\tBakery\t1\t2\n7.5\tButcher\t3\t4\n'));
    expect(named).toBe(true);
    expect(places).toEqual([
      { id: 'Bakery', x: 1, y: 2, demand: 5 },
      { id: 'Butcher', x: 3, y: 4, demand: 7.5 },
    ]);
  });

  it.each([
    ['tabs, no names', '1\t2\t5\n3\t4\t7\n', false, ['0', '1']],
    ['tabs, names first', 'A\t1\t2\t5\nB\t3\t4\t7\n', true, ['A', 'B']],
    ['numbers as names', '11\t1\t2\t5\n12\t3\t4\t7\n', true, ['11', '12']],
    ['semicolons and decimal commas', 'A;1,0;2,0;5,0\nB;3;4;7\n', true, ['A', 'B']],
    ['commas', '1,2,5\n3,4,7', false, ['0', '1']],
  ] as const)('are read without column names: %s', (_, text, named, ids) => {
    const read = readCustomerRows(rows(text));
    expect(read.named).toBe(named);
    expect(read.places.map(({ id }) => id)).toEqual(ids);
    expect(read.places.map(({ x, y, demand }) => [x, y, demand])).toEqual([
      [1, 2, 5],
      [3, 4, 7],
    ]);
  });

  it('may be depots, with as many columns as are known', () => {
    expect(readDepotRows(rows('W1\t10\t20')).places).toMatchObject([{ id: 'W1', x: 10, y: 20, capacity: null }]);
    expect(readDepotRows(rows('10\t20\t300\t45\n')).places).toMatchObject([{ x: 10, y: 20, capacity: 300, openingCost: 45 }]);
    expect(readDepotRows(rows('W1\t10\t20\t300\t45\n')).places).toMatchObject([{ id: 'W1', capacity: 300, openingCost: 45 }]);
    expect(readDepotRows(rows('id,longitude,latitude,capacity\nW1,14.5,46,unlimited')).places).toMatchObject([
      { x: 14.5, y: 46, capacity: null },
    ]);
  });

  it('tell degrees from the plane by the names of their columns', () => {
    expect(readCustomerRows(rows('lon,lat,demand\n14.5,46,3')).geographic).toBe(true);
    expect(readCustomerRows(rows('x,y,demand\n14.5,46,3')).geographic).toBe(false);
  });

  it.each([
    ['nothing', '  \n', 'E_SYNTAX', undefined],
    ['no number where one is due', '1\t2\t5\n3\tfour\t7\n', 'E_SYNTAX', 2],
    ['with names, the line below them', 'x,y,demand\n1,2,5\n3,4,many\n', 'E_SYNTAX', 3],
    ['no demand', 'A\t1\t2\n', 'E_SYNTAX', 1],
    ['too many values', '1\t2\t5\n1\t2\t5\t6\t7\n', 'E_SYNTAX', 2],
  ] as const)('say what is wrong and in which line: %s', (_, text, code, line) => {
    expect(() => readCustomerRows(rows(text))).toThrow(
      expect.objectContaining({ code, place: expect.objectContaining(line ? { line } : {}) }),
    );
  });
});
