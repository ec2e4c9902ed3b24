/** Depots, customers and routes of a scene as SVG. Shape tells the state as well as colour. */
import { shortenName } from './number.ts';
import type { Theme } from './palette.ts';
import type { Point, Size } from './projection.ts';
import { byColour, type Catchment, type CustomerMark, type DepotMark, type RouteMark, type Scene } from './scene.ts';
import { type Attributes, decimal, element, escapeXml, pathThrough, text } from './svg.ts';

/** From the world to the drawing. */
export type ToScreen = (point: Point) => Point;

/** What is said of a mark that is pointed at, where the drawing itself says so. */
type Title<Mark> = (mark: Mark) => string;

const titled = <Mark>(mark: Mark, title: Title<Mark> | undefined) => (title ? [element('title', {}, escapeXml(title(mark)))] : []);

/** The way from and to the depot is drawn faintly: it says little, and near depots it would hide the rest. */
export function drawRoutes(routes: readonly RouteMark[], toScreen: ToScreen, stroke: number, title?: Title<RouteMark>): string {
  const drawn = routes.map((route) => {
    const home = toScreen(route.home);
    const points = route.points.map(toScreen);
    const own = [{ stroke: route.colour }, ...titled(route, title)] as const;
    if (route.line) return element('g', ...own, element('path', { d: pathThrough(route.line.map(toScreen)) }));
    return element(
      'g',
      ...own,
      element('path', { d: pathThrough([points[points.length - 1], home, points[0]]), opacity: 0.45, 'stroke-width': stroke * 0.75 }),
      ...(points.length > 1 ? [element('path', { d: pathThrough(points) })] : []),
    );
  });
  const pen = { fill: 'none', 'stroke-width': stroke, 'stroke-linejoin': 'round', 'stroke-linecap': 'round' };
  return element('g', { class: 'routes', ...pen }, ...drawn);
}

/** More routes or stops than this would hide each other's signs. */
const mostSigns = 60;

const isOn = ({ width, height }: Size, { x, y }: Point) => x > 0 && x < width && y > 0 && y < height;

/** Of the routes in sight, if they are few: which way they go, and their numbers, each where its route turns back or at another stop. */
export function drawRouteSigns(routes: readonly RouteMark[], toScreen: ToScreen, size: Size, theme: Theme): string {
  const shown = routes.filter(({ points }) => points.some((point) => isOn(size, toScreen(point))));
  if (shown.length === 0 || shown.length > mostSigns) return '';
  const taken: Point[] = [];
  const signs = shown.map(({ home, points, line = [home, ...points, home], colour, index }) => {
    const from = toScreen(home);
    const places = points.map(toScreen).map((stop) => {
      const [dx, dy] = [stop.x - from.x, stop.y - from.y];
      const reach = Math.hypot(dx, dy);
      return { reach, at: { x: stop.x + (14 * dx) / (reach || 1), y: stop.y + (14 * dy) / (reach || 1) + 4 } };
    });
    const isFree = ({ at }: (typeof places)[number]) => isOn(size, at) && taken.every(({ x, y }) => Math.hypot(at.x - x, at.y - y) > 15);
    const place = places.sort((a, b) => b.reach - a.reach).find(isFree);
    if (place) taken.push(place.at);
    const label = { fill: colour, stroke: theme.field, 'stroke-width': 3, 'paint-order': 'stroke', 'text-anchor': 'middle' };
    const arrows = arrowsAlong(line.map(toScreen), size);
    return [
      ...(arrows ? [element('path', { d: arrows, fill: colour, stroke: theme.field, 'stroke-width': 0.8 })] : []),
      ...(place ? [text(String(index + 1), { ...place.at, ...label, 'font-size': 12, 'font-weight': 700 })] : []),
    ].join('');
  });
  return element('g', { class: 'signs' }, ...signs);
}

/** Pixels from one arrow to the next. */
const arrowsApart = 130;

function arrowsAlong(way: readonly Point[], size: Size): string {
  let [d, left] = ['', arrowsApart / 2];
  for (const [k, to] of way.entries()) {
    const from = way[Math.max(0, k - 1)];
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const [u, v] = length > 0 ? [(to.x - from.x) / length, (to.y - from.y) / length] : [0, 0];
    let at = left;
    for (; at <= length; at += arrowsApart) {
      const middle = { x: from.x + at * u, y: from.y + at * v };
      if (!isOn(size, middle)) continue;
      const corner = (along: number, across: number) => ({ x: middle.x + along * u - across * v, y: middle.y + along * v + across * u });
      d += `${pathThrough([corner(5, 0), corner(-4, 4), corner(-4, -4)])}Z`;
    }
    left = at - length;
  }
  return d;
}

/** Of the stops in sight, if they are few: when the turn of each is that has room for it. */
export function drawStopNumbers(routes: readonly RouteMark[], toScreen: ToScreen, size: Size, theme: Theme): string {
  const shown: { readonly at: Point; readonly turn: number }[] = [];
  for (const { points } of routes)
    for (const [k, point] of points.entries()) {
      const at = toScreen(point);
      if (isOn(size, at) && shown.push({ at, turn: k + 1 }) > mostSigns) return '';
    }
  const hasRoom = ({ at }: (typeof shown)[number]) =>
    shown.every((other) => other.at === at || Math.abs(other.at.x - at.x) > 16 || Math.abs(other.at.y - at.y) > 16);
  const numbers = shown.filter(hasRoom).map(({ at, turn }) => text(String(turn), { x: at.x + 6, y: at.y + 14 }));
  const halo = { stroke: theme.field, 'stroke-width': 3, 'paint-order': 'stroke', 'font-size': 10, fill: theme.ink };
  return element('g', { class: 'stop-numbers', ...halo }, ...numbers);
}

