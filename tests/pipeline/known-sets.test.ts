import { describe, expect, it } from 'vitest';
import {
  answersFrom,
  bandOf,
  differenceBand,
  type KnownSet,
  questionsOf,
  seenErrors,
  type WeighedSet,
} from '../../src/pipeline/known-sets.ts';
import { createInstance, type Instance } from '../../src/problem/instance.ts';
import { modelOf } from '../../src/problem/model.ts';
import { routingHash } from '../../src/problem/unbound.ts';
import { tinyInstance } from '../allocation/tiny.ts';

const changed = (instance: Instance, change: Partial<Instance>) => createInstance({ ...instance, ...change });
const instance = tinyInstance(7, { depots: 4, customers: 5 });
const set = (open: string, routing?: number, predicted?: readonly number[]): KnownSet => ({
  open: Uint8Array.from(open, Number),
  ...(routing !== undefined && { solved: { routing, routes: [] } }),
  ...(predicted && { predicted: Float64Array.from(predicted) }),
});

describe('what if', () => {
  it('each set answers the questions that locks, counts and the budget let it answer', () => {
    const { depots, rules } = instance;
    const open = Uint8Array.from([1, 1, 1, 1]);
    const asked = (terms: Instance) => questionsOf(open, modelOf(terms).depotRules);
    const lock = (d: number, status: 'open' | 'closed', terms = instance) =>
      changed(terms, { depots: terms.depots.map((depot, k) => (k === d ? { ...depot, status } : depot)) });
    const sites = ['open 0', 'open 1', 'open 2', 'open 3'];
    expect(asked(instance)).toEqual(['best', 'count 4', ...sites]);
    expect(asked(lock(0, 'open'))).toEqual(['best', 'count 4', ...sites]);
    expect(asked(lock(0, 'closed'))).toEqual(['open 0']);
    expect(asked(lock(1, 'closed', lock(0, 'closed')))).toEqual([]);
    expect(asked(changed(instance, { rules: { ...rules, maxOpen: 3 } }))).toEqual(['count 4']);
    expect(asked(changed(instance, { rules: { ...rules, oneOf: [[depots[0].id, depots[1].id]] } }))).toEqual([]);
    const opening = depots.reduce((sum, { openingCost }) => sum + openingCost, 0);
    expect(asked(changed(instance, { rules: { ...rules, openingBudget: opening - 1 } }))).toEqual([]);
    expect(asked(changed(instance, { rules: { ...rules, openingBudget: opening } })).length).toBe(6);
  });

  it('plans answer, and predictions only where there is no plan', () => {
    const sets = [
      set('1111', 900, [200, 200, 200, 200]),
      set('1110', undefined, [300, 300, 300, 0]),
      set('0111', undefined, [0, 300, 300, 310]),
    ];
    const { byCount, sites, best, errors } = answersFrom(sets, instance);
    expect(errors).toEqual({ bias: 900 / 800, level: undefined, difference: undefined });
    expect(byCount.map(({ count, isPredicted }) => [count, isPredicted])).toEqual([
      [3, true],
      [4, false],
    ]);
    expect(best?.set).toBe(sets[0]);
    // The bias of what is solved is taken from what is not.
    const opening = instance.depots.reduce((sum, { openingCost }, d) => sum + (d < 3 ? openingCost : 0), 0);
    expect(byCount[0].total).toBeCloseTo(opening + (900 / 800) * 900, 6);
    // Like with like: no difference of a plan and a prediction.
    expect([sites[0].open?.isPredicted, sites[0].closed?.isPredicted]).toEqual([true, true]);
    expect(sites[1]).toMatchObject({ open: { set: sets[0] }, closed: undefined });
  });

  it('shares what sets cost between instances that differ in opening costs, locks, counts and budget alone', () => {
    const { depots, rules } = instance;
    const hash = routingHash(instance);
    expect(routingHash(changed(instance, { depots: depots.map((d) => ({ ...d, openingCost: 1, status: 'open' })) }))).toBe(hash);
    expect(routingHash(changed(instance, { rules: { ...rules, minOpen: 2, maxOpen: 3, openingBudget: 9999 } }))).toBe(hash);
    expect(routingHash(changed(instance, { depots: depots.map((d) => ({ ...d, capacity: 1000 })) }))).not.toBe(hash);
    expect(routingHash(changed(instance, { rules: { ...rules, together: [['c0', 'c1']] } }))).not.toBe(hash);
    expect(routingHash(changed(instance, { rules: { ...rules, incompatible: [[['c0'], ['c1']]] } }))).not.toBe(hash);
    expect(routingHash(changed(instance, { vehicleCost: 1 }))).not.toBe(hash);
  });
});

