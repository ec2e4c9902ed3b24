import { expect, it } from 'vitest';
import { Random } from '../../../src/run/random.ts';
import { assign } from '../../../src/search/construction/assign.ts';
import { searchData } from '../../../src/search/data.ts';
import { brimful } from '../tight-instances.ts';

it('fills depots that must be filled completely, whatever the seed', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const data = searchData(brimful(seed, 60, 4));
    const load = new Float64Array(data.m);
    const depotOf = assign(
      { ...data, roundTrip: (i, d) => data.travel.out[i * data.m + d] + data.travel.back[i * data.m + d] },
      new Uint8Array(data.m).fill(1),
      new Random(seed),
    );
    depotOf.forEach((d, i) => {
      load[d] += data.demand[i];
    });
    load.forEach((filled, d) => {
      expect(filled / data.depotCapacity[d]).toBeCloseTo(1, 8);
      expect(filled).toBeLessThanOrEqual(data.depotCapacity[d]);
    });
  }
});
