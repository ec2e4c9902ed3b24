import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readInstance, recogniseFormat } from '../../src/formats/read.ts';
import { faultOf, prodhonText } from './samples.ts';

const read = (text: string) => readInstance({ name: 'folder/sample.dat', text });

describe('Prins–Prodhon text', () => {
  it('reads a file by hand', () => {
    expect(recogniseFormat({ name: 'noname', text: prodhonText }).name).toBe('dat');
    expect(read(prodhonText)).toMatchObject({
      name: 'sample',
      depots: [
        { id: '0', x: 0, y: 0, capacity: 20, openingCost: 100, status: 'candidate' },
        { id: '1', x: 10, y: 0, capacity: null, openingCost: 189.6 },
      ],
      customers: [
        { id: '0', x: 3, y: 4, demand: 1 },
        { id: '1', x: 6, y: 8, demand: 2 },
        { id: '2', x: 0.5, y: 12, demand: 3 },
      ],
      vehicleCapacity: 7,
      vehicleCost: 5,
      travel: { kind: 'euclidean', scale: 100, rounding: 'ceil' },
    });
  });

  it('takes flag 1 for plain distances', () => {
    expect(read(prodhonText.replace(/0\s*$/, '1')).travel).toEqual({ kind: 'euclidean', scale: 1, rounding: 'none' });
  });

  it('reads depot lines of four numbers whose last two are zero, and refuses others', () => {
    const wide = prodhonText.replace(' 0 0\r\n10\t0', '0 0 0 0.000\r\n10 0 .0 0');
    expect(read(wide)).toEqual(read(prodhonText));
    expect(faultOf(() => read(wide.replace('10 0 .0 0', '10 0 .0 7')))).toMatchObject({ code: 'E_FORMAT_UNSUPPORTED', place: { line: 5 } });
  });

  it('names what is missing, wrong or too much, and where', () => {
    expect(faultOf(() => read('3\n2\n0 0\n10 x\n')).message).toBe("folder/sample.dat:4: expected y of depot 1, a number, but found 'x'");
    expect(faultOf(() => read('3\n2\n0 0\n10 0\n1 2')).message).toBe(
      'folder/sample.dat:5: the file ends where x of customer 1 was expected',
    );
    expect(faultOf(() => read(`${prodhonText}\n8 9`)).message).toBe(
      'folder/sample.dat:27: the file should end after the distance flag, but 2 more values follow',
    );
    expect(faultOf(() => read(prodhonText.replace(/0\s*$/, '2')))).toMatchObject({ code: 'E_VALUE', place: { value: 2 } });
    expect(faultOf(() => read('0 2 1 1'))).toMatchObject({ code: 'E_VALUE' });
    expect(faultOf(() => read(prodhonText.replace('189.6', '-1')))).toMatchObject({ code: 'E_VALUE', place: { line: 21 } });
  });

  it('reads any values, whatever the blanks between them', () => {
    const amount = fc.double({ min: 0.001, max: 1e6, noNaN: true });
    const place = fc.tuple(fc.integer({ min: -1000, max: 1000 }), fc.double({ min: -1000, max: 1000, noNaN: true }));
    const blank = fc.constantFrom(' ', '\n', '\r\n', '\t', ' \n\n ', '\r\n\r\n  ');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(place, amount, amount), { minLength: 1, maxLength: 5 }),
        fc.array(fc.tuple(place, amount), { minLength: 1, maxLength: 9 }),
        amount,
        fc.constantFrom(0, 1),
        fc.infiniteStream(blank),
        (depots, customers, vehicle, flag, blanks) => {
          const numbers = [
            customers.length,
            depots.length,
            ...depots.flatMap(([at]) => at),
            ...customers.flatMap(([at]) => at),
            vehicle,
            ...depots.map(([, capacity]) => capacity),
            ...customers.map(([, demand]) => demand),
            ...depots.map(([, , cost]) => cost),
            12.5,
            flag,
          ];
          const text = `${numbers[0]}\n${numbers.slice(1).reduce<string>((all, number) => `${all}${blanks.next().value}${number}`, '')}`;
          const instance = readInstance({ name: 'a.dat', text });
          expect(instance.depots.map(({ capacity, openingCost }) => [capacity, openingCost])).toEqual(
            depots.map(([, q, cost]) => [q, cost]),
          );
          expect(instance.customers.map(({ demand }) => demand)).toEqual(customers.map(([, demand]) => demand));
          expect([instance.vehicleCapacity, instance.vehicleCost]).toEqual([vehicle, 12.5]);
          instance.customers.forEach(({ x, y }, k) => {
            expect(x + 0).toBe(customers[k][0][0] + 0);
            expect(y + 0).toBe(customers[k][0][1] + 0);
          });
        },
      ),
    );
  });
});
