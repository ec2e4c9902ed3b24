/** What a map shows, on a sheet, on the page or in a picture: where everything is in the world, in which colour, and how large in pixels. */
import type { Route } from '../problem/solution.ts';
import { depotColours, shadeOf, type Theme } from './palette.ts';
import { placeNames } from './place-names.ts';
import { type Places, type Point, type Size, worldOf } from './projection.ts';

interface PlaceMark {
  readonly id: string;
  readonly label: string;
  readonly at: Point;
  readonly colour: string;
  readonly radius: number;
}

export interface DepotMark extends PlaceMark {
  readonly kind: 'depot';
  readonly state: 'open' | 'closed' | 'candidate';
  /** The state is locked in the instance. */
  readonly locked: boolean;
}

export interface CustomerMark extends PlaceMark {
  readonly kind: 'customer';
  readonly demand: number;
  /** Of one that the plan does not serve: it is a ring. */
  readonly outline?: string;
}

export interface RouteMark {
  /** Position in the plan. */
  readonly index: number;
  readonly depot: string;
  readonly stops: readonly string[];
  readonly colour: string;
  readonly home: Point;
  /** The stops, in order; at least one. */
  readonly points: readonly Point[];
  /** The roads that it takes, where they are known. */
  readonly line?: readonly Point[];
}

export interface Scene {
  readonly depots: readonly DepotMark[];
  readonly customers: readonly CustomerMark[];
  readonly routes: readonly RouteMark[];
  /** Width of a route. */
  readonly stroke: number;
}

export interface SceneOptions {
  readonly routes: readonly { readonly depot: string; readonly stops: readonly string[]; readonly line?: Route['line'] }[];
  /** Depots that the plan opens; undefined where nothing is decided yet. */
  readonly open: ReadonlySet<string> | undefined;
  readonly theme: Theme;
  readonly size: Size;
}

const between = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

/** Marks are smaller on a small map, and the more there are. Places that are not in the instance are not drawn. */
export function composeScene(places: Places, { routes, open, theme, size }: SceneOptions): Scene {
  const { toWorld } = worldOf(places);
  const isDrawn = ({ at }: PlaceMark) => Number.isFinite(at.x) && Number.isFinite(at.y);
  const shrink = between(Math.sqrt(size.width * size.height) / 620, 0.4, 1);
  const [n, m] = [Math.max(1, places.customers.length), places.depots.length];

  const colours = depotColours(places.depots, theme);
  const colourOf = new Map(places.depots.map(({ id }, k) => [id, colours[k]]));
  const depotNames = placeNames(places.depots);
  const half = (shrink * between(16 * (60 / (n / 4 + m)) ** 0.15, 9, 18)) / 2;
  const depots = places.depots.map(({ id, x, y, status }, k): DepotMark => {
    const state = (open ? open.has(id) : status === 'open') ? 'open' : open || status === 'closed' ? 'closed' : 'candidate';
    const label = depotNames.get(id) ?? id;
    return {
      kind: 'depot',
      id,
      label,
      at: toWorld({ x, y }),
      colour: colours[k],
      radius: half,
      state,
      locked: status === state && state !== 'candidate',
    };
  });

  const servedBy = new Map(routes.flatMap(({ depot, stops }) => stops.map((stop) => [stop, depot])));
  const customerNames = placeNames(places.customers);
  const largest = places.customers.reduce((peak, { demand }) => Math.max(peak, demand), 0);
  const most = shrink * between(9 * (30 / n) ** 0.3, 1.4, 9);
  const customers = places.customers.map(({ id, x, y, demand }): CustomerMark => {
    // The area is proportional to the demand, but the radius is at least 40 % of the largest, so that it stays visible.
    const radius = most * (largest > 0 ? Math.max(0.4, Math.sqrt(demand / largest)) : 1);
    const mark = { kind: 'customer', id, label: customerNames.get(id) ?? id, at: toWorld({ x, y }), demand, radius } as const;
    const colour = colourOf.get(servedBy.get(id) ?? '');
    if (colour !== undefined || !open) return { ...mark, colour: colour ?? theme.customer };
    return { ...mark, colour: theme.page, outline: theme.alert, radius: Math.max(3.5, radius) };
  });

  const shown = { depots: depots.filter(isDrawn), customers: customers.filter(isDrawn) };
  const routesOf = new Map<string, number>();
  const homes = new Map(shown.depots.map(({ id, at }) => [id, at]));
  const where = new Map(shown.customers.map(({ id, at }) => [id, at]));
  return {
    ...shown,
    routes: routes.flatMap(({ depot, stops, line }, index): RouteMark[] => {
      const home = homes.get(depot);
      const points = stops.flatMap((stop) => where.get(stop) ?? []);
      const nth = routesOf.get(depot) ?? 0;
      routesOf.set(depot, nth + 1);
      const colour = shadeOf(colourOf.get(depot) ?? theme.faint, nth);
      const roads = line && { line: line.map(([x, y]) => toWorld({ x, y })) };
      return home && points.length > 0 ? [{ index, depot, stops, colour, home, points, ...roads }] : [];
    }),
    stroke: shrink * between(2.4 * (50 / n) ** 0.25, 0.5, 2.4),
  };
}

export function byColour<T extends { readonly colour: string }>(marks: readonly T[]): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const mark of marks) {
    const group = groups.get(mark.colour);
    if (group) group.push(mark);
    else groups.set(mark.colour, [mark]);
  }
  return groups;
}

/** The outline of a depot's customers and itself, in the world. */
export interface Catchment {
  readonly depot: string;
  readonly colour: string;
  readonly points: readonly Point[];
}

export function catchmentsOf({ depots, routes }: Pick<Scene, 'depots' | 'routes'>): Catchment[] {
  return depots.flatMap(({ id, at, colour }) => {
    const served = routes.filter(({ depot }) => depot === id).flatMap(({ points }) => points);
    return served.length > 1 ? [{ depot: id, colour, points: hullOf([at, ...served]) }] : [];
  });
}

/** The convex hull, by Andrew's monotone chain (1979). */
function hullOf(points: readonly Point[]): Point[] {
  const sorted = points.toSorted((a, b) => a.x - b.x || a.y - b.y);
  const half = (list: readonly Point[]) => {
    const chain: Point[] = [];
    for (const point of list) {
      for (let [a, b] = chain.slice(-2); b && (b.x - a.x) * (point.y - a.y) <= (b.y - a.y) * (point.x - a.x); [a, b] = chain.slice(-2))
        chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.toReversed())];
}
