/** Groups nearby places on the globe in about linear time: the globe is cut into cells, and occupied neighbouring cells form a group. */
import { earthRadius } from './travel.ts';
import { arcsine, cosine, sine } from './trigonometry.ts';

type Point = readonly [x: number, y: number, z: number];

interface Degrees {
  readonly x: number;
  readonly y: number;
}

export interface GlobeGroups {
  /** Positions of the places, the largest group first. */
  readonly groups: readonly (readonly number[])[];
  /** Whether a place here would belong to the largest group. */
  belongsToMain(at: Degrees): boolean;
  /** Shortest distance between a place of the group and one outside it, in km. */
  distanceToOthers(group: readonly number[]): number;
  /** Diagonal of the box around the group, in km. */
  extent(group: readonly number[]): number;
}

/** Groups are at least `gap` km apart; the cells grow until one group holds half of all places. */
export function groupPlaces(places: readonly Degrees[], gap: number): GlobeGroups {
  const points = places.map(pointOf);
  let size = gap;
  let groups = connect(points, size);
  while (2 * groups[0].length < places.length) {
    size *= 2;
    groups = connect(points, size);
  }
  const mainCells = new Set(groups[0].map((k) => cellOf(points[k], size).join()));
  return {
    groups,
    belongsToMain: (at) => neighbours(cellOf(pointOf(at), size)).some((cell) => mainCells.has(cell)),
    distanceToOthers(group) {
      const own = new Set(group);
      let least = Number.POSITIVE_INFINITY;
      points.forEach((other, k) => {
        if (!own.has(k)) for (const one of group) least = Math.min(least, chord(points[one], other));
      });
      return 2 * earthRadius.km * arcsine(Math.min(1, least / (2 * earthRadius.km)));
    },
    extent(group) {
      const sides = [0, 1, 2].map((axis) => {
        const along = group.map((k) => points[k][axis]);
        return along.reduce((a, b) => Math.max(a, b)) - along.reduce((a, b) => Math.min(a, b));
      });
      return Math.hypot(...sides);
    },
  };
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

/** Over occupied cells. */
function connect(points: readonly Point[], size: number): number[][] {
  const placesIn = new Map<string, number[]>();
  points.forEach((point, k) => {
    const cell = cellOf(point, size).join();
    const known = placesIn.get(cell);
    if (known) known.push(k);
    else placesIn.set(cell, [k]);
  });
  const groups: number[][] = [];
  for (const first of placesIn.keys()) {
    const group: number[] = [];
    const queue = [first];
    for (let cell = queue.pop(); cell !== undefined; cell = queue.pop()) {
      const places = placesIn.get(cell);
      if (!places?.length) continue;
      for (const place of places.splice(0)) group.push(place);
      queue.push(...neighbours(cell.split(',').map(Number)));
    }
    if (group.length > 0) groups.push(group.sort((a, b) => a - b));
  }
  return groups.sort((a, b) => b.length - a.length);
}
