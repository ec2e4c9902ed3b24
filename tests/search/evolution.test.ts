import { describe, expect, it } from 'vitest';
import { Random } from '../../src/run/random.ts';
import { evolve } from '../../src/search/evolution.ts';
import { randomInstance, stopsOf } from './random-instance.ts';
import { type StateOptions, stateOn } from './states.ts';

/** A population of constructions, and the evolution that breeds from it. */
async function begin(customers: number, options: StateOptions = {}, kind: { readonly ruled?: boolean } = {}) {
  const instance = randomInstance(new Random(6), { customers, depots: 3, ...kind });
  const { state, data, engine } = await stateOn(instance, options);
  for (let k = 0; k < 6; k++) state.improve(state.construct(new Uint8Array(3).fill(1)));
  state.race.over = true;
  const evolution = evolve(state);
  evolution.next();
  return { state, data, engine, evolution };
}

describe('evolution', () => {
  it.each([{ ruled: false }, { ruled: true }])('breeds whole plans, never loses the best, and goes on: %o', async (kind) => {
    const { state, data, evolution } = await begin(25, {}, kind);
    const everybody = Array.from({ length: data.n }, (_, i) => i);
    for (let k = 0, least = Number.POSITIVE_INFINITY; k < 60; k++) {
      state.iterations++;
      expect(evolution.next().done).toBe(false);
      const { best } = state;
      if (best) {
        expect(best.feasible).toBe(true);
        expect(best.cost).toBeLessThanOrEqual(least);
        least = best.cost;
      }
    }
    for (const { routes } of state.population.members) expect(stopsOf(data, routes).sort((a, b) => a - b)).toEqual(everybody);
  });

  it('improves on what it was given', async () => {
    const { state, evolution } = await begin(60);
    const before = state.best?.cost ?? Number.POSITIVE_INFINITY;
    for (let k = 0; k < 80; k++) evolution.next();
    expect(state.best?.cost).toBeLessThan(before);
  });

  it('refines the best only, where that is all that it is to do', async () => {
    const { state, engine, evolution } = await begin(15, { parameters: { evolution: { refineShare: 1, depotMoveShare: 0 } } });
    engine.loaded.length = 0;
    for (let k = 0; k < 10; k++) {
      const from = state.best?.open.join('');
      evolution.next();
      expect(engine.loaded.at(-1)).toBe(from);
    }
    expect(engine.loaded).toHaveLength(10);
  });

  it('starts afresh where parents are alike', async () => {
    const { state, engine, evolution } = await begin(15, {
      depotSets: [Uint8Array.of(0, 1, 0)],
      parameters: { evolution: { refineShare: 0, depotMoveShare: 0 } },
    });
    const [parent] = state.population.members;
    state.population.clear();
    state.population.add(parent, state.penalties.current);
    engine.loaded.length = 0;
    evolution.next();
    // On one of the sets to race, not on the parents' depots.
    expect(engine.loaded[0]).toBe('010');
  });
});
