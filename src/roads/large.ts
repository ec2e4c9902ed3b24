/** Large instances: roads for the pairs that a search can use, and estimates for the others from the straight lines between them. */
import { around } from 'geokdbush';
import KDBush from 'kdbush';
import { crowMetres, type LonLat } from './engine.ts';
import type { RoadTable } from './table.ts';

export interface LargeOptions {
  /** From so many places on, pairs that a search hardly uses are estimated. */
  readonly from: number;
  /** Each customer's nearest, which are measured. */
  readonly nearest: number;
}

export const large: LargeOptions = { from: 5000, nearest: 100 };

/** Customers next to each other, whose nearest are asked for together. */
const groupSize = 25;

/** Pairs worth asking for, from · size + to: those of depots, and of each customer those near it or near its neighbours. */
export function usefulPairs(places: readonly LonLat[], customers: readonly number[], depots: number, nearest: number): Uint8Array {
  const size = places.length;
  const useful = new Uint8Array(size * size);
  useful.fill(1, 0, depots * size);
  const tree = new KDBush(customers.length);
  for (const k of customers) tree.add(...places[k]);
  tree.finish();
  for (const group of groupsOf(customers, places)) {
    const columns = new Set(Array.from({ length: depots }, (_, k) => k));
    for (const k of group) for (const near of around(tree, ...places[k], nearest + 1)) columns.add(customers[near]);
    for (const k of group) for (const l of columns) useful[k * size + l] = 1;
  }
  return useful;
}

/** Halved across their longer side until they are small. */
function groupsOf(list: readonly number[], places: readonly LonLat[]): (readonly number[])[] {
  if (list.length <= groupSize) return [list];
  const extent = (axis: 0 | 1) => {
    const along = list.map((k) => places[k][axis]);
    return along.reduce((a, b) => Math.max(a, b)) - along.reduce((a, b) => Math.min(a, b));
  };
  const axis = extent(0) * Math.cos((places[list[0]][1] * Math.PI) / 180) > extent(1) ? 0 : 1;
  const sorted = list.toSorted((k, l) => places[k][axis] - places[l][axis]);
  const middle = sorted.length >> 1;
  return [...groupsOf(sorted.slice(0, middle), places), ...groupsOf(sorted.slice(middle), places)];
}

/** Straight lines of similar length, each class twice as long as the one before: short ones have longer detours. */
const classOf = (metres: number) => Math.min(31, Math.floor(Math.log2(metres + 1)));

/** Fills in what was not measured; how many pairs those are. A place that no depot reaches is reached by nobody. */
export function estimatePairs(
  { places, distances, durations }: Pick<RoadTable, 'places' | 'distances' | 'durations'>,
  depots: number,
): number {
  const size = places.length;
  const [metres, roads, times] = [0, 0, 0].map(() => new Float64Array(32));
  for (let at = 0; at < size * size; at++) {
    if (!(distances[at] > 0 && distances[at] < Number.POSITIVE_INFINITY)) continue;
    const straight = crowMetres(places[Math.floor(at / size)], places[at % size]);
    const length = classOf(straight);
    metres[length] += straight;
    roads[length] += distances[at];
    times[length] += durations[at];
  }
  const learned = [...metres.keys()].filter((length) => metres[length] > 0);
  const nearestLearned = Array.from(metres, (_, length) =>
    learned.reduce((best, other) => (Math.abs(other - length) < Math.abs(best - length) ? other : best), learned[0]),
  );
  const isCut = (arc: (depot: number) => number) =>
    Array.from({ length: depots }, (_, d) => distances[arc(d)]).every((way) => way === Number.POSITIVE_INFINITY);
  const noWayOut = places.map((_, k) => isCut((d) => k * size + d));
  const noWayIn = places.map((_, k) => isCut((d) => d * size + k));
  let count = 0;
  for (let at = 0; at < size * size; at++) {
    if (!Number.isNaN(distances[at])) continue;
    const [from, to] = [Math.floor(at / size), at % size];
    const straight = crowMetres(places[from], places[to]);
    const length = nearestLearned[classOf(straight)];
    const isGap = noWayOut[from] || noWayIn[to];
    distances[at] = isGap ? Number.POSITIVE_INFINITY : (straight * roads[length]) / metres[length];
    durations[at] = isGap ? Number.POSITIVE_INFINITY : (straight * times[length]) / metres[length];
    count++;
  }
  return count;
}
