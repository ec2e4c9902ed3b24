import { describe, expect, it } from 'vitest';
import { createInstance } from '../../src/problem/instance.ts';
import { Random } from '../../src/run/random.ts';
import { anneal, annealBest } from '../../src/search/annealing.ts';
import { randomInstance } from './random-instance.ts';
import { type StateOptions, stateOn } from './states.ts';

/** Depots of no limit, the first cheap to open, the last dear. */
const drawn = randomInstance(new Random(4), { customers: 20, depots: 3 });
const instance = createInstance({
  ...drawn,
  depots: drawn.depots.map((depot, d) => ({ ...depot, capacity: null, openingCost: [1, 100, 1e6][d] })),
});

async function begin(kind: 'heat' | 'final' | 'long', most: number, options: StateOptions & { readonly end?: number } = {}) {
  const { state, engine, data } = await stateOn(instance, { parameters: { evolution: { depotMoveShare: 0 } }, ...options });
  const from = state.improve(state.construct(Uint8Array.of(0, 1, 0)));
  engine.loaded.length = 0;
  const annealing = anneal(state, from, { kind, end: options.end ?? 1, most });
  annealing.next();
  return { state, engine, data, from, annealing };
}

function toEnd<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

describe('an annealing', () => {
  it('cools from hot to cold in as many iterations as it is given', async () => {
    const { state, engine, from, annealing } = await begin('final', 1000);
    const { hot, cold } = state.parameters.annealing.final;
    const best = toEnd(annealing);
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
    expect(annealing.next().done).toBe(false);
    spent = 0.3;
    expect(annealing.next().done).toBe(true);
    expect(engine.parts).toHaveLength(2);
  });

  it('has the engine while it lasts, and leaves its best in the population', async () => {
    const { state, annealing } = await begin('long', 200);
    expect(state.isAnnealing).toBe(true);
    state.iterations = 7;
    const best = toEnd(annealing);
    expect(state.isAnnealing).toBe(false);
    expect(state.annealedAt).toBe(7);
    expect(state.best?.cost).toBeLessThanOrEqual(best.cost + 1e-9);
    expect(state.population.members).toContain(best);
  });

  it('keeps to its depots in a heat, and may open cheap ones otherwise', async () => {
    expect((await begin('heat', 100)).engine.loaded).toEqual(['010']);
    expect((await begin('long', 100)).engine.loaded).toEqual(['110']);
    expect((await begin('final', 100)).engine.loaded).toEqual(['110']);
  });
});

const few = randomInstance(new Random(4), { customers: 12, depots: 3 });
const smaller = createInstance({ ...few, depots: few.depots.map((depot) => ({ ...depot, capacity: null })) });

/** The first temperatures of its annealings (a final begins at 0.3, a long one at 1), and its best. */
async function run(finalists: number, spentAfterFirstPart = 0) {
  const { state, engine } = await stateOn(smaller, {
    parameters: { annealing: { iterationsPerCustomer: 5 } },
    spent: () => (engine.parts.length > 0 ? spentAfterFirstPart : 0),
  });
  const sets = [Uint8Array.of(1, 0, 0), Uint8Array.of(0, 1, 0), Uint8Array.of(0, 0, 1)];
  const plans = sets.map((open) => state.improve(state.construct(open)));
  toEnd(annealBest(state, plans.slice(0, finalists), plans[0]));
  return { annealings: engine.annealings, best: state.best?.cost ?? Number.POSITIVE_INFINITY, plans };
}

describe('annealings after the race', () => {
  it('are one of every finalist, then two of the best of them', async () => {
    expect((await run(3)).annealings).toEqual([0.3, 0.3, 0.3, 1, 1]);
  });

  it('begin with the winner where there is nothing to decide', async () => {
    expect((await run(0)).annealings).toEqual([1, 1]);
  });

  it('are one where the first took most of the time', async () => {
    expect((await run(0, 0.5)).annealings).toEqual([1]);
  });

  it('lose nothing', async () => {
    const { best, plans } = await run(3);
    for (const { cost, feasible } of plans) if (feasible) expect(best).toBeLessThanOrEqual(cost);
  });
});