export function drawCatchments(catchments: readonly Catchment[], toScreen: ToScreen): string {
  const areas = catchments.map(({ colour, points }) =>
    element('path', {
      d: `${pathThrough(points.map(toScreen))}Z`,
      fill: colour,
      stroke: colour,
      'fill-opacity': 0.07,
      'stroke-opacity': 0.6,
    }),
  );
  return element('g', { class: 'catchments', 'stroke-width': 1.5, 'stroke-dasharray': '2 4', 'stroke-linejoin': 'round' }, ...areas);
}

export function drawCustomers(
  { customers, stroke }: Pick<Scene, 'customers' | 'stroke'>,
  toScreen: ToScreen,
  theme: Theme,
  title?: Title<CustomerMark>,
): string {
  const drawn = [...byColour(customers)].map(([fill, members]) => {
    const [{ outline }] = members;
    const circles = members.map((mark) => {
      const { x, y } = toScreen(mark.at);
      return element('circle', { cx: x, cy: y, r: mark.radius }, ...titled(mark, title));
    });
    return element('g', { fill, ...(outline && { stroke: outline, 'stroke-width': 1.75 }) }, ...circles);
  });
  return element('g', { class: 'customers', stroke: theme.field, 'stroke-width': Math.min(1, stroke * 0.5) }, ...drawn);
}

export function drawDepots(depots: readonly DepotMark[], toScreen: ToScreen, theme: Theme, title?: Title<DepotMark>): string {
  // Open depots last, so that no closed one covers them.
  const order = depots.toSorted((a, b) => Number(a.state === 'open') - Number(b.state === 'open'));
  return element('g', { class: 'depots' }, ...order.map((mark) => drawDepot(mark, toScreen(mark.at), theme, ...titled(mark, title))));
}

type DepotShape = Pick<DepotMark, 'state' | 'locked' | 'colour' | 'radius'>;

/** A lock lies on one that is locked open; one that is locked closed is crossed out. */
export function drawDepot({ state, locked, colour, radius: r }: DepotShape, { x, y }: Point, theme: Theme, ...inside: string[]): string {
  const square = { x: x - r, y: y - r, width: 2 * r, height: 2 * r, rx: r / 4 };
  const pen = { stroke: state === 'closed' ? theme.faint : theme.outline, 'stroke-width': 1.5 };
  const from = (across: number, down: number) => `M${decimal(x + across * r)} ${decimal(y + down * r)}`;
  const by = (length: number) => decimal(length * r);
  const cross = `${from(-0.6, -0.6)}l${by(1.2)} ${by(1.2)}m0 ${by(-1.2)}l${by(-1.2)} ${by(1.2)}`;
  const lock = `${from(-0.4, -0.05)}h${by(0.8)}v${by(0.6)}h${by(-0.8)}zm${by(0.15)} 0v${by(-0.2)}a${by(0.25)} ${by(0.25)} 0 0 1 ${by(0.5)} 0v${by(0.2)}`;
  return element(
    'g',
    { class: `depot ${state}`, ...pen },
    ...inside,
    element('rect', { ...square, fill: state === 'open' ? colour : theme.page }),
    ...(locked && state === 'closed' ? [element('path', { d: cross, fill: 'none' })] : []),
    ...(locked && state === 'open' ? [element('path', { d: lock, fill: theme.page, 'stroke-width': 1 })] : []),
  );
}

/** More names than this would hide the marks. */
const mostNames = { customers: 30, depots: 40 } as const;

/** Names with a halo in the background colour; left of the mark where they would run out of a map of this width. */
export function drawLabels({ depots, customers }: Scene, toScreen: ToScreen, right: number, theme: Theme): string {
  const label = ({ label: name, at, radius }: DepotMark | CustomerMark, size: number, attributes: Attributes) => {
    const [{ x, y }, off, shown] = [toScreen(at), radius + 3, shortenName(name, 20)];
    const averageLetter = 0.6 * size;
    const side = x + off + averageLetter * shown.length > right ? { x: x - off, 'text-anchor': 'end' } : { x: x + off };
    return text(shown, { ...side, y: y - off * 0.7, 'font-size': size, ...attributes });
  };
  const named = depots.length <= mostNames.depots ? depots : [];
  const ofDepot = (closed: boolean) =>
    named
      .filter(({ state }) => (state === 'closed') === closed)
      .map((mark) => label(mark, 13, { 'font-weight': 600, fill: closed ? theme.faint : theme.ink }));
  const ofCustomers = customers.length <= mostNames.customers ? customers.map((mark) => label(mark, 11, { fill: theme.faint })) : [];
  const halo = { stroke: theme.field, 'stroke-width': 3, 'stroke-linejoin': 'round', 'paint-order': 'stroke' };
  return element('g', { class: 'labels', ...halo }, ...ofCustomers, ...ofDepot(true), ...ofDepot(false));
}
