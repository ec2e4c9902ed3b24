import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadInstance } from '../../src/node/files.ts';
import { createInstance, type InstanceInput } from '../../src/problem/instance.ts';
import { instanceWarnings } from '../../src/problem/warnings.ts';

/** A town of `n` customers around a centre, one depot. */
function town(n: number, [lon, lat]: readonly [number, number], change: Partial<InstanceInput> = {}): InstanceInput {
  return {
    name: 'town',
    depots: [{ id: 'D', x: lon, y: lat }],
    customers: Array.from({ length: n }, (_, k) => ({
      id: `c${k}`,
      x: lon + 0.0317 * Math.sin(7 * k),
      y: lat + 0.0213 * Math.cos(5 * k),
      demand: 1,
    })),
    vehicleCapacity: 5,
    travel: { kind: 'great-circle' },
    ...change,
  };
}
const moved = (input: InstanceInput, k: number, x: number, y: number): InstanceInput => ({
  ...input,
  customers: input.customers.map((customer, at) => (at === k ? { ...customer, x, y, name: `Shop ${at}` } : customer)),
});
const warnings = (input: InstanceInput) => instanceWarnings(createInstance(input));

const ljubljana = [14.5073, 46.0503] as const;

describe('instanceWarnings', () => {
  it('is silent on plain data', () => {
    expect(warnings(town(40, ljubljana))).toEqual([]);
    expect(warnings({ ...town(5, [0, 0]), travel: { kind: 'euclidean' } })).toEqual([]);
  });

  it('names places whose longitude and latitude are swapped, and only them', () => {
    const input = moved(moved(town(20, ljubljana), 3, 46.05, 14.51), 8, 46.06, 14.5);
    expect(warnings(input)).toEqual([
      {
        code: 'swapped-coordinates',
        message:
          "longitude and latitude of customers 'Shop 3', 'Shop 8' look swapped: (46.05, 14.51) is far from the other places, (14.51, 46.05) is among them",
        places: ['c3', 'c8'],
      },
    ]);
  });

  it('sees a whole table swapped against the other', () => {
    const input = town(20, ljubljana);
    const [found] = warnings({ ...input, depots: [{ id: 'D', x: ljubljana[1], y: ljubljana[0] }] });
    expect(found).toMatchObject({ code: 'swapped-coordinates', places: ['D'] });
  });

  it('names a place hundreds of kilometres from all others, and says how far', () => {
    const [found, ...more] = warnings(moved(town(20, ljubljana), 4, 14.5, 64.05));
    expect(more).toEqual([]);
    expect(found).toMatchObject({ code: 'far-place', places: ['c4'] });
    expect(found.message).toMatch(/^customer 'Shop 4' is about 2000 km from every other place; check its coordinates \(14\.5, 64\.05\)$/);
  });

  it('sees it across the date line and from a small set, but does not mind data that are spread over a continent', () => {
    const fiji = moved(town(20, [179.9, -17]), 4, -179.98, -17.01);
    expect(warnings(fiji)).toEqual([]);
    expect(warnings(moved(town(3, ljubljana), 1, 0, 0))).toMatchObject([{ code: 'far-place', places: ['c1'] }]);
    const cities = [
      [-74, 40.7], [-118.2, 34.05], [-87.6, 41.9], [-95.4, 29.8], [-112.07, 33.45], [-75.2, 40], [-98.5, 29.4], [-117.2, 32.7],
      [-96.8, 32.8], [-122.4, 37.8], [-104.99, 39.7], [-122.3, 47.6], [-80.2, 25.8], [-84.4, 33.7], [-71.06, 42.36], [-115.1, 36.2],
    ]; // biome-ignore format: a table
    expect(warnings({ ...town(1, [-90, 38]), customers: cities.map(([x, y], k) => ({ id: `c${k}`, x, y, demand: 1 })) })).toEqual([]);
  });

  it('sees degrees that are treated as the plane', () => {
    const input = { ...town(20, ljubljana), travel: { kind: 'euclidean' as const } };
    const [found] = warnings(input);
    expect(found).toMatchObject({ code: 'planar-degrees' });
    expect(found.message).toContain("(14.5073, 46.0503) of depot 'D'");
    expect(warnings({ ...input, travel: { kind: 'euclidean', scale: 111 } })).toEqual([]);
  });

  it('suspects degrees of few decimals where a handful of places lies far from zero on both axes', () => {
    const at = (id: string, x: number, y: number) => ({ id, x, y, demand: 1 });
    const input = (shift: number) => ({
      name: 'few',
      depots: [{ id: 'D', x: 14.5, y: 46.05 }],
      customers: [at('a', 14.51 - shift, 46.1 - shift), at('b', 14.4, 46.06), at('c', 14.48, 46.04)],
      vehicleCapacity: 9,
    });
    expect(warnings(input(0)).map(({ code }) => code)).toEqual(['planar-degrees']);
    expect(warnings(input(14))).toEqual([]);
  });

  it('names what is listed twice, by coordinates or by name and address', () => {
    const { customers, ...input } = town(6, ljubljana);
    const twice = customers.map((customer, k) => (k === 5 ? { ...customers[2], id: 'again' } : customer));
    expect(warnings({ ...input, customers: twice })).toEqual([
      { code: 'duplicate-place', message: "customers at the same place: 'c2', 'again'; is one listed twice?", places: ['c2', 'again'] },
    ]);
    const addressed = customers.map((customer, k) => (k < 2 ? { ...customer, name: 'Bakery', address: 'High Street 1' } : customer));
    expect(warnings({ ...input, customers: addressed })).toMatchObject([{ code: 'duplicate-place', places: ['c0', 'c1'] }]);
  });

  it('takes alternative sizes of one site for what they are', () => {
    const sizes = ['small', 'large', 'other'].map((id) => ({ id, x: 14.5, y: 46.05 }));
    const input = { ...town(3, ljubljana), depots: sizes.slice(0, 2), rules: { oneOf: [['small', 'large']] } };
    expect(warnings(input)).toEqual([]);
    expect(warnings({ ...input, depots: sizes })).toMatchObject([{ code: 'duplicate-place', places: ['small', 'large', 'other'] }]);
  });

  it('takes no notice of drawing coordinates beside a matrix', () => {
    const values = Array.from({ length: 3 }, () => [0, 1, 1]);
    const customers = ['a', 'b'].map((id) => ({ id, x: 0, y: 0, demand: 1 }));
    expect(warnings({ ...town(2, [0, 0]), customers, travel: { kind: 'matrix', values } })).toEqual([]);
  });

  it('looks at each place a bounded number of times', () => {
    const input = moved(town(20_000, ljubljana), 7, 46.05, 14.5);
    expect(warnings(input).map(({ code }) => code)).toEqual(['swapped-coordinates']);
  });

  const benchmarks = fileURLToPath(new URL('../../../shared/benchmarks', import.meta.url));
  it.skipIf(!existsSync(benchmarks))('does not take benchmark files for degrees (where ../shared/benchmarks is present)', async () => {
    for (const set of ['P', 'T', 'B', 'S'])
      for (const file of readdirSync(join(benchmarks, set))) {
        const codes = instanceWarnings(await loadInstance(join(benchmarks, set, file))).map(({ code }) => code);
        expect({ file, codes: codes.filter((code) => code !== 'duplicate-place') }).toEqual({ file, codes: [] });
      }
  });
});

describe('prices that nothing is charged by', () => {
  const vehicles = (own: object) => [{ id: 'van', capacity: 20, ...own }];
  const told = (own: object, rest: object) =>
    instanceWarnings(
      createInstance({
        name: 'x',
        depots: [{ id: 'D', x: 0, y: 0 }],
        customers: [{ id: 'a', x: 1, y: 0, demand: 1 }],
        vehicles: vehicles(own),
        ...rest,
      }),
    ).map(({ code, message }) => `${code}: ${message}`);

  it('are told, and those that are used are not', () => {
    expect(told({ costPerDistance: 2 }, { costPerDistance: 5 })).toEqual([
      'idle-price: costPerDistance 5 is not used: every vehicle type states its own cost of distance',
    ]);
    expect(told({}, { emissionPrice: 5 })).toEqual(['idle-price: emissionPrice 5 is not used: no vehicle type emits anything']);
    expect(told({ emissionPerDistance: 2 }, { emissionPrice: 5, costPerDistance: 5 })).toEqual([]);
    expect(told({ costPerDistance: 2 }, {})).toEqual([]);
  });
});
