import { describe, expect, it } from 'vitest';
import { NeoLrpError } from '../../src/problem/errors.ts';
import { instanceSchema } from '../../src/problem/instance.ts';
import { firstIssue } from '../../src/problem/schema-fault.ts';

const depot = { id: 'A', x: 0, y: 0 };
const valid = { name: 'one', depots: [depot], customers: [{ id: 1, x: 1, y: 1, demand: 5 }], vehicleCapacity: 20 };

function faultOf(input: unknown): NeoLrpError {
  const { error } = instanceSchema.safeParse(input);
  return error ? firstIssue(error, input) : new NeoLrpError('E_INTERNAL', 'accepted');
}

describe('what a schema refuses, in a sentence', () => {
  it.each<[unknown, string]>([
    [null, 'expected an object, not null'],
    [[], 'expected an object, not an empty list'],
    [{ ...valid, name: undefined }, 'name: this is missing; expected a text'],
    [{ ...valid, name: '' }, 'name: expected a text that is not empty, not an empty one'],
    [{ ...valid, vehicleCapacity: 0 }, 'vehicleCapacity: expected a number above 0, not 0'],
    [{ ...valid, vehicleCost: -1 }, 'vehicleCost: expected a number of at least 0, not -1'],
    [{ ...valid, vehicleCapacity: Number.NaN }, 'vehicleCapacity: expected a number, not NaN'],
    [{ ...valid, vehicleCapacity: '20' }, "vehicleCapacity: expected a number, not the text '20'"],
    [{ ...valid, vehiclecost: 1 }, "there is no field 'vehiclecost'; is it misspelt?"],
    [{ ...valid, depots: [] }, 'depots: expected a list of 1 or more, not an empty list'],
    [{ ...valid, depots: [{ ...depot, id: undefined }] }, 'depots[0].id: this is missing; expected a text or a number'],
    [{ ...valid, depots: [{ ...depot, id: 1.5 }] }, 'depots[0].id: expected a text or a whole number, not 1.5'],
    [
      { ...valid, depots: [{ ...depot, status: 'maybe' }] },
      'depots[0].status: expected "candidate", "open" or "closed", not the text \'maybe\'',
    ],
    [
      { ...valid, travel: { kind: 'foot' } },
      'travel.kind: expected "euclidean", "great-circle", "matrix" or "roads", not the text \'foot\'',
    ],
    [{ ...valid, rules: { apart: [['1']] } }, 'rules.apart[0]: expected a list of 2 or more, not a list of 1'],
    [{ ...valid, rules: { minOpen: 0.5 } }, 'rules.minOpen: expected a whole number, not 0.5'],
    [
      { ...valid, vehicleCapacity: 0, vehicleCost: -1 },
      'vehicleCapacity: expected a number above 0, not 0 (and 1 more)\n  vehicleCost: expected a number of at least 0, not -1',
    ],
  ])('%j', (input, message) => {
    expect(faultOf(input).message).toBe(message);
  });
});
