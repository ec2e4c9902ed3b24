/** The published instances, if they are available: they are not part of this repository. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readInstance, recogniseFormat } from '../../src/formats/read.ts';
import { modelOf } from '../../src/problem/model.ts';

const root = fileURLToPath(new URL('../../../shared/benchmarks', import.meta.url));
const load = (set: string, file: string) => ({ name: file, text: readFileSync(`${root}/${set}/${file}`, 'utf8') });

/** Largest integer whose square is at most `value`, by Newton's method. */
function integerRoot(value: bigint): bigint {
  if (value < 2n) return value;
  let root = value;
  for (let next = (root + value / root) / 2n; next < root; next = (root + value / root) / 2n) root = next;
  return root;
}

/** A decimal text as an integer number of 10⁻¹⁰. */
function fixedPoint(text: string): bigint {
  const [, sign, whole, fraction = ''] = /^([+-]?)(\d*)\.?(\d*)$/.exec(text) ?? [];
  const digits = BigInt((whole || '0') + fraction.padEnd(10, '0').slice(0, 10));
  return sign === '-' ? -digits : digits;
}

/** Squared distance in units of 10⁻²⁰ between depot `d` and customer `i`, from the bare tokens of a `.dat` text. */
function squaredDistance(text: string, d: number, i: number): bigint {
  const tokens = text.trim().split(/\s+/);
  const m = Number(tokens[1]);
  const [dx, dy] = [0, 1].map((axis) => fixedPoint(tokens[2 + 2 * d + axis]) - fixedPoint(tokens[2 + 2 * m + 2 * i + axis]));
  return dx * dx + dy * dy;
}

describe.skipIf(!existsSync(root))('the benchmark files (run where ../shared/benchmarks exists)', () => {
  const expected = {
    P: { count: 24, format: 'dat', travel: { kind: 'euclidean', scale: 100, rounding: 'ceil' } },
    T: { count: 24, format: 'dat', travel: { kind: 'euclidean', scale: 1, rounding: 'none' } },
    B: { count: 11, format: 'dat', travel: { kind: 'euclidean', scale: 1, rounding: 'none' } },
    S: { count: 147, format: 'schneider', travel: { kind: 'euclidean', scale: 100, rounding: 'ceil' } },
  };

  it.each(Object.entries(expected))('set %s reads whole, with its distance rule', (set, { count, format, travel }) => {
    const files = readdirSync(`${root}/${set}`);
    expect(files).toHaveLength(count);
    for (const file of files) {
      const source = load(set, file);
      expect(recogniseFormat({ ...source, name: 'unnamed' }).name).toBe(format);
      const instance = readInstance(source);
      expect(instance.name).toBe(file.replace(/\.\w+$/, ''));
      expect(instance.travel).toEqual(travel);
      const [, n, m] = /^(?:coord)?(\d+)-(\d+)-/.exec(file) ?? [];
      if (n) expect([instance.customers.length, instance.depots.length]).toEqual([Number(n), Number(m)]);
    }
  });

  it('knows the figures of 20-5-1', () => {
    const instance = readInstance(load('P', 'coord20-5-1.dat'));
    expect(instance).toMatchObject({ vehicleCapacity: 70, vehicleCost: 1000 });
    expect(instance.depots.map(({ x, y, capacity, openingCost }) => [x, y, capacity, openingCost])).toEqual([
      [6, 7, 140, 10841],
      [19, 44, 140, 11961],
      [37, 23, 140, 6091],
      [35, 6, 140, 7570],
      [5, 8, 140, 7497],
    ]);
    expect(instance.customers.slice(0, 3)).toEqual([
      { id: '0', x: 20, y: 35, demand: 17 },
      { id: '1', x: 8, y: 31, demand: 18 },
      { id: '2', x: 29, y: 43, demand: 13 },
    ]);
    // By hand: (6,7)–(20,35) is 100·√980 = 3130.49…; (19,44)–(29,43) is 100·√101 = 1004.98…; (37,23)–(8,31) is 100·√905 = 3008.32…
    const { cost } = modelOf(instance).travel;
    expect([cost(0, 5), cost(1, 7), cost(2, 6)]).toEqual([3131, 1005, 3009]);
  });

  it('knows Or 117 by its four columns a depot, and the fractional costs of Daskin 88', () => {
    const or = readInstance(load('B', 'coordOr117.dat'));
    expect([or.customers.length, or.depots.length, or.vehicleCapacity, or.vehicleCost]).toEqual([117, 14, 150000, 0]);
    expect(or.depots[13]).toMatchObject({ x: 1265, y: 1020, capacity: 300000, openingCost: 700 });
    expect(or.customers[0]).toMatchObject({ x: 1272, y: 1020, demand: 17663 });
    expect(or.customers[116]).toMatchObject({ x: 400, y: 136, demand: 7537 });
    expect(readInstance(load('B', 'coordDas88.dat')).depots[0].openingCost).toBe(189.6);
  });

  const arcs: [string, number, number][] = [
    ['coord20-5-1.dat', 0, 0],
    ['coord20-5-1.dat', 4, 19],
    ['coord20-5-2b.dat', 2, 7],
    ['coord50-5-1.dat', 1, 49],
    ['coord50-5-2BIS.dat', 3, 11],
    ['coord100-5-3.dat', 4, 99],
    ['coord100-10-2.dat', 9, 50],
    ['coord200-10-1.dat', 5, 123],
    ['coord200-10-3b.dat', 0, 199],
    ['coord200-10-2b.dat', 7, 3],
  ];
  it.each(arcs)('P %s, depot %i to customer %i: ceil of 100 times the distance, by whole-number arithmetic', (file, d, i) => {
    const source = load('P', file);
    const instance = readInstance(source);
    // 100·d in units of 10⁻¹⁰, rounded up to whole units: the least r with (r·10¹⁰)² ≥ (100·d)².
    const squared = 10_000n * squaredDistance(source.text, d, i);
    let ceiling = integerRoot(squared / 10n ** 20n);
    while (ceiling * ceiling * 10n ** 20n < squared) ceiling++;
    const { cost } = modelOf(instance).travel;
    expect(cost(d, instance.depots.length + i)).toBe(Number(ceiling));
    expect(cost(instance.depots.length + i, d)).toBe(Number(ceiling));
  });

  it.each([
    ['coordP111112.dat', 0, 0],
    ['coordP111222.dat', 19, 99],
    ['coordP112112.dat', 3, 41],
    ['coordP113122.dat', 7, 5],
    ['coordP113212.dat', 9, 64],
    ['coordP121112.dat', 2, 150],
    ['coordP121222.dat', 12, 199],
    ['coordP122212.dat', 6, 77],
    ['coordP123112.dat', 1, 101],
    ['coordP123222.dat', 18, 13],
  ])('T %s, depot %i to customer %i: the distance itself, to 14 digits by whole-number arithmetic', (file, d, i) => {
    const source = load('T', file);
    const instance = readInstance(source);
    const digits = 10n ** 10n;
    const exact = Number(integerRoot(squaredDistance(source.text, d, i) * digits * digits)) / 1e20;
    expect(modelOf(instance).travel.cost(d, instance.depots.length + i) / exact).toBeCloseTo(1, 13);
  });
});
