import { describe, expect, it } from 'vitest';
import { createInstance } from '../../../src/problem/instance.ts';
import { Random } from '../../../src/run/random.ts';
import { Annealing } from '../../../src/search/stages/annealing.ts';
import { randomInstance } from '../random-instance.ts';
import { type BenchOptions, benchOn } from './benches.ts';

/** Depots of no limit, the first cheap to open, the last dear. */
const drawn = randomInstance(new Random(4), { customers: 20, depots: 3 });
const instance = createInstance({
  ...drawn,
  depots: drawn.depots.map((depot, d) => ({ ...depot, capacity: null, openingCost: [1, 100, 1e6][d] })),
});

async function begin(kind: 'heat' | 'final' | 'long', most: number, options: BenchOptions & { readonly end?: number } = {}) {
  const { bench, engine, data } = await benchOn(instance, { parameters: { evolution: { depotMoveShare: 0 } }, ...options });
  const from = bench.enter(bench.construct(Uint8Array.of(0, 1, 0)));
  engine.loaded.length = 0;
  return { bench, engine, data, from, annealing: new Annealing(bench, from, { kind, end: options.end ?? 1, most }) };
}

describe('an annealing', () => {
  it('cools from hot to cold in as many iterations as it is given', async () => {
    const { bench, engine, from, annealing } = await begin('final', 1000);
    const { hot, cold } = bench.parameters.annealing.final;
    let best = annealing.step();
    while (!best) best = annealing.step();
    expect(engine.parts.reduce((sum, { iterations }) => sum + iterations, 0)).toBe(1000);
    expect(engine.parts[0].hot).toBe(hot);
    expect(engine.parts.at(-1)?.cold).toBeCloseTo(cold, 9);
    for (const [k, part] of engine.parts.entries()) {
      expect(part.cold).toBeLessThan(part.hot);
      if (k > 0) expect(part.hot).toBeCloseTo(engine.parts[k - 1].cold, 9);
    }
    expect(best.feasible).toBe(true);
    expect(best.cost).toBeLessThanOrEqual(from.cost);
  });

  it('ends with its share of the budget, however many iterations are left', async () => {
    let spent = 0;
    const { annealing, engine } = await begin('final', 1e6, { spent: () => spent, end: 0.3 });
    expect(annealing.step()).toBeUndefined();
    spent = 0.3;
    expect(annealing.step()).toBeDefined();
    expect(engine.parts).toHaveLength(2);
  });

  it('has the bench while it lasts, and leaves its best there', async () => {
    const { bench, annealing } = await begin('long', 200);
    expect(bench.annealing).toBe(annealing);
    bench.iterations = 7;
    let best = annealing.step();
    while (!best) best = annealing.step();
    expect(bench.annealing).toBeUndefined();
    expect(bench.annealedAt).toBe(7);
    expect(bench.best?.cost).toBeLessThanOrEqual(best.cost + 1e-9);
    expect(bench.population.members).toContain(best);
  });

  it('keeps to its depots in a heat, and may open cheap ones otherwise', async () => {
    expect((await begin('heat', 100)).engine.loaded).toEqual(['010']);
    expect((await begin('long', 100)).engine.loaded).toEqual(['110']);
    expect((await begin('final', 100)).engine.loaded).toEqual(['110']);
  });
});
