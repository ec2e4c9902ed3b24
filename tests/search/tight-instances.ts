/** Instances whose depots are hard to fill. */
import { createInstance } from '../../src/problem/instance.ts';
import { Random } from '../../src/run/random.ts';

/** Depots whose capacities add up to the demand and not a unit more. */
export function brimful(seed: number, customers: number, depots: number) {
  const random = new Random(seed);
  const demands = Array.from({ length: customers }, () => 11 + random.int(10));
  const capacity = new Array<number>(depots).fill(0);
  for (const demand of demands) capacity[random.int(depots)] += demand;
  return createInstance({
    name: 'brimful',
    depots: capacity.map((sum, d) => ({ id: `d${d}`, x: random.int(100), y: random.int(100), capacity: sum, openingCost: 10 })),
    customers: demands.map((demand, i) => ({ id: `c${i}`, x: random.int(100), y: random.int(100), demand })),
    vehicleCapacity: 70,
    vehicleCost: 5,
    travel: { kind: 'euclidean', scale: 1, rounding: 'none' },
  });
}

/** Depots of two sizes; a third of them supply the demand. */
export function largeAndSmall(customers: number, depots: number) {
  const random = new Random(5);
  const place = () => 100 * random.float();
  const small = Math.round((customers * 2.84) / depots);
  return createInstance({
    name: 'large and small',
    depots: Array.from({ length: depots }, (_, d) => ({
      id: `d${d}`,
      x: place(),
      y: place(),
      capacity: d % 3 === 0 ? Math.round(2.41 * small) : small,
      openingCost: (d % 3 === 0 ? 300 : 150) * (1 + random.float()),
    })),
    customers: Array.from({ length: customers }, (_, i) => ({ id: `c${i}`, x: place(), y: place(), demand: 1 })),
    vehicleCapacity: 8,
    vehicleCost: 10,
    travel: { kind: 'euclidean', scale: 1, rounding: 'none' },
  });
}
