/** What a map shows: where everything is in the world, in which colour, how large on the screen. */
import { depotColours, type ThemeName, themes } from '../../../src/page.ts';
import { type Draft, isGeographic, labelOf, positionOf } from '../state/draft.ts';
import type { Kind, Point } from '../state/edits.ts';
import type { ShownRoute } from '../state/run.ts';
import { fitView, globe, type Insets, plane, type Screen, type Size, type View, type World } from './projection.ts';

export type Places = Pick<Draft, 'depots' | 'customers' | 'travel'>;

export interface Mark {
  readonly kind: Kind;
  readonly id: string;
  readonly label: string;
  /** In the world; the view leads from there to the screen. */
  readonly at: Point;
  readonly colour: string;
  /** In pixels. */
  readonly radius: number;
}

export interface DepotMark extends Mark {
  readonly state: 'open' | 'closed' | 'candidate';
  readonly locked: boolean;
}

export interface RouteMark {
  readonly index: number;
  readonly depot: string;
  readonly stops: readonly string[];
  readonly colour: string;
  readonly home: Point;
  /** The stops, in order; at least one. */
  readonly points: readonly Point[];
}

export interface Scene {
  readonly depots: readonly DepotMark[];
  readonly customers: readonly Mark[];
  readonly routes: readonly RouteMark[];
  /** Width of a route, in pixels. */
  readonly stroke: number;
}

export const worldOf = (places: Places): World => (isGeographic(places) ? globe : plane);

/** The view of all places. */
export function wholeView(places: Places, size: Size, insets?: Insets, padding?: number): View {
  const { toWorld } = worldOf(places);
  const points = [...places.depots, ...places.customers].flatMap((place) => {
    const at = positionOf(place);
    return at ? [toWorld(at)] : [];
  });
  return fitView(points, size, insets, padding);
}

/** A colour for each depot, as on exported maps: the same in every plan, open or not. */
export const coloursOf = (depots: Draft['depots'], theme: ThemeName): readonly string[] =>
  depotColours(
    depots.map((depot) => positionOf(depot) ?? { x: 0, y: 0 }),
    themes[theme].depots,
  );

export interface SceneOptions {
  readonly routes: readonly ShownRoute[];
  /** Undefined where nothing is decided yet. */
  readonly open: ReadonlySet<string> | undefined;
  readonly theme: ThemeName;
  readonly size: Size;
}

export function composeScene(places: Places, { routes, open, theme, size }: SceneOptions): Scene {
  const colours = coloursOf(places.depots, theme);
  const { toWorld } = worldOf(places);
  const { customers } = places;
  // Smaller on a small map, and the more there are.
  const shrink = Math.min(1, Math.max(0.6, Math.sqrt(size.width * size.height) / 620));
  const most = shrink * Math.min(8, Math.max(1.6, 8 * (40 / Math.max(1, customers.length)) ** 0.3));
  const largest = customers.reduce((peak, { demand }) => (typeof demand === 'number' ? Math.max(peak, demand) : peak), 0);
  const colourOf = new Map(places.depots.map(({ id }, k) => [id, colours[k]]));
  const servedBy = new Map(routes.flatMap(({ depot, stops }) => stops.map((stop) => [stop, depot])));

  const depots = places.depots.flatMap((depot, index): DepotMark[] => {
    const at = positionOf(depot);
    if (!at) return [];
    const isOpen = open ? open.has(depot.id) : depot.status === 'open';
    return [
      {
        kind: 'depot',
        id: depot.id,
        label: labelOf(depot),
        at: toWorld(at),
        colour: colours[index],
        radius: shrink * (places.depots.length > 40 ? 6 : 8),
        state: isOpen ? 'open' : open || depot.status === 'closed' ? 'closed' : 'candidate',
        locked: depot.status !== 'candidate',
      },
    ];
  });
  const marks = customers.flatMap((customer): Mark[] => {
    const at = positionOf(customer);
    if (!at) return [];
    const share = typeof customer.demand === 'number' && largest > 0 ? Math.sqrt(customer.demand / largest) : 1;
    const depot = servedBy.get(customer.id);
    const colour = (depot !== undefined && colourOf.get(depot)) || themes[theme].customer;
    return [{ kind: 'customer', id: customer.id, label: labelOf(customer), at: toWorld(at), colour, radius: Math.max(0.45, share) * most }];
  });
  const where = new Map(marks.map(({ id, at }) => [id, at]));
  const homes = new Map(depots.map(({ id, at }) => [id, at]));
  return {
    depots,
    customers: marks,
    routes: routes.flatMap(({ depot, stops }, index): RouteMark[] => {
      const home = homes.get(depot);
      const points = stops.flatMap((stop) => where.get(stop) ?? []);
      return home && points.length > 0 ? [{ index, depot, stops, colour: colourOf.get(depot) ?? colours[0], home, points }] : [];
    }),
    stroke: shrink * Math.min(2.4, Math.max(0.8, 2.4 * (60 / Math.max(1, customers.length)) ** 0.25)),
  };
}

/** The place under the pointer: the nearest within reach, depots before customers. */
export function placeNear({ depots, customers }: Scene, screen: Screen, at: Point, reach: number): Mark | undefined {
  for (const marks of [depots, customers] as const) {
    let [best, least]: [Mark | undefined, number] = [undefined, reach];
    for (const mark of marks) {
      const { x, y } = screen.toScreen(mark.at);
      const distance = Math.hypot(x - at.x, y - at.y) - mark.radius;
      if (distance < least) [best, least] = [mark, distance];
    }
    if (best) return best;
  }
  return undefined;
}

/** The route under the pointer, including the ways from and to its depot. */
export function routeNear({ routes }: Scene, screen: Screen, at: Point, reach: number): RouteMark | undefined {
  let [best, least]: [RouteMark | undefined, number] = [undefined, reach];
  for (const route of routes) {
    let from = screen.toScreen(route.home);
    for (const point of [...route.points, route.home]) {
      const to = screen.toScreen(point);
      const distance = distanceToSegment(at, from, to);
      if (distance < least) [best, least] = [route, distance];
      from = to;
    }
  }
  return best;
}

function distanceToSegment({ x, y }: Point, from: Point, to: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const along = dx * dx + dy * dy > 0 ? ((x - from.x) * dx + (y - from.y) * dy) / (dx * dx + dy * dy) : 0;
  const t = Math.min(1, Math.max(0, along));
  return Math.hypot(x - from.x - t * dx, y - from.y - t * dy);
}
