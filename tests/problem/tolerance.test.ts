import { describe, expect, it } from 'vitest';
import { createInstance } from '../../src/problem/instance.ts';
import { agrees, exceeds, withHalfNoise, withNoise } from '../../src/problem/tolerance.ts';
import { verify } from '../../src/problem/verify.ts';

describe('the tolerance', () => {
  it.each([1e-10, 1, 1e10])('is a billionth of a limit of %d', (limit) => {
    expect(exceeds(limit * (1 + 0.9e-9), limit)).toBe(false);
    expect(exceeds(limit * (1 + 1.1e-9), limit)).toBe(true);
    expect(withHalfNoise(limit)).toBeGreaterThan(limit);
    expect(withHalfNoise(limit)).toBeLessThan(withNoise(limit));
    expect(agrees(limit, limit * (1 + 0.9e-9))).toBe(true);
    expect(agrees(limit, limit * (1 + 1.1e-9))).toBe(false);
  });

  it('lets nothing pass a limit of nothing', () => {
    expect(exceeds(0, 0)).toBe(false);
    expect(exceeds(1e-300, 0)).toBe(true);
  });

  it.each([1e-10, 1, 1e9])('is the verifier’s, for vehicles and depots of %d', (capacity) => {
    const violations = (load: number) =>
      verify(
        createInstance({
          name: 'unit',
          depots: [{ id: 'd', x: 0, y: 0, capacity: 2 * capacity }],
          customers: ['a', 'b', 'c'].map((id) => ({ id, x: 1, y: 0, demand: load / 3 })),
          vehicleCapacity: capacity,
        }),
        { routes: [{ depot: 'd', stops: ['a', 'b', 'c'] }] },
      ).violations.map(({ kind }) => kind);
    expect(violations(capacity)).toEqual([]);
    expect(violations(1.000_001 * capacity)).toEqual(['over-vehicle-capacity']);
    expect(violations(3 * capacity)).toEqual(['over-vehicle-capacity', 'over-depot-capacity']);
  });
});
