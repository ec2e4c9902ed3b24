import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arcsine, cosine, sine } from '../../src/problem/trigonometry.ts';
import { scaled } from '../scaled.ts';

/** A few units in the last place of numbers below 2. */
const few = 4 * Number.EPSILON;

describe('trigonometry', () => {
  it('agrees with Math to the last places', () => {
    fc.assert(
      fc.property(fc.double({ min: -Math.PI, max: Math.PI, noNaN: true }), (x) => {
        expect(Math.abs(sine(x) - Math.sin(x))).toBeLessThanOrEqual(few * Math.min(1, Math.abs(x) + 1e-300));
        expect(Math.abs(cosine(x) - Math.cos(x))).toBeLessThanOrEqual(few);
      }),
      { numRuns: scaled(3000) },
    );
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (x) => {
        expect(Math.abs(arcsine(x) - Math.asin(x))).toBeLessThanOrEqual(few * (x + 1e-300));
      }),
      { numRuns: scaled(3000) },
    );
  });

  it('knows the values that are known', () => {
    expect([sine(0), cosine(0), arcsine(0)]).toEqual([0, 1, 0]);
    expect(arcsine(1)).toBe(Math.PI / 2);
    expect(sine(Math.PI / 6)).toBeCloseTo(0.5, 15);
    expect(cosine(Math.PI)).toBe(-1);
    expect(sine(-Math.PI / 2)).toBe(-1);
  });

  it('gives these very bits on every machine', () => {
    const bits = (value: number) => new BigUint64Array(Float64Array.of(value).buffer)[0].toString(16);
    let sum = 0n;
    for (let k = 1; k <= 2000; k++) {
      const x = (k * 2654435761) % 4294967296;
      for (const value of [sine((x / 4294967296) * 3), cosine((x / 4294967296) * 3), arcsine(x / 4294967296)])
        sum = (31n * sum + BigInt(`0x${bits(value)}`)) & 0xffff_ffff_ffff_ffffn;
    }
    expect(sum.toString(16)).toBe('bccae30d76af76dd');
  });
});
