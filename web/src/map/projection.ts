/**
 * From places to the screen: plane coordinates as they are, longitude and latitude by Mercator's projection, as map tiles use it.
 * The world's y points down, like the screen's.
 */
import type { Point } from '../state/edits.ts';

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

export const globe: World = {
  geographic: true,
  toWorld({ x, y }) {
    const latitude = Math.max(-mostLatitude, Math.min(mostLatitude, y)) / degrees;
    return { x, y: -degrees * Math.log(Math.tan(Math.PI / 4 + latitude / 2)) };
  },
  fromWorld: ({ x, y }) => ({ x, y: degrees * (2 * Math.atan(Math.exp(-y / degrees)) - Math.PI / 2) }),
};

/** The visible part of the world: its centre, and pixels per unit. */
export interface View {
  readonly x: number;
  readonly y: number;
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

/** Shows all points, with a margin. An empty plane shows 0 to 100. */
export function fitView(
  points: readonly Point[],
  { width, height }: Size,
  { top: above, left: beside }: Insets = { top: 0, left: 0 },
  padding = Math.min(44, 0.1 * Math.min(width, height)),
): View {
  const corners = points.length > 0 ? points : [plane.toWorld({ x: 0, y: 0 }), plane.toWorld({ x: 100, y: 100 })];
  let [left, right, top, bottom] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { x, y } of corners) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  const room = { width: Math.max(40, width - beside - 2 * padding), height: Math.max(40, height - above - 2 * padding) };
  const fitting = Math.min(room.width / (right - left), room.height / (bottom - top));
  // A single place has no extent; show ten units on each side.
  const scale = Number.isFinite(fitting) ? fitting : room.width / 20;
  return { x: (left + right - beside / scale) / 2, y: (top + bottom - above / scale) / 2, scale };
}

/** Zooms by a factor around a point of the screen, which stays where it is. */
export function zoomed(view: View, size: Size, at: Point, factor: number): View {
  const scale = Math.min(1e9, Math.max(1e-9, view.scale * factor));
  const fixed = screenOf(view, size).toWorld(at);
  return { scale, x: fixed.x - (at.x - size.width / 2) / scale, y: fixed.y - (at.y - size.height / 2) / scale };
}

/** Steps of 1, 2 or 5 times a power of ten, at least `apart` pixels from one line to the next. */
export function niceStep(scale: number, apart: number): number {
  const least = apart / scale;
  const power = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 5, 10].find((factor) => factor * power >= least) ?? 10) * power;
}
