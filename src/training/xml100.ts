/**
 * The building blocks of the XML100 generator (Queiroga, Sadykov, Uchoa & Vidal 2021; after Uchoa et al. 2017, section 4): places, demands
 * and vehicle capacity. Positions are drawn on the published grid of 1001 × 1001 and divided by ten, for the box [0, 100] of the paper.
 */
import type { Random } from '../run/random.ts';
import type { CustomerPosition, DemandType, DepotPosition, RouteSize } from './instance-class.ts';

/** Side of the box that all coordinates lie in. */
export const boxSide = 100;
const gridSize = 1000;
/** Published distance, on the grid, at which the attraction of a cluster seed is halved. */
const halvingDistance = 40;

/** Mean number of customers per route, by class: uniform in the interval. */
const routeSizeRange: Readonly<Record<RouteSize, readonly [number, number]>> = {
  'very short': [3, 5],
  short: [5, 8],
  medium: [8, 12],
  long: [12, 16],
  'very long': [16, 25],
  'ultra long': [25, 50],
};

/** Whole numbers, both ends included. */
const between = (random: Random, [least, most]: readonly [number, number]) => least + random.int(most - least + 1);
export const uniform = (random: Random, least: number, most: number) => least + (most - least) * random.float();
export const logUniform = (random: Random, [least, most]: readonly [number, number]) => least * (most / least) ** random.float();

/** Several times faster than `Math.hypot`, whose guard against overflow is not needed here. */
export const distance = (dx: number, dy: number) => Math.sqrt(dx * dx + dy * dy);

/** Distinct places on the grid. */
class Grid {
  private readonly taken = new Set<number>();
  readonly x: number[] = [];
  readonly y: number[] = [];

  constructor(private readonly random: Random) {}

  /** A free place, not yet taken. */
  draw(): readonly [number, number] {
    for (;;) {
      const x = this.random.int(gridSize + 1);
      const y = this.random.int(gridSize + 1);
      if (!this.taken.has(x * (gridSize + 1) + y)) return [x, y];
    }
  }

  block(x: number, y: number): void {
    this.taken.add(x * (gridSize + 1) + y);
  }

  place(x: number, y: number): void {
    this.block(x, y);
    this.x.push(x);
    this.y.push(y);
  }
}

export interface Place {
  readonly x: number;
  readonly y: number;
}

export interface Points {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

const scaled = (grid: readonly number[]) => Float64Array.from(grid, (value) => (value * boxSide) / gridSize);

export function drawDepot(random: Random, position: Exclude<DepotPosition, 'one of several'>): Place {
  switch (position) {
    case 'random':
      return { x: (random.int(gridSize + 1) * boxSide) / gridSize, y: (random.int(gridSize + 1) * boxSide) / gridSize };
    case 'centred':
      return { x: boxSide / 2, y: boxSide / 2 };
    case 'cornered':
      return { x: 0, y: 0 };
  }
}

/** `count` customers at distinct places, none on a depot. */
export function drawCustomers(random: Random, count: number, position: CustomerPosition, depots: readonly Place[]): Points {
  const grid = new Grid(random);
  for (const { x, y } of depots) grid.block(Math.round((x * gridSize) / boxSide), Math.round((y * gridSize) / boxSide));
  const scattered = position === 'random' ? count : position === 'clustered' ? 0 : Math.floor(count / 2);
  for (let k = 0; k < scattered; k++) grid.place(...grid.draw());
  if (scattered < count) drawClusters(random, grid, count - scattered);
  return { x: scaled(grid.x), y: scaled(grid.y) };
}

/** Two to six seeds are customers themselves; further places are accepted with a probability that decays away from the seeds. */
function drawClusters(random: Random, grid: Grid, count: number): void {
  // The published code refuses fewer clustered customers than seeds, but sets of five are possible here.
  const seeds = Math.min(count, between(random, [2, 6]));
  const first = grid.x.length;
  for (let k = 0; k < seeds; k++) grid.place(...grid.draw());
  const pull = (x: number, y: number) => {
    let sum = 0;
    for (let k = first; k < first + seeds; k++) sum += 2 ** (-distance(x - grid.x[k], y - grid.y[k]) / halvingDistance);
    return sum;
  };
  let strongest = 0;
  for (let k = first; k < first + seeds; k++) strongest = Math.max(strongest, pull(grid.x[k], grid.y[k]));
  while (grid.x.length < first + count) {
    const [x, y] = grid.draw();
    if (random.float() * strongest <= pull(x, y)) grid.place(x, y);
  }
}

export const drawRouteSize = (random: Random, size: RouteSize) => uniform(random, ...routeSizeRange[size]);

/** The class for a mean number of customers per route. */
export function routeSizeClass(customersPerRoute: number): RouteSize {
  for (const [size, [, most]] of Object.entries(routeSizeRange) as [RouteSize, readonly [number, number]][])
    if (customersPerRoute < most) return size;
  return 'ultra long';
}

/** Demands of customers at given places, for routes of about `customersPerRoute`. */
export function drawDemands(
  random: Random,
  { x, y }: Points,
  type: Exclude<DemandType, 'uniform 10–20'>,
  customersPerRoute: number,
): Float64Array {
  const demand = new Float64Array(x.length);
  switch (type) {
    case 'unitary':
      return demand.fill(1);
    case 'small, large variance':
      return demand.map(() => between(random, [1, 10]));
    case 'small, small variance':
      return demand.map(() => between(random, [5, 10]));
    case 'large, large variance':
      return demand.map(() => between(random, [1, 100]));
    case 'large, small variance':
      return demand.map(() => between(random, [50, 100]));
    case 'by quadrant': {
      const middle = boxSide / 2;
      return demand.map((_, i) => between(random, x[i] < middle === y[i] < middle ? [51, 100] : [1, 50]));
    }
    case 'many small, few large': {
      // The published code numbers customers from 2, so the count is two below 1.5 large demands per route.
      const large = (1.5 * x.length) / customersPerRoute;
      return random.shuffle(demand.map((_, i) => between(random, i + 2 < large ? [50, 100] : [1, 10])));
    }
  }
}

/** Capacity for `customersPerRoute` mean demands, and at least for the largest demand. */
export function vehicleCapacityFor(demand: Float64Array, customersPerRoute: number): number {
  let total = 0;
  let largest = 0;
  for (const q of demand) {
    total += q;
    largest = Math.max(largest, q);
  }
  if (total === demand.length) return Math.floor(customersPerRoute);
  return Math.max(largest, Math.ceil((customersPerRoute * total) / demand.length));
}
