/**
 * The set LRPTW: 40 location-routing problems with time windows, opening hours and three vehicle types, made from one seed.
 * Coordinates, amounts and times are drawn with exact arithmetic and rounded, so that every machine makes the same instances.
 */
import { createInstance, type Instance } from '../src/problem/instance.ts';
import { modelOf } from '../src/problem/model.ts';
import type { IndexedRoute } from '../src/problem/solution.ts';
import { Random } from '../src/run/random.ts';

const seed = 1;

/** Customers, candidate depots, and the side of the region in km. */
const sizes = [
  [25, 5, 60],
  [50, 8, 75],
  [100, 10, 90],
  [200, 15, 105],
  [400, 20, 120],
] as const;

interface Recipe {
  readonly customers: number;
  readonly depots: number;
  readonly side: number;
  readonly clustered: boolean;
  readonly narrow: boolean;
  readonly globe: boolean;
}

const recipes: readonly Recipe[] = sizes.flatMap(([customers, depots, side]) =>
  [false, true].flatMap((clustered) =>
    [true, false].flatMap((narrow) => [false, true].map((globe) => ({ customers, depots, side, clustered, narrow, globe }))),
  ),
);

export const lrptwCount = recipes.length;

/** An instance, and a plan that shows it to be feasible: a van for each customer. */
export interface LrptwCase {
  readonly instance: Instance;
  readonly plan: readonly IndexedRoute[];
}

const vehicles = [
  { id: 'van', capacity: 200, fixedCost: 60, costPerDistance: 0.25, costPerHour: 18, maxDuration: 480, shift: [360, 1080] },
  { id: 'lorry', capacity: 500, fixedCost: 110, costPerDistance: 0.4, costPerHour: 20, maxDuration: 540, shift: [360, 1080] },
  {
    id: 'truck',
    capacity: 1000,
    fixedCost: 180,
    costPerDistance: 0.65,
    costPerHour: 24,
    maxDuration: 600,
    shift: [300, 1140],
    speedFactor: 0.9,
    availablePerDepot: 2,
  },
] as const;

/** Number `index`, from 0 to 39. */
export function lrptwCase(index: number): LrptwCase {
  const { [index]: recipe } = recipes;
  const random = new Random(seed).split(index);
  const demands = Array.from({ length: recipe.customers }, () => 10 + random.int(41));
  const depots = drawDepots(recipe, demands, random);
  const spots = drawSpots(recipe, random);
  const bare = createInstance({
    name: nameOf(recipe),
    depots,
    customers: demands.map((demand, i) => ({
      id: `C${i + 1}`,
      ...placed(recipe, spots[i]),
      demand,
      serviceTime: 5 + Math.ceil(demand / 5),
      ...(random.int(10) === 0 && { vehicles: ['van', 'lorry'] }),
    })),
    vehicles: vehicles.map((type) => ({ ...type, shift: [...type.shift] })),
    units: { currency: 'EUR', demand: 'kg', time: 'min', ...(!recipe.globe && { distance: 'km' }) },
    travel: recipe.globe ? { kind: 'great-circle', detour: 1.3, speed: 55 } : { kind: 'euclidean', speed: 50 },
  });
  const depotOf = assign(bare, random);
  const minutes = modelOf(bare).travel.time;
  const customers = bare.customers.map((customer, i) => {
    const travel = minutes(depotOf[i], bare.depots.length + i);
    const timeWindows = drawWindows(recipe, beginning(bare, depotOf[i], travel, customer.serviceTime ?? 0), random);
    return timeWindows ? { ...customer, timeWindows } : customer;
  });
  return {
    instance: createInstance({ ...bare, customers }),
    plan: depotOf.map((depot, i) => ({ depot, vehicle: 0, stops: [i] })),
  };
}

const nameOf = ({ customers, depots, clustered, narrow, globe }: Recipe) =>
  `lrptw-${String(customers).padStart(3, '0')}-${String(depots).padStart(2, '0')}-${clustered ? 'c' : 'u'}${narrow ? 'n' : 'w'}${globe ? 'g' : 'p'}`;

interface Spot {
  /** In km from the lower left corner. */
  readonly x: number;
  readonly y: number;
}

const rounded = (value: number, unit: number) => Math.round(value * unit) / unit;

