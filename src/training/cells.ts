/**
 * Decision-like sets: the customers that a depot gets in a location problem. We draw location-routing instances, open some depots, divide
 * the customers as an allocation would, and keep one or two cells. P is the spread of the whole instance, as inside the MIP.
 */

import { requireArgument } from '../problem/arguments.ts';
import { Random } from '../run/random.ts';
import { contextWidth, Neighbourhood } from '../surrogate/context.ts';
import { spreadOf } from '../surrogate/features.ts';
import { customerPositions, demandTypes, type InstanceClass, routeSizes } from './instance-class.ts';
import { type RoutingSet, requireStream } from './routing-set.ts';
import { concatenate } from './set-table.ts';
import {
  boxSide,
  distance,
  drawCustomers,
  drawDemands,
  drawDepot,
  drawRouteSize,
  logUniform,
  type Place,
  type Points,
  routeSizeClass,
  uniform,
  vehicleCapacityFor,
} from './xml100.ts';

/** Ranges and probabilities. Every number is a choice; none is fitted to a benchmark. */
const recipe = {
  customers: [25, 600],
  /** Intended customers per depot. */
  targetSize: [5, 160],
  mostOpen: 30,
  /** Spread of the log-normal factor on all distances of a depot, as depots differ in cost and attraction. */
  depotNoise: 0.25,
  /** The same for a single pair: an almost clean or a perturbed allocation. */
  pairNoise: [0.03, 0.15],
  /** Depot capacity over mean load, if depots have one. */
  tightness: [1.05, 1.65],
  capacitated: 0.5,
  /** Share of cells that lose customers at random, like sets during partial decisions and local moves. */
  thinned: 0.15,
  keptShare: [0.3, 0.9],
  cellsPerInstance: 2,
  cellSize: [2, 180],
  /** Customers per route if demands are uniform 10–20. */
  customersPerRoute: [3.5, 19.5],
  /** Candidates per open depot, if depots are chosen well. */
  candidatesPerOpen: 4,
} as const;

/** A location-routing instance with its decision: the customers of each open depot. */
export interface DividedInstance {
  readonly depots: readonly Place[];
  readonly customers: Points;
  readonly demand: Float64Array;
  readonly vehicleCapacity: number;
  /** Infinity if depots are unlimited. */
  readonly depotCapacity: number;
  readonly class: InstanceClass;
  /** Position of the depot that serves each customer. */
  readonly assignment: Int32Array;
}

/** For instance k of the stream that a seed names, the k-th split of its random numbers. */
export function drawDivided(random: Random): DividedInstance {
  const count = Math.round(logUniform(random, recipe.customers));
  const open = Math.max(1, Math.min(recipe.mostOpen, Math.round(count / logUniform(random, recipe.targetSize))));
  const customerPosition = customerPositions[random.int(customerPositions.length)];
  const customers = drawCustomers(random, count, customerPosition, []);
  const { demand, vehicleCapacity, demandType, routeSize } = drawLoads(random, customers);
  const depots = drawOpenDepots(random, customers, open);
  const total = demand.reduce((sum, q) => sum + q, 0);
  const depotCapacity =
    random.float() < recipe.capacitated ? (uniform(random, ...recipe.tightness) * total) / open : Number.POSITIVE_INFINITY;
  const pull = perceivedDistances(random, customers, depots);
  return {
    depots,
    customers,
    demand,
    vehicleCapacity,
    depotCapacity,
    class: { depot: 'one of several', customers: customerPosition, demand: demandType, routeSize },
    assignment: assignByRegret(pull, demand, depots.length, depotCapacity),
  };
}

function drawLoads(random: Random, customers: Points) {
  if (random.float() < 0.5) {
    const routeSize = routeSizes[random.int(routeSizes.length)];
    const customersPerRoute = drawRouteSize(random, routeSize);
    const demandType = demandTypes[random.int(7)] as Exclude<InstanceClass['demand'], 'uniform 10–20'>;
    const demand = drawDemands(random, customers, demandType, customersPerRoute);
    return { demand, vehicleCapacity: vehicleCapacityFor(demand, customersPerRoute), demandType, routeSize };
  }
  const demand = new Float64Array(customers.x.length).map(() => 10 + random.int(11));
  const customersPerRoute = uniform(random, ...recipe.customersPerRoute);
  const demandType: InstanceClass['demand'] = 'uniform 10–20';
  return { demand, vehicleCapacity: Math.round(15 * customersPerRoute), demandType, routeSize: routeSizeClass(customersPerRoute) };
}

/** Half of the time random places; otherwise a greedy p-median choice among candidates, like a location decision. */
function drawOpenDepots(random: Random, customers: Points, open: number): Place[] {
  if (random.float() < 0.5) return Array.from({ length: open }, () => drawDepot(random, 'random'));
  const candidates = Array.from({ length: open * recipe.candidatesPerOpen }, () => drawDepot(random, 'random'));
  const reach = candidates.map(({ x, y }) => customers.x.map((cx, i) => distance(cx - x, customers.y[i] - y)));
  const nearest = new Float64Array(customers.x.length).fill(2 * boxSide);
  const chosen: number[] = [];
  while (chosen.length < open) {
    let best = -1;
    let bestGain = -1;
    for (let k = 0; k < candidates.length; k++) {
      if (chosen.includes(k)) continue;
      let gain = 0;
      for (let i = 0; i < nearest.length; i++) gain += Math.max(0, nearest[i] - reach[k][i]);
      if (gain > bestGain) {
        bestGain = gain;
        best = k;
      }
    }
    chosen.push(best);
    for (let i = 0; i < nearest.length; i++) nearest[i] = Math.min(nearest[i], reach[best][i]);
  }
  return chosen.map((k) => candidates[k]);
}

