/** Projects the places of an instance into a box: aspect kept, north up, centred. */
import type { Instance } from '../problem/instance.ts';
import { rangeOf } from './range.ts';

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export type Point = readonly [x: number, y: number];

export interface Projection {
  /** Height over width of what is drawn; 1 for a single point. */
  readonly aspect: number;
  /** Position of each place in the box: depots first, then customers. Planar coordinates have no kilometres. */
  fit(box: Box): { readonly points: readonly Point[]; readonly kilometresPerPixel?: number };
}

const kilometresPerDegree = 111.195;

/** Longitude and latitude use an equirectangular projection, true to scale at the middle latitude. */
export function projectionOf({ depots, customers, travel }: Instance): Projection {
  const places = [...depots, ...customers];
  const geographic = travel.kind === 'great-circle';
  // Halves keep the difference of any two finite numbers finite.
  const y = places.map((place) => place.y / 2);
  const up = extent(y);
  const squeeze = geographic ? Math.cos((2 * up.middle * Math.PI) / 180) : 1;
  const longitudes = places.map((place) => place.x / 2);
  const x = (geographic ? inOnePiece(longitudes) : longitudes).map((value) => value * squeeze);
  const across = extent(x);
  return {
    aspect: across.span > 0 ? up.span / across.span : up.span > 0 ? Number.POSITIVE_INFINITY : 1,
    fit({ left, top, width, height }) {
      const limits = [width / across.span, height / up.span].filter((limit) => limit < Number.POSITIVE_INFINITY);
      const scale = limits.length > 0 ? Math.min(...limits) : 0;
      const points = x.map(
        (_, k): Point => [left + width / 2 + (x[k] - across.middle) * scale, top + height / 2 - (y[k] - up.middle) * scale],
      );
      return { points, kilometresPerPixel: geographic && scale > 0 ? (2 * kilometresPerDegree) / scale : undefined };
    },
  };
}

/** Shifts western longitudes by a full turn if that makes the map narrower, for regions across the date line. All are halved, as above. */
function inOnePiece(longitudes: readonly number[]): readonly number[] {
  const shifted = longitudes.map((value) => (value < 0 ? value + 180 : value));
  return extent(shifted).span < extent(longitudes).span ? shifted : longitudes;
}

function extent(values: readonly number[]): { readonly span: number; readonly middle: number } {
  const { min, max } = rangeOf(values);
  return { span: max - min, middle: min + (max - min) / 2 };
}
