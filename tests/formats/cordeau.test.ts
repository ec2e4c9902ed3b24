import { describe, expect, it } from 'vitest';
import { readInstance, recogniseFormat } from '../../src/formats/read.ts';
import { cordeauText, faultOf } from './samples.ts';

const read = (text: string) => readInstance({ name: 'data/p01', text });

describe('Cordeau multi-depot text', () => {
  it('reads a file by hand: open depots whose capacity is that of their vehicles', () => {
    expect(recogniseFormat({ name: 'p01', text: cordeauText }).name).toBe('mdvrp');
    expect(read(cordeauText)).toMatchObject({
      name: 'p01',
      depots: [
        { id: '4', x: 20, y: 20, capacity: 320, openingCost: 0, status: 'open' },
        { id: '5', x: 30, y: 40, capacity: 320 },
      ],
      customers: [
        { id: '1', x: 37, y: 52, demand: 7 },
        { id: '2', demand: 30 },
        { id: '3', x: 52.5, demand: 16 },
      ],
      vehicleCapacity: 80,
      vehicleCost: 0,
      travel: { kind: 'euclidean', scale: 1, rounding: 'none' },
    });
  });

  it.each<[string, string, RegExp]>([
    ['another problem', cordeauText.replace('2 4 3 2', '6 4 3 2'), /^data\/p01:1: this is a MDVRPTW \(type 6\)/],
    ['a duration limit', cordeauText.replace('0 80', '310 80'), /^data\/p01:2: routes may last at most 310/],
    ['unlike vehicles', cordeauText.replace('0 80\n 1', '0 90\n 1'), /^data\/p01:3: vehicles differ: 80 .*, 90 here/],
    ['repeated visits', cordeauText.replace('30 1 2 1 2', '30 2 2 1 2'), /^data\/p01:5: customer 2 must be visited 2 times/],
    ['barred depots', cordeauText.replace('30 1 2 1 2', '30 1 1 1'), /^data\/p01:5: customer 2 may use 1 of 2 depots/],
    ['a list cut short', cordeauText.replace('30 1 2 1 2', '30 1 2 1'), /announces 2 visit combinations, but lists 1/],
    ['a missing line', cordeauText.replace(/ 5 .*\n/, ''), /^data\/p01:7: the file ends where a line was expected: depot 2 of 2/],
    ['a line too many', `${cordeauText} 6 1 1`, /^data\/p01:9: the file should end after the last depot/],
    ['a word', cordeauText.replace('52.5', 'x'), /^data\/p01:6: expected a number, but found 'x'/],
  ])('refuses %s', (_, text, message) => {
    expect(faultOf(() => read(text)).message).toMatch(message);
  });
});