/** Distances as the allocation sees them, customer by customer: true ones with noise. */
export function perceivedDistances(random: Random, customers: Points, depots: readonly Place[]) {
  const pairNoise = recipe.pairNoise[random.int(recipe.pairNoise.length)];
  const factor = depots.map(() => Math.exp(recipe.depotNoise * random.normal()));
  return noisyDistances(random, customers.x.length, factor, pairNoise, (i, d) =>
    distance(customers.x[i] - depots[d].x, customers.y[i] - depots[d].y),
  );
}

/** Distances times the depot's factor and log-normal noise, customer by customer. */
export function noisyDistances(
  random: Random,
  customers: number,
  factor: readonly number[],
  pairNoise: number,
  actual: (customer: number, depot: number) => number,
): Float64Array {
  const noisy = new Float64Array(customers * factor.length);
  for (let i = 0; i < customers; i++)
    factor.forEach((times, d) => {
      noisy[i * factor.length + d] = actual(i, d) * times * Math.exp(pairNoise * random.normal());
    });
  return noisy;
}

/** The customers of each depot. */
export function membersByDepot(assignment: Int32Array, depots: number): number[][] {
  const members: number[][] = Array.from({ length: depots }, () => []);
  assignment.forEach((d, i) => {
    members[d].push(i);
  });
  return members;
}

/** So many of them by chance, in their order. */
export const someOf = (random: Random, members: readonly number[], count: number): number[] =>
  random
    .shuffle([...members])
    .slice(0, count)
    .sort((a, b) => a - b);

/** Customers in the order of their regret for the nearest depot; each takes the nearest depot with room. */
export function assignByRegret(distance: Float64Array, demand: Float64Array, depots: number, capacity: number): Int32Array {
  const regret = demand.map((_, i) => {
    let nearest = Number.POSITIVE_INFINITY;
    let second = Number.POSITIVE_INFINITY;
    for (let d = 0; d < depots; d++) {
      const here = distance[i * depots + d];
      if (here < nearest) {
        second = nearest;
        nearest = here;
      } else if (here < second) second = here;
    }
    return second - nearest;
  });
  const order = Array.from(demand.keys()).sort((a, b) => regret[b] - regret[a] || a - b);
  const left = new Float64Array(depots).fill(capacity);
  const assignment = new Int32Array(demand.length);
  for (const i of order) {
    let best = -1;
    let roomiest = 0;
    for (let d = 0; d < depots; d++) {
      if (left[d] > left[roomiest]) roomiest = d;
      if (left[d] >= demand[i] && (best < 0 || distance[i * depots + d] < distance[i * depots + best])) best = d;
    }
    // Without room anywhere, the emptiest depot is overfilled; a search would consider such a set too.
    const depot = best < 0 ? roomiest : best;
    assignment[i] = depot;
    left[depot] -= demand[i];
  }
  return assignment;
}

/** The cells kept of instance number `index`: none, one or two. */
export function cellsOf(seed: number, index: number, draw: (random: Random) => DividedInstance = drawDivided): RoutingSet[] {
  const random = new Random(seed).split(index);
  const divided = draw(random);
  const { depots, assignment } = divided;
  const members = membersByDepot(assignment, depots.length);
  const eligible = random.shuffle(Array.from(members.keys())).filter((d) => isCell(members[d]));
  if (eligible.length === 0) return [];
  const setOf = setsIn(divided, index);
  return eligible
    .slice(0, recipe.cellsPerInstance)
    .map((d) => setOf(depots[d], random.float() < recipe.thinned ? thin(random, members[d]) : members[d]));
}

/** Customers of a location instance as a set of one of its depots, seen among all others. */
export function setsIn(
  instance: Omit<DividedInstance, 'assignment'>,
  group: number,
): (depot: Place, kept: readonly number[]) => RoutingSet {
  const { customers, demand, vehicleCapacity } = instance;
  const neighbourhood = new Neighbourhood(
    customers.x,
    customers.y,
    demand.map((q) => q / vehicleCapacity),
  );
  return (depot, kept) => {
    const context = neighbourhood.seenFrom(depot.x, depot.y);
    const pick = (positions: readonly number[]) => ({
      x: Float64Array.from(positions, (i) => customers.x[i]),
      y: Float64Array.from(positions, (i) => customers.y[i]),
      demand: Float64Array.from(positions, (i) => demand[i]),
      context: concatenate([new Float64Array(), ...positions.map((i) => context.subarray(i * contextWidth, (i + 1) * contextWidth))]),
    });
    const inSet = new Set(kept);
    return {
      depot,
      ...pick(kept),
      capacity: vehicleCapacity,
      spread: spreadOf(customers.x, customers.y, depot),
      group,
      class: instance.class,
      others: pick(Array.from(demand.keys()).filter((i) => !inSet.has(i))),
    };
  };
}

/** Sets that data hold: as large as cells are. */
export const isCell = ({ length }: readonly number[]): boolean => length >= recipe.cellSize[0] && length <= recipe.cellSize[1];

function thin(random: Random, members: readonly number[]): number[] {
  const target = Math.max(recipe.cellSize[0], Math.round(members.length * uniform(random, ...recipe.keptShare)));
  return someOf(random, members, target);
}

/** The stream of cells, instance by instance from number `firstInstance` on; infinite. */
export function* cellSets(seed: number, firstInstance = 0, draw = drawDivided): Generator<RoutingSet, never> {
  requireStream(seed, firstInstance);
  requireArgument(typeof draw === 'function', 'draw', 'a function that draws an instance');
  for (let index = firstInstance; ; index++) yield* cellsOf(seed, index, draw);
}
