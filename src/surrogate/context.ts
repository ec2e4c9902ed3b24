/**
 * How a customer stands among all customers of its instance: how crowded its surroundings are, and how far the next customer on the way
 * to the depot is. The first is what a tour pays between stops, the second about an edge of the tree that joins a depot to its customers.
 * Both are lengths, and known before anyone is assigned, so they are inputs of φ like any other. On location-like cells they bring the
 * median error of a network of 8 units from 7.8 to 4.5 % (35,000 sets, 25 epochs).
 */

/** Mean distance to so many nearest customers. */
const crowds = [1, 2, 4, 8, 16] as const;
/** Mean distance to so many nearest ones among the depot and the customers nearer to it than oneself. */
const inwards = [1, 2, 4] as const;

export const contextFeatures = [...crowds.map((k) => `nearest${k}` as const), ...inwards.map((k) => `inward${k}` as const)] as const;
export type ContextFeature = (typeof contextFeatures)[number];
/** Entries of a customer's context. */
export const contextWidth = contextFeatures.length;

/** Neighbours kept of each customer. */
const most = Math.max(...crowds, ...inwards);

/** All customers of an instance among each other. */
export class Neighbourhood {
  private readonly x: Float64Array;
  private readonly y: Float64Array;
  /** Neighbours kept of each, nearest first, and how far they are. */
  private readonly count: number;
  private readonly neighbours: Int32Array;
  private readonly distances: Float64Array;

  /** O(n²) time, O(n) memory. */
  constructor(x: Float64Array, y: Float64Array) {
    this.x = x;
    this.y = y;
    this.count = Math.max(0, Math.min(most, x.length - 1));
    this.neighbours = new Int32Array(x.length * this.count);
    this.distances = new Float64Array(x.length * this.count);
    for (let i = 0; i < x.length; i++) this.findNeighbours(i);
  }

  private findNeighbours(i: number): void {
    const { x, y, count, neighbours, distances } = this;
    const first = i * count;
    const last = first + count - 1;
    distances.fill(Number.POSITIVE_INFINITY, first, first + count);
    for (let j = 0; j < x.length && count > 0; j++) {
      if (j === i) continue;
      const dx = x[i] - x[j];
      const dy = y[i] - y[j];
      const square = dx * dx + dy * dy;
      if (square >= distances[last]) continue;
      let at = last;
      for (; at > first && distances[at - 1] > square; at--) {
        distances[at] = distances[at - 1];
        neighbours[at] = neighbours[at - 1];
      }
      distances[at] = square;
      neighbours[at] = j;
    }
    for (let at = first; at <= last; at++) distances[at] = Math.sqrt(distances[at]);
  }

  /** The context of each customer around a depot, `contextWidth` entries a customer. */
  seenFrom(depotX: number, depotY: number): Float64Array {
    const { x, y, count, distances } = this;
    const context = new Float64Array(x.length * contextWidth);
    const reach = Float64Array.from(x, (value, i) => Math.hypot(value - depotX, y[i] - depotY));
    const inward = new Float64Array(Math.max(...inwards));
    for (let i = 0; i < x.length; i++) {
      const at = i * contextWidth;
      writeMeans(distances, i * count, count, crowds, context, at);
      writeMeans(inward, 0, this.findInward(i, reach, inward), inwards, context, at + crowds.length);
    }
    return context;
  }

  /** Distances to the nearest among the depot and the kept neighbours nearer to it than i; returns how many there are, at least one. */
  private findInward(i: number, reach: Float64Array, inward: Float64Array): number {
    const { x, y, count, neighbours, distances } = this;
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
    for (let j = 0; j < x.length; j++) if (reach[j] < reach[i]) inward[0] = Math.min(inward[0], Math.hypot(x[i] - x[j], y[i] - y[j]));
    return 1;
  }
}

/** Means of the first 1, 2, … of `count` values, as many as each of `sizes` says or as there are; 0 where there is none. */
function writeMeans(values: Float64Array, from: number, count: number, sizes: readonly number[], out: Float64Array, at: number): void {
  let sum = 0;
  let taken = 0;
  for (let c = 0; c < sizes.length; c++) {
    for (; taken < Math.min(sizes[c], count); taken++) sum += values[from + taken];
    out[at + c] = taken > 0 ? sum / taken : 0;
  }
}
