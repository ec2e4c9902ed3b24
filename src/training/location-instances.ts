/** Location-routing instances from the recipes of the training cells, with candidates and prices, for a network to decide. */
import { createInstance, type Instance } from '../problem/instance.ts';
import { Random } from '../run/random.ts';
import { spreadOf } from '../surrogate/features.ts';
import type { Price } from '../surrogate/target.ts';
import { assignByRegret, type DividedInstance, drawDivided, perceivedDistances } from './cells.ts';
import { drawCountry } from './countries.ts';
import { boxSide, distance, logUniform, type Place, type Points } from './xml100.ts';

/** Candidates for each depot that the recipe opens. */
const candidatesPerOpen = 3;
/** Opening cost of the recipe's depots over a lower bound of routing from them, similar to the published sets. */
const openingShare = 0.3;
const usualPrice: Price = { distanceScale: 100, vehicleCost: 1000 };

/** Share of the varied instances with customers at one place. */
const gatheredShare = 0.25;

type Draw = (random: Random) => DividedInstance;
type Site = (random: Random, customers: Points) => Place;
const recipes: Readonly<Record<'cells' | 'countries', { readonly draw: Draw; readonly site: Site }>> = {
  cells: { draw: drawDivided, site: (random) => ({ x: boxSide * random.float(), y: boxSide * random.float() }) },
  countries: {
    draw: drawCountry,
    site: (random, { x, y }) => {
      const k = random.int(x.length);
      return { x: x[k] + random.normal(), y: y[k] + random.normal() };
    },
  },
};

export interface DrawnLocation {
  readonly divided: DividedInstance;
  readonly instance: Instance;
}

/** Instance number `index` of the stream that `seed` names. Other candidates are anywhere in the box, or in countries beside customers. */
export const drawLocation = (kind: 'cells' | 'countries', seed: number, index: number): DrawnLocation =>
  withCandidates(recipes[kind].draw(new Random(seed).split(index)), kind, usualPrice, { seed, index });

/** The same with more variety: some customers at one place, and unless it is given a price of its own. */
export function drawVaried(kind: 'cells' | 'countries', seed: number, index: number, price?: Price): DrawnLocation {
  const random = new Random(seed).split(index);
  const drawn = recipes[kind].draw(random);
  const divided = random.float() < gatheredShare ? gathered(drawn, random) : drawn;
  return withCandidates(divided, kind, price ?? drawPrice(random, divided), { seed, index });
}

/** A vehicle costs what a drive over one to sixty hundredths of the instance's side costs. */
function drawPrice(random: Random, { customers }: DividedInstance): Price {
  const side = spreadOf(customers.x, customers.y, { x: customers.x[0], y: customers.y[0] });
  return { distanceScale: 100, vehicleCost: Math.round(100 * side * logUniform(random, [0.01, 0.6])) };
}

/** Customers of up to three places moved to where another one is, often far away: shops of one street. */
function gathered(divided: DividedInstance, random: Random): DividedInstance {
  const { demand, depots, depotCapacity } = divided;
  const customers = { x: divided.customers.x.slice(), y: divided.customers.y.slice() };
  const middle = { x: mean(customers.x), y: mean(customers.y) };
  const fromMiddle = (i: number) => distance(customers.x[i] - middle.x, customers.y[i] - middle.y);
  for (let places = 1 + random.int(3); places > 0; places--) {
    const some = Array.from({ length: 5 }, () => random.int(demand.length));
    const to = some.reduce((a, b) => (fromMiddle(a) >= fromMiddle(b) ? a : b));
    for (let count = Math.round(logUniform(random, [2, Math.max(3, 0.1 * demand.length)])); count > 0; count--) {
      const moved = random.int(demand.length);
      customers.x[moved] = customers.x[to];
      customers.y[moved] = customers.y[to];
    }
  }
  return {
    ...divided,
    customers,
    assignment: assignByRegret(perceivedDistances(random, customers, depots), demand, depots.length, depotCapacity),
  };
}

const mean = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length;

function withCandidates(
  divided: DividedInstance,
  kind: 'cells' | 'countries',
  { distanceScale, vehicleCost }: Price,
  { seed, index }: { readonly seed: number; readonly index: number },
): DrawnLocation {
  const random = new Random(seed).split(-1 - index);
  const { depots: open, customers, demand, vehicleCapacity, depotCapacity, assignment } = divided;
  let routing = 0;
  demand.forEach((q, i) => {
    const { x, y } = open[assignment[i]];
    routing += (q / vehicleCapacity) * (2 * distanceScale * Math.hypot(customers.x[i] - x, customers.y[i] - y) + vehicleCost);
  });
  const others = Array.from({ length: (candidatesPerOpen - 1) * open.length }, () => recipes[kind].site(random, customers));
  const instance = createInstance({
    name: `${kind}-${seed}-${index}`,
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
  return { divided, instance };
}
