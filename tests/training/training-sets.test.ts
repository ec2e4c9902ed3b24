import { describe, expect, it } from 'vitest';
import { cellSets } from '../../src/training/cells.ts';
import { collectSets, toSamples } from '../../src/training/dataset.ts';
import { holdBack } from '../../src/training/training-sets.ts';

const dataset = collectSets(cellSets(1), 200, 'cells', 1);
const ones = new Float64Array(200).fill(1);
const samples = toSamples({ ...dataset, travel: ones, routes: ones, cost: ones });

describe('holding back', () => {
  it('keeps the cells of one instance together', () => {
    const { training, held } = holdBack(samples, 0.2, 1);
    expect(training.count + held.count).toBe(200);
    expect(held.count / 200).toBeCloseTo(0.2, 1);
    const trained = new Set(training.group);
    expect([...held.group].some((group) => trained.has(group))).toBe(false);
  });

  it('depends on the seed', () => {
    expect([...holdBack(samples, 0.2, 1).held.group]).toEqual([...holdBack(samples, 0.2, 1).held.group]);
    expect([...holdBack(samples, 0.2, 1).held.group]).not.toEqual([...holdBack(samples, 0.2, 2).held.group]);
  });

  it('refuses to leave a side empty', () => {
    expect(() => holdBack(samples, 0.0001, 1)).toThrow(/too few to hold back/);
    expect(() => holdBack(samples, 1, 1)).toThrow(/too few to hold back/);
  });
});
