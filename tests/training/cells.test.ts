import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Random } from '../../src/run/random.ts';
import { spreadOf } from '../../src/surrogate/features.ts';
import { assignByRegret, cellSets, cellsOf, drawDivided } from '../../src/training/cells.ts';
import { scaled } from '../scaled.ts';

describe('assignment by regret', () => {
  it('gives everyone the nearest depot where there is room', () => {
    const distance = Float64Array.of(1, 9, 8, 2, 3, 4);
    expect([...assignByRegret(distance, Float64Array.of(5, 5, 5), 2, Number.POSITIVE_INFINITY)]).toEqual([0, 1, 0]);
  });

  it('serves those first who would lose most', () => {
    // Both prefer depot 0, which has room for one; customer 1 would lose 50, customer 0 only 1.
    expect([...assignByRegret(Float64Array.of(1, 2, 1, 51), Float64Array.of(1, 1), 2, 1)]).toEqual([1, 0]);
  });

  it('overfills the emptiest depot when none has room', () => {
    expect([...assignByRegret(Float64Array.of(1, 2, 1, 3, 1, 4), Float64Array.of(2, 2, 2), 2, 3)].sort()).toEqual([0, 0, 1].sort());
  });
});

describe('a divided instance', () => {
  it('keeps to the recipe', () => {
    fc.assert(
      fc.property(fc.nat(1e6), (index) => {
        const { customers, depots, demand, vehicleCapacity, assignment } = drawDivided(new Random(11).split(index));
        expect(customers.x.length).toBeGreaterThanOrEqual(25);
        expect(customers.x.length).toBeLessThanOrEqual(600);
        expect(depots.length).toBeGreaterThanOrEqual(1);
        expect(depots.length).toBeLessThanOrEqual(30);
        expect(assignment).toHaveLength(customers.x.length);
        expect(Math.max(...assignment)).toBeLessThan(depots.length);
        expect(Math.max(...demand)).toBeLessThanOrEqual(vehicleCapacity);
      }),
      { numRuns: scaled(60) },
    );
  });

  it('mostly respects the capacity of depots that have one', () => {
    const limited = Array.from({ length: 200 }, (_, k) => drawDivided(new Random(2).split(k))).filter((one) =>
      Number.isFinite(one.depotCapacity),
    );
    expect(limited.length).toBeGreaterThan(70);
    expect(limited.length).toBeLessThan(130);
    const kept = limited.filter(({ depots, demand, assignment, depotCapacity }) => {
      const load = depots.map(() => 0);
      assignment.forEach((d, i) => {
        load[d] += demand[i];
      });
      return Math.max(...load) <= depotCapacity;
    });
    expect(kept.length / limited.length).toBeGreaterThan(0.8);
  });
});

describe('cells', () => {
  it('are parts of their instance, priced by its spread', () => {
    for (let index = 0; index < 60; index++) {
      const { customers, depots, demand, vehicleCapacity } = drawDivided(new Random(4).split(index));
      const cells = cellsOf(4, index);
      expect(cells.length).toBeLessThanOrEqual(2);
      for (const cell of cells) {
        expect(cell.x.length).toBeGreaterThanOrEqual(2);
        expect(cell.x.length).toBeLessThanOrEqual(180);
        expect(cell.group).toBe(index);
        expect(cell.capacity).toBe(vehicleCapacity);
        expect(depots).toContainEqual(cell.depot);
        expect(cell.spread).toBe(spreadOf(customers.x, customers.y, cell.depot));
        const known = new Map(Array.from(customers.x, (x, i) => [`${x} ${customers.y[i]}`, demand[i]]));
        cell.x.forEach((x, i) => {
          expect(known.get(`${x} ${cell.y[i]}`)).toBe(cell.demand[i]);
        });
      }
    }
  });

  it('usually fill a part of the box, unlike paper sets', () => {
    const shares: number[] = [];
    for (const cell of cellSets(1)) {
      shares.push(spreadOf(cell.x, cell.y, cell.depot) / cell.spread);
      if (shares.length === 300) break;
    }
    shares.sort((a, b) => a - b);
    expect(shares[150]).toBeLessThan(0.8);
    expect(shares[299]).toBeGreaterThan(0.95);
  });

  it('stream in order, whole instances at a time', () => {
    const groups: number[] = [];
    for (const cell of cellSets(9, 3)) {
      groups.push(cell.group);
      if (groups.length === 20) break;
    }
    expect(groups[0]).toBeGreaterThanOrEqual(3);
    expect(groups).toEqual([...groups].sort((a, b) => a - b));
  });
});
