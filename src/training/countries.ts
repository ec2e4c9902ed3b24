/**
 * Location instances that look like countries, which the box of XML100 never does: cities whose sizes follow Zipf's law, roads between them
 * with villages along, a few customers far from everything, depots that crowd in cities, and demands with a heavy tail.
 */
import type { Random } from '../run/random.ts';
import { assignByRegret, cellSets, type DividedInstance, perceivedDistances } from './cells.ts';
import type { RoutingSet } from './routing-set.ts';
import { logUniform, type Place, routeSizeClass, uniform } from './xml100.ts';

/** Ranges and probabilities. Every number is a choice; none is fitted to a data set. */
const recipe = {
  side: 1000,
  customers: [25, 600],
  cities: [2, 12],
  cityRadius: [5, 15],
  /** Shares of customers along roads and far from everything. */
  corridor: [0, 0.2],
  outliers: [0.01, 0.03],
  /** Customers per open depot. */
  targetSize: [5, 160],
  mostOpen: 30,
  /** Spread of the logarithm of demand. */
  demandTail: [0.3, 1.2],
  customersPerRoute: [3, 30],
} as const;

interface City extends Place {
  readonly radius: number;
}

/** The stream of their cells, as of `cellSets`. */
export const countrySets = (seed: number, first = 0): Generator<RoutingSet, never> => cellSets(seed, first, drawCountry);

export function drawCountry(random: Random): DividedInstance {
  const count = Math.round(logUniform(random, recipe.customers));
  const open = Math.max(1, Math.min(recipe.mostOpen, Math.round(count / logUniform(random, recipe.targetSize))));
  const anywhere = () => ({ x: recipe.side * random.float(), y: recipe.side * random.float() });
  const [fewest, most] = recipe.cities;
  const cities = Array.from(
    { length: fewest + random.int(most - fewest + 1) },
    (): City => ({ ...anywhere(), radius: uniform(random, ...recipe.cityRadius) }),
  );
  const [corridor, outliers] = [uniform(random, ...recipe.corridor), uniform(random, ...recipe.outliers)];
  const drawPlace = (): Place => {
    const kind = random.float();
    if (kind < outliers) return anywhere();
    return kind < outliers + corridor ? onRoad(random, cities) : around(random, cityByZipf(random, cities));
  };
  const places = Array.from({ length: count }, drawPlace);
  const customers = { x: Float64Array.from(places, ({ x }) => x), y: Float64Array.from(places, ({ y }) => y) };
  const depots = Array.from({ length: open }, () => around(random, cityByZipf(random, cities), 2));

  const tail = uniform(random, ...recipe.demandTail);
  const customersPerRoute = logUniform(random, recipe.customersPerRoute);
  const raw = Float64Array.from(places, () => Math.max(1, Math.round(20 * Math.exp(tail * random.normal()))));
  const total = raw.reduce((sum, q) => sum + q, 0);
  const vehicleCapacity = Math.ceil((customersPerRoute * total) / count);
  const demand = raw.map((q) => Math.min(q, vehicleCapacity));
  return {
    depots,
    customers,
    demand,
    vehicleCapacity,
    depotCapacity: Number.POSITIVE_INFINITY,
    class: {
      depot: 'one of several',
      customers: 'clustered',
      demand: 'many small, few large',
      routeSize: routeSizeClass(customersPerRoute),
    },
    assignment: assignByRegret(perceivedDistances(random, customers, depots), demand, open, Number.POSITIVE_INFINITY),
  };
}

/** The k-th city has a share of 1/k. */
function cityByZipf(random: Random, cities: readonly City[]): City {
  let rest = random.float() * cities.reduce((sum, _, k) => sum + 1 / (k + 1), 0);
  let k = 0;
  while (k < cities.length - 1 && rest >= 1 / (k + 1)) rest -= 1 / ++k;
  return cities[k];
}

const around = (random: Random, { x, y, radius }: City, factor = 1): Place => ({
  x: x + factor * radius * random.normal(),
  y: y + factor * radius * random.normal(),
});

/** Between two cities, a little beside the straight line. */
function onRoad(random: Random, cities: readonly City[]): Place {
  const [from, to] = [cityByZipf(random, cities), cities[random.int(cities.length)]];
  const share = random.float();
  return around(random, { x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y), radius: 3 });
}
