import { describe, expect, it } from 'vitest';
import { Random } from '../../../src/run/random.ts';
import { Evolution } from '../../../src/search/stages/evolution.ts';
import { randomInstance } from '../random-instance.ts';
import { type BenchOptions, benchOn } from './benches.ts';

/** A population of constructions, and the stage that breeds from it. */
async function begin(customers: number, options: BenchOptions = {}, kind: { readonly ruled?: boolean } = {}) {
  const instance = randomInstance(new Random(6), { customers, depots: 3, ...kind });
  const { bench, data, engine } = await benchOn(instance, options);
  for (let k = 0; k < 6; k++) bench.enter(bench.construct(new Uint8Array(3).fill(1)));
  bench.race.over = true;
  return { bench, data, engine, evolution: new Evolution(bench) };
}

describe('evolution', () => {
  it.each([{ ruled: false }, { ruled: true }])('breeds whole plans, never loses the best, and goes on: %o', async (kind) => {
    const { bench, data, evolution } = await begin(25, {}, kind);
    const everybody = Array.from({ length: data.n }, (_, i) => i);
    for (let k = 0, least = Number.POSITIVE_INFINITY; k < 60; k++) {
      bench.iterations++;
      expect(evolution.step()).toBe(evolution);
      const { best } = bench;
      if (best) {
        expect(best.feasible).toBe(true);
        expect(best.cost).toBeLessThanOrEqual(least);
        least = best.cost;
      }
    }
    for (const { tour } of bench.population.members) expect([...tour].sort((a, b) => a - b)).toEqual(everybody);
  });

  it('improves on what it was given', async () => {
    const { bench, evolution } = await begin(60);
    const before = bench.best?.cost ?? Number.POSITIVE_INFINITY;
    for (let k = 0; k < 80; k++) evolution.step();
    expect(bench.best?.cost).toBeLessThan(before);
  });

  it('refines the best only, where that is all that it is to do', async () => {
    const { bench, engine, evolution } = await begin(15, { parameters: { evolution: { refineShare: 1, depotMoveShare: 0 } } });
    engine.loaded.length = 0;
    for (let k = 0; k < 10; k++) {
      const from = bench.best?.open.join('');
      evolution.step();
      expect(engine.loaded.at(-1)).toBe(from);
    }
    expect(engine.loaded).toHaveLength(10);
  });

  it('starts afresh where parents are alike', async () => {
    const { bench, engine, evolution } = await begin(15, {
      depotSets: [Uint8Array.of(0, 1, 0)],
      parameters: { evolution: { refineShare: 0, depotMoveShare: 0 } },
    });
    const [parent] = bench.population.members;
    bench.population.clear();
    bench.population.add(parent, bench.penalties.current);
    engine.loaded.length = 0;
    evolution.step();
    // On one of the sets to race, not on the parents' depots.
    expect(engine.loaded[0]).toBe('010');
  });
});
