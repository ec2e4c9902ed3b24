import { describe, expect, it } from 'vitest';
import { Random } from '../../../src/run/random.ts';
import { searchData } from '../../../src/search/data.ts';
import { scaled } from '../../scaled.ts';
import { featuredInstance } from '../featured-instance.ts';
import { randomInstance, randomRoutes } from '../random-instance.ts';
import { drawFleetInstance } from '../tiny-fleets.ts';
import { checkedEngine, runChecked } from './checked-core.ts';

describe('in a checked core', () => {
  it('every accepted move changes the price by what it says, whatever the features', async () => {
    const annealed = new Set<string>();
    for (let seed = 0; seed < scaled(60); seed++)
      for (const instance of [
        featuredInstance(seed, 8 + (seed % 30), 2 + (seed % 4), { separate: seed % 3 === 0 }),
        drawFleetInstance(seed),
      ]) {
        const run = await runChecked(instance, seed);
        if (run?.annealed) annealed.add(run.kind);
      }
    expect([...annealed].sort()).toEqual(['fleet', 'fleet, hours', 'plain', 'rules', 'rules, limits']);
  });
  it('what is stored and no longer true ends the run', async () => {
    const random = new Random(1);
    const data = searchData(randomInstance(random, { customers: 20, depots: 2 }));
    const engine = await checkedEngine(data);
    const weights = { vehicle: 1, depot: 1, rule: 1, distance: 1, time: 1 };
    engine.load(randomRoutes(random, data), new Uint8Array(data.m).fill(1), weights);
    const { memory, demand } = engine.core;
    new Float64Array(memory.buffer, demand.value, data.n)[0] *= 2;
    expect(() => engine.descend(1)).toThrow('a stored load or size says');
  });
});
