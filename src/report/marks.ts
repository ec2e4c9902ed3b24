/** Depots, customers and routes of a scene as SVG. Shape tells the state as well as colour. */
import { shortenName } from './number.ts';
import type { Theme } from './palette.ts';
import type { Point } from './projection.ts';
import { byColour, type CustomerMark, type DepotMark, type RouteMark, type Scene } from './scene.ts';
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
