import { describe, expect, it } from 'vitest';
import { timelyAllocator } from '../../src/allocation/timely.ts';
import type { MipSolver } from '../../src/mip/solver.ts';
import { tinyInstance, wild } from './tiny.ts';

/** Counts how often it is asked, and never finds anything. */
function witness(): MipSolver & { asked: number } {
  const solver = {
    name: 'witness',
    asked: 0,
    async solve() {
      solver.asked++;
      return {
        status: 'no-solution',
        bound: Number.NEGATIVE_INFINITY,
        solver: { name: 'witness', version: '1' },
        seconds: 0,
        stop: 'time',
        notes: [],
      } as const;
    },
  };
  return solver;
}

describe('the timely allocator', () => {
  const instance = tinyInstance(3, { customers: 16, depots: 6 });

  it.each([
    ['any amount', {}, 0],
    ['half a second', { seconds: 0.5 }, 0],
    ['three seconds', { seconds: 3 }, 1],
  ])('%s of time: the MIP solver is asked only where there is enough', async (_, stop, asked) => {
    const solver = witness();
    const { best, mip } = await timelyAllocator(wild(6), { solver }).allocate(instance, { stop, gap: 0 });
    expect(best.depotOf.every((d) => best.open[d] === 1)).toBe(true);
    expect(mip.gap).toBeGreaterThan(1e-6);
    expect(solver.asked).toBe(asked);
  });
});
