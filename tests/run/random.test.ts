import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Random } from '../../src/run/random.ts';

const first = (random: Random, count: number) => Array.from({ length: count }, () => random.uint32());

/** xoshiro128** as its authors publish it, on BigInt words. */
function reference(state: bigint[], count: number): number[] {
  const word = (x: bigint) => BigInt.asUintN(32, x);
  const rotl = (x: bigint, k: bigint) => word((x << k) | (x >> (32n - k)));
  const s = [...state];
  return Array.from({ length: count }, () => {
    const result = word(rotl(word(s[1] * 5n), 7n) * 9n);
    const t = word(s[1] << 9n);
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotl(s[3], 11n);
    return Number(result);
  });
}

describe('Random', () => {
  it('is pinned: a seed means the same run forever', () => {
    expect(first(new Random(42), 4)).toMatchInlineSnapshot(`
      [
        2837322924,
        544945897,
        479756282,
        3500138142,
      ]
    `);
    expect(new Random(1).float()).toMatchInlineSnapshot(`0.5686059948349658`);
  });

  it('is xoshiro128** on its seeded state', () => {
    const random = new Random(7);
    const { a, b, c, d } = random as unknown as Record<'a' | 'b' | 'c' | 'd', number>;
    const state = [a, b, c, d].map((w) => BigInt.asUintN(32, BigInt(w)));
    expect(first(random, 1000)).toEqual(reference(state, 1000));
  });

  it('differs between seeds, also beyond 32 bits and below zero', () => {
    const seeds = [0, 1, 2, -1, 2 ** 32, 2 ** 32 + 1, 2 ** 40, Number.MAX_SAFE_INTEGER];
    expect(new Set(seeds.map((seed) => first(new Random(seed), 2).join())).size).toBe(seeds.length);
  });

  it('draws floats in [0, 1) with the moments of the uniform distribution', () => {
    const random = new Random(3);
    const draws = Array.from({ length: 50_000 }, () => random.float());
    expect(draws.every((u) => u >= 0 && u < 1)).toBe(true);
    expect(mean(draws)).toBeCloseTo(0.5, 2);
    expect(mean(draws.map((u) => (u - 0.5) ** 2))).toBeCloseTo(1 / 12, 2);
  });

  it('draws integers evenly', () => {
    const random = new Random(4);
    for (const n of [2, 7, 10]) {
      const counts = new Array<number>(n).fill(0);
      for (let k = 0; k < 20_000; k++) counts[random.int(n)]++;
      const expected = 20_000 / n;
      const chiSquare = counts.reduce((sum, c) => sum + (c - expected) ** 2 / expected, 0);
      // 99.99 % quantile at 9 degrees of freedom is 33.7.
      expect(chiSquare).toBeLessThan(33.7);
    }
    expect(new Set(Array.from({ length: 10 }, () => random.int(1)))).toEqual(new Set([0]));
  });

  it('draws normals of mean 0 and variance 1', () => {
    const random = new Random(5);
    const draws = Array.from({ length: 50_000 }, () => random.normal());
    expect(mean(draws)).toBeCloseTo(0, 1);
    expect(mean(draws.map((z) => z * z))).toBeCloseTo(1, 1);
  });

  it('shuffles to a permutation, each order about as often', () => {
    fc.assert(
      fc.property(fc.integer(), fc.array(fc.integer()), (seed, list) => {
        expect(new Random(seed).shuffle([...list]).sort()).toEqual([...list].sort());
      }),
    );
    const random = new Random(6);
    const counts = new Map<string, number>();
    for (let k = 0; k < 6000; k++) {
      const order = random.shuffle([0, 1, 2]).join('');
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    expect(counts.size).toBe(6);
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(150);
  });

  it('splits into streams that differ, repeat and leave the parent alone', () => {
    const parent = new Random(8);
    const streams = Array.from({ length: 200 }, (_, k) => first(parent.split(k), 3).join());
    expect(new Set(streams).size).toBe(200);
    expect(first(parent.split(5), 3).join()).toBe(streams[5]);
    expect(first(parent, 3)).toEqual(first(new Random(8), 3));
    expect(first(new Random(9).split(0), 3).join()).not.toBe(streams[0]);
  });
});

const mean = (list: readonly number[]) => list.reduce((a, b) => a + b, 0) / list.length;
