import { describe, expect, it } from 'vitest';
import { facilityLocation } from '../../src/allocation/facility-location.ts';
import { neuralMip } from '../../src/allocation/neural-mip.ts';
import type { Constraints } from '../../src/allocation/own-constraints.ts';
import { decideBy } from '../../src/pipeline/decide.ts';
import { solve } from '../../src/pipeline/solve.ts';
import { allAllocations, plain, tinyInstance, wild } from './tiny.ts';

/** Both of D0 and D1 open, and c0 is not served from where c1 is. */
const two: Constraints = (model, { open, assigned }) => {
  model.equal({ columns: [open('D0'), open('D1')], coefficients: [1, 1] }, 2);
  for (const d of ['D0', 'D1', 'D2']) model.atMost({ columns: [assigned('c0', d), assigned('c1', d)], coefficients: [1, 1] }, 1);
};
const keepsTwo = ({ depotOf }: { readonly depotOf: ArrayLike<number> }) => {
  const used = new Set(Array.from(depotOf));
  return used.has(0) && used.has(1) && depotOf[0] !== depotOf[1];
};

describe('constraints of your own', () => {
  it.each([1, 2, 3, 4])('are kept by the best allocation and the whole pool, at the least objective (seed %i)', async (seed) => {
    const instance = tinyInstance(seed);
    const surrogate = seed % 2 ? wild(seed) : plain(seed);
    const { best, pool } = await neuralMip(surrogate, { constraints: two }).allocate(instance, { gap: 0, stop: { seconds: 20 } });
    expect(pool.every(keepsTwo)).toBe(true);
    const used = (open: ArrayLike<number>, depotOf: ArrayLike<number>) =>
      Array.from(open).every((o, d) => o === 0 || Array.from(depotOf).includes(d));
    const least = allAllocations(instance, surrogate)
      .filter(({ decision: { open, depotOf } }) => keepsTwo({ depotOf }) && used(open, depotOf))
      .reduce((sum, { objective }) => Math.min(sum, objective), Number.POSITIVE_INFINITY);
    expect(best.objective).toBeCloseTo(least, 4);
  });

  it('reach the MIP however short the time', async () => {
    const { best } = await neuralMip(plain(2), { constraints: two }).allocate(tinyInstance(2));
    expect(keepsTwo(best)).toBe(true);
  });

  it('stay kept once routed, and are refused where a joint search follows', async () => {
    const instance = tinyInstance(5);
    const decide = decideBy(facilityLocation({ constraints: two }), { method: 'mine' });
    const stop = { iterations: 20, seconds: 10 };
    const { assignment } = await solve(instance, { decide, improve: false, stop });
    expect(keepsTwo({ depotOf: assignment.map((id) => Number(id.slice(1))) })).toBe(true);
    await expect(solve(instance, { decide, stop })).rejects.toThrow(/joint search does not know your own constraints/);
  });

  it('that forbid everything, or name what is not there, end in a sentence', async () => {
    const none: Constraints = (model, { open }) => model.atMost({ columns: ['D0', 'D1', 'D2'].map(open), coefficients: [1, 1, 1] }, 0);
    const typo: Constraints = (model, { open }) => model.atLeast({ columns: [open('North')], coefficients: [1] }, 1);
    const allocate = (constraints: Constraints) => neuralMip(plain(1), { constraints }).allocate(tinyInstance(1));
    await expect(allocate(none)).rejects.toThrow(/no allocation satisfies your own constraints/);
    await expect(allocate(typo)).rejects.toThrow(/names depot 'North', which the instance does not have/);
  });

  it('may name pairs that the rules forbid', async () => {
    const instance = tinyInstance(1, { rules: { forbidden: { c0: ['D0'] } } });
    const constraints: Constraints = (model, { assigned }) =>
      model.atLeast({ columns: [assigned('c0', 'D0'), assigned('c0', 'D1')], coefficients: [1, 1] }, 1);
    const { best } = await neuralMip(plain(1), { constraints }).allocate(instance);
    expect(best.depotOf[0]).toBe(1);
  });
});
