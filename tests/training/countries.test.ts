import { describe, expect, it } from 'vitest';
import { Random } from '../../src/run/random.ts';
import { countrySets, drawCountry } from '../../src/training/countries.ts';
import { collectSets } from '../../src/training/dataset.ts';

const drawOne = (seed: number, index: number) => drawCountry(new Random(seed).split(index));

const distances = (index: number) => {
  const { customers, depots, assignment } = drawOne(3, index);
  return Array.from(assignment, (d, i) => Math.hypot(customers.x[i] - depots[d].x, customers.y[i] - depots[d].y)).sort((a, b) => a - b);
};

describe('countries', () => {
  it('depend on seed and number alone', () => {
    expect(drawOne(3, 5)).toEqual(drawOne(3, 5));
    expect(drawOne(3, 5).customers.x).not.toEqual(drawOne(4, 5).customers.x);
  });

  it('have a few customers far beyond the others, and loads that fit a vehicle', () => {
    const stretched = Array.from({ length: 30 }, (_, k) => distances(k)).filter(
      (sorted) => sorted[sorted.length - 1] > 10 * sorted[sorted.length >> 1],
    );
    expect(stretched.length).toBeGreaterThan(5);
    for (let k = 0; k < 30; k++) {
      const { demand, vehicleCapacity } = drawOne(3, k);
      expect(Math.min(...demand)).toBeGreaterThan(0);
      expect(Math.max(...demand)).toBeLessThanOrEqual(vehicleCapacity);
    }
  });

  it('give cells of a data set', () => {
    const { count, sources } = collectSets(countrySets(3), 20, 'countries', 3);
    expect(count).toBe(20);
    expect(sources).toEqual([{ kind: 'countries', seed: 3, first: 0, sets: 20, labels: null }]);
  });
});
