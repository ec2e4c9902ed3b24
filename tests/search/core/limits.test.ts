/** Limits that only some instances have, by hand: what the core leaves must keep them. */
import { expect, it } from 'vitest';
import { createInstance, type InstanceInput } from '../../../src/problem/instance.ts';
import { coreOn } from './oracle.ts';

const strict = { vehicle: 1e4, depot: 1e4, rule: 1e5, distance: 1e4, time: 1e4 };
const line = (change: object) =>
  createInstance({
    name: 'line',
    depots: [{ id: 'A', x: 0, y: 0 }],
    customers: [40, 41, 42, 43].map((x, i) => ({ id: `c${i}`, x, y: 0, demand: 1 })),
    travel: { kind: 'euclidean', speed: 60 },
    ...('vehicles' in change ? {} : { vehicleCapacity: 9 }),
    ...change,
  } as InstanceInput);

it('a depot that is locked open gets its least load, though all are served from another', async () => {
  const depots = [
    { id: 'A', x: 0, y: 0 },
    { id: 'B', x: -5, y: 0, status: 'open', minLoad: 2 },
  ];
  const { engine, data } = await coreOn(line({ depots }));
  engine.load(Int32Array.of(1, 0, 4, 0, 1, 2, 3), new Uint8Array(data.m).fill(1), strict);
  engine.descend(1);
  expect(engine.toIndividual().feasible).toBe(true);
});

it('a cheaper vehicle whose shift ends too soon is not taken', async () => {
  const vehicles = [
    { id: 'long', capacity: 9, fixedCost: 100, shift: [0, 200] },
    { id: 'short', capacity: 9, fixedCost: 1, shift: [0, 60] },
  ];
  const { engine, data } = await coreOn(line({ vehicles }));
  engine.load(Int32Array.of(1, 0, 4, 0, 1, 2, 3), new Uint8Array(data.m).fill(1), strict);
  engine.refine(1, 300);
  const after = engine.toIndividual();
  expect(after.feasible).toBe(true);
  // One route, of the first type at the only depot.
  expect([...after.routes.slice(0, 2)]).toEqual([1, 0]);
});
