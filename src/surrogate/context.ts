/**
 * How a customer is placed among all customers of its instance, seen from a depot. This is known before anyone is assigned, so it can be an
 * input of φ:
 * - how dense its surroundings are, which decides what a tour pays between stops;
 * - how far the next customer on the way to the depot is, about an edge of the tree that joins a depot to its customers;
 * - how many customers, and how many vehicles' loads, are nearer to the depot, on all sides and on its own side. The set of a depot is
 *   mostly what is near it, so this tells whether a customer is served by the first vehicle or the tenth.
 */

/** Mean distance to this many nearest customers. */
const crowds = [1, 2, 4, 8, 16] as const;
/** Mean distance to this many nearest among the depot and the customers that are closer to it. */
const inwards = [1, 2, 4] as const;

export const customerLengths = [...crowds.map((k) => `nearest${k}` as const), ...inwards.map((k) => `inward${k}` as const)] as const;
/** Mean distance from the depot to this many of its nearest customers: the same for all customers around a depot, and not changed by those far away. */
export const depotLengths = crowds.map((k) => `reach${k}` as const);
const lengths = [...customerLengths, ...depotLengths] as const;
/**
 * Decimal logarithms of 1 + the number of customers closer to the depot, their loads, and the loads of those within 45° of the same
 * direction.
 */
export const ranks = ['innerCount', 'innerLoad', 'sectorLoad'] as const;

export const contextFeatures = [...lengths, ...ranks] as const;
export type ContextFeature = (typeof contextFeatures)[number];
/** Entries of a customer's context; lengths, which scale with the instance, come first. */
export const contextWidth = contextFeatures.length;
export const contextLengths = lengths.length;
const reachColumn = customerLengths.length;

/**
 * The length by which scale-free networks measure around a depot: the mean distance to its sixteen nearest customers, from the context of
 * any customer. 1 where all of them are at the depot itself.
 */
export const localLength = (context: ArrayLike<number>, customer: number): number =>
  context[customer * contextWidth + contextFeatures.indexOf('reach16')] || 1;

/** Neighbours stored per customer. */
const most = Math.max(...crowds, ...inwards);

/** The nearest neighbours of all customers of an instance. */
export class Neighbourhood {
  /** Neighbours of each customer, nearest first, and their distances. */
  private readonly count: number;
  private readonly neighbours: Int32Array;
  private readonly distances: Float64Array;

  /** `load`: demand over vehicle capacity; `between`: length of the way between two customers, the straight line by default. */
  constructor(
    private readonly x: Float64Array,
    private readonly y: Float64Array,
    private readonly load: Float64Array,
    private readonly between?: (i: number, j: number) => number,
  ) {
    this.count = Math.max(0, Math.min(most, x.length - 1));
    this.neighbours = new Int32Array(x.length * this.count);
    this.distances = new Float64Array(x.length * this.count);
    if (this.count === 0) return;
    const eastward = Int32Array.from(x.keys()).sort((a, b) => x[a] - x[b] || a - b);
    for (let rank = 0; rank < x.length; rank++) this.findNeighbours(eastward, rank);
  }

  private away(i: number, j: number): number {
    return this.between ? this.between(i, j) : Math.hypot(this.x[i] - this.x[j], this.y[i] - this.y[j]);
  }

  /** Goes east and west from a customer until no one there can be nearer: about √n others where they are spread evenly. Ways: all others. */
  private findNeighbours(eastward: Int32Array, rank: number): void {
    const { x, count, distances, between } = this;
    const isFar = (k: number, i: number, most: number) => !between && (x[eastward[k]] - x[i]) ** 2 > most;
    const i = eastward[rank];
    const first = i * count;
    const last = first + count - 1;
    distances.fill(Number.POSITIVE_INFINITY, first, last + 1);
    for (let k = rank + 1; k < x.length && !isFar(k, i, distances[last]); k++) this.consider(i, eastward[k]);
    for (let k = rank - 1; k >= 0 && !isFar(k, i, distances[last]); k--) this.consider(i, eastward[k]);
    for (let at = first; at <= last; at++) distances[at] = Math.sqrt(distances[at]);
  }

  /** Inserts j among the nearest of i, by the square of the distance; of two as near the one with the lower number first. */
  private consider(i: number, j: number): void {
    const { x, y, count, neighbours, distances, between } = this;
    const dx = x[i] - x[j];
    const dy = y[i] - y[j];
    insert(distances, neighbours, i * count, count, between ? between(i, j) ** 2 : dx * dx + dy * dy, j);
  }

