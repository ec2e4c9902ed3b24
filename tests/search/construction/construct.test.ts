import { expect, it } from 'vitest';
import { Random } from '../../../src/run/random.ts';
import { construct } from '../../../src/search/construction/construct.ts';
import { searchData } from '../../../src/search/data.ts';
import { listOf } from '../../../src/search/routes.ts';
import { evaluated } from '../evaluated.ts';
import { brimful } from '../tight-instances.ts';

it('makes routes that hold, where depots must be filled completely', async () => {
  const data = searchData(brimful(3, 80, 5));
  const open = new Uint8Array(data.m).fill(1);
  expect(await evaluated(data, listOf(data, construct(data, open, new Random(1))), open)).toMatchObject({ feasible: true });
});
