import { describe, expect, it } from 'vitest';
import { country, countrySets } from '../../src/training/countries.ts';
import { collectSets } from '../../src/training/dataset.ts';

const distances = (index: number) => {
  const { customers, depots, assignment } = country(3, index);
  return Array.from(assignment, (d, i) => Math.hypot(customers.x[i] - depots[d].x, customers.y[i] - depots[d].y)).sort((a, b) => a - b);
};

describe('countries', () => {
  it('depend on seed and number alone', () => {
    expect(country(3, 5)).toEqual(country(3, 5));
    expect(country(3, 5).customers.x).not.toEqual(country(4, 5).customers.x);
  });

  it('have a few customers far beyond the others, and loads that fit a vehicle', () => {
    const stretched = Array.from({ length: 30 }, (_, k) => distances(k)).filter(
      (sorted) => sorted[sorted.length - 1] > 10 * sorted[sorted.length >> 1],
    );
    expect(stretched.length).toBeGreaterThan(5);
    for (let k = 0; k < 30; k++) {
      const { demand, vehicleCapacity } = country(3, k);
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
