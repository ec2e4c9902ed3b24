import { describe, expect, it } from 'vitest';
import { featuredInstance } from '../featured-instance.ts';
import { drawFleetInstance } from '../tiny-fleets.ts';
import { runChecked } from './checked-core.ts';

describe('in a checked core', () => {
  it('every accepted move changes the price by what it says, whatever the features', async () => {
    const annealed = new Map<string, number>();
    for (let seed = 0; seed < 60; seed++)
      for (const instance of [featuredInstance(seed, 8 + (seed % 30), 2 + (seed % 4)), drawFleetInstance(seed)]) {
        const run = await runChecked(instance, seed);
        if (run?.annealed) annealed.set(run.build, (annealed.get(run.build) ?? 0) + 1);
      }
    expect([...annealed.keys()].sort()).toEqual(['wide-fleet', 'wide-hours', 'wide-limits', 'wide-plain', 'wide-rules']);
  });
});
