import { describe, expect, it } from 'vitest';
import { readInstance, recogniseFormat } from '../../src/formats/read.ts';
import { writeInstance } from '../../src/formats/write.ts';
import { createInstance } from '../../src/problem/instance.ts';
import { verify } from '../../src/problem/verify.ts';
import { faultOf } from './samples.ts';

const text = `C101

VEHICLE
NUMBER     CAPACITY
  25         200

CUSTOMER
CUST NO.  XCOORD.   YCOORD.    DEMAND   READY TIME  DUE DATE   SERVICE   TIME

    0      40         50          0          0       1236          0
    1      45         68         10        912        967         90
    2      45         70         30        825        870         90
`;
const read = (changed = text) => readInstance({ name: 'c101.txt', text: changed });

describe('Solomon', () => {
  it('reads depot, windows, service and the number of vehicles', () => {
    expect(recogniseFormat({ name: 'c101.txt', text }).name).toBe('solomon');
    expect(read()).toMatchObject({
      name: 'C101',
      depots: [{ id: '0', x: 40, y: 50, status: 'open', openingHours: [0, 1236] }],
      customers: [
        { id: '1', demand: 10, serviceTime: 90, timeWindows: [[912, 967]] },
        { id: '2', demand: 30, timeWindows: [[825, 870]] },
      ],
      vehicles: [{ id: '1', capacity: 200, available: 25 }],
      travel: { kind: 'euclidean', scale: 1, rounding: 'none', speed: 60 },
    });
    // To 2 first, which takes until 915 or later, then two units on to 1.
    expect(verify(read(), { routes: [{ depot: '0', stops: ['2', '1'] }] }).feasible).toBe(true);
    expect(verify(read(), { routes: [{ depot: '0', stops: ['1', '2'] }] }).violations.map(({ kind }) => kind)).toEqual(['late-arrival']);
  });

  it('is written and read back', () => {
    expect(read(writeInstance(read(), 'solomon')[0].text)).toEqual(read());
    expect(faultOf(() => writeInstance(createInstance({ ...read(), costPerDistance: 2 }), 'solomon')).code).toBe('E_FORMAT_UNSUPPORTED');
  });

  it.each<[string, string, RegExp]>([
    ['a short row', text.replace('870         90', '870'), /^c101\.txt:12: expected 7 numbers/],
    ['a demand at the depot', text.replace('50          0 ', '50          3 '), /the first node is the depot/],
    ['no customers', text.split('\n').slice(0, 10).join('\n'), /at least one customer/],
    ['a window that ends before it begins', text.replace('912        967', '967        912'), /the span ends before it begins: 967 to 912/],
  ])('refuses %s', (_, broken, message) => {
    expect(faultOf(() => read(broken)).message).toMatch(message);
  });
});