  /**
   * The context of the customers at `positions` around a depot, one after the other, `contextWidth` entries each; of all by default. Takes
   * O(customers nearer to the depot than the farthest of them) for each. `reach`: how far each customer is from the depot, by default
   * in a straight line.
   */
  seenFrom(
    depotX: number,
    depotY: number,
    positions: ArrayLike<number> = Int32Array.from(this.x.keys()),
    reach: Float64Array = this.straightReach(depotX, depotY),
  ): Float64Array {
    const { count, distances } = this;
    const context = new Float64Array(positions.length * contextWidth);
    if (positions.length === 0) return context;
    const inward = new Float64Array(Math.max(...inwards));
    const around = new Float64Array(crowds.length);
    writeMeans(smallest(reach, most), 0, Math.min(most, reach.length), crowds, around, 0);
    for (let row = 0; row < positions.length; row++) {
      const i = positions[row];
      const at = row * contextWidth;
      writeMeans(distances, i * count, count, crowds, context, at);
      writeMeans(inward, 0, this.findInward(i, reach, inward), inwards, context, at + crowds.length);
      context.set(around, at + reachColumn);
    }
    this.writeRanks(depotX, depotY, reach, positions, context);
    return context;
  }

  private straightReach(depotX: number, depotY: number): Float64Array {
    return Float64Array.from(this.x, (value, i) => Math.hypot(value - depotX, this.y[i] - depotY));
  }

  private writeRanks(depotX: number, depotY: number, reach: Float64Array, positions: ArrayLike<number>, context: Float64Array): void {
    const { x, y, load } = this;
    const rowOf = new Int32Array(x.length).fill(-1);
    let farthest = 0;
    for (let row = 0; row < positions.length; row++) {
      rowOf[positions[row]] = row;
      farthest = Math.max(farthest, reach[positions[row]]);
    }
    const order = Int32Array.from(reach.keys())
      .filter((i) => reach[i] <= farthest)
      .sort((a, b) => reach[a] - reach[b] || a - b);
    const straight = this.straightReach(depotX, depotY);
    const east = Float64Array.from(order, (i) => (straight[i] > 0 ? (x[i] - depotX) / straight[i] : 0));
    const north = Float64Array.from(order, (i) => (straight[i] > 0 ? (y[i] - depotY) / straight[i] : 0));
    const loads = Float64Array.from(order, (i) => load[i]);
    let inner = 0;
    order.forEach((i, rank) => {
      const before = inner;
      inner += loads[rank];
      if (rowOf[i] < 0) return;
      let sector = 0;
      for (let k = 0; k < rank; k++) if (east[k] * east[rank] + north[k] * north[rank] > Math.SQRT1_2) sector += loads[k];
      const at = rowOf[i] * contextWidth + contextLengths;
      context[at] = Math.log10(1 + rank);
      context[at + 1] = Math.log10(1 + before);
      context[at + 2] = Math.log10(1 + sector);
    });
  }

  /** Distances to the nearest among the depot and the stored neighbours closer to it than i; returns how many there are, at least one. */
  private findInward(i: number, reach: Float64Array, inward: Float64Array): number {
    const { x, count, neighbours, distances } = this;
    let found = 0;
    let depotIn = false;
    for (let at = i * count; at < (i + 1) * count && found < inward.length; at++) {
      if (!depotIn && distances[at] >= reach[i]) {
        inward[found++] = reach[i];
        depotIn = true;
      }
      if (found < inward.length && reach[neighbours[at]] < reach[i]) inward[found++] = distances[at];
    }
    if (found > 0) return found;
    inward[0] = reach[i];
    for (let j = 0; j < x.length; j++) if (reach[j] < reach[i]) inward[0] = Math.min(inward[0], this.away(i, j));
    return 1;
  }
}

/** Means of the first values, as many as each of `sizes` says or as there are; 0 if there are none. */
function writeMeans(values: Float64Array, from: number, count: number, sizes: readonly number[], out: Float64Array, at: number): void {
  let sum = 0;
  let taken = 0;
  for (let c = 0; c < sizes.length; c++) {
    for (; taken < Math.min(sizes[c], count); taken++) sum += values[from + taken];
    out[at + c] = taken > 0 ? sum / taken : 0;
  }
}

/** Inserts a value among the `count` smallest from `first` on, in order; of two equal ones the one with the lower number first. */
function insert(values: Float64Array, numbers: Int32Array, first: number, count: number, value: number, number: number): void {
  const isBefore = (k: number) => value < values[k] || (value === values[k] && number < numbers[k]);
  let at = first + count - 1;
  if (!isBefore(at)) return;
  for (; at > first && isBefore(at - 1); at--) {
    values[at] = values[at - 1];
    numbers[at] = numbers[at - 1];
  }
  values[at] = value;
  numbers[at] = number;
}

/** The smallest values in order, found in one pass. */
function smallest(values: Float64Array, count: number): Float64Array {
  const found = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
  const numbers = new Int32Array(count);
  values.forEach((value, k) => {
    insert(found, numbers, 0, count, value, k);
  });
  return found;
}
