import { describe, expect, it } from 'vitest';
import { createInstance } from '../../../src/problem/instance.ts';
import { Random } from '../../../src/run/random.ts';
import { Champions } from '../../../src/search/stages/champions.ts';
import type { Stage } from '../../../src/search/stages/stage.ts';
import { randomInstance } from '../random-instance.ts';
import { benchOn } from './benches.ts';

const drawn = randomInstance(new Random(4), { customers: 12, depots: 3 });
const instance = createInstance({ ...drawn, depots: drawn.depots.map((depot) => ({ ...depot, capacity: null })) });
const after: Stage = { step: () => after };

/** Runs the stage to its end; the first temperatures of its annealings (a final begins at 0.3, a long one at 1), and its best. */
async function run(finalists: number, spentAfterFirstPart = 0) {
  const { bench, engine } = await benchOn(instance, {
    parameters: { annealing: { iterationsPerCustomer: 5 } },
    spent: () => (engine.parts.length > 0 ? spentAfterFirstPart : 0),
  });
  const sets = [Uint8Array.of(1, 0, 0), Uint8Array.of(0, 1, 0), Uint8Array.of(0, 0, 1)];
  const plans = sets.map((open) => bench.enter(bench.construct(open)));
  const champions = new Champions(bench, plans.slice(0, finalists), plans[0], after);
  for (let stage: Stage = champions; stage !== after; stage = stage.step());
  return { annealings: engine.annealings, best: bench.best?.cost ?? Number.POSITIVE_INFINITY, plans };
}

describe('champions', () => {
  it('anneal every finalist, then the best of them twice', async () => {
    expect((await run(3)).annealings).toEqual([0.3, 0.3, 0.3, 1, 1]);
  });

  it('anneal the champion at once where there is nothing to decide', async () => {
    expect((await run(0)).annealings).toEqual([1, 1]);
  });

  it('do without the second long annealing where the first took most of the time', async () => {
    expect((await run(0, 0.5)).annealings).toEqual([1]);
  });

  it('lose nothing', async () => {
    const { best, plans } = await run(3);
    for (const { cost, feasible } of plans) if (feasible) expect(best).toBeLessThanOrEqual(cost);
  });
});
