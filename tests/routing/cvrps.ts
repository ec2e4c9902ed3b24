/** Small CVRPs for the routers. */
import { createInstance, type Instance, type InstanceInput } from '../../src/problem/instance.ts';
import { Random } from '../../src/run/random.ts';

/** Two clusters of two, far apart; a vehicle can serve one cluster. The best routes are one per cluster: 2 · (10 + 1 + √101) + 2 · 3. */
export const clusters = createInstance({
  name: 'clusters',
  depots: [{ id: 'hub', x: 0, y: 0 }],
  customers: [
    { id: 'e1', x: 10, y: 0, demand: 0.5 },
    { id: 'w1', x: -10, y: 0, demand: 0.5 },
    { id: 'e2', x: 10, y: 1, demand: 0.75 },
    { id: 'w2', x: -10, y: 1, demand: 0.75 },
  ],
  vehicleCapacity: 1.25,
  vehicleCost: 3,
});
export const clustersBest = 2 * (10 + 1 + Math.sqrt(101)) + 2 * 3;

/** A one-way ring hub → a → b → c → hub, with expensive arcs in the other direction, and none from b back. */
export const ring = createInstance({
  name: 'ring',
  depots: [{ id: 'hub', x: 0, y: 0 }],
  customers: ['a', 'b', 'c'].map((id) => ({ id, x: 0, y: 0, demand: 1 })),
  vehicleCapacity: 3,
  travel: {
    kind: 'matrix',
    values: [
      [0, 1, 50, 50],
      [50, 0, 1, 50],
      [null, null, 0, 1],
      [1, 50, 50, 0],
    ],
  },
});

export function randomCvrp(seed: number, n: number, change: Partial<InstanceInput> = {}): Instance {
  const random = new Random(seed);
  const point = () => ({ x: random.int(1000) / 10, y: random.int(1000) / 10 });
  return createInstance({
    name: `random ${seed}`,
    depots: [{ id: 'D', ...point() }],
    customers: Array.from({ length: n }, (_, k) => ({ id: `C${k}`, ...point(), demand: 5 + random.int(20) })),
    vehicleCapacity: 80,
    vehicleCost: 20,
    ...change,
  });
}
