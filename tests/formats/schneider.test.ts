import { describe, expect, it } from 'vitest';
import { readInstance, recogniseFormat } from '../../src/formats/read.ts';
import { faultOf, schneiderText } from './samples.ts';

describe('Schneider–Löffler JSON', () => {
  it('reads a file by hand, ids being the indices', () => {
    expect(recogniseFormat({ name: 'x', text: schneiderText }).name).toBe('schneider');
    expect(readInstance({ name: 'x.json', text: schneiderText })).toMatchObject({
      name: '2-2-1a',
      depots: [
        { id: '0', x: 0, y: 0, capacity: 10, openingCost: 49 },
        { id: '1', x: 10, y: 0, capacity: 20, openingCost: 51 },
      ],
      customers: [
        { id: '2', x: 3, y: 4, demand: 3 },
        { id: '3', x: 6, y: 8, demand: 4 },
      ],
      vehicleCapacity: 7,
      vehicleCost: 1000,
      travel: { kind: 'euclidean', scale: 100, rounding: 'ceil' },
    });
  });

  it('names the field and its line', () => {
    const fault = faultOf(() => readInstance({ name: 'x.json', text: schneiderText.replace('"costs": 51', '"costs": "51"') }));
    expect(fault).toMatchObject({ code: 'E_SYNTAX', place: { file: 'x.json', line: 26, field: 'depots[1].costs' } });
  });
});
