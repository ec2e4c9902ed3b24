import { expect, it } from 'vitest';
import { createInstance } from '../../../src/problem/instance.ts';
import { searchData } from '../../../src/search/data.ts';
import { isTight, supplyOf } from '../../../src/search/depots/cost-proxy.ts';

const data = searchData(
  createInstance({
    name: 'supply',
    depots: [101, 3, null].map((capacity, d) => ({ id: `d${d}`, x: d, y: 0, capacity, openingCost: 10 ** d })),
    customers: [{ id: 'c', x: 0, y: 1, demand: 100 }],
    vehicleCapacity: 100,
  }),
);

it('adds up what open depots cost and supply', () => {
  expect(supplyOf(data, Uint8Array.of(1, 1, 0)).opening).toBe(11);
  expect(supplyOf(data, Uint8Array.of(1, 1, 0)).supply / data.totalDemand).toBeCloseTo(1.04, 6);
  expect(supplyOf(data, Uint8Array.of(0, 0, 1)).supply).toBe(Number.POSITIVE_INFINITY);
});

it('calls a set tight that supplies less than 2 % more than the demand', () => {
  expect(isTight(data, Uint8Array.of(1, 0, 0))).toBe(true);
  expect(isTight(data, Uint8Array.of(1, 1, 0))).toBe(false);
  expect(isTight(data, Uint8Array.of(0, 0, 1))).toBe(false);
});
