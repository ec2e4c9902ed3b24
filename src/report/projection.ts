/**
 * From places to a map: plane coordinates as they are, longitude and latitude by Mercator's projection, as map tiles use it. The world's y
 * points down, like the screen's.
 */
import type { Instance } from '../problem/instance.ts';
import { isGeographic } from '../problem/travel.ts';
import { rangeOf } from './range.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface World {
  readonly geographic: boolean;
  toWorld(place: Point): Point;
  fromWorld(point: Point): Point;
}

const degrees = 180 / Math.PI;
/** Where Mercator's square map of the world ends. */
const mostLatitude = 85.05;

export const plane: World = {
  geographic: false,
  toWorld: ({ x, y }) => ({ x, y: -y }),
  fromWorld: ({ x, y }) => ({ x, y: -y }),
};

/** `west`: longitudes below it lie a turn further east, for regions across the date line. */
export const globe = (west = -180): World => ({
  geographic: true,
  toWorld({ x, y }) {
    const latitude = Math.max(-mostLatitude, Math.min(mostLatitude, y)) / degrees;
    return { x: x < west ? x + 360 : x, y: -degrees * Math.log(Math.tan(Math.PI / 4 + latitude / 2)) };
  },
  fromWorld: ({ x, y }) => ({ x: x > 180 ? x - 360 : x, y: degrees * (2 * Math.atan(Math.exp(-y / degrees)) - Math.PI / 2) }),
});

/** What a map needs of an instance. Places without finite coordinates are not drawn. */
export interface Places {
  readonly depots: readonly (Point & { readonly id: string; readonly name?: string; readonly status: 'open' | 'closed' | 'candidate' })[];
  readonly customers: readonly (Point & { readonly id: string; readonly name?: string; readonly demand: number })[];
  readonly travel: Instance['travel'];
}

export const pointsOf = ({ depots, customers }: Pick<Places, 'depots' | 'customers'>): readonly Point[] =>
  [...depots, ...customers].filter(({ x, y }) => Number.isFinite(x) && Number.isFinite(y));

/** The globe is cut where that makes the map narrower: at the date line, or at Greenwich. */
export function worldOf(places: Places): World {
  if (!isGeographic(places.travel)) return plane;
  const longitudes = pointsOf(places).map(({ x }) => x);
  const spanFrom = (west: number) => {
    const { min, max } = rangeOf(longitudes.map((x) => (x < west ? x + 360 : x)));
    return max - min;
  };
  return globe(spanFrom(0) < spanFrom(-180) ? 0 : -180);
}

/** The visible part of the world: its centre, and pixels per unit. */
export interface View extends Point {
  readonly scale: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Screen {
  toScreen(point: Point): Point;
  toWorld(point: Point): Point;
}

export function screenOf({ x, y, scale }: View, { width, height }: Size): Screen {
  return {
    toScreen: (point) => ({ x: (point.x - x) * scale + width / 2, y: (point.y - y) * scale + height / 2 }),
    toWorld: (point) => ({ x: (point.x - width / 2) / scale + x, y: (point.y - height / 2) / scale + y }),
  };
}

/** Pixels at the sides that something else covers. */
export interface Insets {
  readonly top: number;
  readonly left: number;
}

/** Width and height of what lies around these points of the world. */
function extentOf(points: readonly Point[]) {
  const [across, down] = [rangeOf(points.map(({ x }) => x)), rangeOf(points.map(({ y }) => y))];
  return { ...{ left: across.min, top: down.min }, width: across.max - across.min, height: down.max - down.min };
}

/** Shows all places, with a margin. An empty plane shows 0 to 100. */
export function wholeView(
  places: Places,
  { width, height }: Size,
  { top: above, left: beside }: Insets = { top: 0, left: 0 },
  padding = Math.min(44, 0.1 * Math.min(width, height)),
): View {
  const world = worldOf(places);
  const points = pointsOf(places);
  const corners = [
    { x: 0, y: 0 },
    { x: 100, y: 100 },
  ];
  const shown = extentOf((points.length > 0 ? points : corners).map(world.toWorld));
  const room = { width: Math.max(40, width - beside - 2 * padding), height: Math.max(40, height - above - 2 * padding) };
  const fitting = Math.min(room.width / shown.width, room.height / shown.height);
  // A single place has no extent; show ten units on each side.
  const scale = Number.isFinite(fitting) ? fitting : room.width / 20;
  return { x: shown.left + (shown.width - beside / scale) / 2, y: shown.top + (shown.height - above / scale) / 2, scale };
}

/** Height over width of a map of all places; 1 for a single point. */
export function aspectOf(places: Places): number {
  const { width, height } = extentOf(pointsOf(places).map(worldOf(places).toWorld));
  return width > 0 ? height / width : height > 0 ? Number.POSITIVE_INFINITY : 1;
}

const kilometresPerDegree = 111.195;

/** In the middle of the view; a plane has no kilometres. */
export function kilometresPerPixel(world: World, { x, y, scale }: View): number | undefined {
  const latitude = world.fromWorld({ x, y }).y;
  return world.geographic ? (kilometresPerDegree * Math.cos(latitude / degrees)) / scale : undefined;
}
