/** Generated location-routing instances for the benches. */
import { createInstance, type Instance } from '../src/problem/instance.ts';
import { Random } from '../src/run/random.ts';

/**
 * Half of the customers uniform, half in clusters, at a constant density; half of the depots together could supply 1.6 times the demand.
 */
export function region(customers: number, depots: number, seed: number): Instance {
  const random = new Random(seed).split(customers);
  const side = 10 * Math.sqrt(customers);
  const uniform = () => ({ x: side * random.float(), y: side * random.float() });
  const towns = Array.from({ length: Math.ceil(customers / 60) }, uniform);
  const inTown = () => {
    const town = towns[random.int(towns.length)];
    return { x: town.x + 8 * random.normal(), y: town.y + 8 * random.normal() };
  };
  const demands = Array.from({ length: customers }, () => 10 + random.int(11));
  const total = demands.reduce((sum, demand) => sum + demand, 0);
  const capacity = Math.ceil((1.6 * total) / (depots / 2));
  return createInstance({
    name: `${customers}x${depots}`,
    depots: Array.from({ length: depots }, (_, k) => ({ id: `D${k}`, ...uniform(), capacity, openingCost: 5 * side + random.int(100) })),
    customers: demands.map((demand, k) => ({ id: `C${k}`, ...(k % 2 === 0 ? uniform() : inTown()), demand })),
    vehicleCapacity: 150,
    vehicleCost: 10,
  });
}

/** A region whose customers are in for four hours of the day, three of five, and which vans and lorries serve at 60 units of length an hour. */
export function withHours(customers: number, depots: number, seed: number): Instance {
  const plain = region(customers, depots, seed);
  const random = new Random(seed).split(-customers);
  return createInstance({
    name: `${plain.name}-hours`,
    depots: plain.depots.map(({ id, x, y, capacity, openingCost }) => ({ id, x, y, capacity, openingCost })),
    customers: plain.customers.map(({ id, x, y, demand }) => {
      const from = 30 * random.int(17);
      return { id, x, y, demand, serviceTime: 5 + random.int(10), ...(random.int(5) < 3 && { timeWindows: [[from, from + 240]] }) };
    }),
    vehicles: [
      { id: 'van', capacity: 150, fixedCost: 10, costPerDistance: 1 },
      { id: 'lorry', capacity: 300, fixedCost: 25, costPerDistance: 1.4 },
    ],
    units: { time: 'min' },
    travel: { kind: 'euclidean', speed: 60 },
  });
}

/** A region with a river down the middle and two bridges; roads are a tenth to three tenths longer than straight lines, each way its own. */
export function withRoads(customers: number, depots: number, seed: number): Instance {
  const plain = region(customers, depots, seed);
  const random = new Random(seed).split(-customers);
  const side = 10 * Math.sqrt(customers);
  const bridges = [0.3, 0.8].map((share) => ({ x: side / 2, y: share * side }));
  const places = [...plain.depots, ...plain.customers].map(({ x, y }) => ({ x, y }));
  type Place = (typeof places)[number];
  const straight = (a: Place, b: Place) => Math.hypot(a.x - b.x, a.y - b.y);
  const way = (a: Place, b: Place) =>
    a.x < side / 2 === b.x < side / 2 ? straight(a, b) : Math.min(...bridges.map((bridge) => straight(a, bridge) + straight(bridge, b)));
  const values = places.map((a) => places.map((b) => (1.1 + 0.2 * random.float()) * way(a, b)));
  return createInstance({ ...plain, name: `${plain.name}-roads`, travel: { kind: 'matrix', values } });
}
