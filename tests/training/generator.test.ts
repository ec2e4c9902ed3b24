import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explainInfeasibility } from '../../src/problem/feasibility.ts';
import { Random } from '../../src/run/random.ts';
import { contextFeatures, contextWidth, Neighbourhood } from '../../src/surrogate/context.ts';
import { spreadOf } from '../../src/surrogate/features.ts';
import { paperSet, paperSets, paperSizes } from '../../src/training/generator.ts';
import { classCode, classCount, classOfCode, demandTypes, routeSizes } from '../../src/training/instance-class.ts';
import { routingInstance } from '../../src/training/routing-set.ts';
import { drawCustomers, drawDemands, drawRouteSize, type Points, routeSizeClass, vehicleCapacityFor } from '../../src/training/xml100.ts';
import { scaled } from '../scaled.ts';

describe('the stream of paper sets', () => {
  it('gives set k from seed and k alone', () => {
    const stream = paperSets(7);
    const begun = Array.from({ length: 6 }, () => stream.next().value);
    expect(paperSet(7, 5)).toEqual(begun[5]);
    expect(paperSets(7, 5).next().value).toEqual(begun[5]);
    expect(paperSet(8, 5)).not.toEqual(begun[5]);
  });

  it('makes solvable problems with distinct places in the box, within the paper’s sizes', () => {
    fc.assert(
      fc.property(fc.nat(1e6), fc.nat(1e6), (seed, index) => {
        const set = paperSet(seed, index);
        expect(paperSizes).toContain(set.x.length);
        const places = new Set([`${set.depot.x} ${set.depot.y}`, ...Array.from(set.x, (x, i) => `${x} ${set.y[i]}`)]);
        expect(places.size).toBe(set.x.length + 1);
        for (const value of [...set.x, ...set.y, set.depot.x, set.depot.y]) {
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(100);
        }
        expect(Math.max(...set.demand)).toBeLessThanOrEqual(set.capacity);
        expect(explainInfeasibility(routingInstance(set, 'set', { vehicleCost: 0, distanceScale: 1 }))).toBeUndefined();
      }),
      { numRuns: scaled(60) },
    );
  });

  it('visits every class and size about equally often', () => {
    const sets = Array.from({ length: 2000 }, (_, k) => paperSet(1, k));
    const share = (holds: (k: number) => boolean) => sets.filter((_, k) => holds(k)).length / sets.length;
    // Four standard deviations of a binomial of 2000.
    const about = (share: number, chance: number) =>
      expect(Math.abs(share - chance)).toBeLessThan(4 * Math.sqrt((chance * (1 - chance)) / sets.length));
    for (const size of paperSizes)
      about(
        share((k) => sets[k].x.length === size),
        1 / 20,
      );
    for (const type of demandTypes.slice(0, 7))
      about(
        share((k) => sets[k].class?.demand === type),
        1 / 7,
      );
    for (const size of routeSizes)
      about(
        share((k) => sets[k].class?.routeSize === size),
        1 / 6,
      );
    about(
      share((k) => sets[k].depot.x === 50 && sets[k].depot.y === 50),
      1 / 3,
    );
    about(
      share((k) => sets[k].depot.x === 0 && sets[k].depot.y === 0),
      1 / 3,
    );
  });
});

describe('XML100', () => {
  it('draws customers that cluster where they should', () => {
    const nearness = (position: 'random' | 'clustered') => {
      const sets = Array.from({ length: 20 }, (_, k) => drawCustomers(new Random(3).split(k), 100, position, []));
      const nearest8 = contextFeatures.indexOf('nearest8');
      const mean = ({ x, y }: Points) => {
        const context = new Neighbourhood(x, y, x).seenFrom(0, 0);
        return x.reduce((sum, _, i) => sum + context[i * contextWidth + nearest8], 0) / x.length;
      };
      return sets.reduce((sum, set) => sum + mean(set), 0) / sets.length;
    };
    expect(nearness('clustered')).toBeLessThan(0.6 * nearness('random'));
  });

  it('keeps demands in the published ranges', () => {
    const random = new Random(5);
    const customers = drawCustomers(random, 200, 'random', []);
    const range = (type: Parameters<typeof drawDemands>[2]) => {
      const demand = drawDemands(random, customers, type, 10);
      return [Math.min(...demand), Math.max(...demand)];
    };
    expect(range('unitary')).toEqual([1, 1]);
    expect(range('small, large variance')).toEqual([1, 10]);
    expect(range('small, small variance')).toEqual([5, 10]);
    expect(range('large, small variance')[0]).toBeGreaterThanOrEqual(50);
    const byQuadrant = drawDemands(random, customers, 'by quadrant', 10);
    byQuadrant.forEach((q, i) => {
      const even = customers.x[i] < 50 === customers.y[i] < 50;
      expect(even ? q >= 51 && q <= 100 : q >= 1 && q <= 50).toBe(true);
    });
    // 1.5 · 200 / 10 = 30, and customers count from 2: 28 large ones.
    expect(drawDemands(random, customers, 'many small, few large', 10).filter((q) => q >= 50)).toHaveLength(28);
  });

  it('sizes the vehicle for the mean route, and for the largest demand', () => {
    expect(vehicleCapacityFor(Float64Array.of(1, 1, 1, 1), 3.7)).toBe(3);
    expect(vehicleCapacityFor(Float64Array.of(2, 4, 6), 2.5)).toBe(10);
    expect(vehicleCapacityFor(Float64Array.of(1, 1, 40), 1)).toBe(40);
  });

  it('names route sizes by their interval', () => {
    for (const size of routeSizes) expect(routeSizeClass(drawRouteSize(new Random(1), size))).toBe(size);
  });
});

describe('an instance class', () => {
  it('survives its code, for every code', () => {
    for (let code = 0; code < classCount; code++) expect(classCode(classOfCode(code))).toBe(code);
  });
});

describe('a routing set', () => {
  it('spreads over the larger range, the depot included', () => {
    expect(spreadOf([1, 2], [0, 4], { x: -3, y: 0 })).toBe(5);
  });
});
