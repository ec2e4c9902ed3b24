import { describe, expect, it } from 'vitest';
import { solve } from '../../src/pipeline/solve.ts';
import { verify } from '../../src/problem/verify.ts';
import { confidenceTexts } from '../../src/report/confidence.ts';
import { Random } from '../../src/run/random.ts';
import { Evidence, mergedEvidence } from '../../src/search/evidence.ts';
import { randomInstance } from './random-instance.ts';

const set = (...bits: readonly number[]) => Uint8Array.from(bits);

describe('evidence', () => {
  it('keeps the best plan of each set, the steps spent on it, and when the last one came', () => {
    const evidence = new Evidence();
    evidence.note(set(1, 0, 1), 100, 1);
    evidence.endStep(set(1, 0, 1), 1, undefined);
    evidence.note(set(0, 1, 0), 110, 2);
    evidence.note(set(0, 1, 0), 104, 2);
    evidence.endStep(set(0, 1, 0), 2, undefined);
    evidence.note(set(1, 0, 1), 99, 3);
    evidence.note(set(1, 0, 1), 98.999, 4);
    evidence.endStep(set(1, 0, 1), 3, undefined);
    evidence.endStep(set(1, 0, 1), 4, undefined);
    expect(evidence.summary(4)).toEqual({
      iterations: 4,
      lastImprovement: 0.75,
      settled: 0,
      sets: [
        { depots: [0, 2], cost: 98.999, iterations: 3 },
        { depots: [1], cost: 104, iterations: 1 },
      ],
    });
  });

  it('settles after 300 steps and a third of all without a gain, and not while it anneals', () => {
    const evidence = new Evidence();
    evidence.note(set(1), 100, 1);
    evidence.endStep(set(1), 500, undefined);
    expect(evidence.settled).toBe(0);
    evidence.endStep(set(1), 650, 500);
    expect(evidence.settled).toBe(0.5);
    // Too small for a gain.
    evidence.note(set(1), 99.999, 700);
    evidence.endStep(set(1), 800, 500);
    expect(evidence.settled).toBe(1);
    evidence.endStep(set(1), 801, undefined);
    expect(evidence.settled).toBe(1);
    evidence.note(set(1), 99, 900);
    expect(evidence.settled).toBe(0);
    evidence.endStep(set(1), 1200, 500);
    expect(evidence.settled).toBe(0.75);
    evidence.endStep(set(1), 1350, 500);
    expect(evidence.settled).toBe(1);
  });

  it('of several islands is settled as the least settled, and improved as the best', () => {
    const one = { iterations: 10, lastImprovement: 0.2, settled: 1, sets: [{ depots: [0], cost: 9, iterations: 10 }] };
    const other = {
      iterations: 20,
      lastImprovement: 0.9,
      settled: 0.5,
      sets: [
        { depots: [1], cost: 8, iterations: 15 },
        { depots: [0], cost: 10, iterations: 5 },
      ],
    };
    expect(mergedEvidence([one, other])).toEqual({
      iterations: 30,
      lastImprovement: 0.9,
      settled: 0.5,
      sets: [
        { depots: [1], cost: 8, iterations: 15 },
        { depots: [0], cost: 9, iterations: 15 },
      ],
    });
    expect(mergedEvidence([])).toBeUndefined();
  });
});

describe('an automatic run', () => {
  it('ends when it has settled, says so, and repeats itself', async () => {
    const instance = randomInstance(new Random(2), { customers: 15, depots: 4 });
    const run = () => solve(instance, { stop: { auto: true, seconds: 60 } });
    const solution = await run();
    expect(solution.stop).toBe('settled');
    expect(solution.confidence).toMatchObject({ verdict: 'settled', iterations: solution.iterations });
    expect(solution.options?.stop).toEqual({ auto: true, seconds: 60 });
    expect((await run()).confidence).toEqual(solution.confidence);
    const [state, others = ''] = confidenceTexts(instance, solution);
    expect(state).toMatch(/^settled: the last gain came after \d+ % of the effort$/);
    expect(others).toMatch(/^other depots: /);
    for (const { openDepots, cost } of solution.confidence?.others ?? []) {
      expect(openDepots).not.toEqual(solution.openDepots);
      expect(cost).toBeGreaterThanOrEqual(solution.cost.total);
      const closed = instance.depots.filter(({ id }) => !openDepots.includes(id));
      // The plan is real: a run on these depots alone finds one as good.
      const alone = { ...instance, depots: instance.depots.map((d) => (closed.includes(d) ? { ...d, status: 'closed' as const } : d)) };
      const found = await solve(alone, { stop: { iterations: 100 } });
      expect(verify(alone, found).feasible).toBe(true);
      expect(found.cost.total).toBeLessThanOrEqual(cost + 1e-9);
    }
  });

  it('says nothing where nothing was searched, and asks for more time where the search was cut short', async () => {
    const instance = randomInstance(new Random(2), { customers: 15, depots: 4 });
    const short = await solve(instance, { stop: { iterations: 3 } });
    expect(short.confidence?.verdict).toBe('improving');
    expect(confidenceTexts(instance, short)[0]).toMatch(/let it run longer$/);
    const { confidence: _, ...bare } = short;
    expect(confidenceTexts(instance, bare)).toEqual([]);
  });
});
