/** What a map shows, on the screen: where everything stands, in which colour, how large. */
import { type ThemeName, themes } from '../../../src/report/palette.ts';
import { type Draft, isGeographic, positionOf } from '../state/draft.ts';
import type { Kind, Point } from '../state/edits.ts';
import type { ShownRoute } from '../state/run.ts';
import { fitView, globe, type Insets, plane, type Screen, type Size, screenOf, type View, type World } from './projection.ts';

export type Places = Pick<Draft, 'depots' | 'customers' | 'travel'>;

export interface Mark {
  readonly kind: Kind;
  readonly index: number;
  readonly id: string;
  readonly at: Point;
  readonly colour: string;
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
  /** Way from stop to stop, and the ways from and to the depot. */
  readonly tour: string;
  readonly ends: string;
}

export interface Scene {
  readonly depots: readonly DepotMark[];
  readonly customers: readonly Mark[];
  readonly routes: readonly RouteMark[];
  readonly stroke: number;
}

export const worldOf = (places: Places): World => (isGeographic(places) ? globe : plane);

/** Everything in sight. */
export function wholeView(places: Places, size: Size, insets?: Insets, padding?: number): View {
  const { toWorld } = worldOf(places);
  const points = [...places.depots, ...places.customers].flatMap((place) => {
    const at = positionOf(place);
    return at ? [toWorld(at)] : [];
  });
  return fitView(points, size, insets, padding);
}

export interface SceneOptions {
  readonly routes: readonly ShownRoute[];
  /** Undefined where nothing is decided yet. */
  readonly open: ReadonlySet<string> | undefined;
  readonly theme: ThemeName;
  readonly view: View;
  readonly size: Size;
}

/** A depot has the same colour in every plan, whether it is open or not: two plans side by side are read by it. */
export function composeScene(places: Places, { routes, open, theme, view, size }: SceneOptions): Scene {
  const colours = themes[theme].depots;
  const { toWorld } = worldOf(places);
  const screen: Screen = screenOf(view, size);
  const project = (place: Draft['depots'][number] | Draft['customers'][number]) => {
    const at = positionOf(place);
    return at && screen.toScreen(toWorld(at));
  };
  const { customers } = places;
  // Smaller on a small map, and the more there are.
  const shrink = Math.min(1, Math.max(0.6, Math.sqrt(size.width * size.height) / 620));
  const most = shrink * Math.min(8, Math.max(2.6, 8 * (40 / Math.max(1, customers.length)) ** 0.3));
  const largest = customers.reduce((peak, { demand }) => (typeof demand === 'number' ? Math.max(peak, demand) : peak), 0);
  const colourOf = new Map(places.depots.map(({ id }, k) => [id, colours[k % colours.length]]));
  const servedBy = new Map(routes.flatMap(({ depot, stops }) => stops.map((stop) => [stop, depot])));

  const depots = places.depots.flatMap((depot, index): DepotMark[] => {
    const at = project(depot);
    if (!at) return [];
    const isOpen = open ? open.has(depot.id) : depot.status === 'open';
    const state = isOpen ? 'open' : open || depot.status === 'closed' ? 'closed' : 'candidate';
    return [
      {
        kind: 'depot',
        index,
        id: depot.id,
        at,
        colour: colourOf.get(depot.id) ?? colours[0],
        radius: shrink * (places.depots.length > 40 ? 6 : 8),
        state,
        locked: depot.status !== 'candidate',
      },
    ];
  });
  const marks = customers.flatMap((customer, index): Mark[] => {
    const at = project(customer);
    if (!at) return [];
    const share = typeof customer.demand === 'number' && largest > 0 ? Math.sqrt(customer.demand / largest) : 1;
    const depot = servedBy.get(customer.id);
    const colour = (depot !== undefined && colourOf.get(depot)) || themes[theme].customer;
    return [{ kind: 'customer', index, id: customer.id, at, colour, radius: Math.max(0.45, share) * most }];
  });
  const where = new Map(marks.map(({ id, at }) => [id, at]));
  const home = new Map(depots.map(({ id, at }) => [id, at]));
  return {
    depots,
    customers: marks,
    routes: routes.flatMap(({ depot, stops }, index): RouteMark[] => {
      const start = home.get(depot);
      const points = stops.flatMap((stop) => where.get(stop) ?? []);
      const [first, last] = [points[0], points.at(-1)];
      if (!start || !first || !last) return [];
      const ends = pathThrough([first, start]) + pathThrough([start, last]);
      return [{ index, depot, stops, colour: colourOf.get(depot) ?? colours[0], tour: pathThrough(points), ends }];
    }),
    stroke: shrink * Math.min(2.4, Math.max(1.1, 2.4 * (60 / Math.max(1, customers.length)) ** 0.25)),
  };
}

const pathThrough = (points: readonly Point[]): string =>
  points.map(({ x, y }, k) => `${k === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');

/** The place under the pointer: depots before customers, the nearest of each, within reach of a finger or a mouse. */
export function placeNear({ depots, customers }: Scene, at: Point, reach: number): Mark | undefined {
  for (const marks of [depots, customers] as const) {
    let [best, least]: [Mark | undefined, number] = [undefined, reach];
    for (const mark of marks) {
      const distance = Math.hypot(mark.at.x - at.x, mark.at.y - at.y) - mark.radius;
      if (distance < least) [best, least] = [mark, distance];
    }
    if (best) return best;
  }
  return undefined;
}