/** In the plane, or around 50° N, 8° E, where 71 and 111 km are a degree. */
const placed = ({ globe }: Recipe, { x, y }: Spot): Spot =>
  globe ? { x: rounded(8 + x / 71, 1e4), y: rounded(50 + y / 111, 1e4) } : { x: rounded(x, 100), y: rounded(y, 100) };

const anywhere = ({ side }: Recipe, random: Random): Spot => ({ x: side * random.float(), y: side * random.float() });

/** Anywhere, or four of five around towns. The sum of three uniform numbers stands in for the normal distribution. */
function drawSpots(recipe: Recipe, random: Random): readonly Spot[] {
  const { customers, side, clustered } = recipe;
  const towns = Array.from({ length: Math.ceil(customers / 25) + 2 }, () => anywhere(recipe, random));
  const near = (middle: number) => {
    const off = (random.float() + random.float() + random.float() - 1.5) * (side / 10);
    return Math.min(side, Math.max(0, middle + off));
  };
  return Array.from({ length: customers }, () => {
    if (!clustered || random.int(5) === 0) return anywhere(recipe, random);
    const town = towns[random.int(towns.length)];
    return { x: near(town.x), y: near(town.y) };
  });
}

/** About a third of them can supply everyone. Those that open late are cheaper. */
function drawDepots(recipe: Recipe, demands: readonly number[], random: Random) {
  const { customers, depots } = recipe;
  const total = demands.reduce((sum, demand) => sum + demand, 0);
  return Array.from({ length: depots }, (_, d) => {
    const late = random.int(3) === 0;
    const opens = late ? 480 + 30 * random.int(5) : 300 + 30 * random.int(4);
    const share = 0.9 + 0.6 * random.float();
    const price = ((late ? 17 : 21) * customers * (0.6 + 0.8 * random.float())) / depots;
    return {
      id: `D${d + 1}`,
      ...placed(recipe, anywhere(recipe, random)),
      capacity: Math.ceil((3 * total * share) / depots),
      openingCost: Math.round(price),
      openingHours: [opens, 1020 + 30 * random.int(7)] as [number, number],
      loadingTime: 15 + 5 * random.int(4),
    };
  });
}

/** Some depots that can supply everyone, and for each customer, the largest first, the nearest of them with room left. */
function assign(instance: Instance, random: Random): readonly number[] {
  const { depots, customers } = instance;
  const total = customers.reduce((sum, { demand }) => sum + demand, 0);
  const left = new Map<number, number>();
  let supply = 0;
  for (const d of random.shuffle(Int32Array.from(depots.keys()))) {
    if (supply > 1.1 * total) break;
    left.set(d, depots[d].capacity ?? 0);
    supply += depots[d].capacity ?? 0;
  }
  const minutes = modelOf(instance).travel.time;
  const depotOf = new Array<number>(customers.length);
  for (const i of [...customers.keys()].sort((a, b) => customers[b].demand - customers[a].demand || a - b)) {
    const { demand } = customers[i];
    const to = (d: number) => minutes(d, depots.length + i);
    const [nearest] = [...left.keys()].filter((d) => (left.get(d) ?? 0) >= demand).sort((a, b) => to(a) - to(b) || a - b);
    left.set(nearest, (left.get(nearest) ?? 0) - demand);
    depotOf[i] = nearest;
  }
  return depotOf;
}

/** When a van that serves nobody else can begin: earliest and latest. */
function beginning({ depots }: Instance, depot: number, travel: number, service: number): readonly [number, number] {
  const { openingHours: [opens, closes] = [0, 1440], loadingTime = 0 } = depots[depot];
  const [{ shift }] = vehicles;
  return [Math.max(opens, shift[0]) + loadingTime + travel, Math.min(closes, shift[1]) - travel - service];
}

/** On multiples of five minutes, within working hours where possible; undefined for customers who are always in. */
function drawWindows({ narrow }: Recipe, [earliest, latest]: readonly [number, number], random: Random): [number, number][] | undefined {
  if (random.int(10) >= (narrow ? 8 : 6)) return undefined;
  const wish = 420 + 5 * random.int(109);
  const width = narrow ? 60 + 5 * random.int(13) : 180 + 5 * random.int(37);
  const from = 5 * Math.floor(Math.min(latest, Math.max(earliest, wish)) / 5);
  const first: [number, number] = [from, from + width];
  // One customer in ten has a second chance after a break.
  const again = from + width + 90;
  return narrow && random.int(10) === 0 ? [first, [again, again + width]] : [first];
}
