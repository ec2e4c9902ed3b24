/** Generated location-routing instances for the benches: the recipe of the training cells, with candidates and prices. */
import { createInstance, type Instance } from '../src/problem/instance.ts';
import { Random } from '../src/run/random.ts';
import { type DividedInstance, drawDivided } from '../src/training/cells.ts';
import { drawCountry } from '../src/training/countries.ts';

/** Candidates for each depot that the recipe opens. */
const candidatesPerOpen = 3;
/** Opening cost of the recipe's depots over a lower bound of routing from them, similar to the published sets. */
const openingShare = 0.3;
const distanceScale = 100;
const vehicleCost = 1000;

/** Instance number `index` of the stream that `seed` names; the other candidates are anywhere in the box. */
export const locationInstance = (seed: number, index: number): Instance =>
  withCandidates(
    drawDivided(new Random(seed).split(index)),
    `synthetic-${seed}-${index}`,
    new Random(seed).split(-1 - index),
    (random) => ({
      x: 100 * random.float(),
      y: 100 * random.float(),
    }),
  );

/** The same of countries, with the other candidates beside customers. */
export function countryInstance(seed: number, index: number): Instance {
  const divided = drawCountry(new Random(seed).split(index));
  const { x, y } = divided.customers;
  return withCandidates(divided, `country-${seed}-${index}`, new Random(seed).split(-1 - index), (random) => {
    const k = random.int(x.length);
    return { x: x[k] + random.normal(), y: y[k] + random.normal() };
  });
}

function withCandidates(
  divided: DividedInstance,
  name: string,
  random: Random,
  site: (random: Random) => { x: number; y: number },
): Instance {
  const { depots: open, customers, demand, vehicleCapacity, depotCapacity, assignment } = divided;
  let routing = 0;
  demand.forEach((q, i) => {
    const { x, y } = open[assignment[i]];
    routing += (q / vehicleCapacity) * (2 * distanceScale * Math.hypot(customers.x[i] - x, customers.y[i] - y) + vehicleCost);
  });
  const others = Array.from({ length: (candidatesPerOpen - 1) * open.length }, () => site(random));
  return createInstance({
    name,
    depots: [...open, ...others].map(({ x, y }, d) => ({
      id: `D${d}`,
      x,
      y,
      ...(Number.isFinite(depotCapacity) && { capacity: Math.ceil(depotCapacity) }),
      openingCost: Math.round(((0.5 + random.float()) * openingShare * routing) / open.length),
    })),
    customers: Array.from(demand, (q, i) => ({ id: `C${i}`, x: customers.x[i], y: customers.y[i], demand: q })),
    vehicleCapacity,
    vehicleCost,
    travel: { kind: 'euclidean', scale: distanceScale, rounding: 'none' },
  });
}

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
