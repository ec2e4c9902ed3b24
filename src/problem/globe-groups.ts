/** Groups nearby places on the globe in about linear time: the globe is cut into cells, and occupied neighbouring cells form a group. */
import { earthRadius } from './travel.ts';
import { arcsine, cosine, sine } from './trigonometry.ts';

type Point = readonly [x: number, y: number, z: number];

interface Degrees {
  readonly x: number;
  readonly y: number;
}

export class GlobeGroups {
  /** Positions of the places, the largest group first. */
  readonly groups: readonly (readonly number[])[];
  readonly #points: readonly Point[];
  readonly #mainCells: ReadonlySet<string>;
  readonly #size: number;

  /** Groups are at least `gap` km apart; the cells grow until one group holds half of all places. */
  constructor(places: readonly Degrees[], gap: number) {
    this.#points = places.map(pointOf);
    let size = gap;
    let groups = connect(this.#points, size);
    while (2 * groups[0].length < places.length) {
      size *= 2;
      groups = connect(this.#points, size);
    }
    this.#size = size;
    this.groups = groups;
    this.#mainCells = new Set(groups[0].map((k) => cellOf(this.#points[k], size).join()));
  }

  /** Whether a place here would belong to the largest group. */
  belongsToMain(at: Degrees): boolean {
    return neighbours(cellOf(pointOf(at), this.#size)).some((cell) => this.#mainCells.has(cell));
  }

  /** Shortest distance between a place of the group and one outside it, in km. */
  distanceToOthers(group: readonly number[]): number {
    const own = new Set(group);
    const others = this.#points.filter((_, k) => !own.has(k));
    let least = Number.POSITIVE_INFINITY;
    for (const k of group) for (const other of others) least = Math.min(least, chord(this.#points[k], other));
    return 2 * earthRadius.km * arcsine(Math.min(1, least / (2 * earthRadius.km)));
  }

  /** Diagonal of the box around the group, in km. */
  extent(group: readonly number[]): number {
    const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    const high = low.map((value) => -value);
    for (const k of group)
      this.#points[k].forEach((value, axis) => {
        low[axis] = Math.min(low[axis], value);
        high[axis] = Math.max(high[axis], value);
      });
    return Math.hypot(...high.map((value, axis) => value - low[axis]));
  }
}

/** Cubes in space rather than squares of degrees, so that neither the date line nor the poles are a seam. */
function pointOf({ x, y }: Degrees): Point {
  const radians = Math.PI / 180;
  const ring = earthRadius.km * cosine(y * radians);
  return [ring * cosine(x * radians), ring * sine(x * radians), earthRadius.km * sine(y * radians)];
}

const chord = (a: Point, b: Point) => Math.sqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2);

const cellOf = (point: Point, size: number) => point.map((value) => Math.floor(value / size));

function neighbours([x, y, z]: readonly number[]): string[] {
  const near = [-1, 0, 1];
  return near.flatMap((dx) => near.flatMap((dy) => near.map((dz) => `${x + dx},${y + dy},${z + dz}`)));
}

/** Breadth-first over occupied cells. */
function connect(points: readonly Point[], size: number): number[][] {
  const members = new Map<string, { readonly cell: readonly number[]; readonly places: number[] }>();
  points.forEach((point, k) => {
    const cell = cellOf(point, size);
    const known = members.get(cell.join());
    if (known) known.places.push(k);
    else members.set(cell.join(), { cell, places: [k] });
  });
  const groups: number[][] = [];
  for (const key of [...members.keys()]) {
    const group: number[] = [];
    const queue = [key];
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      const found = members.get(next);
      if (!found) continue;
      members.delete(next);
      for (const place of found.places) group.push(place);
      queue.push(...neighbours(found.cell));
    }
    if (group.length > 0) groups.push(group.sort((a, b) => a - b));
  }
  return groups.sort((a, b) => b.length - a.length);
}
