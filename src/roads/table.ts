/** Distances and durations between all places: what the cache knows, and the rest in blocks, several requests at once. */
import { contentHash } from '../problem/hash.ts';
import type { RoadCache } from './cache.ts';
import { type LonLat, type RoadEngine, type RoadMatrix, roundPlace } from './engine.ts';
import { requireGoing } from './http.ts';
import { estimatePairs, usefulPairs } from './large.ts';

/** In metres and seconds, row by row; Infinity: no way. */
export interface RoadTable {
  readonly places: readonly LonLat[];
  readonly distances: Float64Array;
  readonly durations: Float64Array;
  /** Where each place was taken to be. */
  readonly snapped: readonly (LonLat | null)[];
  /** Pairs that were asked for now, from · size + to; the others were known. */
  readonly asked: readonly number[];
  /** Pairs that were estimated from straight lines. */
  readonly estimated: number;
}

export interface RoadProgress {
  /** Requests. */
  readonly done: number;
  readonly of: number;
}

export interface TableOptions {
  readonly cache?: RoadCache;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: RoadProgress) => void;
  /** Where only some pairs are worth asking for: those of the first `depots` places, and of each other one its nearest. */
  readonly useful?: { readonly depots: number; readonly nearest: number };
}

export async function roadTable(engine: RoadEngine, given: readonly LonLat[], options: TableOptions = {}): Promise<RoadTable> {
  const { cache, signal, onProgress } = options;
  const places = given.map(roundPlace);
  const size = places.length;
  const distances = new Float64Array(size * size).fill(Number.NaN);
  const durations = distances.slice();
  const snapped = new Array<LonLat | null>(size).fill(null);
  const positions = new Map<string, number[]>(places.map((place) => [String(place), []]));
  for (const [k, place] of places.entries()) positions.get(String(place))?.push(k);
  const positionsOf = (list: readonly LonLat[]) => list.map((place) => positions.get(String(place)) ?? []);

  const fill = (from: readonly LonLat[], to: readonly LonLat[], answer: RoadMatrix) => {
    const [rows, columns] = [positionsOf(from), positionsOf(to)];
    rows.forEach((row, i) => {
      for (const k of row) snapped[k] = answer.from[i];
      columns.forEach((column, j) => {
        for (const k of row)
          for (const l of column) {
            distances[k * size + l] = answer.distances[i][j] ?? Number.POSITIVE_INFINITY;
            durations[k * size + l] = answer.durations[i][j] ?? Number.POSITIVE_INFINITY;
          }
      });
    });
  };
  if (cache) for await (const { places: known, ...answer } of cache.blocks()) fill(known.from, known.to, answer);

  const first = [...positions.values()].map(([k]) => k);
  const { depots = size, nearest = 0 } = options.useful ?? {};
  const customers = first.filter((k) => k >= depots);
  const useful = customers.length > 0 ? usefulPairs(places, customers, depots, nearest) : undefined;
  const isMissing = (k: number, l: number) => Number.isNaN(distances[k * size + l]) && useful?.[k * size + l] !== 0;
  const asked = first.flatMap((k) => first.filter((l) => k !== l && isMissing(k, l)).map((l) => k * size + l));
  const blocks = missingBlocks(first, isMissing, engine.block);
  let [next, done] = [0, 0];
  onProgress?.({ done, of: blocks.length });
  const ask = async () => {
    while (next < blocks.length) {
      const [from, to] = blocks[next++].map((side) => side.map((k) => places[k]));
      try {
        requireGoing(signal);
        const answer = await engine.matrix(from, to, signal);
        fill(from, to, answer);
        await cache?.add({ places: { from, to }, ...answer });
      } catch (error) {
        next = blocks.length;
        throw error;
      }
      onProgress?.({ done: ++done, of: blocks.length });
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: engine.parallel }, ask));
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
  for (const list of positions.values()) for (const k of list) for (const l of list) distances[k * size + l] = durations[k * size + l] = 0;
  const estimated = useful ? estimatePairs({ places, distances, durations }, depots) : 0;
  return { places, distances, durations, snapped, asked, estimated };
}

type Block = readonly [from: readonly number[], to: readonly number[]];

/** Rows that lack the same columns are asked together: for one new place, its row and its column. */
export function missingBlocks(
  places: readonly number[],
  isMissing: (from: number, to: number) => boolean,
  most: RoadEngine['block'],
): Block[] {
  const groups = new Map<string, { readonly rows: number[]; readonly columns: readonly number[] }>();
  for (const row of places) {
    const columns = places.filter((column) => isMissing(row, column));
    if (columns.length === 0) continue;
    const key = `${columns.length} ${contentHash(columns.length, (k) => columns[k])}`;
    const group = groups.get(key);
    if (group) group.rows.push(row);
    else groups.set(key, { rows: [row], columns });
  }
  return [...groups.values()].flatMap(({ rows, columns }) =>
    chunks(rows, most.from).flatMap((some) => chunks(columns, most.to).map((others): Block => [some, others])),
  );
}

export const chunks = <T>(list: readonly T[], most: number): (readonly T[])[] =>
  Array.from({ length: Math.ceil(list.length / most) }, (_, k) => list.slice(k * most, (k + 1) * most));
