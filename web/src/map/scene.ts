/** The data as the library's maps show it, and what lies under a pointer. */
import type { CustomerMark, DepotMark, Places, Point, RouteMark, Scene, Screen } from '../../../src/page.ts';
import type { Cell, Draft } from '../state/draft.ts';

/** A cell that is no number is no coordinate, and no demand. */
const numberIn = (cell: Cell, otherwise = Number.NaN) => (typeof cell === 'number' ? cell : otherwise);
const located = <Place extends { readonly x: Cell; readonly y: Cell }>(place: Place) => ({
  ...place,
  x: numberIn(place.x),
  y: numberIn(place.y),
});

export const placesIn = ({ depots, customers, travel }: Pick<Draft, 'depots' | 'customers' | 'travel'>): Places => ({
  depots: depots.map(located),
  customers: customers.map((customer) => ({ ...located(customer), demand: numberIn(customer.demand, 0) })),
  travel,
});

export type PlaceMark = DepotMark | CustomerMark;

const nearest = <Mark>(marks: readonly Mark[], reach: number, distanceOf: (mark: Mark) => number): Mark | undefined => {
  let [best, least]: [Mark | undefined, number] = [undefined, reach];
  for (const mark of marks) {
    const distance = distanceOf(mark);
    if (distance < least) [best, least] = [mark, distance];
  }
  return best;
};

/** The place under the pointer: the nearest within reach, depots before customers. */
export function placeNear({ depots, customers }: Scene, { toScreen }: Screen, { x, y }: Point, reach: number): PlaceMark | undefined {
  const distance = ({ at, radius }: PlaceMark) => {
    const shown = toScreen(at);
    return Math.hypot(shown.x - x, shown.y - y) - radius;
  };
  return nearest(depots, reach, distance) ?? nearest(customers, reach, distance);
}

/** The route under the pointer, including the ways from and to its depot. */
export const routeNear = ({ routes }: Scene, { toScreen }: Screen, at: Point, reach: number): RouteMark | undefined =>
  nearest(routes, reach, ({ home, points, line = [home, ...points, home] }) => {
    const places = line.map(toScreen);
    return places.slice(1).reduce((least, to, k) => Math.min(least, distanceToSegment(at, places[k], to)), Number.POSITIVE_INFINITY);
  });

function distanceToSegment({ x, y }: Point, from: Point, to: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const along = dx * dx + dy * dy > 0 ? ((x - from.x) * dx + (y - from.y) * dy) / (dx * dx + dy * dy) : 0;
  const t = Math.min(1, Math.max(0, along));
  return Math.hypot(x - from.x - t * dx, y - from.y - t * dy);
}
