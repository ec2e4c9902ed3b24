import { afterAll, describe, expect, it } from 'vitest';
import { MipBuilder } from '../../src/mip/model.ts';
import { HighsSolver } from '../../src/mip/solvers/highs.ts';

const highs = new HighsSolver();
afterAll(() => highs.close());

describe('HiGHS in a worker', () => {
  it('solves a knapsack', async () => {
    const model = new MipBuilder('knapsack');
    const columns = [60, 100, 120].map((value) => model.addBinary(-value));
    model.atMost({ columns, coefficients: [10, 20, 30] }, 50);
    const result = await highs.solve(model.build());
    expect(result).toMatchObject({ status: 'optimal', objective: -220, bound: -220, gap: 0 });
  });
});
