import { expect, it } from 'vitest';
import { Random } from '../../../src/run/random.ts';
import { construct } from '../../../src/search/construction/construct.ts';
import { searchData } from '../../../src/search/data.ts';
import { createIndividual } from '../../../src/search/population/individual.ts';
import { brimful } from '../tight-instances.ts';

it('makes routes that hold, where depots must be filled completely', () => {
  const data = searchData(brimful(3, 80, 5));
  const open = new Uint8Array(data.m).fill(1);
  const individual = createIndividual(data, construct(data, open, new Random(1)), open);
  expect(individual).toMatchObject({ feasible: true, vehicleExcess: 0, depotExcess: 0 });
});
