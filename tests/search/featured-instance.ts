/** Random instances of any size with each feature switched on by chance: larger than exhaustion can solve, tight enough that some limits bind. */
import { createInstance, type Instance, type InstanceInput } from '../../src/problem/instance.ts';
import { Random } from '../../src/run/random.ts';
import { randomInstance } from './random-instance.ts';

/** Every so many customers need one thing, and the ones before them another. */
const goods = (customers: number, from: number, step: number): [string[], string[]] => [
  Array.from({ length: customers }, (_, i) => i)
    .filter((i) => i % step === from)
    .map((i) => `c${i}`),
  Array.from({ length: customers }, (_, i) => i)
    .filter((i) => i % step === from + 1)
    .map((i) => `c${i}`),
];

export function featuredInstance(seed: number, customers: number, depots: number, { separate = false } = {}): Instance {
  const random = new Random(seed);
  const chance = (share: number) => random.float() < share;
  const between = (least: number, most: number) => least + random.int(most - least + 1);
  const plain = randomInstance(random, { customers, depots, asymmetric: chance(0.2), ruled: chance(0.4), minOpen: chance(0.2) });
  if (chance(0.2)) return createInstance(plain);
  if (chance(0.2)) return createInstance({ ...plain, maxRouteDistance: between(150, 400) });
  const { vehicleCapacity, vehicleCost, ...rest } = plain;
  const timed = chance(0.7);
  const barred = chance(0.3);
  const measured = chance(0.3);
  const windows = (): [number, number][] => {
    const from = between(0, 300);
    const first: [number, number] = [from, from + between(30, 200)];
    return chance(0.3) ? [first, [first[1] + between(20, 100), first[1] + between(120, 300)]] : [first];
  };
  return createInstance({
    ...rest,
    travel: rest.travel.kind === 'matrix' ? { ...rest.travel, speed: 60 } : { kind: 'euclidean', scale: 1, rounding: 'none', speed: 60 },
    depots: rest.depots.map((depot) => ({
      ...depot,
      ...(chance(0.3) && { handlingCost: between(0, 3) }),
      ...(chance(0.2) && { minLoad: between(1, 30) }),
      ...(chance(0.2) && { maxVehicles: between(2, customers) }),
      ...(timed && chance(0.4) && { openingHours: [between(0, 60), between(600, 1000)] as [number, number], loadingTime: between(0, 20) }),
    })),
    customers: rest.customers.map((customer) => ({
      ...customer,
      ...(barred && chance(0.2) && { vehicles: ['v0'] }),
      ...(measured && { quantities: { m3: between(0, 6) } }),
      ...(timed && chance(0.5) && { serviceTime: between(0, 15) }),
      ...(timed && chance(0.5) && { timeWindows: windows() }),
    })),
    vehicles: Array.from({ length: between(1, 3) }, (_, k) => ({
      id: `v${k}`,
      capacity: { demand: vehicleCapacity + 5 * k, ...(measured && { m3: between(8, 20) }) },
      fixedCost: vehicleCost + between(0, 20),
      costPerDistance: 1 + between(0, 10) / 10,
      ...(timed && chance(0.5) && { costPerHour: between(0, 60) }),
      ...(chance(0.3) && { available: between(2, customers) }),
      ...(chance(0.2) && { maxStops: between(2, 10) }),
      ...(chance(0.2) && { maxDistance: between(200, 500) }),
      ...(timed && chance(0.3) && { maxDuration: between(200, 500) }),
      ...(timed && chance(0.2) && { shift: [between(0, 60), between(500, 900)] as [number, number] }),
      ...(timed && chance(0.3) && { speedFactor: between(5, 20) / 10 }),
    })),
    rules: {
      ...rest.rules,
      ...(depots > 2 && chance(0.2) && { oneOf: [[`d${depots - 2}`, `d${depots - 1}`]] }),
      ...(separate && { incompatible: [goods(customers, 0, 5), goods(customers, 1, 7)] }),
    },
  } as InstanceInput);
}