describe('bands', () => {
  /** Plans that cost a fifth more than predicted, give or take a hundredth. */
  const solved = Array.from({ length: 12 }, (_, k) => set('11', (1.2 + 0.01 * ((k % 5) - 2)) * (100 + 10 * k), [60, 40 + 10 * k]));
  const weighed = (of: KnownSet): WeighedSet => ({ set: of, total: 0, opening: 0, isPredicted: !of.solved });

  it('come from the plans of the document: the common bias is removed, and what two sets share drops out of their difference', () => {
    const errors = seenErrors(solved);
    expect(errors.bias).toBeCloseTo(1.195, 2);
    expect(errors.level).toBeCloseTo(0.025, 2);
    const [one, other] = [set('11', undefined, [60, 100]), set('11', undefined, [60, 120])];
    // In the middle of the plans bands are as narrow as they get; they widen away from it.
    expect(bandOf(weighed(one), errors)).toBeCloseTo(160 * 1.2 * (errors.level ?? 0) * Math.sqrt(1 + 1 / 12), 0);
    const far = weighed(set('11', undefined, [60, 300]));
    expect(bandOf(far, errors)).toBeGreaterThan(1.3 * (360 / 160) * Number(bandOf(weighed(one), errors)));
    const [narrow, wide] = [weighed(one), far].map((of) => differenceBand(of, weighed(other), errors) ?? 0);
    expect(narrow).toBeCloseTo((errors.difference ?? 0) * errors.bias * Math.hypot(100, 120) * Math.sqrt(1 + 1 / 12 + 0.018), 0);
    expect(wide).toBeGreaterThan((errors.difference ?? 0) * errors.bias * Math.hypot(300, 120));
    expect(differenceBand(weighed(one), weighed(one), errors)).toBe(0);
  });

  it('follow a trend, as sets that are predicted low are solved first', () => {
    const trending = Array.from({ length: 12 }, (_, k) => set('11', 120 + 2 * k, [60, 40 + 10 * k]));
    const opened = answersFrom([...trending, set('10', undefined, [300, 0])], { ...instance, depots: instance.depots.slice(0, 2) });
    expect(opened.errors.trend?.slope).toBeLessThan(-0.3);
    expect(opened.errors.trend?.slope).toBeGreaterThanOrEqual(-1);
  });

  it('are not shown where too few plans tell, and plans have none', () => {
    const errors = seenErrors(solved.slice(0, 8));
    expect([errors.level, errors.difference]).toEqual([undefined, undefined]);
    expect(bandOf(weighed(set('11', undefined, [60, 100])), errors)).toBeUndefined();
    expect(bandOf(weighed(solved[0]), errors)).toBe(0);
  });

  it('hold nine of ten further plans', () => {
    let random = 1;
    const noise = () => {
      random = (random * 16807) % 2147483647;
      return random / 2147483647 - 0.5;
    };
    let held = 0;
    for (let trial = 0; trial < 300; trial++) {
      const bias = 1 + noise();
      const draw = () => set('1', bias * (1 + 0.1 * noise()) * 100, [100]);
      const errors = seenErrors(Array.from({ length: 15 }, draw));
      const { solved: truth, ...unsolved } = draw();
      held += Number(Math.abs((truth?.routing ?? 0) - errors.bias * 100) <= (bandOf(weighed(unsolved), errors) ?? 0));
    }
    expect(held / 300).toBeGreaterThan(0.85);
    expect(held / 300).toBeLessThan(0.98);
  });
});
