/** The context of customers: worked out by hand on a line, and by brute force on random places. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Random } from '../../src/run/random.ts';
import { type ContextFeature, contextFeatures, contextWidth, Neighbourhood } from '../../src/surrogate/context.ts';
import { scaled } from '../scaled.ts';

const columnsOf = (context: Float64Array, feature: ContextFeature) =>
  Array.from({ length: context.length / contextWidth }, (_, i) => context[i * contextWidth + contextFeatures.indexOf(feature)]);

describe('the context of a customer', () => {
  it('is worked out by hand for three on a line', () => {
    const seen = new Neighbourhood(Float64Array.of(0, 1, 3), Float64Array.of(0, 0, 0), Float64Array.of(1, 8, 2)).seenFrom(-2, 0);
    expect(columnsOf(seen, 'nearest1')).toEqual([1, 1, 2]);
    expect(columnsOf(seen, 'nearest2')).toEqual([2, 1.5, 2.5]);
    // There are no more than two others.
    expect(columnsOf(seen, 'nearest16')).toEqual([2, 1.5, 2.5]);
    // From the depot they are 2, 3 and 5 away.
    expect(columnsOf(seen, 'reach2')).toEqual([2.5, 2.5, 2.5]);
    // The first is 2 from the depot, the second 1 from the first, the third 2 from the second.
    expect(columnsOf(seen, 'inward1')).toEqual([2, 1, 2]);
    expect(columnsOf(seen, 'inward2')).toEqual([2, 1, 2.5]);
    expect(columnsOf(seen, 'innerCount')).toEqual([0, Math.log10(2), Math.log10(3)]);
    expect(columnsOf(seen, 'innerLoad')).toEqual([0, Math.log10(2), 1]);
    expect(columnsOf(seen, 'sectorLoad')).toEqual([0, Math.log10(2), 1]);
  });

  it('of a customer alone is the way to the depot', () => {
    const seen = new Neighbourhood(Float64Array.of(3), Float64Array.of(4), Float64Array.of(1)).seenFrom(0, 0);
    expect(contextFeatures.map((_, c) => seen[c])).toEqual([0, 0, 0, 0, 0, 5, 5, 5, 5, 5, 5, 5, 5, 0, 0, 0]);
  });

  it('of some customers is that of all, row by row', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), (seed) => {
        const random = new Random(seed);
        const [x, y, load] = [100, 100, 1].map((scale) => Float64Array.from({ length: 40 }, () => scale * random.float()));
        const neighbourhood = new Neighbourhood(x, y, load);
        const all = neighbourhood.seenFrom(50, 50);
        const some = Array.from(x.keys()).filter(() => random.int(3) === 0);
        const rows = some.flatMap((i) => Array.from(all.subarray(i * contextWidth, (i + 1) * contextWidth)));
        expect(Array.from(neighbourhood.seenFrom(50, 50, some))).toEqual(rows);
      }),
      { numRuns: scaled(30) },
    );
  });

  it('of customers in one place is no distance', () => {
    const seen = new Neighbourhood(new Float64Array(30).fill(2), new Float64Array(30).fill(2), new Float64Array(30)).seenFrom(2, 3);
    expect(columnsOf(seen, 'nearest16')).toEqual(new Array(30).fill(0));
    expect(columnsOf(seen, 'inward1')).toEqual(new Array(30).fill(1));
  });

  it('counts the load on its own side of the depot', () => {
    // At distances 1, 2, 3, 4 from the depot, in directions of 0°, 90°, 30° and 100°.
    const [x, y] = [Float64Array.of(1, 0, 2.6, -0.7), Float64Array.of(0, 2, 1.5, 3.94)];
    const seen = new Neighbourhood(x, y, Float64Array.of(0.5, 0.25, 1, 1)).seenFrom(0, 0);
    expect(columnsOf(seen, 'sectorLoad')).toEqual([0, 0, Math.log10(1.5), Math.log10(1.25)]);
    expect(columnsOf(seen, 'innerLoad')).toEqual([0, Math.log10(1.5), Math.log10(1.75), Math.log10(2.75)]);
  });

  it('agrees with brute force', () => {
    const coordinate = fc.double({ min: -50, max: 50, noNaN: true });
    const places = fc.array(fc.tuple(coordinate, coordinate), { minLength: 2, maxLength: 60 });
    fc.assert(
      fc.property(places, fc.tuple(coordinate, coordinate), (all, depot) => {
        const far = ([ax, ay]: readonly [number, number], [bx, by]: readonly [number, number]) => Math.hypot(ax - bx, ay - by);
        const x = Float64Array.from(all, ([value]) => value);
        const seen = new Neighbourhood(
          x,
          Float64Array.from(all, ([, value]) => value),
          x,
        ).seenFrom(...depot);
        const [nearest4, inward1] = [columnsOf(seen, 'nearest4'), columnsOf(seen, 'inward1')];
        all.forEach((own, i) => {
          const others = all.filter((_, j) => j !== i);
          const crowd = others.map((other) => far(own, other)).sort((a, b) => a - b);
          const mean = crowd.slice(0, 4).reduce((a, b) => a + b, 0) / Math.min(4, crowd.length);
          expect(nearest4[i]).toBeCloseTo(mean, 9);
          const inside = others.filter((other) => far(other, depot) < far(own, depot)).map((other) => far(own, other));
          expect(inward1[i]).toBeCloseTo(Math.min(far(own, depot), ...inside), 9);
        });
      }),
      { numRuns: scaled(60) },
    );
  });

  it('finds the same neighbours as a look at all pairs, ties by number', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 2, max: 60 }), (seed, n) => {
        const random = new Random(seed);
        // On a coarse grid, so that many are as near as each other.
        const [x, y] = [0, 1].map(() => Float64Array.from({ length: n }, () => random.int(8)));
        const load = new Float64Array(n).fill(0.1);
        const straight = new Neighbourhood(x, y, load);
        const byWays = new Neighbourhood(x, y, load, (i, j) => Math.sqrt((x[i] - x[j]) ** 2 + (y[i] - y[j]) ** 2));
        const [a, b] = [straight, byWays].map((neighbourhood) => neighbourhood.seenFrom(3, 3));
        a.forEach((value, k) => {
          expect(value).toBeCloseTo(b[k], 9);
        });
      }),
      { numRuns: scaled(50) },
    );
  });
});
